// Structs and arrays of structs: opened, their fields chosen, by mouse and by keys.

#include <gtest/gtest.h>

#include <array>

#include "shared/replay/choose.h"
#include "shared/replay/testing/recording_builder.h"
#include "viz/panels/array_field.h"
#include "viz/panels/array_view.h"
#include "viz/panels/grid_view.h"
#include "viz/panels/thread_colors.h"
#include "viz/panels/variables.h"
#include "viz/panels/watches.h"
#include "viz/testing/stage.h"

namespace lockstep::viz {
namespace {

class FieldsScreen : public testing::Test {
 protected:
  FieldsScreen() {
    auto stage = Stage::Open({.recording = replay::ParticlesRecording()}, {});
    EXPECT_TRUE(stage) << (stage ? "" : stage.error().message);
    if (stage) stage_ = std::move(*stage);
  }
  Desk& Desk_() { return stage_->screen().desk(); }
  Selection& At() { return stage_->selection(); }
  const replay::Model& Model_() { return *stage_->screen().model(); }
  Area Control(const std::string& name) {
    const auto found = Desk_().controls.find(name);
    EXPECT_TRUE(found != Desk_().controls.end()) << name;
    return found == Desk_().controls.end() ? Area{} : found->second;
  }
  std::string ShownField() {
    const auto shown = Desk_().Of<ArrayView>().fields.find("ps");
    return shown == Desk_().Of<ArrayView>().fields.end() ? "" : shown->second;
  }
  void ChooseThread(std::uint32_t thread) {
    replay::ChooseThread(Model_(), At(), {0, 0, 0}, {thread, 0, 0});
    stage_->Settle();
  }
  // The frame shows the same as a new window at this place.
  void ExpectNothingStale(const char* after) {
    stage_->Hover({3, 3});
    stage_->Settle();
    const auto used = stage_->Pixels();
    const Selection here = At();
    const Desk& desk = Desk_();
    const auto fresh = stage_->PixelsOfNewScreen({.recording = replay::ParticlesRecording()}, [&](Screen& screen) {
      static_cast<replay::Cursor&>(screen.selection()) = here;
      screen.model()->MoveTo(here);
      screen.desk().Of<ArrayView>().fields = desk.Of<ArrayView>().fields;
      screen.desk().Of<ArrayView>().chosen_shapes = desk.Of<ArrayView>().chosen_shapes;
      screen.desk().Of<ArrayView>().part = desk.Of<ArrayView>().part;
      screen.desk().Of<ArrayView>().as_cells = desk.Of<ArrayView>().as_cells;
      screen.desk().Of<VariablesView>().opened = desk.Of<VariablesView>().opened;
      screen.desk().Of<GridView>().by = desk.Of<GridView>().by;
      screen.desk().Of<GridView>().variable = desk.Of<GridView>().variable;
    });
    EXPECT_TRUE(used == fresh) << after;
  }

  std::unique_ptr<Stage> stage_;
};

TEST_F(FieldsScreen, ShowAnArrayOfStructsAsColumns) {
  stage_->Press("End");
  for (const char* field : {"field pos.x", "field pos.y", "field pos.z", "field id[0]", "field id[1]", "field mass"})
    EXPECT_GT(Control(field).width(), 20) << field;
  EXPECT_GT(Control("field id[0]").min.x, Control("field pos.z").max.x);
  // The second row of `id[1]`: the cell's questions are about that field.
  const Area head = Control("field id[1]");
  stage_->Click({head.center().x, head.max.y + Desk_().Units(26 + 13)});
  ASSERT_TRUE(At().cell);
  EXPECT_EQ(At().cell->index, 1u);
  ASSERT_TRUE(Desk_().Of<ArrayView>().part);
  EXPECT_EQ(Desk_().Of<ArrayView>().part->path, ".id[1]");
  EXPECT_EQ(At().thread.x, 1u) << "the thread that wrote it";
  stage_->Press("D");
  ASSERT_EQ(At().breakpoints.all().size(), 1u);
  EXPECT_EQ(At().breakpoints.all().front().text(), "writes to ps[1].id[1]");
  stage_->Press("Home");
  stage_->Press("F5");
  EXPECT_EQ(Model_().LineOfSite(Model_().launch().steps[At().step - 1].site).number, 8u);
}

// Two floats, which are written at once.
trace::Recording PairsRecording(float second) {
  replay::RecordingBuilder b("pairs.cu", "struct Pair { float a, b; };\n__global__ void k() {}\n");
  const trace::TypeId real = b.AddType(trace::TypeKind::kFloat, "float", 4);
  const trace::TypeId pair = b.AddStruct("Pair", 8, {{"a", real, 0}, {"b", real, 4}});
  const trace::FunctionId kernel = b.AddFunction("k", 2);
  const auto tile = b.AddVariable("tile", b.AddArray(pair, 8), trace::VariableKind::kShared, kernel, 2);
  b.BeginLaunch(b.AddKernel("k", kernel, {}), {1, 1, 1}, {8, 1, 1}, {{0, 0, 0}});
  const trace::ObjectId shared = b.AddShared(0, tile, 64);
  for (std::uint32_t i = 0; i < 8; ++i) {
    b.Enter({0, i}, kernel);
    b.Line({0, i}, 2);
    b.Write({0, i}, 2, shared, 8 * i, std::array{1.0f, second});
    b.Exit({0, i});
  }
  return b.Finish();
}

TEST(ColumnsOfFields, AreAsWideAsTheValuesInWritesOfWholeStructs) {
  const auto width_with = [](float second) {
    auto stage = Stage::Open({.recording = PairsRecording(second)}, {});
    EXPECT_TRUE(stage);
    if (!stage) return 0.0f;
    (*stage)->Press("Home");
    return (*stage)->screen().desk().controls.at("field b").width();
  };
  EXPECT_GT(width_with(-123456.75f), width_with(2.0f) * 1.5f);
}

TEST(ColumnsOfFields, AreEachAsWideAsTheyNeed) {
  auto stage = Stage::Open({.recording = PairsRecording(-123456.75f)}, {});
  ASSERT_TRUE(stage);
  (*stage)->Press("Home");
  const auto& controls = (*stage)->screen().desk().controls;
  EXPECT_GT(controls.at("field b").width(), controls.at("field a").width() * 1.5f);
  EXPECT_GT(controls.at("field b").min.x, controls.at("field a").max.x);
}

TEST_F(FieldsScreen, ShowOneFieldByAClickOnItsName) {
  stage_->Press("End");
  stage_->Click(Control("field pos.y").center());
  stage_->Settle();
  EXPECT_EQ(ShownField(), ".pos.y");
  EXPECT_FALSE(Desk_().controls.contains("field pos.x")) << "no columns any more";
  EXPECT_TRUE(Desk_().controls.contains("shape")) << "it is an array of numbers, with shapes";
  ExpectNothingStale("a field");
  stage_->Press("Home");
  for (int i = 0; i < 5; ++i) stage_->Press("→");
  ExpectNothingStale("steps");
}

TEST_F(FieldsScreen, AreWalkedByKeys) {
  for (const char* path : {".pos.x", ".pos.y", ".pos.z", ".id[0]", ".id[1]", ".mass", "", ".pos.x"}) {
    stage_->Press("Shift X");
    EXPECT_EQ(ShownField(), path);
    stage_->Settle();
  }
  ExpectNothingStale("keys");
}

TEST_F(FieldsScreen, OpenAVariableAndColourByAFieldOfIt) {
  ChooseThread(4);
  stage_->Press("End");
  ASSERT_TRUE(Desk_().Of<VariablesView>().rows.contains("p"));
  EXPECT_FALSE(Desk_().Of<VariablesView>().rows.contains("p.pos"));
  stage_->Click(Desk_().Of<VariablesView>().rows.at("p").center());
  ASSERT_TRUE(Desk_().Of<VariablesView>().rows.contains("p.pos"));
  stage_->Click(Desk_().Of<VariablesView>().rows.at("p.pos").center());
  ASSERT_TRUE(Desk_().Of<VariablesView>().rows.contains("p.pos.x"));
  stage_->Click(Desk_().Of<VariablesView>().rows.at("p.pos.x").center());
  EXPECT_EQ(Desk_().Of<GridView>().by, ColourBy::kValue);
  EXPECT_EQ(Desk_().Of<GridView>().variable, "p.pos.x");
  EXPECT_EQ(Desk_().Of<ThreadColors>().values.values[4], 5.0);
  ExpectNothingStale("colours by a field");
  stage_->Press("Home");
  EXPECT_FALSE(Desk_().Of<ThreadColors>().values.any);
  stage_->Press("End");
  ExpectNothingStale("jumps");
  stage_->Click(Desk_().Of<VariablesView>().rows.at("p").center());
  EXPECT_FALSE(Desk_().Of<VariablesView>().rows.contains("p.pos.x")) << "closed again";
}

TEST_F(FieldsScreen, WatchAFieldByAClick) {
  ChooseThread(4);
  stage_->Press("End");
  stage_->Click(Desk_().Of<VariablesView>().rows.at("p").center());
  stage_->Click(Desk_().Of<VariablesView>().rows.at("p.id").center());
  stage_->Hover(Desk_().Of<VariablesView>().rows.at("p.id[0]").center());
  ASSERT_TRUE(Desk_().Of<VariablesView>().watch.contains("p.id[0]"));
  stage_->Click(Desk_().Of<VariablesView>().watch.at("p.id[0]").center());
  stage_->Settle();
  EXPECT_EQ(Desk_().Of<WatchesView>().expressions, std::vector<std::string>{"p.id[0]"});
  EXPECT_NE(Desk_().Of<GridView>().variable, "p.id[0]") << "the click is for the button alone";
  stage_->Press("Home");
  for (int i = 0; i < 3; ++i) stage_->Press("↓");
  EXPECT_EQ(Desk_().Of<WatchesView>().expressions.size(), 1u);
}

TEST_F(FieldsScreen, StandInTheSceneAsColumns) {
  stage_->Press("End");
  stage_->Press("A");
  stage_->Settle();
  const Area cells = Control("array ps");
  const float column = cells.width() / 6, row = cells.height() / 16;
  stage_->Click({cells.min.x + 3.5f * column, cells.min.y + 2.5f * row});
  ASSERT_TRUE(At().cell);
  EXPECT_EQ(At().cell->index, 2u);
  ASSERT_TRUE(Desk_().Of<ArrayView>().part);
  EXPECT_EQ(Desk_().Of<ArrayView>().part->path, ".id[0]");
  stage_->Press("Shift X");
  stage_->Settle();
  EXPECT_LT(Control("array ps").min.x, Control("array ps").max.x);
  EXPECT_EQ(ShownField(), ".pos.x");
}

}  // namespace
}  // namespace lockstep::viz
