// The costs of a launch's lines in the window.

#include <gtest/gtest.h>

#include "shared/replay/testing/recording_builder.h"
#include "viz/panels/costs.h"
#include "viz/panels/tabs.h"
#include "viz/testing/stage.h"

namespace lockstep::viz {
namespace {

// A warp that passes over line 2 twice, and over line 3, where it reads a column, once; in one of two blocks.
trace::Recording Columns() {
  replay::RecordingBuilder b("columns.cu", "void columns() {\n  read(i);\n  read(64 * i);\n}\n");
  const trace::FunctionId columns = b.AddFunction("columns", 1);
  const trace::TypeId real = b.AddType(trace::TypeKind::kFloat, "float", 4);
  const trace::ObjectId in = b.AddAllocation("in", real, {4096}, std::vector<std::uint8_t>(16384));
  b.BeginLaunch(b.AddKernel("columns", columns, {}), {2, 1, 1}, {32, 1, 1}, {{0, 0, 0}});
  for (const std::uint32_t line : {2u, 3u, 2u})
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      b.Line({0, lane}, line);
      b.Read({0, lane}, line, in, std::uint64_t{lane} * (line == 3 ? 256 : 4), 4);
    }
  for (std::uint32_t lane = 0; lane < 32; ++lane) b.Exit({0, lane});
  return b.Finish();
}

TEST(CostsScreen, BeginWithTheDearestLineAndLeadToIt) {
  for (const ThemeKind theme : {ThemeKind::kLight, ThemeKind::kDark}) {
    auto opened = Stage::Open({.recording = Columns()}, {.width = 1280, .height = 720}, theme);
    ASSERT_TRUE(opened) << opened.error().message;
    Stage& stage = **opened;
    Desk& desk = stage.screen().desk();
    stage.Press("$");
    EXPECT_TRUE(IsInView(desk, kCosts));
    const auto& lines = desk.Of<CostsView>().lines;
    ASSERT_EQ(lines.size(), 2u);
    EXPECT_EQ(lines[0].line.number, 3u);
    EXPECT_EQ(lines[0].sectors, 32u);
    EXPECT_LT(desk.controls.at("cost of 3").max.y, desk.controls.at("cost of 2").center().y);
    stage.Click(desk.controls.at("cost of 2").center());
    EXPECT_EQ(stage.selection().line.number, 2u);
    stage.Click(desk.controls.at("cost of 3").center());
    EXPECT_EQ(stage.selection().line.number, 3u);
    stage.Press("$");
    EXPECT_FALSE(desk.controls.contains("cost of 3"));
  }
}

TEST(CostsScreen, AreSortedByTheColumnThatIsClicked) {
  auto opened = Stage::Open({.recording = Columns()}, {.width = 1280, .height = 720});
  ASSERT_TRUE(opened) << opened.error().message;
  Stage& stage = **opened;
  Desk& desk = stage.screen().desk();
  stage.Press("$");
  EXPECT_EQ(desk.Of<CostsView>().lines[1].sectors, 8u) << "of both passes, also where one begins the launch";
  stage.Click(desk.controls.at("costs by passes").center());
  EXPECT_EQ(desk.Of<CostsView>().lines[0].line.number, 2u);
  EXPECT_LT(desk.controls.at("cost of 2").max.y, desk.controls.at("cost of 3").center().y);
  stage.Click(desk.controls.at("costs by sectors").center());
  EXPECT_EQ(desk.Of<CostsView>().lines[0].line.number, 3u);
}

TEST(CostsScreen, OfALaunchWithoutLinesAreANotice) {
  replay::RecordingBuilder b("empty.cu", "void empty() {}\n");
  b.BeginLaunch(b.AddKernel("empty", b.AddFunction("empty", 1), {}), {1, 1, 1}, {1, 1, 1}, {{0, 0, 0}});
  b.Exit({0, 0});
  auto opened = Stage::Open({.recording = b.Finish()}, {.width = 1280, .height = 720});
  ASSERT_TRUE(opened) << opened.error().message;
  (*opened)->Press("$");
  EXPECT_TRUE(IsInView((*opened)->screen().desk(), kCosts));
  EXPECT_FALSE((*opened)->screen().desk().controls.contains("costs by sectors"));
}

}  // namespace
}  // namespace lockstep::viz
