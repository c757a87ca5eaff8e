#pragma once

// The readers of what comes from elsewhere, each with an input that it likes. Try() damages the input as the seed says
// and reads it: whatever comes of it, it must be a value that every view can use, or an error.

#include <cstdint>
#include <string_view>
#include <vector>

namespace lockstep::fuzz {

struct Target {
  std::string_view name;
  void (*try_seed)(std::uint64_t seed);
};

const std::vector<Target>& Targets();

// One function each, in the file of its name.
void TryTrace(std::uint64_t seed);           // the bytes of a file
void TryTraceChunks(std::uint64_t seed);     // what is in the chunks, under checksums that are right
void TryCaptures(std::uint64_t seed);        // the bytes of a file
void TryCaptureRecords(std::uint64_t seed);  // what is in the records, under checksums that are right
void TrySuppressions(std::uint64_t seed);
void TryLesson(std::uint64_t seed);
void TryMarkdown(std::uint64_t seed);
void TryExpression(std::uint64_t seed);
void TryMessages(std::uint64_t seed);  // a compiler's
void TryReport(std::uint64_t seed);    // what a checked program leaves

}  // namespace lockstep::fuzz
