#include "shared/query/host_history.h"

#include <algorithm>
#include <optional>

namespace lockstep::query {
namespace {

using trace::HostEvent;
using trace::HostEventKind;
using trace::HostSpan;

struct InSpan {
  std::uint64_t slice = 0, row = 0, column = 0;
};

// The offset of the object's byte `offset` within the bytes that the event touches there.
std::optional<InSpan> Locate(const HostEvent& event, const HostSpan& span, std::uint64_t offset) {
  if (offset < span.offset) return std::nullopt;
  std::uint64_t rest = offset - span.offset;
  InSpan place;
  if (event.depth > 1 && span.slice > 0) {
    place.slice = std::min(rest / span.slice, event.depth - 1);
    rest -= place.slice * span.slice;
  }
  if (event.height > 1 && span.pitch > 0) {
    place.row = std::min(rest / span.pitch, event.height - 1);
    rest -= place.row * span.pitch;
  }
  place.column = rest;
  return rest < event.width ? std::optional(place) : std::nullopt;
}

// Of a value's bytes, the first or the last.
std::optional<InSpan> Touches(const HostEvent& event, const Piece& piece) {
  if (event.to.object != piece.object || event.error != 0) return std::nullopt;
  if (const auto first = Locate(event, event.to, piece.begin)) return first;
  return piece.end > piece.begin ? Locate(event, event.to, piece.end - 1) : std::nullopt;
}

const trace::Snapshot* SnapshotOf(const std::vector<trace::Snapshot>& snapshots, trace::ObjectId object) {
  const auto found = std::ranges::find(snapshots, object, &trace::Snapshot::object);
  return found == snapshots.end() ? nullptr : &*found;
}

}  // namespace

HostHistory::HostHistory(const trace::Recording& recording) : recording_(recording) {
  const auto& events = recording.host_events;
  auto next = events.begin();
  for (const trace::RecordedLaunch& launch : recording.launches) {
    const auto found = std::find_if(next, events.end(), [&](const HostEvent& event) {
      return event.kind == HostEventKind::kLaunch && event.error == 0 && event.launch == launch.number;
    });
    launches_.push_back(static_cast<std::size_t>(found - events.begin()));
    if (found != events.end()) next = found;
  }
}

HostCause HostHistory::Find(const Piece& piece, std::size_t from, std::size_t end) const {
  for (std::size_t i = std::min(end, recording_.host_events.size()); i-- > from;) {
    const HostEvent& event = recording_.host_events[i];
    if (event.kind == HostEventKind::kLeftOut) return {.kind = HostCauseKind::kLeftOut, .event = i};
    if (event.kind == HostEventKind::kLaunch && event.error == 0 && std::ranges::find(launches_, i) == launches_.end())
      return {.kind = HostCauseKind::kLaunch, .event = i};
    const auto place = Touches(event, piece);
    if (!place) continue;
    switch (event.kind) {
      case HostEventKind::kAllocate: return {.kind = HostCauseKind::kAllocated, .event = i};
      case HostEventKind::kLibrary:
      case HostEventKind::kFill: return {.kind = HostCauseKind::kWritten, .event = i};
      case HostEventKind::kCopy: break;
      default: continue;
    }
    if (event.from.object == trace::ObjectId::kNone) return {.kind = HostCauseKind::kWritten, .event = i};
    const std::uint64_t begin =
        event.from.offset + place->slice * event.from.slice + place->row * event.from.pitch + place->column;
    return {.kind = HostCauseKind::kCopied,
            .event = i,
            .source = {event.from.object, begin, begin + (piece.end - piece.begin)}};
  }
  return {};
}

std::optional<std::uint32_t> LaunchBefore(const trace::Recording& recording, std::uint32_t launch,
                                          trace::ObjectId object) {
  while (launch-- > 0) {
    const trace::RecordedLaunch& earlier = recording.launches[launch];
    if (SnapshotOf(earlier.memory_before, object) || SnapshotOf(earlier.memory_after, object)) return launch;
  }
  return std::nullopt;
}

BytesAround BytesBetween(const trace::Recording& recording, std::uint32_t earlier, std::uint32_t later,
                         trace::ObjectId object) {
  BytesAround bytes{.then = SnapshotOf(recording.launches[earlier].memory_after, object),
                    .now = SnapshotOf(recording.launches[later].memory_before, object)};
  // A launch leaves bytes that it only reads as they were.
  if (!bytes.then) bytes.then = SnapshotOf(recording.launches[earlier].memory_before, object);
  return bytes;
}

}  // namespace lockstep::query
