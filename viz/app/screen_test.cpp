// The whole window, drawn off-screen and examined.

#include "viz/app/screen.h"

#include <glad/gl.h>
#include <gtest/gtest.h>

#include <array>
#include <ctime>
#include <random>

#include "shared/replay/line_notes.h"
#include "shared/replay/testing/recording_builder.h"
#include "shared/trace/read_in_parts.h"
#include "viz/app/start.h"
#include "viz/model/lesson_view.h"
#include "viz/model/side_by_side.h"
#include "viz/panels/array_shape.h"
#include "viz/panels/array_view.h"
#include "viz/panels/findings.h"
#include "viz/panels/grid_view.h"
#include "viz/panels/side_by_side.h"
#include "viz/panels/source_view.h"
#include "viz/panels/timeline.h"
#include "viz/testing/stage.h"

namespace lockstep::viz {
namespace {

constexpr std::uint8_t kRed = 201, kGreen = 47, kBlue = 15;
constexpr ImU32 kColour = IM_COL32(kRed, kGreen, kBlue, 255);

std::uint8_t OneColour(std::uint32_t, std::uint32_t, std::uint32_t channel) {
  return channel == 0 ? kRed : channel == 1 ? kGreen : kBlue;
}

Scene GreyScene() {
  return {.recording = replay::GreyRecording({.threads = 64, .recorded_blocks = 4, .picture = OneColour})};
}

std::unique_ptr<Stage> Open(Scene scene, Stage::Size size = {}, ThemeKind theme = ThemeKind::kLight) {
  auto stage = Stage::Open(std::move(scene), size, theme);
  EXPECT_TRUE(stage) << (stage ? "" : stage.error().message);
  return stage ? std::move(*stage) : nullptr;
}

TEST(Screen, ShowsTheInputAsAPictureInItsOwnColours) {
  auto stage = Open(GreyScene());
  ASSERT_TRUE(stage);
  EXPECT_LT(stage->Count(kColour), 100u) << "the output is initially in view";
  stage->Press("X");
  EXPECT_EQ(stage->screen().model()->object(stage->selection().object)->name, "d_in");
  EXPECT_GT(stage->Count(kColour), 20'000u);
}

TEST(Screen, PaintsTheOutputPixelByPixelAsTimeAdvances) {
  auto stage = Open(GreyScene());
  ASSERT_TRUE(stage);
  const auto grey = static_cast<std::uint8_t>(0.2989f * kRed + 0.5870f * kGreen + 0.1140f * kBlue);
  const ImU32 painted = IM_COL32(grey, grey, grey, 255);
  stage->Press("Home");
  EXPECT_LT(stage->Count(painted), 20u);
  stage->Press("End");
  EXPECT_GT(stage->Count(painted), 1'000u);
}

TEST(Screen, IsAFunctionOfTheMomentWhateverThePath) {
  auto stage = Open(GreyScene());
  ASSERT_TRUE(stage);
  const auto before = stage->Pixels();
  for (int i = 0; i < 3; ++i) stage->Press("→");
  EXPECT_NE(stage->Pixels(), before);
  for (int i = 0; i < 3; ++i) stage->Press("←");
  stage->Press("."), stage->Press(",");
  const replay::Position there = stage->selection().step;
  stage->Press("End");
  stage->selection().step = there;
  stage->Settle();
  const auto came_back = stage->Pixels();
  stage->Press("Home");
  stage->selection().step = there;
  stage->Settle();
  EXPECT_EQ(stage->Pixels(), came_back);
}

TEST(Screen, ShowsTheWholeResultOfEveryLine) {
  for (const std::uint32_t width : {1280u, 1600u, 2560u, 700u}) {
    auto stage = Open(GreyScene(), {width, 720});
    ASSERT_TRUE(stage);
    for (int i = 0; i < 3; ++i) stage->Press("→");
    const Desk& desk = stage->screen().desk();
    const float end = static_cast<float>(width) * (1 - desk.right_width);
    ASSERT_EQ(desk.Of<SourceView>().results.size(), 6u) << width;
    for (const replay::LineNote& note : replay::NotesOf(*stage->screen().model(), replay::ThreadSlot{64 + 5})) {
      ASSERT_TRUE(desk.Of<SourceView>().results.contains(note.line.number));
      const Area area = desk.Of<SourceView>().results.at(note.line.number);
      const ImFont* font = note.done ? desk.fonts.code_strong : desk.fonts.code;
      EXPECT_GE(area.width(), font->GetCharAdvance('0') * static_cast<float>(note.result.size()) - 1) << note.result;
      EXPECT_LE(area.max.x, end) << width;
    }
  }
}

TEST(Screen, ALongLineDoesNotMoveTheNotesOfOthers) {
  auto stage = Open(GreyScene(), {1280, 720});
  ASSERT_TRUE(stage);
  for (int i = 0; i < 3; ++i) stage->Press("→");
  const float column = stage->screen().desk().Of<SourceView>().results.at(7).min.x;
  Scene scene = GreyScene();
  std::string& text = scene.recording->files[0].text;
  text.replace(text.find("float b ="), 9, "float b_" + std::string(200, 'b') + " =");
  stage.reset();
  stage = Open(std::move(scene), {1280, 720});
  for (int i = 0; i < 3; ++i) stage->Press("→");
  EXPECT_EQ(stage->screen().desk().Of<SourceView>().results.at(7).min.x, column);
}

TEST(Screen, HatchesUnwrittenElements) {
  trace::Recording recording = replay::GreyRecording({.picture = OneColour});
  recording.launches[0].unwritten = {{trace::ObjectId{1}, {{0, recording.objects[1].size}}}};
  recording.launches[0].writers.clear();  // pixels written by unrecorded blocks are pale
  auto stage = Open({.recording = std::move(recording)});
  ASSERT_TRUE(stage);
  stage->Press("Home");
  EXPECT_LT(stage->Count(IM_COL32(0, 0, 0, 255)), 20u) << "it is not black";
  const Palette& color = stage->screen().desk().color();
  const auto hatched = stage->Count(Blend(color.panel, color.raised, 0.7f));
  EXPECT_GT(hatched, 10'000u);
  stage->Press("End");
  EXPECT_LT(stage->Count(Blend(color.panel, color.raised, 0.7f)), hatched) << "two blocks have written their pixels";
  const auto grey = static_cast<std::uint8_t>(0.2989f * kRed + 0.5870f * kGreen + 0.1140f * kBlue);
  EXPECT_GT(stage->Count(IM_COL32(grey, grey, grey, 255)), 1'000u);
}

TEST(Screen, SaysWhichBlocksAreAsAtTheEnd) {
  constexpr std::string_view kName = "as at the end";
  const auto open = [](std::uint32_t blocks) {
    return Open({.recording = replay::GreyRecording({.threads = 64, .recorded_blocks = blocks})});
  };
  auto stage = open(4);
  ASSERT_TRUE(stage);
  stage->Press("Home");
  const auto& controls = stage->screen().desk().controls;
  ASSERT_TRUE(controls.contains(std::string(kName)));
  stage.reset();
  stage = open(48);
  ASSERT_TRUE(stage);
  stage->Press("Home");
  EXPECT_FALSE(stage->screen().desk().controls.contains(std::string(kName))) << "all blocks are recorded";
}

TEST(Screen, AClickOnAThreadMovesItsCellAndItsLineAlong) {
  auto stage = Open(GreyScene());
  ASSERT_TRUE(stage);
  ASSERT_TRUE(stage->screen().desk().anchors.thread);
  const Area thread = *stage->screen().desk().anchors.thread;
  const auto cell = stage->selection().cell->index;
  stage->Click({thread.center().x + thread.width() * 1.1f, thread.center().y});
  EXPECT_EQ(stage->selection().thread, (trace::Dim3{6, 0, 0}));
  EXPECT_EQ(stage->selection().cell->index, cell + 1);
}

TEST(Screen, AClickOnAPixelChoosesTheThreadThatWroteIt) {
  auto stage = Open(GreyScene());
  ASSERT_TRUE(stage);
  ASSERT_FALSE(stage->screen().desk().anchors.elements.empty());
  const Area element = stage->screen().desk().anchors.elements.front().area;
  const float zoom = stage->screen().desk().Of<ArrayView>().plane.zoom;
  stage->Click({element.center().x - 2 * zoom, element.center().y});
  EXPECT_EQ(stage->selection().block, (trace::Dim3{1, 0, 0}));
  EXPECT_EQ(stage->selection().thread, (trace::Dim3{3, 0, 0}));
  EXPECT_EQ(stage->selection().line.number, 10u);
}

TEST(Screen, ADragOnThePictureMovesItAndChoosesNothing) {
  auto stage = Open(GreyScene());
  ASSERT_TRUE(stage);
  const Area element = stage->screen().desk().anchors.elements.front().area;
  const trace::Dim3 thread = stage->selection().thread;
  const ImVec2 at = element.center(), to{at.x + 60, at.y + 40};
  stage->Drag(at, to);
  EXPECT_EQ(stage->selection().thread, thread);
  const Area moved = stage->screen().desk().anchors.elements.front().area;
  EXPECT_NEAR(moved.center().x, element.center().x + 60, 1.5);
}

TEST(Screen, TheWheelZoomsAtTheMouse) {
  auto stage = Open(GreyScene());
  ASSERT_TRUE(stage);
  const Area element = stage->screen().desk().anchors.elements.front().area;
  stage->Wheel(element.center(), 5);
  const Area zoomed = stage->screen().desk().anchors.elements.front().area;
  EXPECT_GT(zoomed.width(), element.width());
  EXPECT_NEAR(zoomed.center().x, element.center().x, 3.5);
}

TEST(Screen, ADragAlongTheTimelineMovesTheMomentNotTheThread) {
  auto stage = Open(GreyScene());
  ASSERT_TRUE(stage);
  const trace::Dim3 thread = stage->selection().thread;
  stage->Drag({900, 962}, {1200, 962});
  EXPECT_GT(stage->selection().step, stage->screen().model()->end() / 2);
  EXPECT_EQ(stage->selection().thread, thread);
}

TEST(Screen, TheTimelineCountsTheStepsSoFarWhileTheRecordingIsRead) {
  trace::Recording part = replay::GreyRecording({.threads = 64, .recorded_blocks = 4});
  const replay::Model whole(trace::Recording{part});
  part.launches.back().truncated = true;
  part.launches.back().truncated_why = trace::kStillBeingRead;
  EXPECT_EQ(TotalSays(replay::Model(std::move(part))), TotalSays(whole) + " so far");
}

TEST(Screen, TheWheelZoomsTheTimelineAtTheMouse) {
  auto stage = Open(GreyScene());
  ASSERT_TRUE(stage);
  const auto timeline = [&]() -> const TimelineView& { return stage->screen().desk().Of<TimelineView>(); };
  const double end = stage->screen().model()->end();
  EXPECT_TRUE(timeline().window.IsWhole(end));
  const ImVec2 middle = timeline().track.center();
  stage->Wheel(middle, 6);
  EXPECT_LT(timeline().window.width(), end / 10);
  EXPECT_LT(timeline().window.begin, end / 2);
  EXPECT_GT(timeline().window.end, end / 2);
  stage->Click(middle);
  EXPECT_NEAR(stage->selection().step, end / 2, timeline().window.width() / 10);
  stage->Press("End");
  EXPECT_EQ(timeline().window.end, end) << "the moment stays in view";
  stage->Press("Shift Z");
  EXPECT_GT(timeline().window.width(), end / 10);
  for (int i = 0; i < 9; ++i) stage->Press("Shift Z");
  EXPECT_TRUE(timeline().window.IsWhole(end));
}

TEST(Screen, TheChosenThreadsColourStandsOut) {
  for (const ThemeKind theme : {ThemeKind::kLight, ThemeKind::kDark}) {
    auto stage = Open(GreyScene(), {}, theme);
    ASSERT_TRUE(stage);
    const Palette& color = stage->screen().desk().color();
    EXPECT_GT(stage->Count(color.chosen), 300u);
    EXPECT_GT(stage->Count(color.chosen_soft), 5'000u) << "the line that it is on";
    EXPECT_GT(stage->Count(color.write), 30u) << "the element that it writes";
    EXPECT_GT(stage->Count(color.panel), 500'000u) << "calm: most of the window is empty";
  }
}

TEST(Screen, IsSharpAtTwiceTheScale) {
  auto stage = Open(GreyScene(), {3200, 2000, 2});
  ASSERT_TRUE(stage);
  // Letters and lines of twice the size cover four times the pixels.
  auto small = stage->Count(stage->screen().desk().color().chosen_soft);
  stage.reset();
  auto single = Open(GreyScene());
  ASSERT_TRUE(single);
  EXPECT_NEAR(
      static_cast<double>(small) / static_cast<double>(single->Count(single->screen().desk().color().chosen_soft)), 4.0,
      0.4);
}

TEST(Screen, StatesWhyThereIsNothingToShow) {
  std::array<Scene, 2> scenes{Scene{.problem = "run.lstrace: this is not a recording"},
                              Scene{.recording = trace::Recording{}}};
  for (Scene& scene : scenes) {
    auto stage = Open(std::move(scene), {800, 600});
    ASSERT_TRUE(stage);
    EXPECT_FALSE(stage->screen().model());
    EXPECT_FALSE(stage->screen().scene().problem.empty());
    EXPECT_GT(stage->Count(stage->screen().desk().color().quiet), 50u);
    for (const char* const key : {"→", "Space", "End", "V"}) stage->Press(key);
  }
}

TEST(Screen, KeepsItsPlaceInANewRecording) {
  auto stage = Open(GreyScene());
  ASSERT_TRUE(stage);
  stage->Press("]");
  stage->Press("F9");
  stage->screen().Show(GreyScene());
  stage->Settle();
  EXPECT_EQ(stage->selection().thread, (trace::Dim3{6, 0, 0}));
  EXPECT_EQ(stage->selection().breakpoints.all().size(), 1u);
  stage->screen().Show({.problem = "it does not compile"});
  stage->Settle();
  EXPECT_FALSE(stage->screen().model());
}

TEST(Screen, ShowsALessonBesideTheRecording) {
  Scene scene = GreyScene();
  scene.lesson =
      LessonView{.title = "Lesson 1", .pages = {{"One", "# A heading\n\n![sky](sky.png)\n"}, {"Two", "text"}}};
  scene.lesson->images.push_back({"sky.png", 2, 2, std::vector<std::uint8_t>(16, 255)});
  for (std::size_t i = 0; i < 16; i += 4) {
    auto& rgba = scene.lesson->images[0].rgba;
    rgba[i] = kRed, rgba[i + 1] = kGreen, rgba[i + 2] = kBlue;
  }
  scene.lesson->exercise = {ExerciseState::kBroken, "exercise.cu", "It does not compile.", "exercise.cu:3: error"};
  auto stage = Open(std::move(scene));
  ASSERT_TRUE(stage);
  EXPECT_GE(stage->Count(kColour), 1u) << "the lesson's picture";
  EXPECT_GT(stage->Count(stage->screen().desk().color().fault), 100u) << "the exercise is broken";
}

TEST(Screen, NumbersTheLinesOfRoundsOverTheLanes) {
  auto stage = Open({.recording = replay::ReduceRecording()});
  ASSERT_TRUE(stage);
  stage->Press("Home");
  stage->Press("L");
  stage->DrawOnce();
  const auto& controls = stage->screen().desk().controls;
  ASSERT_TRUE(controls.contains("round 0"));
  EXPECT_TRUE(controls.contains("round 1")) << "it is on the next line";
}

TEST(Screen, DrawsWhoseValuesLanesGet) {
  auto stage = Open({.recording = replay::ShuffleRecording()});
  ASSERT_TRUE(stage);
  stage->Press("End");
  stage->Press("L");
  stage->Settle();
  const Desk& desk = stage->screen().desk();
  ASSERT_TRUE(desk.controls.contains("round 0") && desk.controls.contains("round 1"));
  const Area shuffles = desk.controls.at("round 0"), votes = desk.controls.at("round 1");
  const float room = desk.Units(12);  // of the lanes' own squares
  EXPECT_GT(votes.min.x - shuffles.min.x, 2 * room) << "there is room for the lines";
  // The chosen lane's two lines, among those of the others.
  const auto pixels = stage->Pixels();
  std::size_t drawn = 0;
  for (float y = shuffles.max.y; y < shuffles.max.y + 150; ++y)
    for (float x = shuffles.min.x + room; x < votes.min.x - 2; ++x)
      drawn += pixels[static_cast<std::size_t>(y) * 1600 + static_cast<std::size_t>(x)] == desk.color().chosen;
  EXPECT_GT(drawn, 10u);
}

TEST(Screen, ShowsTheWarpsMemoryRequest) {
  auto stage = Open(GreyScene());
  ASSERT_TRUE(stage);
  const auto before = stage->Count(stage->screen().desk().color().write);
  stage->Press("B");
  EXPECT_TRUE(stage->screen().desk().Of<ArrayView>().by_warp);
  EXPECT_GT(stage->Count(stage->screen().desk().color().write), before + 500) << "32 lanes write 8 words of a sector";
  stage->Press("X");
  stage->Press("Home");
  stage->Press("V");
  EXPECT_FALSE(stage->screen().desk().Of<ArrayView>().by_warp);
}

// 32 threads update one cell on line 2, with atomics or by plain writes.
trace::Recording OneCell(trace::StepKind kind) {
  replay::RecordingBuilder builder("one.cu", "line 1\nline 2\n");
  const trace::FunctionId function = builder.AddFunction("one", 1);
  const trace::TypeId whole = builder.AddType(trace::TypeKind::kSigned, "int", 4);
  const trace::ObjectId counts = builder.AddAllocation("counts", whole, {8}, std::vector<std::uint8_t>(32));
  builder.BeginLaunch(builder.AddKernel("one", function, {}), {1, 1, 1}, {32, 1, 1}, {{0, 0, 0}});
  for (std::uint32_t lane = 0; lane < 32; ++lane) builder.Line({0, lane}, 2);
  for (std::uint32_t lane = 0; lane < 32; ++lane) builder.Write({0, lane}, 2, counts, 28, static_cast<int>(lane));
  auto& steps = builder.launch().steps;
  for (std::size_t i = 0; i < steps.size(); ++i)
    if (steps[i].kind == trace::StepKind::kWrite) steps.Change(i).kind = kind;
  return builder.Finish();
}

TEST(Screen, DrawsTheTurnsOfLanesThatMeetAtACell) {
  std::size_t red[2] = {};
  for (const bool atomic : {false, true}) {
    auto stage = Open({.recording = OneCell(atomic ? trace::StepKind::kAtomic : trace::StepKind::kWrite)});
    ASSERT_TRUE(stage);
    stage->Press("End");
    stage->Press("B");
    red[atomic] = stage->Count(stage->screen().desk().color().fault);
  }
  EXPECT_GT(red[true], red[false] + 32 * 10) << "a square for each lane";
}

TEST(Screen, ShowsAFlatArrayInTheShapeOfTheSource) {
  trace::Recording recording = replay::GreyRecording({.picture = OneColour});
  for (trace::Object& object : recording.objects) object.shape.clear();
  std::string& text = recording.files[0].text;
  const std::string store = "out[i] = ";
  text.replace(text.find(store), store.size(), "out[y * 64 + x] = ");
  auto stage = Open({.recording = std::move(recording)});
  ASSERT_TRUE(stage);
  stage->Press("End");
  const auto grey = static_cast<std::uint8_t>(0.2989f * kRed + 0.5870f * kGreen + 0.1140f * kBlue);
  const ImU32 painted = IM_COL32(grey, grey, grey, 255);
  EXPECT_GT(stage->Count(painted), 200u) << "as a picture";
  stage->Press("W");
  EXPECT_LT(stage->Count(painted), 20u) << "as cells of a flat array";
  stage->Press("W");
  EXPECT_GT(stage->Count(painted), 200u);
}

SideBySide TwoSides(std::size_t count) {
  SideBySide sides{.a = {.side = "simulator"}, .b = {.side = "GPU"}};
  for (report::CaptureFile* side : {&sides.a, &sides.b}) {
    report::Capture picture{.name = "picture", .element = report::ElementKind::kUint8, .shape = {40, 50}};
    picture.bytes.assign(2000, side == &sides.a ? 60 : 90);
    report::Capture numbers{
        .name = "numbers", .element = report::ElementKind::kInt32, .element_size = 4, .shape = {count}};
    numbers.bytes.assign(4 * count, 1);
    if (side == &sides.b) numbers.bytes.back() = 9;
    side->captures = {picture, numbers};
  }
  sides.result = report::Compare(sides.a, sides.b);
  return sides;
}

TEST(Screen, ShowsTwoCapturesSideBySide) {
  auto stage = Open({.sides = TwoSides(5000)});
  ASSERT_TRUE(stage);
  const SidesView& view = stage->screen().desk().Of<SidesView>();
  EXPECT_GT(stage->Count(IM_COL32(60, 60, 60, 255)), 1'000u);
  EXPECT_GT(stage->Count(IM_COL32(90, 90, 90, 255)), 1'000u);
  EXPECT_GT(stage->Count(stage->screen().desk().color().fault), 1'000u) << "every pixel differs";
  ASSERT_EQ(view.cards.size(), 2u);
  stage->Click(view.cards[1].center());
  EXPECT_EQ(view.choice.pair, 1u);
  EXPECT_EQ(view.choice.cell, 4999u);
  EXPECT_EQ(stage->Count(IM_COL32(60, 60, 60, 255)), 0u) << "numbers are cells";
  stage->Press("N");
  EXPECT_EQ(view.choice.pair, 0u);
  stage->Press("V");
  EXPECT_EQ(stage->Count(IM_COL32(60, 60, 60, 255)), 0u);
  stage->Press("→");
  EXPECT_EQ(view.choice.cell, 1u);
  for (const char* const key : {"←", "?", "T", "End", "Space"}) stage->Press(key);
  stage->Press("Esc"), stage->Press("Esc");
  EXPECT_FALSE(stage->screen().wants_to_close());
  stage->Press("Ctrl Q");
  EXPECT_TRUE(stage->screen().wants_to_close());
}

TEST(Screen, TheToleranceIsDraggedOverTheHistogram) {
  auto stage = Open({.sides = TwoSides(5000)});
  ASSERT_TRUE(stage);
  const Palette& c = stage->screen().desk().color();
  const Area bins = stage->screen().desk().Of<SidesView>().bins;
  ASSERT_GT(bins.width(), 50);
  const std::size_t before = stage->Count(c.fault);
  stage->Drag({bins.min.x + 2, bins.center().y}, {bins.max.x - 2, bins.center().y});
  EXPECT_GT(stage->Count(c.write), 1'000u) << "all pixels differ by 30, which is within 31";
  EXPECT_LT(stage->Count(c.fault), before / 10);
  stage->Press("-");
  EXPECT_GT(stage->Count(c.fault), before / 2) << "15 is too little";
  stage->Press("+");
  EXPECT_LT(stage->Count(c.fault), before / 10);
}

TEST(Rectangles, HoldAllCellsWithoutRemainder) {
  EXPECT_EQ(Rectangles(12), (std::vector<Shape>{{6, 2}, {4, 3}, {3, 4}, {2, 6}}));
  EXPECT_TRUE(Rectangles(0).empty() && Rectangles(1).empty() && Rectangles(13).empty());
  for (const Shape& shape : Rectangles(720720)) EXPECT_EQ(shape[0] * shape[1], 720720u);
  EXPECT_LE(Rectangles(720720).size(), 24u);
}

TEST(Screen, ShowsTwoCapturesInAnyWindow) {
  for (const Stage::Size size : {Stage::Size{320, 240}, Stage::Size{2400, 300}}) {
    auto stage = Open({.sides = TwoSides(1)}, size);
    ASSERT_TRUE(stage);
    for (const char* const key : {"X", "→", "V", "X", "V"}) stage->Press(key);
  }
  auto stage = Open({.sides = SideBySide{}});
  ASSERT_TRUE(stage);
  for (const char* const key : {"X", "→", "V"}) stage->Press(key);
}

TEST(Screen, FitsInAnyWindow) {
  for (const Stage::Size size : {Stage::Size{320, 240}, Stage::Size{640, 1200}, Stage::Size{2400, 300}}) {
    auto stage = Open(GreyScene(), size);
    ASSERT_TRUE(stage);
    for (const char* const key : {"→", "V", "B", "C", "C", "?"}) stage->Press(key);
  }
}

TEST(Screen, OpensAtTheFirstFinding) {
  auto stage = Open({.recording = replay::RacyRecording()});
  ASSERT_TRUE(stage);
  EXPECT_EQ(stage->selection().finding, 0u);
  EXPECT_EQ(stage->selection().thread, (trace::Dim3{31, 0, 0}));
  EXPECT_EQ(stage->selection().line.number, 5u);
  EXPECT_EQ(stage->selection().cell->index, 32u);
  EXPECT_EQ(stage->screen().desk().Of<FindingsView>().cards.size(), 2u);
  EXPECT_EQ(stage->screen().desk().Of<FindingsView>().sides.size(), 2u);
  EXPECT_GT(stage->Count(stage->screen().desk().color().fault), 100u) << "lines, cell and moments";
}

TEST(Screen, DrawsThePlaceOfAnAccessOutsideItsArray) {
  const auto elements_for = [](std::int64_t offset) -> std::vector<Anchors::Element> {
    replay::RecordingBuilder b("outside.cu", "__global__ void outside(int* out) {\n  out[i] = 1;\n}\n");
    const trace::TypeId integer = b.AddType(trace::TypeKind::kSigned, "int", 4);
    const trace::FunctionId kernel = b.AddFunction("outside", 1);
    const trace::ObjectId out = b.AddAllocation("out", integer, {}, std::vector<std::uint8_t>(4000 * 4));
    b.BeginLaunch(b.AddKernel("outside", kernel, {}), {1, 1, 1}, {1, 1, 1}, {{0, 0, 0}});
    b.Line({0, 0}, 2);
    b.Fault({0, 0}, 2, out, offset, 4, true);
    auto stage = Open({.recording = b.Finish()});
    if (!stage) return {};
    stage->Press("End");
    return stage->screen().desk().anchors.elements;
  };
  const auto behind = elements_for(4000 * 4);
  ASSERT_EQ(behind.size(), 1u) << "scrolled to the end of the array";
  EXPECT_TRUE(behind[0].outside);
  EXPECT_TRUE(elements_for(std::int64_t{1} << 40).empty()) << "too far off";
  EXPECT_TRUE(elements_for(-4).empty());
}

TEST(Screen, AClickOnTheOtherSideOfARaceGoesToItsThreadAndMoment) {
  auto stage = Open({.recording = replay::RacyRecording()});
  ASSERT_TRUE(stage);
  const replay::Position before = stage->selection().step;
  stage->Click(stage->screen().desk().Of<FindingsView>().sides.at(1).center());
  EXPECT_EQ(stage->selection().side, 1u);
  EXPECT_EQ(stage->selection().thread, (trace::Dim3{32, 0, 0}));
  EXPECT_EQ(stage->selection().line.number, 4u);
  EXPECT_EQ(stage->selection().cell->index, 32u) << "the same cell";
  EXPECT_GT(stage->selection().step, before);
  stage->Press("O");
  EXPECT_EQ(stage->selection().step, before);
  EXPECT_EQ(stage->selection().thread, (trace::Dim3{31, 0, 0}));
}

TEST(Screen, AClickOnAFindingReturnsToItFromAnywhere) {
  auto stage = Open({.recording = replay::RacyRecording()});
  ASSERT_TRUE(stage);
  const replay::Position race = stage->selection().step;
  stage->Click(stage->screen().desk().Of<FindingsView>().cards.at(1).center());
  EXPECT_EQ(stage->selection().finding, 1u);
  EXPECT_EQ(stage->selection().line.number, 11u) << "the host's line, though no thread stands on it";
  EXPECT_EQ(stage->screen().model()->object(stage->selection().object)->name, "out");
  stage->Press("End");
  stage->Click(stage->screen().desk().Of<FindingsView>().cards.at(0).center());
  EXPECT_EQ(stage->selection().finding, 0u);
  EXPECT_EQ(stage->selection().step, race);
  stage->Press("Home");
  stage->Click(stage->screen().desk().Of<FindingsView>().sides.at(0).center());
  EXPECT_EQ(stage->selection().step, race) << "also the side that is chosen already";
}

TEST(Screen, KeysWalkThroughTheFindingsAndHideThem) {
  auto stage = Open({.recording = replay::RacyRecording()});
  ASSERT_TRUE(stage);
  stage->Press("N");
  EXPECT_EQ(stage->selection().finding, 1u);
  stage->Press("N");
  EXPECT_EQ(stage->selection().finding, 0u);
  stage->Press("P");
  EXPECT_EQ(stage->selection().finding, 1u);
  const Area source = *stage->screen().desk().anchors.thread;
  stage->Press("F");
  EXPECT_NE(stage->screen().desk().anchors.thread->min.x, source.min.x) << "the other panels take the room";
}

TEST(Screen, HasNoFindingsPanelForOtherRecordings) {
  auto stage = Open(GreyScene());
  ASSERT_TRUE(stage);
  EXPECT_TRUE(stage->screen().desk().Of<FindingsView>().cards.empty());
  const auto before = stage->Pixels();
  for (const char* const key : {"N", "O", "P"}) stage->Press(key);
  EXPECT_EQ(stage->Pixels(), before);
}

// A recording with a valid file may still have unusual contents.
TEST(Screen, SurvivesUnusualRecordings) {
  std::mt19937 random(7);
  for (int round = 0; round < 12; ++round) {
    trace::Recording recording = round % 2 ? replay::ReduceRecording() : replay::GreyRecording({.recorded_blocks = 2});
    trace::RecordedLaunch& launch = recording.launches[0];
    const auto any = [&](std::size_t n) { return random() % std::max<std::size_t>(n, 1); };
    for (int i = 0; i < 200; ++i) {
      trace::Step& step = launch.steps.Change(any(launch.steps.size()));
      switch (any(8)) {
        case 0: step.kind = static_cast<trace::StepKind>(any(16)); break;
        case 1: step.offset = static_cast<std::uint32_t>(random()); break;
        case 2: step.size = static_cast<std::uint16_t>(random()); break;
        case 3: step.thread = static_cast<std::uint32_t>(random()); break;
        case 4: step.object = static_cast<trace::ObjectId>(random()); break;
        case 5: step.site = static_cast<trace::SiteId>(random()); break;
        case 6: step.flags = trace::Step::kLongValue; break;
        case 7: step.block = static_cast<std::uint32_t>(any(5)); break;
      }
    }
    if (round % 3 == 0)
      recording.types[any(recording.types.size())].element = static_cast<trace::TypeId>(any(recording.types.size()));
    if (round % 4 == 0) recording.types[any(recording.types.size())].size = random();
    if (round % 5 == 0) recording.objects[any(2)].shape = {random(), random()};
    if (round % 6 == 0) launch.grid = {0xffffffff, 65535, 65535};
    if (round % 7 == 0) launch.arguments.clear();
    if (round % 8 == 0) recording.files.clear();
    auto stage = Open({.recording = std::move(recording)}, {1000, 700});
    ASSERT_TRUE(stage);
    for (const char* const key : {"→", "↓", "Page Up", "C", "C", "X", "V", "W", "B", "A", "End", "}", "Shift F5"}) {
      stage->Press(key);
    }
    for (float y = 60; y < 700; y += 90) stage->Hover({800, y});
  }
}

// 4096 blocks of 256 threads, all recorded, each with a line and an end.
trace::Recording MillionThreads() {
  replay::RecordingBuilder builder("many.cu", "__global__ void many() {\n  work();\n  more();\n}\n");
  const trace::FunctionId function = builder.AddFunction("many", 1);
  const trace::TypeId integer = builder.AddType(trace::TypeKind::kSigned, "int", 4);
  const trace::ObjectId out = builder.AddAllocation("d_out", integer, {}, std::vector<std::uint8_t>(4 << 20));
  std::vector<trace::Dim3> blocks;
  for (std::uint32_t i = 0; i < 4096; ++i) blocks.push_back({i, 0, 0});
  builder.BeginLaunch(builder.AddKernel("many", function, {}), {4096, 1, 1}, {256, 1, 1}, blocks);
  for (std::uint32_t block = 0; block < 4096; ++block) {
    for (std::uint32_t thread = 0; thread < 256; ++thread) {
      builder.Line({block, thread}, 2);
      if (thread % 8 == 0) builder.Write({block, thread}, 2, out, 4 * (256 * block + thread), thread);
      if (thread % 2) builder.Line({block, thread}, 3);
    }
  }
  return builder.Finish();
}

TEST(Screen, MarksRecordedBlocksOnlyIfTheyWouldBeInvisible) {
  trace::Recording few = replay::GreyRecording({.threads = 64, .recorded_blocks = 2});
  few.launches[0].grid = {1'000'000, 1, 1};
  auto stage = Open({.recording = std::move(few)});
  ASSERT_TRUE(stage);
  const Palette color = stage->screen().desk().color();
  const ImU32 mark = Blend(color.chosen, color.panel, 0.35f);
  EXPECT_GT(stage->Count(mark), 5u);
  stage.reset();
  stage = Open({.recording = MillionThreads()});
  ASSERT_TRUE(stage);
  stage->Press("Home");
  EXPECT_EQ(stage->Count(mark), 0u) << "all are recorded: nothing hides them";
  EXPECT_LT(stage->Count(Blend(color.raised, color.line, 0.55f)), 50u) << "no shades for blocks of a quarter pixel";
}

TEST(Screen, DrawsAMillionThreadsWithoutStutter) {
  auto stage = Open({.recording = MillionThreads()});
  ASSERT_TRUE(stage);
  // The processor time of all threads, including the renderer's: independent of other load, and an upper bound of the
  // delay.
  const auto milliseconds = [&](int frames, auto each) {
    glFinish();
    const std::clock_t begin = std::clock();
    for (int i = 0; i < frames; ++i) {
      each(i);
      stage->DrawOnce();
      glFinish();
    }
    return 1000.0 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC / frames;
  };
  const double still = milliseconds(10, [](int) {});
  const double scrubbing = milliseconds(10, [&](int i) {
    stage->selection().step =
        static_cast<replay::Position>(static_cast<std::uint64_t>(stage->screen().model()->end()) * i / 10);
  });
  stage->Press("A");
  const double scene = milliseconds(10, [&](int i) {
    stage->selection().step =
        static_cast<replay::Position>(static_cast<std::uint64_t>(stage->screen().model()->end()) * i / 10);
  });
  stage->Press("A");
  const double zooming = milliseconds(10, [&](int i) {
    stage->screen().desk().Of<GridView>().plane.moved = true;
    stage->screen().desk().Of<GridView>().plane.zoom *= i % 2 ? 1.5f : 0.9f;
  });
  std::printf(
      "a million threads, processor milliseconds a frame: %.1f at rest, %.1f scrubbing, %.1f with the scene, %.1f "
      "zooming\n",
      still, scrubbing, scene, zooming);
  RecordProperty("still_us", static_cast<int>(still * 1000));
  RecordProperty("scrubbing_us", static_cast<int>(scrubbing * 1000));
  RecordProperty("zooming_us", static_cast<int>(zooming * 1000));
  // Generous limits, for slower machines.
  EXPECT_LT(still, 200);
  EXPECT_LT(scrubbing, 300);
  EXPECT_LT(scene, 300);
  EXPECT_LT(zooming, 300);
}

TEST(StartingPlace, IsThatOfTheStepsThreadUnlessOneIsNamed) {
  auto opened = Stage::Open({.recording = replay::GreyRecording({.threads = 64, .recorded_blocks = 4})}, {});
  ASSERT_TRUE(opened);
  Screen& screen = (*opened)->screen();
  const replay::Model& model = *screen.model();
  constexpr replay::Position kStep = 30;
  Place(screen, {.step = kStep});
  const replay::ThreadSlot slot = model.index().ThreadOf(model.launch().steps[kStep - 1]);
  EXPECT_EQ(screen.selection().step, kStep);
  EXPECT_EQ(screen.selection().block, model.BlockOf(slot));
  EXPECT_EQ(screen.selection().thread, model.ThreadOf(slot));
  Place(screen, {.step = kStep, .thread = std::pair{trace::Dim3{3, 0, 0}, trace::Dim3{5, 0, 0}}});
  EXPECT_EQ(screen.selection().step, kStep);
  EXPECT_EQ(screen.selection().block, (trace::Dim3{3, 0, 0}));
  EXPECT_EQ(screen.selection().thread, (trace::Dim3{5, 0, 0}));
}

}  // namespace
}  // namespace lockstep::viz
