#pragma once

// The readers of untrusted inputs, each with a valid input. Try() damages the input according to the seed and reads it:
// the result must be an error or a value that every view can use.

#include <cstdint>
#include <string_view>
#include <vector>

namespace lockstep::fuzz {

struct Target {
  std::string_view name;
  void (*try_seed)(std::uint64_t seed);
};

const std::vector<Target>& Targets();

// One function for each, in the file of its name.
void TryTrace(std::uint64_t seed);           // the bytes of a file
void TryTraceChunks(std::uint64_t seed);     // the contents of chunks, with valid checksums
void TryCaptures(std::uint64_t seed);        // the bytes of a file
void TryCaptureRecords(std::uint64_t seed);  // the contents of records, with valid checksums
void TrySuppressions(std::uint64_t seed);
void TryLesson(std::uint64_t seed);
void TryAnswer(std::uint64_t seed);  // of a lesson, as a diff
void TryMarkdown(std::uint64_t seed);
void TryExpression(std::uint64_t seed);
void TryEvaluate(std::uint64_t seed);
void TryMessages(std::uint64_t seed);  // of a compiler
void TryReport(std::uint64_t seed);    // of a checked program
void TryCounts(std::uint64_t seed);    // of a program's requests
void TrySettings(std::uint64_t seed);  // what processes tell each other in JSON
void TryKept(std::uint64_t seed);      // what the window keeps between its runs
void TryEditor(std::uint64_t seed);    // messages of the Debug Adapter Protocol

}  // namespace lockstep::fuzz
