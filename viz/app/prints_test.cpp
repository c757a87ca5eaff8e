// The output of a launch in the window.

#include <gtest/gtest.h>

#include "shared/replay/testing/recording_builder.h"
#include "viz/testing/stage.h"

namespace lockstep::viz {
namespace {

trace::Recording Talking() {
  replay::RecordingBuilder b("talk.cu", "void talk() {\n  printf();\n}\n");
  const trace::FunctionId talk = b.AddFunction("talk", 1);
  b.BeginLaunch(b.AddKernel("talk", talk, {}), {2, 1, 1}, {4, 1, 1}, {{0, 0, 0}, {1, 0, 0}});
  for (std::uint32_t block = 0; block < 2; ++block)
    for (std::uint32_t thread = 0; thread < 4; ++thread) {
      b.Line({block, thread}, 2);
      b.Print({block, thread}, 2, "thread " + std::to_string(thread) + "\n");
      b.Exit({block, thread});
    }
  return b.Finish();
}

TEST(PrintsScreen, AClickLeadsToTheThreadAndItsMoment) {
  for (const ThemeKind theme : {ThemeKind::kLight, ThemeKind::kDark}) {
    auto opened = Stage::Open({.recording = Talking()}, {.width = 1280, .height = 720}, theme);
    ASSERT_TRUE(opened) << opened.error().message;
    Stage& stage = **opened;
    const auto variables = stage.Pixels();
    stage.Press("I");
    EXPECT_NE(stage.Pixels(), variables);
    const Area row = stage.screen().desk().controls.at("print 6");
    stage.Click(row.center());
    EXPECT_EQ(stage.selection().block, (trace::Dim3{1, 0, 0}));
    EXPECT_EQ(stage.selection().thread, (trace::Dim3{2, 0, 0}));
    const trace::RecordedLaunch& launch = stage.screen().model()->launch();
    EXPECT_EQ(launch.steps[stage.selection().step - 1].kind, trace::StepKind::kPrint);
    EXPECT_EQ(launch.texts[launch.steps[stage.selection().step - 1].offset], "thread 2\n");
    stage.Press("I");
    EXPECT_FALSE(stage.screen().desk().controls.contains("print 6"));
  }
}

TEST(PrintsScreen, OfALaunchThatPrintsNothingAreANotice) {
  auto opened = Stage::Open({.recording = replay::ReduceRecording()}, {.width = 1280, .height = 720});
  ASSERT_TRUE(opened) << opened.error().message;
  (*opened)->Press("I");
  EXPECT_FALSE((*opened)->screen().desk().controls.contains("print 0"));
}

}  // namespace
}  // namespace lockstep::viz
