// Several arrays at once in the memory panel: the real window, off-screen, with mouse and keys.

#include <gtest/gtest.h>

#include <algorithm>

#include "shared/replay/arrays.h"
#include "shared/replay/choose.h"
#include "shared/replay/testing/recording_builder.h"
#include "viz/model/lesson_view.h"
#include "viz/panels/array_view.h"
#include "viz/panels/ink.h"
#include "viz/panels/lesson_panel.h"
#include "viz/panels/scene_paint.h"
#include "viz/panels/scene_view.h"
#include "viz/testing/stage.h"

namespace lockstep::viz {
namespace {

std::unique_ptr<Stage> Open(Scene scene, Stage::Size size = {1280, 720}, ThemeKind theme = ThemeKind::kLight) {
  auto stage = Stage::Open(std::move(scene), size, theme);
  EXPECT_TRUE(stage) << (stage ? "" : stage.error().message);
  return stage ? std::move(*stage) : nullptr;
}

std::unique_ptr<Stage> OpenReduce() {
  auto stage = Open({.recording = replay::ReduceRecording()});
  if (stage) stage->Press("A");
  return stage;
}

std::optional<Area> AreaOf(Stage& stage, const std::string& control) {
  const auto& controls = stage.screen().desk().controls;
  const auto found = controls.find(control);
  return found == controls.end() ? std::nullopt : std::optional(found->second);
}

ImVec2 CellOfTile(Stage& stage, int cell) {
  const Area tile = *AreaOf(stage, "array tile");  // 64 cells in 4 rows of 16
  const int row = cell / 16, column = cell % 16;
  return {tile.min.x + tile.width() * (static_cast<float>(column) + 0.5f) / 16,
          tile.min.y + tile.height() * (static_cast<float>(row) + 0.5f) / 4};
}

void ChooseThread(Stage& stage, std::uint32_t thread) {
  replay::ChooseThread(*stage.screen().model(), stage.selection(), {0, 0, 0}, {thread, 0, 0});
  stage.Settle();
}

TEST(ArrayScene, ShowsEveryArrayThatTheLaunchUses) {
  auto stage = OpenReduce();
  ASSERT_TRUE(stage);
  for (const char* const name : {"array d_in", "array d_out", "array tile"}) {
    const auto area = AreaOf(*stage, name);
    ASSERT_TRUE(area) << name;
    const Area canvas = *AreaOf(*stage, "scene canvas");
    EXPECT_TRUE(canvas.Contains(area->min) && canvas.Contains({area->max.x - 1, area->max.y - 1})) << name;
  }
  stage->Press("A");
  EXPECT_FALSE(AreaOf(*stage, "array d_in"));
}

TEST(ArrayScene, StandsAsTheLessonPlacesIt) {
  Scene scene{.recording = replay::ReduceRecording()};
  scene.lesson = LessonView{
      .title = "Lesson",
      .pages = {{.title = "One", .markdown = "[tile first](go:scene=tile,d_in;footprint=warp)\n[one](go:view=cells)"}},
      .scene = *replay::ReadArrangement(".,d_in/tile,d_out")};
  auto stage = Open(std::move(scene));
  ASSERT_TRUE(stage);
  ASSERT_TRUE(AreaOf(*stage, "array tile"));
  EXPECT_FLOAT_EQ(AreaOf(*stage, "array d_in")->min.x, AreaOf(*stage, "array d_out")->min.x);
  EXPECT_GT(AreaOf(*stage, "array d_out")->min.y, AreaOf(*stage, "array d_in")->max.y);
  EXPECT_LT(AreaOf(*stage, "array tile")->max.x, AreaOf(*stage, "array d_out")->min.x);
  EXPECT_FLOAT_EQ(AreaOf(*stage, "array tile")->min.y, AreaOf(*stage, "array d_out")->min.y);
  stage->screen().desk().requests.emplace_back(
      request::Follow{*replay::ReadDirections("scene=tile,d_in;footprint=warp")});
  stage->Settle();
  EXPECT_FALSE(AreaOf(*stage, "array d_out"));
  EXPECT_LT(AreaOf(*stage, "array tile")->max.x, AreaOf(*stage, "array d_in")->min.x);
  EXPECT_EQ(stage->screen().desk().Of<SceneView>().footprint, FootprintOf::kWarp);
  stage->screen().desk().requests.emplace_back(request::Follow{*replay::ReadDirections("view=cells")});
  stage->Settle();
  EXPECT_FALSE(AreaOf(*stage, "array tile"));
}

TEST(ArrayScene, OtherViewsLeaveIt) {
  auto stage = OpenReduce();
  ASSERT_TRUE(stage);
  stage->Press("B");
  EXPECT_FALSE(stage->screen().desk().Of<SceneView>().shown);
  EXPECT_TRUE(stage->screen().desk().Of<ArrayView>().by_warp);
  stage->Press("B");
  EXPECT_FALSE(stage->screen().desk().Of<ArrayView>().by_warp);
}

TEST(ArrayScene, AClickChoosesTheLastWriter) {
  auto stage = OpenReduce();
  ASSERT_TRUE(stage);
  stage->Press("End");
  for (const int cell : {5, 37}) {
    stage->Click(CellOfTile(*stage, cell));
    EXPECT_EQ(stage->selection().thread, (trace::Dim3{static_cast<std::uint32_t>(cell), 0, 0}));
    ASSERT_TRUE(stage->selection().cell);
    EXPECT_EQ(stage->selection().cell->index, static_cast<std::uint64_t>(cell));
    EXPECT_EQ(stage->screen().model()->object(stage->selection().object)->name, "tile");
  }
}

TEST(ArrayScene, HasAnArrowToEachArrayOfTheLine) {
  auto stage = OpenReduce();
  ASSERT_TRUE(stage);
  ChooseThread(*stage, 5);
  stage->Press("Home");
  for (int i = 0; i < 2; ++i) stage->Press("→");
  ASSERT_EQ(stage->selection().line.number, 8u) << "tile[t] = twice(in[t])";
  const auto& elements = stage->screen().desk().anchors.elements;
  const Area in = *AreaOf(*stage, "array d_in"), tile = *AreaOf(*stage, "array tile");
  EXPECT_TRUE(std::ranges::any_of(elements, [&](const auto& e) { return !e.writes && in.Contains(e.area.center()); }));
  EXPECT_TRUE(std::ranges::any_of(elements, [&](const auto& e) { return e.writes && tile.Contains(e.area.center()); }));
}

TEST(ArrayScene, FootprintsGrowWithTime) {
  for (const ThemeKind theme : {ThemeKind::kLight, ThemeKind::kDark}) {
    auto stage = Open({.recording = replay::ReduceRecording()}, {1280, 720}, theme);
    ASSERT_TRUE(stage);
    stage->Press("A");
    ChooseThread(*stage, 40);
    const Desk& desk = stage->screen().desk();
    const auto count = [&](FootprintOf whose, bool written) {
      return stage->Count(FootprintColor(desk, whose, written));
    };
    stage->Press("Home");
    const std::size_t legend = count(FootprintOf::kWarp, false);
    stage->Press("End");
    const std::size_t warp = count(FootprintOf::kWarp, false), block = count(FootprintOf::kBlock, false);
    EXPECT_GT(warp, legend + 1000) << "32 cells of d_in";
    EXPECT_GT(block, legend + 1000) << "the other 32";
    EXPECT_GT(count(FootprintOf::kThread, false), legend);
    ChooseThread(*stage, 8);
    EXPECT_GT(count(FootprintOf::kWarp, true), 1000u) << "cells of the tile that its warp has read and written";
    stage->Press("Shift A");
    EXPECT_EQ(desk.Of<SceneView>().footprint, FootprintOf::kNone);
    EXPECT_EQ(count(FootprintOf::kWarp, false), 0u);
    stage->Press("Shift A");
    EXPECT_EQ(desk.Of<SceneView>().footprint, FootprintOf::kThread);
    EXPECT_EQ(count(FootprintOf::kWarp, false), 0u);
    EXPECT_GT(count(FootprintOf::kThread, false), 0u);
  }
}

TEST(ArrayScene, TheLegendChoosesTheFootprint) {
  auto stage = OpenReduce();
  ASSERT_TRUE(stage);
  const SceneView& scene = stage->screen().desk().Of<SceneView>();
  stage->Click(AreaOf(*stage, "footprint warp")->center());
  EXPECT_EQ(scene.footprint, FootprintOf::kWarp);
  stage->Click(AreaOf(*stage, "footprint warp")->center());
  EXPECT_EQ(scene.footprint, FootprintOf::kThread);
  stage->Click(AreaOf(*stage, "footprint block")->center());
  EXPECT_EQ(scene.footprint, FootprintOf::kBlock);
}

TEST(ArrayScene, TheMenuHidesAndShowsArrays) {
  auto stage = OpenReduce();
  ASSERT_TRUE(stage);
  stage->Click(AreaOf(*stage, "arrays")->center());
  stage->Click(AreaOf(*stage, "show d_out")->center());
  EXPECT_FALSE(AreaOf(*stage, "array d_out"));
  EXPECT_TRUE(AreaOf(*stage, "array tile"));
  if (!AreaOf(*stage, "show d_out")) stage->Click(AreaOf(*stage, "arrays")->center());
  stage->Click(AreaOf(*stage, "show d_out")->center());
  EXPECT_TRUE(AreaOf(*stage, "array d_out"));
}

TEST(ArrayScene, HasRoomForTheNumbersOfFoldedRows) {
  auto stage = OpenReduce();
  ASSERT_TRUE(stage);
  const replay::Model& model = *stage->screen().model();
  Desk& desk = stage->screen().desk();
  const SceneSheets scene =
      LayOutScene(model, desk, replay::ListArrays(model, {0, 0, 0}), *AreaOf(*stage, "scene canvas"));
  EXPECT_GE(scene.layout.left * scene.layout.zoom, TextWidth(desk.fonts.code_small, "48")) << "64 cells in rows of 16";
}

TEST(ArrayScene, ZoomsAtTheMouseAndMoves) {
  auto stage = OpenReduce();
  ASSERT_TRUE(stage);
  const Area before = *AreaOf(*stage, "array tile");
  stage->Wheel(CellOfTile(*stage, 20), 4);
  const Area after = *AreaOf(*stage, "array tile");
  EXPECT_GT(after.width(), before.width() * 1.5f);
  const Area canvas = *AreaOf(*stage, "scene canvas");
  stage->Drag(canvas.center(), {canvas.center().x - 30, canvas.center().y});
  EXPECT_NEAR(AreaOf(*stage, "array tile")->min.x, after.min.x - 30, 5);
  stage->Press("End");
  EXPECT_NEAR(AreaOf(*stage, "array tile")->width(), after.width(), 1) << "time does not change the view";
}

TEST(ArrayScene, ShowsImagesAsPictures) {
  const auto red = [](std::uint32_t, std::uint32_t, std::uint32_t channel) -> std::uint8_t {
    return channel == 0 ? 201 : 15;
  };
  auto stage = Open({.recording = replay::GreyRecording({.threads = 64, .recorded_blocks = 4, .picture = red})});
  ASSERT_TRUE(stage);
  stage->screen().desk().Of<SceneView>().footprint = FootprintOf::kNone;
  stage->Press("A");
  const ImU32 color = IM_COL32(201, 15, 15, 255);
  EXPECT_GT(stage->Count(color), 5'000u);
  stage->Press("V");
  EXPECT_LT(stage->Count(color), 100u) << "as cells";
}

}  // namespace
}  // namespace lockstep::viz
