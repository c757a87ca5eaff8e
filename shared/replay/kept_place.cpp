#include "shared/replay/kept_place.h"

#include <algorithm>
#include <functional>
#include <map>

#include "shared/replay/choose.h"
#include "shared/replay/launch_pairs.h"

namespace lockstep::replay {
namespace {

std::string PathOf(const trace::Recording& recording, Line line) {
  const auto& files = recording.files;
  return trace::Index(line.file) < files.size() ? files[trace::Index(line.file)].path : "";
}

// The moment after the same number of visits and steps of the thread; none if it has no such visit.
std::optional<Position> MomentOf(const Model& model, ThreadSlot slot, const KeptPlace& place) {
  const auto own = model.index().StepsOf(slot);
  const auto& steps = model.launch().steps;
  std::uint32_t visits = 0;
  for (auto i = own.begin(); i != own.end(); ++i) {
    if (steps[*i].kind != trace::StepKind::kLine) continue;
    const Line line = model.LineOfSite(steps[*i].site);
    if (line.number != place.line || PathOf(model.recording(), line) != place.file || visits++ != place.visit) continue;
    for (std::uint32_t n = 0; n < place.steps && i + 1 != own.end() && steps[*(i + 1)].kind != trace::StepKind::kLine;
         ++n)
      ++i;
    return *i + 1;
  }
  return std::nullopt;
}

// `line_of` gives for a line of the model's recording the one of `recording`; line 0 if there is none: then the place
// is that of the line before.
KeptPlace PlaceAt(const Model& model, const Cursor& cursor, const trace::Recording& recording, auto line_of) {
  KeptPlace place{.launch = model.launch().number, .block = cursor.block, .thread = cursor.thread};
  const ThreadSlot slot = model.SlotOf(cursor.block, cursor.thread);
  if (slot == ThreadSlot::kNone) return place;
  std::map<Line, std::uint32_t> visits;
  Line last;
  bool counts = true;  // steps: those of a line without a counterpart do not
  for (const StepIndex i : model.index().StepsOf(slot)) {
    if (i >= cursor.step) break;
    const trace::Step& step = model.launch().steps[i];
    if (counts) ++place.steps;
    if (step.kind != trace::StepKind::kLine) continue;
    const Line line = line_of(model.LineOfSite(step.site));
    counts = line.number != 0;
    if (!counts) continue;
    last = line;
    ++visits[last];
    place.steps = 0;
  }
  if (visits.empty()) return place;
  place.file = PathOf(recording, last);
  place.line = last.number;
  place.visit = visits[last] - 1;
  return place;
}

}  // namespace

KeptPlace PlaceToKeep(const Model& model, const Cursor& cursor) {
  return PlaceAt(model, cursor, model.recording(), std::identity());
}

KeptPlace PlaceIn(const trace::Recording& other, const LineMap& lines, const Model& model, const Cursor& cursor) {
  KeptPlace place = PlaceAt(model, cursor, other, [&](Line line) { return lines.Of(line); });
  if (const auto same = LaunchPairs(model.recording(), other).SecondOf(model.launch_place()))
    place.launch = other.launches[*same].number;
  return place;
}

std::optional<Cursor> FindKept(const Model& model, const KeptPlace& place) {
  if (model.launch().number != place.launch) return std::nullopt;
  const ThreadSlot slot = model.SlotOf(place.block, place.thread);
  const auto moment = slot == ThreadSlot::kNone ? std::nullopt : MomentOf(model, slot, place);
  return moment ? std::optional(MomentAfter(model, *moment - 1)) : std::nullopt;
}

bool GoToKept(Model& model, Cursor& cursor, const KeptPlace& place) {
  const auto& launches = model.recording().launches;
  const auto same = std::ranges::find(launches, place.launch, &trace::RecordedLaunch::number);
  const std::uint32_t launch =
      same == launches.end() ? cursor.launch : static_cast<std::uint32_t>(same - launches.begin());
  const std::uint32_t before = model.launch_place();
  const Position position = model.position();
  model.MoveTo(launch, 0);
  const ThreadSlot slot = model.SlotOf(place.block, place.thread);
  if (slot == ThreadSlot::kNone || model.index().StepsOf(slot).empty()) {
    model.MoveTo(before, position);
    return false;
  }
  cursor.launch = launch;
  cursor.step = MomentOf(model, slot, place).value_or(FirstMomentOf(model, slot));
  model.MoveTo(cursor);
  ChooseThread(model, cursor, place.block, place.thread);
  return true;
}

}  // namespace lockstep::replay
