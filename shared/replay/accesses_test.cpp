#include "shared/replay/accesses.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "shared/replay/testing/recording_builder.h"
#include "shared/replay/thread_state.h"

namespace lockstep::replay {
namespace {

constexpr trace::ObjectId kIn{0}, kOut{1};

TEST(MissOf, IsWhatTheThreadHasJustDoneOutsideOfAnArray) {
  RecordingBuilder b("outside.cu", "__global__ void outside(int* out) {\n  out[i] = 1;\n}\n");
  const trace::TypeId integer = b.AddType(trace::TypeKind::kSigned, "int", 4);
  const trace::FunctionId kernel = b.AddFunction("outside", 1);
  const trace::ObjectId out = b.AddAllocation("out", integer, {}, std::vector<std::uint8_t>(64));
  b.BeginLaunch(b.AddKernel("outside", kernel, {}), {1, 1, 1}, {2, 1, 1}, {{0, 0, 0}});
  b.Line({0, 0}, 2);
  b.Fault({0, 0}, 2, out, -4, 4, true);
  b.Exit({0, 0});
  Model model(b.Finish());
  model.MoveTo(0, 1);
  EXPECT_FALSE(MissOf(model, ThreadSlot{0}));
  model.MoveTo(0, 2);
  ASSERT_TRUE(MissOf(model, ThreadSlot{0}));
  EXPECT_EQ(MissOf(model, ThreadSlot{0})->object, out);
  EXPECT_EQ(MissOf(model, ThreadSlot{0})->offset, -4);
  EXPECT_TRUE(MissOf(model, ThreadSlot{0})->writes);
  EXPECT_FALSE(MissOf(model, ThreadSlot{1}));
  model.MoveTo(0, 3);
  EXPECT_FALSE(MissOf(model, ThreadSlot{0})) << "it went on";
}

TEST(LastWriter, IsTheThreadWhoseWriteCameLastBeforeTheMoment) {
  Model model(GreyRecording({}));
  EXPECT_FALSE(LastWriter(model, kOut, 69));
  ASSERT_TRUE(NextWriter(model, kOut, 69));
  model.MoveTo(0, model.end());
  const auto writer = LastWriter(model, kOut, 69);
  ASSERT_TRUE(writer);
  EXPECT_EQ(writer->block, (trace::Dim3{1, 0, 0}));
  EXPECT_EQ(writer->thread, (trace::Dim3{5, 0, 0}));
  EXPECT_EQ(model.LineOfSite(model.launch().steps[writer->step].site).number, 10u);
  EXPECT_FALSE(NextWriter(model, kOut, 69));
  EXPECT_FALSE(LastWriter(model, kIn, 69));
}

TEST(LastWriter, SeesBytesInsideALongerWrite) {
  Model model(ReduceRecording());
  model.MoveTo(0, model.end());
  const trace::ObjectId shared{trace::kLaunchObjectBit};
  for (std::uint64_t byte = 20 * 4; byte < 21 * 4; ++byte) {
    const auto writer = LastWriter(model, shared, byte);
    ASSERT_TRUE(writer);
    EXPECT_EQ(writer->thread.x, 20u);
  }
}

TEST(LastWriter, TakesTheLaterOfTwoWritesToOneCell) {
  Model model(ReduceRecording());
  const trace::ObjectId shared{trace::kLaunchObjectBit};
  model.MoveTo(0, model.end());
  const StepIndex last = LastWriter(model, shared, 4 * 2)->step;
  model.MoveTo(0, last);
  EXPECT_LT(LastWriter(model, shared, 4 * 2)->step, last);
}

TEST(FinalWriter, KnowsBlocksThatWereNotRecorded) {
  Model model(GreyRecording({}));
  const auto writer = FinalWriter(model, kOut, 64 * 20 + 7);
  ASSERT_TRUE(writer);
  EXPECT_EQ(writer->step, kNoStep);
  EXPECT_EQ(writer->block, (trace::Dim3{20, 0, 0}));
  EXPECT_EQ(writer->thread, (trace::Dim3{7, 0, 0}));
  EXPECT_FALSE(FinalWriter(model, kIn, 0));
}

TEST(Touches, AreWhatTheLineReadsAndWritesDoneOrNot) {
  Model model(ReduceRecording());
  for (const StepIndex i : model.index().StepsOf(ThreadSlot{2})) {
    if (model.launch().steps[i].kind == trace::StepKind::kLine &&
        model.LineOfSite(model.launch().steps[i].site).number == 11) {
      model.MoveTo(0, i + 1);
    }
  }
  auto touches = TouchesOf(model, ThreadSlot{2});
  ASSERT_EQ(touches.size(), 3u);
  EXPECT_EQ(touches[0].offset, 18u * 4);
  EXPECT_FALSE(touches[0].writes);
  EXPECT_FALSE(touches[0].done);
  EXPECT_TRUE(touches[2].writes);
  model.MoveTo(0, touches[2].step + 1);
  EXPECT_TRUE(TouchesOf(model, ThreadSlot{2})[2].done);
}

TEST(Touches, LeaveOutWhatACalledFunctionDoes) {
  Model model(ReduceRecording());
  const auto steps = model.index().StepsOf(ThreadSlot{9});
  for (const StepIndex i : steps) {
    if (model.launch().steps[i].kind != trace::StepKind::kLine) continue;
    if (model.LineOfSite(model.launch().steps[i].site).number != 8) continue;
    const LineVisit visit = VisitFrom(model, i);
    std::vector<trace::StepKind> kinds;
    for (const StepIndex step : visit.steps) kinds.push_back(model.launch().steps[step].kind);
    EXPECT_EQ(kinds, (std::vector{trace::StepKind::kRead, trace::StepKind::kWrite}));
  }
}

TEST(LineSteps, OfACallerGoOnAfterTheCall) {
  Model model(ReduceRecording());
  model.MoveTo(0, 0);
  const auto& steps = model.launch().steps;
  bool seen = false;
  const auto of_first = model.index().StepsOf(ThreadSlot{0});
  for (std::size_t i = 1; i < of_first.size(); ++i) {
    if (steps[of_first[i - 1]].kind != trace::StepKind::kLeave || steps[of_first[i]].kind == trace::StepKind::kExit)
      continue;
    seen = true;
    const StepIndex line = model.index().LineStep(of_first[i]);
    EXPECT_EQ(model.LineOfSite(steps[line].site).number, 8u);
    model.MoveTo(0, of_first[i] + 1);
    EXPECT_EQ(LineOf(model, ThreadSlot{0}).number, 8u);
    const auto touches = TouchesOf(model, ThreadSlot{0});
    EXPECT_TRUE(std::ranges::any_of(touches, &Touch::writes)) << "the line writes the shared array after its call";
  }
  EXPECT_TRUE(seen);
}

TEST(LineSteps, OfThreadsThatHaveFinishedAreTheirLast) {
  Model model(ReduceRecording());
  model.MoveTo(0, 0);
  model.MoveTo(0, model.end());
  EXPECT_EQ(LineOf(model, ThreadSlot{0}).number, 13u);
}

}  // namespace
}  // namespace lockstep::replay
