#pragma once

// Reading a large recording while its beginning is in use already.

#include <atomic>
#include <cstdint>
#include <filesystem>

#include "shared/base/error.h"
#include "shared/trace/recording.h"

namespace lockstep::trace {

struct StartChoice {
  std::uint64_t whole = 500'000;  // a recording of no more steps is read to its end
  std::uint64_t first = 1 << 18;  // else these, or a few more, of the launch that goes beyond that
};

// The beginning of a recording. Its last launch is truncated for this reason, and what follows it is missing.
inline constexpr const char* kStillBeingRead = "the rest of the recording is still being read";

struct TraceStart {
  Recording recording;
  bool is_whole = true;
};
Expected<TraceStart> ReadTraceStart(const std::filesystem::path& path, const StartChoice& choice = {});

// Of a reader in another thread.
struct ReadProgress {
  std::atomic<float> share = 0;    // of the file
  std::atomic<bool> stop = false;  // reading soon ends with an error
};
// As ReadTrace does.
Expected<Recording> ReadTrace(const std::filesystem::path& path, ReadProgress& progress);

}  // namespace lockstep::trace
