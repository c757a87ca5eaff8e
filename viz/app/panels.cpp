#include "viz/app/panels.h"

#include <algorithm>
#include <array>

#include "viz/panels/answers.h"
#include "viz/panels/arrays.h"
#include "viz/panels/arrows.h"
#include "viz/panels/bar.h"
#include "viz/panels/bookmarks.h"
#include "viz/panels/cell_keys.h"
#include "viz/panels/course_map.h"
#include "viz/panels/development.h"
#include "viz/panels/editor.h"
#include "viz/panels/findings.h"
#include "viz/panels/focus.h"
#include "viz/panels/grid.h"
#include "viz/panels/help.h"
#include "viz/panels/lanes.h"
#include "viz/panels/lesson.h"
#include "viz/panels/look.h"
#include "viz/panels/no_recording.h"
#include "viz/panels/order.h"
#include "viz/panels/present.h"
#include "viz/panels/prints.h"
#include "viz/panels/query_bar.h"
#include "viz/panels/rerun.h"
#include "viz/panels/runs.h"
#include "viz/panels/side_by_side.h"
#include "viz/panels/source.h"
#include "viz/panels/stops.h"
#include "viz/panels/timeline.h"
#include "viz/panels/variables.h"
#include "viz/panels/watches.h"

namespace lockstep::viz {
namespace {

// A result that develops ends at any key; then the field of questions takes keys before all others.
constexpr std::array kOfRecording = {&kTextSize, &kDevelopment, &kQueryBar,    &kVariables, &kLanes,    &kOutput,
                                     &kStops,    &kWatches,     &kBookmarks,   &kOrder,     &kTimeline, &kSource,
                                     &kEditor,   &kGrid,        &kMemory,      &kCourseMap, &kLesson,   &kPresent,
                                     &kAnswers,  &kCellKeys,    &kFindings,    &kBar,       &kArrows,   &kFocus,
                                     &kRerun,    &kRuns,        &kNoRecording, &kHelp};
constexpr std::array kOfSides = {&kTextSize, &kSidesBar, &kSidesPairs, &kSidesPanes, &kFocus, &kHelp};

}  // namespace

std::span<const Panel* const> PanelsOfRecording() { return kOfRecording; }
std::span<const Panel* const> PanelsOfSides() { return kOfSides; }

bool HasMeaning(std::string_view key) {
  const auto owns = [&](const Panel* panel) {
    return std::ranges::any_of(panel->keys,
                               [&](const KeyRow& row) { return std::ranges::find(row.keys, key) != row.keys.end(); });
  };
  return std::ranges::any_of(kOfRecording, owns) || std::ranges::any_of(kOfSides, owns);
}

}  // namespace lockstep::viz
