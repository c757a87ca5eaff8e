#include "viz/app/screen.h"

#include <glad/gl.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "shared/replay/choose.h"
#include "shared/replay/findings.h"
#include "shared/replay/headline.h"
#include "shared/replay/kept_place.h"
#include "shared/replay/thread_state.h"
#include "shared/replay/view_as.h"
#include "viz/panels/array_shape.h"
#include "viz/panels/arrays.h"
#include "viz/panels/arrows.h"
#include "viz/panels/bar.h"
#include "viz/panels/findings.h"
#include "viz/panels/grid.h"
#include "viz/panels/help.h"
#include "viz/panels/ink.h"
#include "viz/panels/lesson.h"
#include "viz/panels/side_by_side.h"
#include "viz/panels/source.h"
#include "viz/panels/timeline.h"
#include "viz/panels/variables.h"

namespace lockstep::viz {
namespace {

// A panel is an ImGui window of its own, fixed in its place.
template <class Draw>
void PanelIn(const char* name, Area area, Draw draw) {
  ImGui::SetNextWindowPos(area.min);
  ImGui::SetNextWindowSize({std::max(area.width(), 1.0f), std::max(area.height(), 1.0f)});
  constexpr ImGuiWindowFlags kFixed = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                      ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                                      ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoNav;
  ImGui::Begin(name, nullptr, kFixed);
  draw();
  ImGui::End();
}

// The line between two panels, which can be dragged: it moves `share` of `extent`.
void Splitter(Desk& desk, const char* name, Area line, bool vertical, float& share, float extent) {
  const float reach = desk.Units(4);
  Area grip = line;
  if (vertical)
    grip.min.x -= reach, grip.max.x += reach;
  else
    grip.min.y -= reach, grip.max.y += reach;
  PanelIn(name, grip, [&] {
    ImGui::GetWindowDrawList()->AddRectFilled(grip.min, grip.max, desk.color().panel);
    ImGui::InvisibleButton("grip", {grip.width(), grip.height()});
    const bool active = ImGui::IsItemActive(), hovered = ImGui::IsItemHovered();
    if (hovered || active) ImGui::SetMouseCursor(vertical ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
    if (active) share += (vertical ? ImGui::GetIO().MouseDelta.x : ImGui::GetIO().MouseDelta.y) / extent;
    share = std::clamp(share, 0.12f, 0.82f);
    const ImU32 color = active ? desk.color().chosen : hovered ? desk.color().faint : desk.color().line;
    ImGui::GetWindowDrawList()->AddRectFilled(line.min, line.max, color);
  });
}

}  // namespace

Screen::Screen(Scene scene, ThemeKind theme, float scale) {
  desk_.theme = MakeTheme(theme);
  desk_.scale = scale;
  Show(std::move(scene));
}

void Screen::Show(Scene scene) {
  if (scene.sides) {
    scene_ = std::move(scene);
    desk_.sides.choice = FirstSight(*scene_.sides);
    return;
  }
  if (scene.lesson) {
    desk_.lesson_images.clear();
    scene_.lesson = std::move(scene.lesson);
  }
  if (scene.exercise) TakeProgram(Shown::kExercise, std::move(scene.exercise), "");
  if (scene.recording || !scene.problem.empty())
    TakeProgram(Shown::kLesson, std::move(scene.recording), std::move(scene.problem));
}

void Screen::TakeProgram(Shown which, std::optional<Recording> recording, std::string problem) {
  // The one that is aside changes places for the while, and nobody sees it.
  const bool aside = which != shown_;
  if (aside) Exchange();
  Replace(std::move(recording), std::move(problem));
  if (which == Shown::kExercise && model_ && scene_.lesson && scene_.lesson->exercise.place)
    GoToPlace(*model_, selection_, *scene_.lesson->exercise.place);
  if (aside)
    Exchange();
  else
    ForgetDrawn();
}

void Screen::Replace(std::optional<Recording> recording, std::string problem) {
  const auto kept = model_ ? std::optional(PlaceToKeep(*model_, selection_)) : std::nullopt;
  model_.reset();
  scene_.problem = std::move(problem);
  if (recording && !Model::HasLaunches(*recording)) {
    scene_.problem = recording->complete
                         ? "The recording holds no launch: the program started no kernel, or none was recorded."
                         : "The recording was cut off before its first launch was whole.";
    for (const std::string& note : recording->notes) scene_.problem += "\n" + note;
    return;
  }
  if (!recording) return;
  model_ = std::make_unique<Model>(std::move(*recording));
  const Selection before = selection_;
  selection_ = {FirstCursor(*model_)};
  if (ChooseFinding(*model_, selection_, 0)) GoToFinding(*model_, selection_);
  if (!kept) return;
  // An edited program records anew: breakpoints stay, and so does the place where there still is such a one.
  selection_.breakpoints = before.breakpoints;
  if (!HasFindings(*model_)) GoToKept(*model_, selection_, *kept);
}

void Screen::BringIntoView(Shown which) {
  if (which == shown_) return;
  Exchange();
  ForgetDrawn();
}

void Screen::Exchange() {
  std::swap(model_, aside_.model);
  std::swap(selection_, aside_.selection);
  std::swap(scene_.problem, aside_.problem);
  shown_ = shown_ == Shown::kLesson ? Shown::kExercise : Shown::kLesson;
}

void Screen::ForgetDrawn() {
  desk_.anchors = {};
  desk_.thread_colors = {};
  desk_.line_colors.clear();
  desk_.line_colors_for = 0xffffffff;
  desk_.grid.drawn_for = 0;
  desk_.array.picture = {};
  desk_.array.source_shapes.clear();
  desk_.array.scrolled_to.reset();
  desk_.array.launch = 0xffffffff;
  desk_.source = {};
}

void Screen::OpenPage(std::size_t page) {
  if (!scene_.lesson || page == 0) return;
  page_followed_ = 0;
  desk_.lesson.page = page;
  FollowPage();
}

void Screen::FollowPage() {
  if (!scene_.lesson || desk_.lesson.page >= scene_.lesson->pages.size()) return;
  const LessonPage& page = scene_.lesson->pages[desk_.lesson.page];
  if (desk_.lesson.page != page_followed_) {
    desk_.lesson.shown = page.exercise ? Shown::kExercise : Shown::kLesson;
    // The window opens where it was asked to, whatever the first page speaks of.
    if (page_followed_) launch_to_follow_ = page.launch;
    page_followed_ = desk_.lesson.page;
  }
  BringIntoView(desk_.lesson.shown);
  if (!model_ || shown_ != Shown::kLesson || !launch_to_follow_) return;
  const std::uint32_t launch = *std::exchange(launch_to_follow_, std::nullopt);
  if (launch != selection_.launch && launch < model_->recording().launches.size()) OpenLaunch(launch);
}

void Screen::ToExercisePlace() {
  desk_.lesson.to_place = false;
  const auto& place = scene_.lesson->exercise.place;
  if (!place) return;
  BringIntoView(desk_.lesson.shown = Shown::kExercise);
  if (model_) GoToPlace(*model_, selection_, *place);
}

void Screen::ViewArrayAs() {
  const ViewAsRequest request = *std::exchange(desk_.array.view_as, std::nullopt);
  if (!model_) return;
  ViewAs(*model_, request.object, request.element);
  desk_.array.picture = {};
  desk_.array.source_shapes.clear();
  desk_.array.launch = 0xffffffff;
  selection_.object = request.object;
  selection_.cell.reset();
  Follow(*model_, selection_);
}

std::optional<ExpectedCell> Screen::ExpectedHere() const {
  if (!model_ || shown_ != Shown::kExercise || !scene_.lesson) return std::nullopt;
  const auto& place = scene_.lesson->exercise.place;
  if (!place || !place->cell || place->launch != selection_.launch) return std::nullopt;
  return ExpectedCell{*place->cell, place->expected};
}

void Screen::GoWhereAsked() {
  if (!std::exchange(selection_.to_finding, false)) return;
  if (GoToFinding(*model_, selection_)) selection_.playing = false;
}

void Screen::OpenLaunch(std::uint32_t launch) {
  const Selection before = std::move(selection_);
  selection_ = {FirstCursor(*model_, launch)};
  selection_.breakpoints = before.breakpoints;
  selection_.finding = before.finding;
  selection_.side = before.side;
}

void Screen::Draw() {
  ApplyTheme(desk_.theme, desk_.scale);
  ImGui::PushFont(desk_.fonts.text);
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  const Area window{{0, 0}, size};
  desk_.anchors = {};
  desk_.controls.clear();
  FollowPage();
  if (scene_.lesson && desk_.lesson.to_place) ToExercisePlace();
  desk_.array.expected = ExpectedHere();
  if (desk_.array.view_as) ViewArrayAs();
  if (model_) {
    GoWhereAsked();
    Play(*model_, selection_, desk_);
    if (selection_.launch != model_->launch_place()) OpenLaunch(selection_.launch);
    const bool moved = selection_.step != model_->position();
    model_->MoveTo(selection_);
    selection_.launch = model_->launch_place();
    selection_.step = model_->position();
    if (moved) Follow(*model_, selection_);
    ColourThreads(*model_, desk_);
  }
  if (scene_.sides)
    DrawSides(window);
  else
    DrawPanels(window);
  if (desk_.show_help && DrawHelp(desk_, window)) desk_.show_help = false;
  ImGui::PopFont();
}

void Screen::DrawPanels(Area window) {
  const float line = std::max(1.0f, std::floor(desk_.scale));
  const float left = scene_.lesson ? std::floor(window.width() * desk_.lesson_width) : 0;
  if (scene_.lesson) {
    const Area area{window.min, {left, window.max.y}};
    Splitter(desk_, "|lesson", {{left, window.min.y}, {left + line, window.max.y}}, true, desk_.lesson_width,
             window.width());
    PanelIn("lesson", area, [&] { DrawLesson(*scene_.lesson, desk_); });
  }
  Area rest{{scene_.lesson ? left + line : window.min.x, window.min.y}, window.max};
  if (ShowsFindings()) {
    const float end = std::floor(rest.min.x + rest.width() * desk_.findings_width);
    Splitter(desk_, "|findings", {{end, rest.min.y}, {end + line, rest.max.y}}, true, desk_.findings_width,
             rest.width());
    PanelIn("findings", {rest.min, {end, rest.max.y}}, [&] { DrawFindings(*model_, selection_, desk_); });
    rest.min.x = end + line;
  }
  if (!model_) {
    DrawProblem(rest);
    return;
  }
  const float bar_end = rest.min.y + desk_.Units(52), timeline = rest.max.y - desk_.Units(58);
  PanelIn("bar", {rest.min, {rest.max.x, bar_end}}, [&] { DrawBar(*model_, selection_, desk_); });
  PanelIn("timeline", {{rest.min.x, timeline}, rest.max}, [&] { DrawTimeline(*model_, selection_, desk_); });
  const Area middle{{rest.min.x, bar_end + line}, {rest.max.x, timeline - line}};
  const float x = std::floor(middle.min.x + middle.width() * (1 - desk_.right_width));
  const float source_end = std::floor(middle.min.y + middle.height() * desk_.source_height);
  const float grid_end = std::floor(middle.min.y + middle.height() * desk_.grid_height);
  // Windows that keep their place lie above those that come after them: the splitters go first.
  Splitter(desk_, "|source", {{middle.min.x, source_end}, {x, source_end + line}}, false, desk_.source_height,
           middle.height());
  Splitter(desk_, "|grid", {{x + line, grid_end}, {middle.max.x, grid_end + line}}, false, desk_.grid_height,
           middle.height());
  float left_share = 1 - desk_.right_width;
  Splitter(desk_, "|right", {{x, middle.min.y}, {x + line, middle.max.y}}, true, left_share, middle.width());
  desk_.right_width = 1 - left_share;
  PanelIn("source", {middle.min, {x, source_end}}, [&] { DrawSource(*model_, selection_, desk_); });
  PanelIn("variables", {{middle.min.x, source_end + line}, {x, middle.max.y}},
          [&] { DrawVariables(*model_, selection_, desk_); });
  PanelIn("grid", {{x + line, middle.min.y}, {middle.max.x, grid_end}}, [&] { DrawGrid(*model_, selection_, desk_); });
  PanelIn("memory", {{x + line, grid_end + line}, middle.max}, [&] { DrawArrays(*model_, selection_, desk_); });
  DrawArrows(desk_);
}

bool Screen::ShowsFindings() const { return model_ && HasFindings(*model_) && desk_.show_findings; }

void Screen::DrawSides(Area window) {
  SideBySide& sides = *scene_.sides;
  const float line = std::max(1.0f, std::floor(desk_.scale)), bar_end = window.min.y + desk_.Units(52);
  const float list_end = std::floor(window.min.x + window.width() * desk_.findings_width);
  Splitter(desk_, "|pairs", {{list_end, bar_end}, {list_end + line, window.max.y}}, true, desk_.findings_width,
           window.width());
  PanelIn("bar", {window.min, {window.max.x, bar_end}}, [&] { DrawSidesBar(sides, desk_); });
  PanelIn("pairs", {{window.min.x, bar_end + line}, {list_end, window.max.y}}, [&] { DrawPairs(sides, desk_); });
  PanelIn("panes", {{list_end + line, bar_end + line}, window.max}, [&] { DrawPanes(sides, desk_); });
}

void Screen::DrawProblem(Area area) {
  PanelIn("problem", area, [&] {
    const bool of_exercise = shown_ == Shown::kExercise && scene_.lesson && !scene_.lesson->exercise.status.empty();
    const std::string text = !scene_.problem.empty() ? scene_.problem
                             : of_exercise           ? scene_.lesson->exercise.status
                                                     : "Nothing is recorded yet.";
    DrawNotice(desk_, area, "There is nothing to show", text);
  });
}

void Screen::Press(Key key) {
  switch (key) {
    case Key::kHelp: desk_.show_help = !desk_.show_help; return;
    case Key::kTheme:
      desk_.theme = MakeTheme(desk_.theme.kind == ThemeKind::kLight ? ThemeKind::kDark : ThemeKind::kLight);
      return;
    case Key::kLeave:
      if (!CloseMenu()) desk_.show_help = false;
      return;
    case Key::kQuit: wants_to_close_ = true; return;
    case Key::kNextPage:
    case Key::kPreviousPage: TurnPage(key == Key::kNextPage ? 1 : -1); return;
    case Key::kExercise:
      if (HasExercise()) desk_.lesson.shown = desk_.lesson.shown == Shown::kLesson ? Shown::kExercise : Shown::kLesson;
      return;
    default: break;
  }
  if (scene_.sides)
    PressInSides(key);
  else if (model_)
    PressInModel(key);
}

void Screen::TurnPage(int by) {
  if (!scene_.lesson || scene_.lesson->pages.empty()) return;
  const auto last = static_cast<std::int64_t>(scene_.lesson->pages.size()) - 1;
  desk_.lesson.page =
      static_cast<std::size_t>(std::clamp(static_cast<std::int64_t>(desk_.lesson.page) + by, std::int64_t{0}, last));
}

void Screen::PressInSides(Key key) {
  const SideBySide& sides = *scene_.sides;
  SideChoice& choice = desk_.sides.choice;
  switch (key) {
    case Key::kForward: ChooseDifference(sides, choice, 1); break;
    case Key::kBackward: ChooseDifference(sides, choice, -1); break;
    case Key::kNextArray:
    case Key::kNextFinding: ChoosePair(sides, choice, std::int64_t{choice.pair} + 1); break;
    case Key::kPreviousFinding: ChoosePair(sides, choice, std::int64_t{choice.pair} - 1); break;
    case Key::kCells:
      if (choice.pair < sides.result.pairs.size())
        desk_.sides.as_cells = !desk_.sides.as_cells.value_or(!IsImage(sides.result.pairs[choice.pair]));
      break;
    default: break;
  }
}

void Screen::PressInModel(Key key) {
  constexpr auto kOn = Direction::kForward, kBack = Direction::kBackward;
  // A key acts on the moment that the key before it has chosen, not on the one that was last drawn.
  GoWhereAsked();
  model_->MoveTo(selection_);
  const auto step = [&](Stride stride, Direction direction) { StepTo(*model_, selection_, stride, direction); };
  switch (key) {
    case Key::kForward: step(desk_.timeline.stride, kOn); break;
    case Key::kBackward: step(desk_.timeline.stride, kBack); break;
    case Key::kNextStep: step(Stride::kStep, kOn); break;
    case Key::kPreviousStep: step(Stride::kStep, kBack); break;
    case Key::kWarpForward: step(Stride::kWarp, kOn); break;
    case Key::kWarpBackward: step(Stride::kWarp, kBack); break;
    case Key::kBlockForward: step(Stride::kBlock, kOn); break;
    case Key::kBlockBackward: step(Stride::kBlock, kBack); break;
    case Key::kStart: selection_.step = 0; break;
    case Key::kEnd: selection_.step = model_->end(); break;
    case Key::kPlay: selection_.playing = !selection_.playing; break;
    case Key::kRunForward: RunTo(*model_, selection_, kOn); break;
    case Key::kRunBackward: RunTo(*model_, selection_, kBack); break;
    case Key::kBreakpoint:
      if (!selection_.breakpoints.erase(selection_.line)) selection_.breakpoints.insert(selection_.line);
      break;
    case Key::kStrideStep:
    case Key::kStrideThread:
    case Key::kStrideWarp:
    case Key::kStrideBlock:
      desk_.timeline.stride = static_cast<Stride>(static_cast<int>(key) - static_cast<int>(Key::kStrideStep));
      break;
    case Key::kNextThread: MoveThread(1); break;
    case Key::kPreviousThread: MoveThread(-1); break;
    case Key::kNextBlock: MoveBlock(1); break;
    case Key::kPreviousBlock: MoveBlock(-1); break;
    case Key::kColour: desk_.grid.by = static_cast<ColourBy>((static_cast<int>(desk_.grid.by) + 1) % 3); break;
    case Key::kLanes: desk_.show_lanes = !desk_.show_lanes; break;
    case Key::kFindings: desk_.show_findings = !desk_.show_findings; break;
    case Key::kNextFinding: selection_.to_finding |= ChooseNextFinding(*model_, selection_, 1); break;
    case Key::kPreviousFinding: selection_.to_finding |= ChooseNextFinding(*model_, selection_, -1); break;
    case Key::kOtherSide: selection_.to_finding |= ChooseOtherSide(*model_, selection_); break;
    case Key::kWarpAccess: desk_.array.by_warp = !desk_.array.by_warp; break;
    case Key::kCells: {
      const auto array = DescribeArray(*model_, selection_.object);
      desk_.array.by_warp = false;
      if (array) desk_.array.as_cells = !desk_.array.as_cells.value_or(!IsImage(*array));
      break;
    }
    case Key::kNextShape: ChooseNextShape(*model_, selection_, desk_); break;
    case Key::kNextArray: {
      const auto arrays = ListArrays(*model_, selection_.block);
      const auto shown = std::ranges::find(arrays, selection_.object, &ArrayInfo::object);
      if (arrays.empty()) break;
      selection_.object =
          shown == arrays.end() || shown + 1 == arrays.end() ? arrays.front().object : (shown + 1)->object;
      break;
    }
    default: break;
  }
}

void Screen::ClearBackground() const {
  // Between the panels it shows as their hairlines.
  const ImVec4 color = ImGui::ColorConvertU32ToFloat4(desk_.color().line);
  glClearColor(color.x, color.y, color.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
}

void Screen::ReleaseTextures() {
  desk_.grid.texture.Release();
  desk_.array.texture.Release();
  for (Texture& texture : desk_.sides.textures) texture.Release();
  desk_.lesson_images.clear();
}

void Screen::MoveThread(int by) {
  const Dim3 extent = model_->launch().block;
  const auto count = static_cast<std::int64_t>(extent.Count());
  if (count == 0) return;
  const auto linear = (static_cast<std::int64_t>(LinearIndex(selection_.thread, extent)) + by + count) % count;
  ChooseThread(*model_, selection_, selection_.block, FromLinearIndex(static_cast<std::uint64_t>(linear), extent));
}

void Screen::MoveBlock(int by) {
  const auto& blocks = model_->launch().blocks;
  if (blocks.empty()) return;
  const auto count = static_cast<std::int64_t>(blocks.size());
  const auto here = model_->BlockSlot(selection_.block);
  const std::int64_t next = here ? (std::int64_t{*here} + by + count) % count : 0;
  ChooseThread(*model_, selection_, blocks[static_cast<std::size_t>(next)].index, selection_.thread);
}

}  // namespace lockstep::viz
