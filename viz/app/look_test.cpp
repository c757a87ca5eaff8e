// The size of the text, and the look that a window has again the next time.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "shared/replay/headline.h"
#include "shared/replay/testing/recording_builder.h"
#include "viz/model/lesson_view.h"
#include "viz/panels/array_view.h"
#include "viz/panels/grid_view.h"
#include "viz/panels/ink.h"
#include "viz/panels/query_view.h"
#include "viz/panels/source_view.h"
#include "viz/panels/timeline.h"
#include "viz/testing/stage.h"

namespace lockstep::viz {
namespace {

std::unique_ptr<Stage> Open(Scene scene, Stage::Size size = {}) {
  auto opened = Stage::Open(std::move(scene), size);
  EXPECT_TRUE(opened) << (opened ? "" : opened.error().message);
  return opened ? std::move(*opened) : nullptr;
}

Scene Recorded() { return {.recording = replay::GreyRecording({.threads = 64, .recorded_blocks = 4})}; }

float LetterSize(Stage& stage) { return stage.screen().desk().fonts.text->FontSize; }

TEST(Look, KeysChangeTheSizeOfTheText) {
  const auto stage = Open(Recorded());
  ASSERT_TRUE(stage);
  const auto before = stage->Pixels();
  const float usual = LetterSize(*stage);
  for (const char* key : {"Ctrl +", "Ctrl Shift =", "Ctrl ="}) stage->screen().Press(key);
  stage->Settle();
  EXPECT_GT(LetterSize(*stage), usual * 1.4f);
  stage->Press("Ctrl -");
  EXPECT_LT(LetterSize(*stage), usual * 1.4f);
  stage->Press("Ctrl 0");
  EXPECT_EQ(stage->Pixels(), before);
  stage->Press("Ctrl -");
  EXPECT_LT(LetterSize(*stage), usual);
}

TEST(Look, LargerTextKeepsTheChosenLineInView) {
  std::string source = "__global__ void k() {\n";
  for (int line = 2; line < 60; ++line) source += "  // line\n";
  replay::RecordingBuilder b("long.cu", source);
  const trace::FunctionId kernel = b.AddFunction("k", 1);
  b.BeginLaunch(b.AddKernel("k", kernel, {}), {1, 1, 1}, {1, 1, 1}, {{0, 0, 0}});
  b.Enter({0, 0}, kernel);
  for (const std::uint32_t line : {2u, 18u}) b.Line({0, 0}, line);
  const auto stage = Open({.recording = b.Finish()}, {.width = 1280, .height = 720});
  ASSERT_TRUE(stage);
  stage->Press("End");
  stage->Settle();
  const auto& margins = stage->screen().desk().Of<SourceView>().margins;
  const auto is_in_view = [&] { return margins.contains(18) && margins.at(18).max.y < 600; };
  EXPECT_TRUE(is_in_view());
  for (int times = 0; times < 5; ++times) {
    stage->Press("Ctrl +");
    stage->Settle();
    EXPECT_TRUE(margins.contains(18)) << times;
  }
}

TEST(Look, ANarrowWindowKeepsTheThreadsNameAndTheTime) {
  for (const std::uint32_t width : {1280u, 900u, 640u}) {
    const auto stage = Open(Recorded(), {.width = width, .height = 720});
    ASSERT_TRUE(stage);
    const Desk& desk = stage->screen().desk();
    const replay::Headline headline = replay::DescribeMoment(*stage->screen().model(), stage->selection());
    EXPECT_GT(desk.controls.at("headline").width(), TextWidth(desk.fonts.title, headline.who)) << width;
    EXPECT_EQ(desk.controls.contains("order"), width > 640) << width;
    EXPECT_GT(desk.Of<TimelineView>().track.width(), 100) << width;
  }
}

TEST(Look, TheMouseChangesTheSizeOfTheText) {
  const auto stage = Open(Recorded());
  ASSERT_TRUE(stage);
  Desk& desk = stage->screen().desk();
  const ImVec2 map = stage->screen().desk().anchors.thread->center();
  ImGui::GetIO().KeyCtrl = true;
  stage->Wheel(map, 1);
  stage->Wheel(map, 1);
  EXPECT_EQ(desk.text_size, 125);
  stage->Wheel(map, -1);
  ImGui::GetIO().KeyCtrl = false;
  EXPECT_EQ(desk.text_size, 110);
  EXPECT_FALSE(desk.Of<GridView>().plane.moved) << "nothing else has seen that wheel";
  stage->Click(desk.controls.at("text size").center());
  stage->Click(desk.controls.at("text 150").center());
  EXPECT_EQ(desk.text_size, 150);
  EXPECT_FALSE(desk.controls.contains("text 150")) << "the menu is closed";
}

TEST(Look, ArrowsPassBehindTabs) {
  const auto stage = Open(Recorded(), {.width = 1280, .height = 720});
  ASSERT_TRUE(stage);
  const Desk& desk = stage->screen().desk();
  ASSERT_FALSE(desk.anchors.elements.empty());
  stage->screen().desk().Of<ArrayView>().as_cells = true;
  stage->Settle();
  const ImU32 write = desk.color().write | 0xff000000;
  ASSERT_GT(stage->Count(write), 0u);
  const auto pixels = stage->Pixels();
  std::size_t covered = 0;
  for (const char* tabs : {"array", "scene"}) {
    const Area area = desk.controls.at(tabs);
    for (auto y = static_cast<std::size_t>(area.min.y + 3); y + 3 < static_cast<std::size_t>(area.max.y); ++y)
      for (auto x = static_cast<std::size_t>(area.min.x + 3); x + 3 < static_cast<std::size_t>(area.max.x); ++x)
        covered += pixels[y * 1280 + x] == write;
  }
  EXPECT_EQ(covered, 0u);
}

TEST(Look, TheSizeOfTheTextStaysWhilePresenting) {
  const auto stage = Open(Recorded());
  ASSERT_TRUE(stage);
  stage->Press("Ctrl +");
  const float larger = LetterSize(*stage);
  stage->Press("F11");
  EXPECT_GT(LetterSize(*stage), larger);
  stage->Press("Ctrl 0");
  stage->Press("F11");
  EXPECT_LT(LetterSize(*stage), larger);
}

TEST(Look, LettersCanBeEnlargedWhileTyping) {
  const auto stage = Open(Recorded());
  ASSERT_TRUE(stage);
  const float usual = LetterSize(*stage);
  stage->Press("Ctrl K");
  stage->Press("Ctrl +");
  EXPECT_GT(LetterSize(*stage), usual);
  EXPECT_TRUE(stage->screen().desk().Of<QueryView>().is_open);
  EXPECT_EQ(stage->screen().desk().Of<QueryView>().field.buffer().Line(0), "");
}

TEST(Look, AnySizeOfTheTextFitsInASmallWindow) {
  const auto stage = Open(Recorded(), {.width = 1280, .height = 720});
  ASSERT_TRUE(stage);
  for (int i = 0; i < 10; ++i) stage->screen().Press("Ctrl +");
  stage->Settle();
  EXPECT_EQ(stage->screen().desk().text_size, Settings::kMostText);
  for (int i = 0; i < 20; ++i) stage->screen().Press("Ctrl -");
  stage->Settle();
  EXPECT_EQ(stage->screen().desk().text_size, Settings::kLeastText);
}

TEST(Look, IsTheSameTheNextTime) {
  const auto stage = Open(Recorded());
  ASSERT_TRUE(stage);
  for (const char* key : {"T", "Ctrl +", "L"}) stage->screen().Press(key);
  const Area below = {{0, 52}, {960, 942}};
  stage->Drag({480, 52 + (below.height()) * 0.62f + 1}, {480, 400});
  const Settings settings = stage->screen().settings();
  EXPECT_TRUE(settings.dark);
  EXPECT_EQ(settings.below, "lanes");
  ASSERT_TRUE(settings.shares.contains("source")) << ToJson(settings);
  EXPECT_LT(settings.shares.at("source"), 0.5f);
  const auto place = stage->selection();
  const auto again = stage->PixelsOfNewScreen(Recorded(), [&](Screen& screen) {
    screen.Remember(SettingsFrom(ToJson(settings)));
    screen.selection() = place;
  });
  EXPECT_EQ(stage->Pixels(), again);
}

TEST(Look, IsOfTheFirstTabWhereTheRememberedOneIsNotThere) {
  const auto stage = Open(Recorded());
  ASSERT_TRUE(stage);
  stage->Press("L");
  stage->screen().Remember({.below = "of another version"});
  EXPECT_EQ(stage->screen().desk().below, "variables");
  stage->screen().Remember({.below = "output"});
  EXPECT_EQ(stage->screen().desk().below, "output");
}

TEST(Look, ALessonOpensItsOwnPanels) {
  Scene scene = Recorded();
  scene.lesson = LessonView{.title = "Lesson", .pages = {{"One", "Text."}}};
  const auto stage = Open(std::move(scene));
  ASSERT_TRUE(stage);
  stage->screen().Remember({.dark = true, .below = "lanes", .scene = true});
  EXPECT_EQ(stage->screen().desk().below, "variables");
  stage->Press("I");
  const Settings settings = stage->screen().settings();
  EXPECT_TRUE(settings.dark);
  EXPECT_EQ(settings.below, "lanes") << "as it was in windows without a lesson";
}

TEST(Look, WhilePresentingIsThatOfTheWindow) {
  Scene scene = Recorded();
  scene.lesson = LessonView{.title = "Lesson", .pages = {{"One", "Text."}}};
  const auto stage = Open(std::move(scene));
  ASSERT_TRUE(stage);
  stage->Press("F11");
  EXPECT_EQ(stage->screen().settings(), Settings());
}

TEST(Look, TheListOfKeysFitsInASmallWindow) {
  Scene scene = Recorded();
  scene.lesson = LessonView{.title = "Lesson", .pages = {{"One", "Text."}}};
  const auto stage = Open(std::move(scene), {.width = 1280, .height = 720});
  ASSERT_TRUE(stage);
  stage->Press("?");
  const Area list = stage->screen().desk().controls.at("help");
  EXPECT_GE(list.min.y, 0);
  EXPECT_LE(list.max.y, 720);
  EXPECT_GE(list.min.x, 0);
}

// Of WCAG 2: from 1 to 21.
double Contrast(ImU32 a, ImU32 b) {
  const auto luminance = [](ImU32 color) {
    const auto part = [&](int shift) {
      const double share = static_cast<double>(color >> shift & 255) / 255;
      return share <= 0.03928 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * part(0) + 0.7152 * part(8) + 0.0722 * part(16);
  };
  const auto [low, high] = std::minmax({luminance(a), luminance(b)});
  return (high + 0.05) / (low + 0.05);
}

TEST(Look, EveryTextIsLegible) {
  for (const ThemeKind kind : {ThemeKind::kLight, ThemeKind::kDark}) {
    const Palette c = MakeTheme(kind).color;
    for (const ImU32 ground : {c.panel, c.raised, c.chosen_soft})
      for (const ImU32 text : {c.text, c.quiet, c.faint}) EXPECT_GE(Contrast(text, ground), 4.5) << std::hex << text;
    for (const ImU32 text :
         {c.chosen, c.read, c.write, c.waiting, c.fault, c.not_finite, c.keyword, c.number, c.comment, c.builtin})
      EXPECT_GE(Contrast(text, c.panel), 4.5) << std::hex << text;
    for (std::size_t n = 0; n < c.lines.size(); ++n) {
      const ImU32 ground = LineColor(MakeTheme(kind), n);
      EXPECT_GE(Contrast(TextOn(MakeTheme(kind), ground), ground), 4.5) << n;
    }
  }
}

}  // namespace
}  // namespace lockstep::viz
