// The state of the window and the coordinates of its elements, for tests and other programs.

#include <algorithm>
#include <nlohmann/json.hpp>

#include "shared/replay/arrays.h"
#include "shared/replay/findings.h"
#include "shared/replay/headline.h"
#include "viz/app/panels.h"
#include "viz/app/screen.h"
#include "viz/model/hit_finder.h"
#include "viz/model/lesson_view.h"
#include "viz/model/side_by_side.h"
#include "viz/panels/array_view.h"
#include "viz/panels/bookmarks.h"
#include "viz/panels/editor.h"
#include "viz/panels/focus.h"
#include "viz/panels/ink.h"
#include "viz/panels/lesson_panel.h"
#include "viz/panels/order.h"
#include "viz/panels/query_view.h"
#include "viz/panels/rerun.h"
#include "viz/panels/runs.h"
#include "viz/panels/side_by_side.h"
#include "viz/panels/source_view.h"
#include "viz/panels/stops.h"
#include "viz/panels/tabs.h"
#include "viz/panels/watches.h"

namespace lockstep::viz {
namespace {

template <class T>
nlohmann::json Indices(const T& index) {
  return nlohmann::json::array({index.x, index.y, index.z});
}

nlohmann::json Corners(Area area) { return nlohmann::json::array({area.min.x, area.min.y, area.max.x, area.max.y}); }

void AddCorners(nlohmann::json& state, const char* name, const std::optional<Area>& area) {
  if (area) state[name] = Corners(*area);
}

// Of the page's first task to put lines in order: those that are, and what has come of it.
void AddLines(nlohmann::json& state, const LessonView& lesson, const Screen& screen) {
  const LessonPanel& panel = screen.desk().Of<LessonPanel>();
  if (panel.page >= lesson.pages.size()) return;
  const std::vector<replay::Question>& questions = lesson.pages[panel.page].questions;
  const auto question = std::ranges::find(questions, replay::Question::Kind::kOrder, &replay::Question::kind);
  const auto answers = panel.answers.find(panel.page);
  const auto index = static_cast<std::size_t>(question - questions.begin());
  if (question == questions.end() || answers == panel.answers.end() || index >= answers->second.size()) return;
  const replay::Answer& answer = answers->second[index];
  nlohmann::json lines = {{"placed", answer.placing.placed}, {"right", answer.right}};
  for (const OrderResult& result : lesson.orders)
    if (result.page == panel.page && result.question == index && result.attempt == answer.tried_as)
      lines["says"] = result.sentence;
  state["lines"] = std::move(lines);
}

void AddLesson(nlohmann::json& state, const LessonView& lesson, const Screen& screen) {
  static constexpr const char* kWords[] = {"none", "building", "broken", "wrong", "solved", "ungraded"};
  const LessonPanel& panel = screen.desk().Of<LessonPanel>();
  state["page"] = panel.page;
  state["lesson"] = lesson.name;
  state["map"] = screen.desk().show_map;
  if (!lesson.exercise.file.empty()) state["program"] = screen.shown() == Shown::kLesson ? "lesson" : "exercise";
  AddCorners(state, "status_at", panel.status);
  AddCorners(state, "previous_page_at", panel.previous);
  AddCorners(state, "next_page_at", panel.next);
  AddCorners(state, "programs_at", panel.programs);
  state["exercise"] = kWords[static_cast<int>(lesson.exercise.state)];
  state["exercise_says"] = lesson.exercise.status;
  AddLines(state, lesson, screen);
}

void AddEditor(nlohmann::json& state, const EditSession& edit, const EditView& shown) {
  const TextPlace head = edit.draft.editor().head();
  nlohmann::json editor = {{"typing", edit.is_active},
                           {"modified", edit.draft.IsModified()},
                           {"asking", edit.draft.IsAsking()},
                           {"finding", edit.find.is_open},
                           {"line", head.line + 1},
                           {"byte", head.byte},
                           {"selected", edit.draft.editor().buffer().Text(edit.draft.editor().selection().range())}};
  AddCorners(editor, "caret_at", shown.caret);
  AddCorners(editor, "first_letter_at", shown.letter);
  state["editor"] = std::move(editor);
}

void AddQuery(nlohmann::json& state, const QueryView& view) {
  nlohmann::json query = {{"open", view.is_open},
                          {"text", view.field.buffer().Line(0)},
                          {"problem", view.problem},
                          {"running", view.asking && view.asking->is_running()}};
  if (view.problem_at) query["problem_at"] = *view.problem_at;
  for (const query::Suggestion& word : view.words.completion.words) query["words"].push_back(word.word);
  if (view.answer) {
    query["question"] = view.answer->question;
    query["rows"] = view.answer->rows.size();
    if (view.chosen) query["chosen"] = *view.chosen;
    for (const auto& [row, area] : view.rows) query["rows_at"][std::to_string(row)] = Corners(area);
  }
  state["query"] = std::move(query);
}

void AddPinned(nlohmann::json& state, const Desk& desk) {
  const WatchesView& watches = desk.Of<WatchesView>();
  for (const std::string& expression : watches.expressions) {
    const auto value = watches.values.find(expression);
    state["watches"].push_back({{"text", expression},
                                {"value", value == watches.values.end() ? "" : value->second.text},
                                {"over_time", watches.histories.contains(expression)}});
  }
  if (watches.editing) state["watch_text"] = watches.field.buffer().Line(0);
  const BookmarksView& bookmarks = desk.Of<BookmarksView>();
  if (bookmarks.editing) state["bookmark_text"] = bookmarks.field.buffer().Line(0);
  for (const query::Bookmark& bookmark : bookmarks.all) state["bookmarks"].push_back(bookmark.name);
  for (const auto& [row, area] : bookmarks.rows) state["bookmarks_at"].push_back(Corners(area));
}

// The place of the ring.
void AddFocus(nlohmann::json& state, const FocusView& focus) {
  if (!focus.is_shown) return;
  const auto found = std::ranges::find(focus.targets, focus.at, &FocusView::Target::id);
  if (found != focus.targets.end()) state["focus_at"] = Corners(found->area);
}

void AddSides(nlohmann::json& state, const SideBySide& sides, const SideChoice& choice) {
  if (choice.pair >= sides.result.pairs.size()) return;
  state["array"] = sides.result.pairs[choice.pair].name;
  state["cell"] = choice.cell;
}

void AddMoment(nlohmann::json& state, const replay::Model& model, const Selection& selection, const Desk& desk) {
  state["order"] = model.recording().order;
  state["launch"] = selection.launch;
  state["step"] = selection.step;
  state["steps"] = model.end();
  const auto& order = desk.Of<OrderView>().shown;
  state["view_order"] = replay::NameOf(order ? order->order : replay::ViewOrder::kRecorded);
  state["recorded_step"] = InRecordedOrder(desk, selection).step;
  state["block"] = Indices(selection.block);
  state["thread"] = Indices(selection.thread);
  state["line"] = selection.line.number;
  state["playing"] = selection.playing;
  for (const Breakpoint& breakpoint : selection.breakpoints.all()) {
    nlohmann::json stop = {{"id", breakpoint.id}, {"text", breakpoint.text()}, {"on", breakpoint.is_on}};
    if (const FoundHits* found = desk.Of<StopsView>().finder.Of(breakpoint.id)) {
      stop["hits"] = found->hits.steps.size();
      stop["before"] = HitsBefore(*found, model.position());
      stop["logged"] = found->log.size();
      if (!found->problem.empty()) stop["problem"] = found->problem;
    }
    state["breakpoints"].push_back(std::move(stop));
  }
  const replay::Headline headline = replay::DescribeMoment(model, selection);
  state["headline"] = headline.who + " " + headline.does;
}

void AddArray(nlohmann::json& state, const replay::Model& model, const Selection& selection) {
  const auto object = model.object(selection.object);
  state["array"] = object ? object->name : "";
  if (const auto array = replay::DescribeArray(model, selection.object)) state["element"] = array->element_name;
  if (selection.cell) state["cell"] = selection.cell->index;
}

void AddFinding(nlohmann::json& state, const replay::Model& model, const Selection& selection) {
  const trace::RecordedFinding* finding = replay::ChosenFinding(model, selection);
  if (!finding) return;
  state["finding"] = *selection.finding;
  state["side"] = selection.side;
  state["kind"] = finding->kind;
}

// Of the tab in view, as they stand in the choice.
int NumberOfTab(const Desk& desk) {
  int number = 0;
  for (const Panel* panel : PanelsOfRecording()) {
    if (!panel->tab.word) continue;
    if (IsInView(desk, *panel)) return number;
    ++number;
  }
  return 0;
}

}  // namespace

std::string DescribeState(const Screen& screen) {
  const Desk& desk = screen.desk();
  const Scene& scene = screen.scene();
  nlohmann::json state;
  state["theme"] = desk.theme.kind == ThemeKind::kLight ? "light" : "dark";
  state["text_size"] = desk.text_size;
  state["help"] = desk.show_help;
  state["menu"] = IsMenuOpen();
  for (const auto& [name, area] : desk.controls) state["controls_at"][name] = Corners(area);
  AddFocus(state, desk.focus);
  state["rerun"] = {{"possible", desk.Of<RerunView>().state.is_possible},
                    {"running", desk.Of<RerunView>().state.is_running},
                    {"says", desk.Of<RerunView>().state.says}};
  if (const RunsView* runs = desk.Find<RunsView>())
    state["runs"] = {{"here", runs->names.here}, {"there", runs->names.there}, {"says", RunsSay(desk)}};
  if (!scene.problem.empty()) state["problem"] = scene.problem;
  if (scene.reading) state["reading"] = *scene.reading;
  if (scene.making) state["making"] = *scene.making;
  if (scene.lesson) AddLesson(state, *scene.lesson, screen);
  if (screen.edit()) AddEditor(state, *screen.edit(), desk.Of<EditView>());
  if (scene.sides) AddSides(state, *scene.sides, desk.Of<SidesView>().choice);
  if (const replay::Model* model = screen.model()) {
    AddMoment(state, *model, screen.selection(), desk);
    for (const auto& [id, area] : desk.Of<StopsView>().rows) state["stops_at"][std::to_string(id)] = Corners(area);
    for (const auto& [line, area] : desk.Of<SourceView>().margins)
      state["margins_at"][std::to_string(line)] = Corners(area);
    if (desk.Of<StopsView>().editing) state["stop_text"] = desk.Of<StopsView>().field.buffer().Line(0);
    state["below"] = NumberOfTab(desk);
    AddArray(state, *model, screen.selection());
    AddFinding(state, *model, screen.selection());
    AddQuery(state, desk.Of<QueryView>());
    AddPinned(state, desk);
    if (desk.Of<ArrayView>().expected) state["expected"] = desk.Of<ArrayView>().expected->value;
    // Places to click at, in the window's pixels.
    AddCorners(state, "thread_at", desk.anchors.thread);
    if (!desk.anchors.elements.empty()) state["element_at"] = Corners(desk.anchors.elements.back().area);
  }
  // Names may contain any bytes.
  return state.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace lockstep::viz
