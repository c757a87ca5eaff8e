#include "viz/app/screen.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "shared/replay/choose.h"
#include "shared/replay/findings.h"
#include "shared/replay/kept_place.h"
#include "shared/replay/stepping.h"
#include "viz/app/panel_area.h"
#include "viz/app/panels.h"
#include "viz/model/lesson_view.h"
#include "viz/model/side_by_side.h"
#include "viz/panels/answers.h"
#include "viz/panels/array_view.h"
#include "viz/panels/editor.h"
#include "viz/panels/grid_view.h"
#include "viz/panels/ink.h"
#include "viz/panels/lesson_moves.h"
#include "viz/panels/lesson_panel.h"
#include "viz/panels/lesson_text.h"
#include "viz/panels/look.h"
#include "viz/panels/no_recording.h"
#include "viz/panels/order.h"
#include "viz/panels/present.h"
#include "viz/panels/query_bar.h"
#include "viz/panels/query_view.h"
#include "viz/panels/rerun.h"
#include "viz/panels/runs.h"
#include "viz/panels/scene_view.h"
#include "viz/panels/side_by_side.h"
#include "viz/panels/stops.h"
#include "viz/panels/tabs.h"
#include "viz/panels/thread_colors.h"
#include "viz/panels/watches.h"

namespace lockstep::viz {
Screen::Screen(Scene scene, ThemeKind theme, float scale) {
  desk_.theme = MakeTheme(theme);
  desk_.screen_scale = scale;
  desk_.FindScale();
  Show(std::move(scene));
}

void Screen::Remember(const Settings& settings) {
  remembered_ = settings;
  Apply(settings, scene_.lesson.has_value(), desk_);
  const auto has_word = [&](const Panel* panel) { return panel->tab.word && IsInView(desk_, *panel); };
  if (std::ranges::none_of(PanelsOfRecording(), has_word)) desk_.below = Desk::kFirstTab;
}

Settings Screen::settings() const { return SettingsOf(desk_, scene_.lesson.has_value(), remembered_); }

Screen::~Screen() {
  if (edit_) (void)edit_->draft.KeepUnsaved();
}

void Screen::OpenExercise() {
  const std::filesystem::path& path = scene_.lesson->exercise.path;
  if (edit_ && edit_->draft.path() == path) return;
  if (edit_) (void)edit_->draft.KeepUnsaved();
  edit_.reset();
  if (path.empty()) return;
  // A file that cannot be read is reported by its verdict.
  if (Expected<Draft> draft = Draft::Open(path)) edit_ = std::make_unique<EditSession>(std::move(*draft));
}

Reading Screen::reading() const {
  const LessonPanel& panel = desk_.Of<LessonPanel>();
  return {scene_.lesson ? scene_.lesson->name : "",
          panel.page,
          panel.hints.used,
          panel.hints.saw_solution,
          panel.tries,
          panel.order,
          wanted_lesson_,
          desk_.Of<RerunView>().wanted};
}

std::string Screen::title() const {
  if (!scene_.lesson || scene_.lesson->number <= 0) return "";
  return fmt::format("{} {}: {} - Lockstep", scene_.lesson->is_puzzle ? "Puzzle" : "Lesson", scene_.lesson->number,
                     scene_.lesson->title);
}

bool Screen::Tick(double now) {
  if (!edit_) return false;
  const bool blinks = edit_->is_active && desk_.animate && CaretBlinks(desk_);
  return edit_->draft.Look(now) || blinks;
}

void Screen::Show(Scene scene) {
  if (scene.recording || scene.exercise || scene.lesson || !scene.problem.empty()) ShowRecordedOrder();
  if (scene.rerun) desk_.Of<RerunView>().state = std::move(*scene.rerun);
  if (scene.sides) {
    scene_ = std::move(scene);
    desk_.Of<SidesView>().choice = FirstSight(*scene_.sides);
    return;
  }
  if (scene.lesson) {
    if (!scene_.lesson) ShowAs({.scene = scene.lesson->scene}, desk_);
    desk_.Of<LessonImages>().by_name.clear();
    const bool is_other = scene_.lesson && scene_.lesson->name != scene.lesson->name;
    scene_.lesson = std::move(scene.lesson);
    if (is_other) BeginLesson();
    OpenExercise();
  }
  if (scene.reading) scene_.reading = std::move(scene.reading);
  if (scene.making) scene_.making = std::move(scene.making);
  if (scene.can_try_again) desk_.Of<LessonPanel>().can_try_again = *scene.can_try_again;
  if (scene.whole) TakeWhole(std::move(scene.whole));
  if (scene.exercise) TakeProgram(Shown::kExercise, std::move(scene.exercise), "");
  std::optional<OtherRecording> other = std::move(scene.other);
  if (scene.rerun && scene.recording && model_)
    TakeRerun(std::move(*scene.recording));
  else if (scene.recording || !scene.problem.empty())
    TakeProgram(Shown::kLesson, std::move(scene.recording), std::move(scene.problem));
  if (!other || !model_) return;
  PutBeside(desk_, std::make_unique<replay::Model>(std::move(other->recording)), std::move(other->names));
  desk_.Of<RunsView>().is_to_go_there = other->goes_there;
  ShowDifferences(desk_);
}

void Screen::TakeRerun(trace::Recording recording) {
  constexpr std::size_t kMostVisited = 50;
  if (const RunsView* runs = desk_.Find<RunsView>(); runs && !runs->shows_second) ExchangeRuns();
  const Selection before = selection_;
  const replay::LineMap lines(model_->recording(), recording);
  const auto find = [&](const replay::Cursor& at) { return replay::PlaceIn(recording, lines, *model_, at); };
  const replay::KeptPlace place = find(before);
  std::vector<replay::KeptPlace> visited;  // in this launch: the index of another one may have to be built
  for (const replay::Cursor& at : places_.Past(kMostVisited, false))
    if (at.launch == before.launch) visited.push_back(find(at));
  std::unique_ptr<replay::Model> old = TakeProgram(Shown::kLesson, std::move(recording), "");
  if (!model_) return;
  if (const auto names = std::exchange(desk_.Of<RerunView>().state.compare, std::nullopt))
    PutBeside(desk_, std::move(old), *names);
  else if (RunsView* runs = desk_.Find<RunsView>())
    runs->is_to_compare = true, runs->lines.reset();
  const auto launch = LaunchAskedFor(desk_, model_->recording());
  if (launch) visited.push_back(place);
  replay::GoToKept(*model_, selection_, place);
  std::vector<replay::Cursor> found;
  for (const replay::KeptPlace& kept : visited)
    if (const auto at = replay::FindKept(*model_, kept)) found.push_back(*at);
  places_.Restore(std::move(found));
  if (launch) return OpenLaunch(*launch);
  selection_.finding = before.finding;
  selection_.side = before.side;
}

void Screen::TakeWhole(std::unique_ptr<replay::Model> whole) {
  ShowRecordedOrder();
  model_ = std::move(whole);
  model_->MoveTo(selection_);
  PlaceHistory places = std::move(places_);
  ForgetDrawn();
  places_ = std::move(places);
}

void Screen::BeginLesson() {
  std::erase_if(desk_.requests,
                [](const Request& asked) { return !std::holds_alternative<request::CloseWindow>(asked); });
  wanted_lesson_.clear();
  desk_.Of<LessonPanel>() = {};
  desk_.Of<LessonPanel>().page = scene_.lesson->first_page;
  desk_.Of<GridView>().by = ColourBy::kLine;
  desk_.Of<ArrayView>().as_cells.reset();
  desk_.Of<ArrayView>().by_warp = false;
  desk_.Of<ArrayView>().chosen_shapes.clear();
  desk_.Of<SceneView>().shown = desk_.show_map = false;
  desk_.below = Desk::kFirstTab;
  desk_.Of<SceneView>().placed = {};
  desk_.Of<SceneView>().chosen.reset();
  ShowAs({.scene = scene_.lesson->scene}, desk_);
  model_.reset();
  scene_.problem.clear();
  selection_ = {};
  aside_ = {};
  shown_ = Shown::kLesson;
  page_followed_ = desk_.Of<LessonPanel>().page > 0 ? std::optional<std::size_t>(0) : std::nullopt;
  keeps_place_ = false;
  launch_to_follow_.reset();
  directions_to_follow_.reset();
  ForgetDrawn();
}

std::unique_ptr<replay::Model> Screen::TakeProgram(Shown which, std::optional<trace::Recording> recording,
                                                   std::string problem) {
  // The program aside is exchanged for the one in view for the time of the change; this is not drawn.
  const bool aside = which != shown_;
  if (aside) Exchange();
  auto old = Replace(std::move(recording), std::move(problem));
  if (which == Shown::kExercise && model_ && scene_.lesson && scene_.lesson->exercise.place)
    GoToPlace(*model_, selection_, *scene_.lesson->exercise.place);
  if (aside)
    Exchange();
  else
    ForgetDrawn();
  return old;
}

std::unique_ptr<replay::Model> Screen::Replace(std::optional<trace::Recording> recording, std::string problem) {
  std::unique_ptr<replay::Model> old = std::move(model_);
  scene_.problem = std::move(problem);
  if (recording && !replay::Model::HasLaunches(*recording)) {
    scene_.problem = recording->complete
                         ? "The recording holds no launch: the program started no kernel, or none was recorded."
                         : "The recording was cut off before its first launch was whole.";
    for (const std::string& note : recording->notes) scene_.problem += "\n" + note;
    return old;
  }
  if (!recording) return old;
  model_ = std::make_unique<replay::Model>(std::move(*recording));
  const Selection before = selection_;
  selection_ = {replay::FirstCursor(*model_)};
  if (replay::ChooseFinding(*model_, selection_, 0)) replay::GoToFinding(*model_, selection_);
  if (!old) return old;
  // An edited program is recorded again: breakpoints are kept, and so is the place if it still exists.
  selection_.breakpoints = before.breakpoints;
  if (replay::HasFindings(*model_)) return old;
  const replay::LineMap lines(old->recording(), model_->recording());
  replay::GoToKept(*model_, selection_, replay::PlaceIn(model_->recording(), lines, *old, before));
  return old;
}

void Screen::ExchangeRuns() {
  ShowRecordedOrder();
  RunsView& runs = desk_.Of<RunsView>();
  const Selection before = selection_;
  const auto row = RowThere(runs, before);
  const bool lists = desk_.Of<QueryView>().answer && desk_.Of<QueryView>().answer->compares_runs;
  const replay::KeptPlace place = PlaceThere(runs, *model_, before);
  std::swap(model_, runs.other);
  std::swap(runs.names.here, runs.names.there);
  runs.shows_second = !runs.shows_second;
  runs.lines.reset();
  runs.followed.reset();
  selection_ = {replay::FirstCursor(*model_)};
  selection_.breakpoints = before.breakpoints;
  if (row)
    replay::GoToMoment(*model_, selection_, *row);
  else
    replay::GoToKept(*model_, selection_, place);
  ForgetDrawn();
  if (lists) ShowDifferences(desk_);
}

void Screen::BringIntoView(Shown which) {
  if (which == shown_) return;
  Exchange();
  ForgetDrawn();
}

void Screen::Exchange() {
  ShowRecordedOrder();
  std::swap(model_, aside_.model);
  std::swap(selection_, aside_.selection);
  std::swap(scene_.problem, aside_.problem);
  shown_ = shown_ == Shown::kLesson ? Shown::kExercise : Shown::kLesson;
}

namespace {

// True if it leads to a moment of the recording in view.
bool IsOfRecording(const Request& request) {
  return std::holds_alternative<request::GoToMoment>(request) || std::holds_alternative<request::GoTo>(request) ||
         std::holds_alternative<request::GoToFinding>(request);
}

}  // namespace

void Screen::ForgetDrawn() {
  desk_.anchors = {};
  std::erase_if(desk_.requests, IsOfRecording);
  places_ = {};
  for (const Panel* panel : PanelsOfRecording())
    if (panel->forget) panel->forget(desk_);
}

void Screen::OpenPage(std::size_t page) {
  if (!scene_.lesson || page == 0) return;
  page_followed_ = 0;
  desk_.Of<LessonPanel>().page = page;
  FollowPage();
}

void Screen::FollowPage() {
  if (!scene_.lesson || desk_.Of<LessonPanel>().page >= scene_.lesson->pages.size()) return;
  const LessonPage& page = scene_.lesson->pages[desk_.Of<LessonPanel>().page];
  if (desk_.Of<LessonPanel>().page != page_followed_) {
    desk_.Of<LessonPanel>().shown = page.exercise ? Shown::kExercise : Shown::kLesson;
    // A window that opens at a requested place stays there, whatever its first page refers to.
    if (page_followed_ || !keeps_place_) {
      launch_to_follow_ = page.launch;
      directions_to_follow_ = page.opens_at;
    }
    if (page.exercise && page.opens_at) ShowAs(*page.opens_at, desk_);
    page_followed_ = desk_.Of<LessonPanel>().page;
    LessonPanel& panel = desk_.Of<LessonPanel>();
    panel.typing = panel.pointing = panel.reveal = panel.ordering = std::nullopt;
    panel.drag.reset();
    desk_.Of<LessonPanel>().problem.clear();
  }
  BringIntoView(desk_.Of<LessonPanel>().shown);
  if (!model_ || shown_ != Shown::kLesson) return;
  const auto launch = std::exchange(launch_to_follow_, std::nullopt);
  if (launch && *launch != selection_.launch && *launch < model_->recording().launches.size()) OpenLaunch(*launch);
  const auto to = std::exchange(directions_to_follow_, std::nullopt);
  if (!to || !replay::GoTo(*model_, selection_, InShownOrder(desk_, selection_.launch, *to)))
    return;  // `lesson test` refuses pages that lead nowhere
  ShowAs(*to, desk_);
}

void Screen::OpenLaunch(std::uint32_t launch) {
  const Selection before = std::move(selection_);
  selection_ = {replay::FirstCursor(*model_, launch)};
  selection_.breakpoints = before.breakpoints;
  selection_.finding = before.finding;
  selection_.side = before.side;
}

View Screen::Look() {
  return {.model = model_.get(),
          .selection = selection_,
          .desk = desk_,
          .lesson = scene_.lesson ? &*scene_.lesson : nullptr,
          .sides = scene_.sides ? &*scene_.sides : nullptr,
          .edit = edit_.get(),
          .panels = scene_.sides ? PanelsOfSides() : PanelsOfRecording()};
}

namespace {

bool IsPresent(const Panel& panel, const View& view) { return view.model || !panel.needs_model; }
bool IsShown(const Panel& panel, const View& view) {
  return panel.draw && IsPresent(panel, view) && (!panel.is_shown || panel.is_shown(view));
}

// True if the selection's moment is a neighbour of the model's, by any stride of its thread.
bool IsOneStop(const replay::Model& model, const Selection& to) {
  using enum replay::Stride;
  for (const replay::Stride stride : {kStep, kThread, kWarp, kBlock})
    for (const replay::Direction direction : {replay::Direction::kForward, replay::Direction::kBackward})
      if (replay::NextStop(model, to.block, to.thread, stride, direction) == to.step) return true;
  return false;
}

}  // namespace

void Screen::Advance(View& view) {
  for (const Panel* panel : view.panels)
    if (panel->prepare && IsPresent(*panel, view)) panel->prepare(view);
  if (scene_.reading && !scene_.reading->empty()) NoteSoFar(desk_, *scene_.reading);
  if (!model_) return;
  if (selection_.launch != model_->launch_place()) OpenLaunch(selection_.launch);
  // A drag is one visit, of the place where it ends.
  const bool drags = ImGui::IsMouseDown(ImGuiMouseButton_Left);
  const bool moved = selection_.step != model_->position();
  const bool stepped = moved && !drags && IsOneStop(*model_, selection_);
  model_->MoveTo(selection_);
  selection_.launch = model_->launch_place();
  selection_.step = model_->position();
  if (moved) replay::Follow(*model_, selection_);
  if (!drags) places_.Visit(selection_, stepped);
  ColourThreads(*model_, desk_);
}

void Screen::Draw() {
  ApplyTheme(desk_.theme, desk_.scale);
  ImGui::PushFont(desk_.fonts.text);
  const Area window{{0, 0}, ImGui::GetIO().DisplaySize};
  desk_.anchors = {};
  desk_.controls.clear();
  FollowPage();
  CarryOutRequests();
  FollowOrder();
  View view = Look();
  Advance(view);
  if (PanelAt(view, PanelPlace::kWhole))
    DrawIn(view, PanelPlace::kWhole, window);
  else if (scene_.sides)
    DrawSides(view, window);
  else
    DrawPanels(view, window);
  for (const Panel* panel : view.panels)
    if (panel->place == PanelPlace::kOver && IsShown(*panel, view)) panel->draw(view, window);
  if (scene_.reading && !scene_.reading->empty()) DrawReading(window);
  ImGui::PopFont();
}

// In the lower right corner, above the timeline.
void Screen::DrawReading(Area window) const {
  const float pad = desk_.Units(6);
  const char* text = scene_.reading->c_str();
  const ImVec2 size = ImGui::CalcTextSize(text);
  const float bottom = window.max.y - desk_.Units(64);
  const Area box{{window.max.x - size.x - 3 * pad, bottom - size.y - 2 * pad}, {window.max.x - pad, bottom}};
  ImDrawList* draw = ImGui::GetForegroundDrawList();
  draw->AddRectFilled(box.min, box.max, desk_.color().panel, pad);
  draw->AddRect(box.min, box.max, desk_.color().line, pad);
  draw->AddText({box.min.x + pad, box.min.y + pad}, desk_.color().text, text);
}

const Panel* Screen::PanelAt(const View& view, PanelPlace place) const {
  const auto has_it = [&](const Panel* panel) {
    return panel->place == place && IsShown(*panel, view) && (!panel->tab.word || IsInView(desk_, *panel));
  };
  const auto found = std::ranges::find_if(view.panels, has_it);
  return found == view.panels.end() ? nullptr : *found;
}

void Screen::DrawIn(View& view, PanelPlace place, Area area) {
  const Panel* panel = PanelAt(view, place);
  if (!panel) return;
  if (panel->tab.word) return PanelIn("tabs", area, [&] { panel->draw(view, DrawTabHead(view, *panel)); });
  PanelIn(panel->name, area, [&] { panel->draw(view, area); });
}

Area Screen::DrawRails(View& view, Area window) {
  const float line = std::max(1.0f, std::floor(desk_.scale));
  for (const Panel* panel : view.panels) {
    if (panel->place != PanelPlace::kRail || !IsShown(*panel, view)) continue;
    float& share = desk_.*panel->width;
    constexpr float kMostShare = 0.36f;  // of a window that is narrow
    const float least = std::min(desk_.Units(panel->least_width), window.width() * kMostShare);
    const float end = std::floor(window.min.x + std::max(window.width() * share, least));
    const std::string splitter = std::string("|") + panel->name;
    Splitter(desk_, splitter.c_str(), {{end, window.min.y}, {end + line, window.max.y}}, true, share, window.width());
    const Area area{window.min, {end, window.max.y}};
    PanelIn(panel->name, area, [&] { panel->draw(view, area); });
    window.min.x = end + line;
  }
  return window;
}

void Screen::DrawPanels(View& view, Area window) {
  const Area rest = DrawRails(view, window);
  const float line = std::max(1.0f, std::floor(desk_.scale));
  if (!model_) {
    // A text that has not run yet can be edited.
    const float x =
        PanelAt(view, PanelPlace::kMain) ? std::floor(rest.min.x + rest.width() * (1 - desk_.right_width)) : 0;
    if (x > 0) DrawIn(view, PanelPlace::kMain, {rest.min, {x, rest.max.y}});
    DrawProblem({{x > 0 ? x + line : rest.min.x, rest.min.y}, rest.max});
    return;
  }
  const float bar_end = rest.min.y + desk_.Units(52), timeline = rest.max.y - desk_.Units(58);
  DrawIn(view, PanelPlace::kTop, {rest.min, {rest.max.x, bar_end}});
  DrawMiddle(view, {{rest.min.x, bar_end + line}, {rest.max.x, timeline - line}});
  DrawIn(view, PanelPlace::kBottom, {{rest.min.x, timeline}, rest.max});
}

void Screen::DrawPresented(View& view, Area middle) {
  const float line = std::max(1.0f, std::floor(desk_.scale));
  const float end = std::floor(middle.min.y + middle.height() * desk_.Of<PresentView>().source_height);
  Splitter(desk_, "|presented", {{middle.min.x, end}, {middle.max.x, end + line}}, false,
           desk_.Of<PresentView>().source_height, middle.height());
  const float x = std::floor(middle.min.x + middle.width() * desk_.Of<PresentView>().memory_width);
  Splitter(desk_, "|presented memory", {{x, end + line}, {x + line, middle.max.y}}, true,
           desk_.Of<PresentView>().memory_width, middle.width());
  DrawIn(view, PanelPlace::kMain, {middle.min, {middle.max.x, end}});
  DrawIn(view, PanelPlace::kCorner, {{middle.min.x, end + line}, {x, middle.max.y}});
  DrawIn(view, PanelPlace::kRight, {{x + line, end + line}, middle.max});
}

void Screen::DrawMiddle(View& view, Area middle) {
  if (desk_.is_presented) return DrawPresented(view, middle);
  const float line = std::max(1.0f, std::floor(desk_.scale));
  float& right_width = desk_.Of<SceneView>().shown ? desk_.right_width_beside_scene : desk_.right_width;
  const float x = std::floor(middle.min.x + middle.width() * (1 - right_width));
  const float left_end = std::floor(middle.min.y + middle.height() * desk_.source_height);
  float& grid_height = desk_.Of<SceneView>().shown ? desk_.grid_height_beside_scene : desk_.grid_height;
  const float right_end = std::floor(middle.min.y + middle.height() * grid_height);
  // Windows with a fixed place cover those that come after them, so the splitters come first.
  Splitter(desk_, "|source", {{middle.min.x, left_end}, {x, left_end + line}}, false, desk_.source_height,
           middle.height());
  Splitter(desk_, "|grid", {{x + line, right_end}, {middle.max.x, right_end + line}}, false, grid_height,
           middle.height());
  float left_share = 1 - right_width;
  Splitter(desk_, "|right", {{x, middle.min.y}, {x + line, middle.max.y}}, true, left_share, middle.width());
  right_width = 1 - left_share;
  DrawIn(view, PanelPlace::kMain, {middle.min, {x, left_end}});
  DrawIn(view, PanelPlace::kBelow, {{middle.min.x, left_end + line}, {x, middle.max.y}});
  DrawIn(view, PanelPlace::kRight, {{x + line, middle.min.y}, {middle.max.x, right_end}});
  DrawIn(view, PanelPlace::kCorner, {{x + line, right_end + line}, middle.max});
}

void Screen::DrawSides(View& view, Area window) {
  const float line = std::max(1.0f, std::floor(desk_.scale)), bar_end = window.min.y + desk_.Units(52);
  const Area rest = DrawRails(view, {{window.min.x, bar_end + line}, window.max});
  DrawIn(view, PanelPlace::kTop, {window.min, {window.max.x, bar_end}});
  DrawIn(view, PanelPlace::kMain, rest);
}

void Screen::DrawProblem(Area area) {
  PanelIn("problem", area, [&] {
    const bool of_exercise = shown_ == Shown::kExercise && scene_.lesson && !scene_.lesson->exercise.status.empty();
    const bool is_building = of_exercise && scene_.lesson->exercise.state == ExerciseState::kBuilding;
    NoRecording state{.problem = !scene_.problem.empty() ? scene_.problem
                                 : of_exercise           ? scene_.lesson->exercise.status
                                                         : ""};
    if (shown_ == Shown::kLesson && scene_.making) state.doing = *scene_.making;
    if (is_building) state.doing = scene_.lesson->exercise.status;
    DrawNoRecording(desk_, area, state);
  });
}

bool Screen::GoBackOrForward(std::string_view key) {
  if (!model_ || (key != "Alt ←" && key != "Alt →")) return false;
  // The key before may have gone to a place that no frame has shown yet.
  const bool moved = selection_.step != model_->position();
  places_.Visit(selection_, moved && IsOneStop(*model_, selection_));
  const auto place = key == "Alt ←" ? places_.Back() : places_.Forward();
  if (!place) return true;
  static_cast<replay::Cursor&>(selection_) = *place;
  selection_.playing = false;
  model_->MoveTo(selection_);
  return true;
}

void Screen::Press(std::string_view key) {
  if (GoBackOrForward(key)) return;
  View view = Look();
  // A key acts on the moment that the previous key has chosen, not on the one that was drawn last.
  if (model_) {
    const auto is_to_finding = [](const Request& asked) { return std::holds_alternative<request::GoToFinding>(asked); };
    if (std::erase_if(desk_.requests, is_to_finding) > 0) CarryOut(request::GoToFinding());
    model_->MoveTo(selection_);
  }
  for (const Panel* panel : view.panels)
    if (panel->takes && IsPresent(*panel, view) && panel->takes(view, key)) return;
  for (const Panel* panel : view.panels) {
    if (!IsPresent(*panel, view)) continue;
    for (const KeyRow& row : panel->keys) {
      const auto found = std::ranges::find(row.keys, key);
      if (!row.press || found == row.keys.end()) continue;
      row.press(view, static_cast<std::size_t>(found - row.keys.begin()));
      return;
    }
  }
}

bool Screen::is_asking() const {
  return (desk_.Of<QueryView>().asking && desk_.Of<QueryView>().asking->is_running()) ||
         desk_.Of<StopsView>().finder.is_running() || IsWatchRunning(desk_) ||
         desk_.Of<OrderView>().work.is_running() || IsComparing(desk_);
}

void Screen::Ask(std::string_view question) {
  if (model_) viz::Ask(*model_, selection_, desk_, question);
}

void Screen::ClearBackground() const {
  // The background shows between the panels as hairlines.
  const ImVec4 color = ImGui::ColorConvertU32ToFloat4(desk_.color().line);
  glClearColor(color.x, color.y, color.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
}

void Screen::ReleaseTextures() {
  for (const auto panels : {PanelsOfRecording(), PanelsOfSides()})
    for (const Panel* panel : panels)
      if (panel->release) panel->release(desk_);
}

}  // namespace lockstep::viz
