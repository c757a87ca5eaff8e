#pragma once

// The changes of memory between the launches of a recording: the host's events that gave bytes their value, and what
// the bytes were before and after.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "shared/query/place.h"
#include "shared/trace/recording.h"

namespace lockstep::query {

enum class HostCauseKind : std::uint8_t {
  kNone,
  kWritten,    // by a copy from the host, a fill, or a library
  kCopied,     // from `source`
  kAllocated,  // and not written since
  kLaunch,     // of a kernel that was not recorded, which may have written it
  kLeftOut,    // what happened there was not recorded
};

struct HostCause {
  HostCauseKind kind = HostCauseKind::kNone;
  std::size_t event = 0;  // index into Recording::host_events
  Piece source;           // of kCopied: where these bytes were before
};

class HostHistory {
 public:
  explicit HostHistory(const trace::Recording& recording);

  bool IsEmpty() const { return recording_.host_events.empty(); }
  // The event that launches it; the number of all events if there is none. `launch` is an index into
  // Recording::launches.
  std::size_t EventOf(std::uint32_t launch) const { return launches_[launch]; }
  // The last event in [from, end) that may have given the piece its value.
  HostCause Find(const Piece& piece, std::size_t from, std::size_t end) const;

 private:
  const trace::Recording& recording_;
  std::vector<std::size_t> launches_;
};

// The last recorded launch before this one that touched the object; launches between them know nothing of it. Both are
// indices into Recording::launches.
std::optional<std::uint32_t> LaunchBefore(const trace::Recording& recording, std::uint32_t launch,
                                          trace::ObjectId object);

// An object's bytes at the end of one launch, which touched it, and at the beginning of a later one. Null where the
// recording has none.
struct BytesAround {
  const trace::Snapshot* then = nullptr;
  const trace::Snapshot* now = nullptr;
};
BytesAround BytesBetween(const trace::Recording& recording, std::uint32_t earlier, std::uint32_t later,
                         trace::ObjectId object);

}  // namespace lockstep::query
