#include "shared/query/link.h"

#include <fmt/format.h>

#include <algorithm>

#include "shared/query/step_row.h"
#include "shared/replay/step_bytes.h"
#include "shared/trace/format_host_event.h"
#include "shared/trace/format_place.h"
#include "shared/trace/lookup.h"

namespace lockstep::query {
namespace {

using replay::Model;

trace::TypeId TypeOfPiece(const Model& model, const Piece& piece) {
  const auto object = model.object(piece.object);
  return object ? trace::TypeAt(model.recording(), *object, piece.begin, piece.end - piece.begin)
                : trace::TypeId::kNone;
}

}  // namespace

Link NotFollowed(std::string place, std::string why) {
  return {.kind = LinkKind::kNotFollowed, .place = std::move(place), .note = "not followed" + std::move(why)};
}

std::string TextOf(const Model& model, const Piece& piece, std::span<const std::uint8_t> bytes) {
  const trace::TypeId type = TypeOfPiece(model, piece);
  return type == trace::TypeId::kNone ? std::string{} : ValueOf(model, type, bytes).text;
}

std::string ValueNow(const Model& model, const Piece& piece) {
  if (const auto object = model.object(piece.object); object && object->kind == trace::ObjectKind::kLocal) {
    const replay::Contents local =
        replay::ContentsOf(model, {.variable = object->variable, .object = piece.object}, model.position());
    if (!local.HasValue(piece.begin, piece.end - piece.begin)) return {};
    return TextOf(model, piece, std::span(local.bytes).subspan(piece.begin, piece.end - piece.begin));
  }
  const auto bytes = model.playback().Bytes(piece.object);
  if (piece.end > bytes.size()) return {};
  return TextOf(model, piece, bytes.subspan(piece.begin, piece.end - piece.begin));
}

const trace::Site* SiteOf(const Model& model, trace::SiteId id) {
  const auto& sites = model.recording().sites;
  return trace::Index(id) < sites.size() ? &sites[trace::Index(id)] : nullptr;
}

replay::Line LineOfWrite(Model& model, replay::StepIndex write) {
  const trace::SiteId site = model.launch().steps[write].site;
  if (SiteOf(model, site)) return model.LineOfSite(site);
  StepRow row(model);
  row.Choose(write);
  return row.Line();
}

void SetMoment(Model& model, Link& link, replay::StepIndex write) {
  const auto slot = model.index().ThreadOf(model.launch().steps[write]);
  link.moment = {.launch = model.launch_place(), .step = write + 1};
  if (slot != replay::ThreadSlot::kNone) {
    link.moment.block = model.BlockOf(slot);
    link.moment.thread = model.ThreadOf(slot);
  }
  link.moment.line = LineOfWrite(model, write);
  link.moment.object = model.launch().steps[write].object;
  link.has_moment = true;
}

void NoteCause(const Model& model, Link& link, const HostCause& cause) {
  const trace::HostEvent& event = model.recording().host_events[cause.event];
  const std::string place = trace::FormatHostPlace(model.recording(), event);
  const std::string by = fmt::format("{}{}{}", event.call, place.empty() ? "" : " at ", place);
  link.kind = LinkKind::kHost;
  switch (cause.kind) {
    case HostCauseKind::kCopied:
      link.kind = LinkKind::kCopied;
      link.note = fmt::format("copied from {} by {}", NameOf(model, cause.source), by);
      break;
    case HostCauseKind::kAllocated:
      link.note = trace::IsOfOtherProcess(event)
                      ? fmt::format("opened by {}; another process may have written it", by)
                      : fmt::format("allocated by {}; no call of the program has written it since", by);
      break;
    case HostCauseKind::kLaunch:
      link.kind = LinkKind::kUnrecorded;
      link.note = fmt::format("launch {} of {} may have written it, and was not recorded", event.launch, event.kernel);
      break;
    case HostCauseKind::kLeftOut:
      link.kind = LinkKind::kUnrecorded;
      link.note = fmt::format("the host put it there in one of {} events that were not recorded", event.count);
      break;
    default:
      link.note = event.kind == trace::HostEventKind::kFill
                      ? fmt::format("filled with 0x{:0{}x} by {}", event.value, 2 * event.value_size, by)
                  : event.kind == trace::HostEventKind::kLibrary ? fmt::format("computed by {}", by)
                                                                 : fmt::format("copied from the host by {}", by);
  }
}

}  // namespace lockstep::query
