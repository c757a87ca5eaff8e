#include "shared/trace/format_host_event.h"

#include <fmt/format.h>

#include <filesystem>

#include "shared/base/printable.h"
#include "shared/trace/format_launch.h"
#include "shared/trace/format_place.h"
#include "shared/trace/host_places.h"

namespace lockstep::trace {
namespace {

std::string Bytes(std::uint64_t count) { return fmt::format("{} byte{}", count, count == 1 ? "" : "s"); }

// "d_in", "d_in[3]", "d_in[16:32]", "bytes 3 to 8 of d_in"; "the host" where the recording has no object.
std::string FormatSpan(const Recording& recording, const HostEvent& event, const HostSpan& span) {
  if (span.object == ObjectId::kNone) return "the host";
  const Object& object = recording.objects[Index(span.object)];
  std::string name(ShortName(NameOf(object)));
  const std::uint64_t extent =
      event.width == 0 ? 0 : (event.depth - 1) * span.slice + (event.height - 1) * span.pitch + event.width;
  if (span.offset == 0 && extent == object.size) return name;
  const std::uint64_t element = object.element == TypeId::kNone ? 0 : recording.types[Index(object.element)].size;
  const bool is_whole = element != 0 && span.offset % element == 0 && extent % element == 0 && extent > 0;
  if (!is_whole) return fmt::format("bytes {} to {} of {}", span.offset, span.offset + extent, name);
  if (extent == element) return fmt::format("{}[{}]", name, span.offset / element);
  return fmt::format("{}[{}:{}]", name, span.offset / element, (span.offset + extent) / element);
}

std::string FormatRows(const HostEvent& event) {
  if (event.height == 1 && event.depth == 1) return Bytes(event.width);
  const std::string rows = fmt::format("{} rows of {}", event.height, Bytes(event.width));
  return event.depth == 1 ? rows : fmt::format("{} slices of {}", event.depth, rows);
}

std::string FormatFailure(const HostEvent& event) {
  const std::string why = fmt::format("failed with error {}", event.error);
  switch (event.kind) {
    case HostEventKind::kAllocate: return fmt::format("{}: {} were not allocated", why, Bytes(event.width));
    case HostEventKind::kFree: return why + ": nothing was freed";
    case HostEventKind::kCopy: return why + ": nothing was copied";
    case HostEventKind::kFill: return why + ": nothing was filled";
    default:
      return fmt::format("{}: {}<<<{}, {}>>> was not launched", why, ShortName(event.kernel), FormatDim(event.grid),
                         FormatDim(event.block));
  }
}

}  // namespace

std::string_view Word(HostEventKind kind) {
  switch (kind) {
    case HostEventKind::kAllocate: return "allocate";
    case HostEventKind::kFree: return "free";
    case HostEventKind::kCopy: return "copy";
    case HostEventKind::kFill: return "fill";
    case HostEventKind::kLibrary: return "library";
    case HostEventKind::kLaunch: return "launch";
    case HostEventKind::kLeftOut: return "left out";
  }
  return "";
}

std::string FormatHostPlace(const Recording& recording, const HostEvent& event) {
  const HostPlace* place = PlaceOf(recording, event);
  if (!place || place->line == 0) return {};
  return fmt::format("{}:{}", ShortName(std::filesystem::path(place->file).filename().string()), place->line);
}

bool IsOfOtherProcess(const HostEvent& event) {
  return event.call == "cudaIpcOpenMemHandle" || event.call == "cuIpcOpenMemHandle" ||
         event.call == "cudaIpcCloseMemHandle" || event.call == "cuIpcCloseMemHandle";
}

std::string FormatHostEvent(const Recording& recording, const HostEvent& event) {
  if (event.error != 0) return FormatFailure(event);
  switch (event.kind) {
    case HostEventKind::kAllocate:
      return fmt::format("{} {}: {}", IsOfOtherProcess(event) ? "opened memory of another process," : "allocated",
                         FormatSpan(recording, event, event.to), Bytes(event.width));
    case HostEventKind::kFree:
      return fmt::format("{} {}", IsOfOtherProcess(event) ? "closed memory of another process," : "freed",
                         FormatSpan(recording, event, event.to));
    case HostEventKind::kCopy:
      return fmt::format("copied {} from {} to {}", FormatRows(event), FormatSpan(recording, event, event.from),
                         FormatSpan(recording, event, event.to));
    case HostEventKind::kFill:
      return fmt::format("filled {} with {}-byte values 0x{:0{}x}: {}", FormatSpan(recording, event, event.to),
                         event.value_size, event.value, 2 * event.value_size, FormatRows(event));
    case HostEventKind::kLibrary:
      return fmt::format("wrote {}: {}", FormatSpan(recording, event, event.to), FormatRows(event));
    case HostEventKind::kLaunch:
      return fmt::format("launched {}<<<{}, {}>>>", ShortName(event.kernel), FormatDim(event.grid),
                         FormatDim(event.block));
    case HostEventKind::kLeftOut:
      return fmt::format(
          "{} earlier events are not in the recording: it keeps the last 10000 before each recorded launch",
          event.count);
  }
  return {};
}

}  // namespace lockstep::trace
