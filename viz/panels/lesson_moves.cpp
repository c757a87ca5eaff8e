#include "viz/panels/lesson_moves.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "shared/replay/arrays.h"
#include "viz/model/tasks.h"
#include "viz/panels/array_view.h"
#include "viz/panels/grid_view.h"
#include "viz/panels/lesson_panel.h"
#include "viz/panels/scene_view.h"

namespace lockstep::viz {

Look LookOf(const replay::Model& model, const Selection& selection, const Desk& desk) {
  Look look{.exercise = desk.Of<LessonPanel>().shown == Shown::kExercise};
  look.colour = desk.Of<GridView>().by == ColourBy::kLine    ? "line"
                : desk.Of<GridView>().by == ColourBy::kState ? "state"
                                                             : desk.Of<GridView>().variable;
  const auto array = replay::DescribeArray(model, selection.object);
  const bool as_cells = desk.Of<ArrayView>().as_cells.value_or(!array || !replay::IsImage(*array));
  look.view = desk.Of<SceneView>().shown     ? "scene"
              : desk.Of<ArrayView>().by_warp ? "warp"
              : as_cells                     ? "cells"
                                             : "picture";
  look.below = desk.below;
  return look;
}

namespace {

void ShowScene(const replay::Directions& to, SceneView& scene) {
  static constexpr std::array<std::string_view, 4> kFootprints = {"none", "thread", "warp", "block"};
  if (to.view == "cells" || to.view == "picture" || to.view == "warp") scene.shown = false;
  if (to.view == "scene") scene.shown = true;
  if (!to.scene.empty()) {
    scene.shown = true;
    scene.placed = to.scene;
    scene.chosen.reset();
  }
  const auto whose = std::ranges::find(kFootprints, to.footprint);
  if (whose != kFootprints.end()) scene.footprint = static_cast<FootprintOf>(whose - kFootprints.begin());
}

}  // namespace

void ShowAs(const replay::Directions& to, Desk& desk) {
  ShowScene(to, desk.Of<SceneView>());
  if (to.colour == "line" || to.colour == "state") {
    desk.Of<GridView>().by = to.colour == "line" ? ColourBy::kLine : ColourBy::kState;
  } else if (!to.colour.empty()) {
    desk.Of<GridView>().by = ColourBy::kValue;
    desk.Of<GridView>().variable = to.colour;
  }
  if (to.view == "variables" || to.view == "lanes" || to.view == "output") desk.below = to.view;
  if (to.view == "warp") desk.Of<ArrayView>().by_warp = true;
  if (to.view != "cells" && to.view != "picture") return;
  desk.Of<ArrayView>().by_warp = false;
  desk.Of<ArrayView>().as_cells = to.view == "cells";
}

void WatchTasks(View& view) {
  LessonPanel& panel = view.desk.Of<LessonPanel>();
  if (!view.model || !view.lesson || panel.page >= view.lesson->pages.size()) return;
  const Selection& now = view.selection;
  const Look look = LookOf(*view.model, now, view.desk);
  const std::string seen =
      fmt::format("{} {} {} {} {} {} {} {}", panel.page, look.exercise, now.launch, now.step, replay::Text(now.block),
                  replay::Text(now.thread), trace::Index(now.object), now.cell ? now.cell->index + 1 : 0) +
      look.colour + " " + look.view + " " + look.below;
  if (seen == panel.watched) return;
  // Turning to a page is not yet doing anything.
  const std::string page = fmt::format("{} ", panel.page);
  const bool is_new_page = !panel.watched.starts_with(page);
  panel.watched = seen;
  if (is_new_page) return;
  for (const std::string& link : TasksOf(ReadMarkdown(view.lesson->pages[panel.page].markdown))) {
    const auto task = DirectionsOf(link);
    if (task && IsDone(*view.model, now, look, *task)) panel.done[panel.page].insert(link);
  }
}

}  // namespace lockstep::viz
