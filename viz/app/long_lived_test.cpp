// A screen that has been used for long shows the same as a new one at the same place: the state that panels keep
// between frames is only a cache.

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "shared/replay/choose.h"
#include "shared/replay/testing/recording_builder.h"
#include "shared/replay/thread_values.h"
#include "shared/trace/lookup.h"
#include "viz/panels/array_view.h"
#include "viz/panels/findings.h"
#include "viz/panels/grid_view.h"
#include "viz/panels/scene_view.h"
#include "viz/panels/thread_colors.h"
#include "viz/panels/timeline.h"
#include "viz/testing/stage.h"

namespace lockstep::viz {
namespace {

// Two kernels without a common variable: `fill` writes a picture of floats, `count` adds up in shared memory.
trace::Recording TwoKernels() {
  replay::RecordingBuilder b("two.cu",
                             "__global__ void fill(float* out) {\n"
                             "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                             "  out[i] = i / 3.0f;\n"
                             "}\n"
                             "__global__ void count(const float* in) {\n"
                             "  __shared__ int seen[32];\n"
                             "  int mine = in[threadIdx.x];\n"
                             "  seen[threadIdx.x] = mine;\n"
                             "}\n");
  const trace::TypeId real = b.AddType(trace::TypeKind::kFloat, "float", 4),
                      integer = b.AddType(trace::TypeKind::kSigned, "int", 4);
  const trace::TypeId pointer = b.AddPointer(real), array = b.AddArray(integer, 32);
  const trace::FunctionId fill = b.AddFunction("fill", 1), count = b.AddFunction("count", 5);
  const trace::VariableId out = b.AddVariable("out", pointer, trace::VariableKind::kParameter, fill, 1);
  const trace::VariableId i = b.AddVariable("i", integer, trace::VariableKind::kLocal, fill, 2);
  const trace::VariableId in = b.AddVariable("in", pointer, trace::VariableKind::kParameter, count, 5);
  const trace::VariableId seen = b.AddVariable("seen", array, trace::VariableKind::kShared, count, 6);
  const trace::VariableId mine = b.AddVariable("mine", integer, trace::VariableKind::kLocal, count, 7);
  const trace::ObjectId picture = b.AddAllocation("picture", real, {16, 16}, std::vector<std::uint8_t>(256 * 4));
  const trace::KernelId fill_kernel = b.AddKernel("fill", fill, {out}),
                        count_kernel = b.AddKernel("count", count, {in});
  b.BeginLaunch(fill_kernel, {4, 1, 1}, {64, 1, 1}, {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}});
  b.AddArgument(b.AddressOf(picture));
  for (std::uint32_t block = 0; block < 3; ++block) {
    for (std::uint32_t t = 0; t < 64; ++t) {
      const replay::Actor a{block, t};
      const std::uint32_t index = 64 * block + t;
      b.Enter(a, fill), b.Line(a, 2);
      b.Write(a, 2, b.Declare(a, i), 0, index);
      b.Line(a, 3);
      b.Write(a, 3, picture, 4 * index, static_cast<float>(index) / 3.0f);
      b.Line(a, 4), b.Leave(a, fill), b.Exit(a);
    }
  }
  b.BeginLaunch(count_kernel, {1, 1, 1}, {32, 1, 1}, {{0, 0, 0}});
  b.AddArgument(b.AddressOf(picture));
  const trace::ObjectId shared = b.AddShared(0, seen, 128);
  for (std::uint32_t t = 0; t < 32; ++t) {
    const replay::Actor a{0, t};
    b.Enter(a, count), b.Line(a, 7);
    b.Read(a, 7, picture, 4 * t, 4);
    b.Write(a, 7, b.Declare(a, mine), 0, t / 3);
    b.Line(a, 8);
    b.Write(a, 8, shared, 4 * t, t / 3);
    b.Line(a, 9), b.Leave(a, count), b.Exit(a);
  }
  return b.Finish();
}

trace::Recording AnyRecording(std::uint32_t n) {
  switch (n % 4) {
    case 0: return replay::GreyRecording({.threads = 64, .recorded_blocks = 4});
    case 1: return replay::ReduceRecording();
    case 2: return replay::RacyRecording();
    default: return TwoKernels();
  }
}

// Copies the user's choices, without the state that panels have derived from them.
void TakeChoices(const Screen& from, Screen& to) {
  const Desk& used = from.desk();
  Desk& fresh = to.desk();
  to.selection() = from.selection();
  to.model()->MoveTo(to.selection());  // a launch that is already open is not opened again
  fresh.Of<GridView>().by = used.Of<GridView>().by;
  fresh.Of<GridView>().variable = used.Of<GridView>().variable;
  fresh.Of<ArrayView>().as_cells = used.Of<ArrayView>().as_cells;
  fresh.Of<ArrayView>().by_warp = used.Of<ArrayView>().by_warp;
  fresh.Of<ArrayView>().chosen_shapes = used.Of<ArrayView>().chosen_shapes;
  fresh.Of<SceneView>().shown = used.Of<SceneView>().shown;
  fresh.Of<SceneView>().footprint = used.Of<SceneView>().footprint;
  fresh.Of<TimelineView>().stride = used.Of<TimelineView>().stride;
  fresh.below = used.below;
  fresh.Of<FindingsView>().is_open = used.Of<FindingsView>().is_open;
  fresh.show_help = used.show_help;
}

constexpr const char* kKeys[] = {
    "→", "←", ".", ",", "↓", "↑", "Page Down", "Page Up", "Home", "End", "F9", "]", "[",  "}", "{",       "3",
    "C", "X", "V", "W", "B", "L", "F",         "N",       "O",    "T",   "C",  "C", "F5", "A", "Shift A",
};

class Walk {
 public:
  explicit Walk(unsigned seed) : random_(seed) {}

  std::string Move(Stage& stage) {
    const replay::Model& model = *stage.screen().model();
    switch (Any(6)) {
      case 0: {
        stage.selection().step = Any(model.end() + 1);
        stage.DrawOnce();
        return "a jump";
      }
      case 1: {
        const auto names = replay::NamesWithValues(model);
        if (names.empty() || Any(3) != 0) return "nothing";
        stage.screen().desk().Of<GridView>().by = ColourBy::kValue;
        stage.screen().desk().Of<GridView>().variable = names[Any(names.size())];
        stage.DrawOnce();
        return "by " + stage.screen().desk().Of<GridView>().variable;
      }
      case 2: {
        const trace::Dim3 grid = model.launch().grid, block = model.launch().block;
        replay::ChooseThread(model, stage.selection(), trace::FromLinearIndex(Any(grid.Count()), grid),
                             trace::FromLinearIndex(Any(block.Count()), block));
        stage.DrawOnce();
        return "a thread";
      }
      case 3: {
        if (Any(4) != 0) return "nothing";
        stage.selection().launch = static_cast<std::uint32_t>(Any(model.recording().launches.size()));
        stage.DrawOnce();
        return "a launch";
      }
      default: {
        const std::size_t key = Any(std::size(kKeys));
        stage.screen().Press(kKeys[key]);
        stage.DrawOnce();
        return "key " + std::to_string(key);
      }
    }
  }

  std::uint32_t Any(std::uint64_t n) { return static_cast<std::uint32_t>(random_() % std::max<std::uint64_t>(n, 1)); }

 private:
  std::mt19937 random_;
};

// Cheaper than a comparison of all pixels, so it runs after every move.
void ExpectColoursAsNew(Stage& stage, const std::string& path) {
  const Desk& used = stage.screen().desk();
  Desk fresh;
  fresh.theme = used.theme;
  fresh.Of<GridView>().by = used.Of<GridView>().by;
  fresh.Of<GridView>().variable = used.Of<GridView>().variable;
  ColourThreads(*stage.screen().model(), fresh);
  EXPECT_EQ(used.Of<ThreadColors>().by_slot, fresh.Of<ThreadColors>().by_slot) << path;
}

void ExpectAsNew(Stage& stage, const std::string& path) {
  stage.Settle();
  const auto used = stage.Pixels();
  const auto fresh = stage.PixelsOfNewScreen({.recording = stage.screen().model()->recording()},
                                             [&](Screen& screen) { TakeChoices(stage.screen(), screen); });
  const auto same = std::ranges::mismatch(used, fresh);
  if (same.in1 == used.end()) return;
  const auto at = static_cast<std::size_t>(same.in1 - used.begin());
  const auto width = static_cast<std::size_t>(ImGui::GetIO().DisplaySize.x);
  ADD_FAILURE() << "they differ at (" << at % width << ", " << at / width << ") after" << path;
}

TEST(Screen, ShowsTheSameAsANewOneAfterAnyWalk) {
  for (unsigned seed = 0; seed < 5; ++seed) {
    Walk walk(seed);
    auto opened = Stage::Open({.recording = AnyRecording(seed)}, {1000, 700});
    ASSERT_TRUE(opened) << opened.error().message;
    Stage& stage = **opened;
    std::string path;
    for (int i = 0; i < 30 && !::testing::Test::HasFailure(); ++i) {
      path += ", " + walk.Move(stage);
      if (i == 15) {
        stage.screen().Show({.recording = AnyRecording(seed + 1)});
        stage.DrawOnce();
        path += ", another recording";
      }
      ExpectColoursAsNew(stage, path);
      if (i % 10 == 9) ExpectAsNew(stage, path);
    }
  }
}

TEST(Screen, TheGridMovesWithTheMoment) {
  auto opened = Stage::Open({.recording = replay::ReduceRecording()}, {1280, 720});
  ASSERT_TRUE(opened) << opened.error().message;
  Stage& stage = **opened;
  const std::vector<ImU32>& colors = stage.screen().desk().Of<ThreadColors>().by_slot;
  for (const char* const way : {"C", "C"}) {
    stage.Press("Home");
    const std::vector<ImU32> start = colors;
    for (int i = 0; i < 3; ++i) stage.Press("Page Down");
    EXPECT_NE(colors, start);
    stage.Press(way);
  }
}

TEST(Screen, TheMapUsesTheColouringThatTheMouseChooses) {
  auto opened = Stage::Open({.recording = replay::ReduceRecording()}, {1280, 720});
  ASSERT_TRUE(opened) << opened.error().message;
  Stage& stage = **opened;
  for (int i = 0; i < 3; ++i) stage.Press("Page Down");
  const Area choice = stage.screen().desk().controls.at("by");
  for (const float share : {0.5f, 0.1f, 0.9f, 0.5f}) {
    stage.Click({choice.min.x + choice.width() * share, choice.center().y});
    stage.Hover({-1e6f, -1e6f});
    ExpectAsNew(stage, " a click at " + std::to_string(share));
  }
}

TEST(Screen, StartsWithTheRequestedThreadAndLaunch) {
  auto opened = Stage::Open({.recording = TwoKernels()}, {1280, 720});
  ASSERT_TRUE(opened) << opened.error().message;
  Stage& stage = **opened;
  Place(stage.screen(), {.thread = std::pair{trace::Dim3{0, 0, 0}, trace::Dim3{50, 0, 0}}, .launch = 1});
  stage.Settle();
  EXPECT_EQ(stage.selection().launch, 1u);
  EXPECT_EQ(stage.selection().thread, (trace::Dim3{31, 0, 0})) << "the last that this launch has";
}

TEST(Screen, ColoursByLineAKernelThatDoesNotHaveTheVariable) {
  auto opened = Stage::Open({.recording = TwoKernels()}, {1280, 720});
  ASSERT_TRUE(opened) << opened.error().message;
  Stage& stage = **opened;
  stage.screen().desk().Of<GridView>().by = ColourBy::kValue;
  stage.screen().desk().Of<GridView>().variable = "i";
  stage.Settle();
  EXPECT_EQ(stage.screen().desk().Of<GridView>().by, ColourBy::kValue);
  stage.selection().launch = 1;
  stage.Settle();
  EXPECT_EQ(stage.screen().desk().Of<GridView>().by, ColourBy::kLine);
  stage.Press("C"), stage.Press("C");
  EXPECT_EQ(stage.screen().desk().Of<GridView>().variable, "mine") << "by value: one that the kernel has";
}

}  // namespace
}  // namespace lockstep::viz
