#include "viz/panels/present.h"

#include <utility>

#include "shared/replay/stepping.h"
#include "viz/model/lesson_view.h"
#include "viz/model/tasks.h"
#include "viz/panels/lesson_panel.h"

namespace lockstep::viz {
namespace {

void Toggle(View& view, std::size_t) {
  Desk& desk = view.desk;
  desk.is_presented = !desk.is_presented;
  desk.Of<PresentView>().stop = 0;
  desk.FindScale();
  std::swap(desk.lesson_width, desk.Of<PresentView>().lesson_width);
}

// The links of a page that lead somewhere, in order.
std::vector<std::string> StopsOf(const LessonPage& page) {
  std::vector<std::string> stops;
  for (const std::string& link : LinksOf(ReadMarkdown(page.markdown)))
    if (link.starts_with(kGoLink) && DirectionsOf(link)) stops.push_back(link);
  return stops;
}

void GoTo(View& view, std::size_t stop, const std::vector<std::string>& stops) {
  PresentView& present = view.desk.Of<PresentView>();
  present.stop = stop;
  present.link = stop > 0 ? stops[stop - 1] : "";
  present.scrolls = stop > 0;
  const LessonPage& page = view.lesson->pages[view.desk.Of<LessonPanel>().page];
  auto to = stop > 0 ? DirectionsOf(present.link) : page.opens_at;
  if (!to) return;
  if (!to->launch && !to->exercise) to->launch = page.launch;
  view.desk.requests.emplace_back(request::Follow{std::move(*to)});
}

// One step of the lesson: the next link of the page, after them the next page; or the same backwards.
void StepLesson(View& view, bool back) {
  LessonPanel& panel = view.desk.Of<LessonPanel>();
  PresentView& present = view.desk.Of<PresentView>();
  if (present.page != panel.page) present.stop = 0;
  present.page = panel.page;
  const std::vector<std::string> stops = StopsOf(view.lesson->pages[panel.page]);
  if (!back && present.stop < stops.size()) return GoTo(view, present.stop + 1, stops);
  if (back && present.stop > 0) return GoTo(view, present.stop - 1, stops);
  if (back ? panel.page == 0 : panel.page + 1 == view.lesson->pages.size()) return;
  panel.page += back ? std::size_t(-1) : 1;
  present.page = panel.page;
  present.stop = 0;
  present.link.clear();
}

void Step(View& view, bool back) {
  if (view.lesson && !view.lesson->pages.empty()) return StepLesson(view, back);
  if (!view.model) return;
  view.selection.playing = false;
  const auto to = replay::NextStop(*view.model, view.selection.block, view.selection.thread, replay::Stride::kThread,
                                   back ? replay::Direction::kBackward : replay::Direction::kForward);
  if (to) view.selection.step = *to;
}

bool TakeKeyOfPresent(View& view, std::string_view key) {
  if (!view.desk.is_presented || (view.edit && view.edit->is_active)) return false;
  if (key == "Space" || key == "Page Down") return Step(view, false), true;
  if (key == "Backspace" || key == "Page Up") return Step(view, true), true;
  if (key != "Esc" || view.desk.show_help || view.desk.show_map) return false;
  Toggle(view, 0);
  return true;
}

}  // namespace

const Panel kPresent{.name = "present",
                     .place = PanelPlace::kNowhere,
                     .group = "Window",
                     .keys = {{{"F11"}, "to present: large letters; Space goes on, Backspace back", Toggle}},
                     .needs_model = false,
                     .takes = TakeKeyOfPresent};

}  // namespace lockstep::viz
