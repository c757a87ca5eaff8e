#include "shared/replay/playback.h"

#include <gtest/gtest.h>

#include <chrono>
#include <random>

#include "shared/replay/model.h"
#include "shared/replay/testing/recording_builder.h"

namespace lockstep::replay {
namespace {

constexpr trace::ObjectId kOut{1};

std::vector<std::uint8_t> Copy(std::span<const std::uint8_t> bytes) { return {bytes.begin(), bytes.end()}; }

// A counter that many steps write, so that keyframes are created.
trace::Recording LongRecording(std::uint32_t writes) {
  RecordingBuilder builder("count.cu", "__global__ void count(int* c) {\n  c[i]++;\n}\n");
  const trace::TypeId integer = builder.AddType(trace::TypeKind::kSigned, "int", 4);
  const trace::FunctionId function = builder.AddFunction("count", 1);
  const trace::KernelId kernel = builder.AddKernel("count", function, {});
  const trace::ObjectId counter = builder.AddAllocation("c", integer, {}, std::vector<std::uint8_t>(1 << 20));
  builder.BeginLaunch(kernel, {1, 1, 1}, {32, 1, 1}, {{0, 0, 0}});
  for (std::uint32_t i = 0; i < writes; ++i) {
    builder.Write({0, i % 32}, 2, counter, i * 2654435761u % (1 << 18) * 4, i);
  }
  return builder.Finish();
}

TEST(Playback, ForwardAndBackwardMeetInTheSameState) {
  Model model(GreyRecording({}));
  model.MoveTo(0, model.end() / 2);
  const auto memory = Copy(model.playback().Bytes(kOut));
  const StepIndex last = model.playback().LastStep(ThreadSlot{7});
  model.MoveTo(0, model.end());
  EXPECT_NE(Copy(model.playback().Bytes(kOut)), memory);
  model.MoveTo(0, model.end() / 2);
  EXPECT_EQ(Copy(model.playback().Bytes(kOut)), memory);
  EXPECT_EQ(model.playback().LastStep(ThreadSlot{7}), last);
}

TEST(Playback, StartsFromWhatMemoryHeldAtTheLaunch) {
  Model model(GreyRecording({}));
  model.MoveTo(0, model.end());
  model.MoveTo(0, 0);
  EXPECT_EQ(Copy(model.playback().Bytes(kOut)), model.launch().memory_before[1].bytes);
  EXPECT_EQ(model.playback().LastStep(ThreadSlot{0}), kNoStep);
}

TEST(Playback, JumpsAgreeWithWalking) {
  const trace::Recording recording = LongRecording(900'000);
  Model jumping(recording), walking(recording);
  std::mt19937 random(1);
  for (int i = 0; i < 12; ++i) {
    const Position to = random() % (jumping.end() + 1);
    jumping.MoveTo(0, to);
    walking.MoveTo(0, 0);
    walking.MoveTo(0, to);
    ASSERT_EQ(jumping.position(), to);
    ASSERT_TRUE(
        std::ranges::equal(jumping.playback().Bytes(trace::ObjectId{0}), walking.playback().Bytes(trace::ObjectId{0})));
    ASSERT_EQ(jumping.playback().LastStep(ThreadSlot{3}), walking.playback().LastStep(ThreadSlot{3}));
  }
}

TEST(Playback, SeeksAnywhereInAMillionStepsWithinAFrame) {
  Model model(LongRecording(1'000'000));
  std::mt19937 random(1);
  double total = 0;
  constexpr int kSeeks = 20;
  for (int i = 0; i < kSeeks; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    model.MoveTo(0, random() % model.end());
    total += std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  }
  EXPECT_LT(total / kSeeks, 16.0) << "milliseconds on average";
}

TEST(Playback, ReconstructsFromTheStepsWhatWasNotKeptAtTheLaunch) {
  trace::Recording recording = GreyRecording({});
  for (trace::Snapshot& snapshot : recording.launches[0].memory_before) {
    snapshot.bytes.clear();
    snapshot.left_out = true;
  }
  Model model(std::move(recording));
  EXPECT_TRUE(model.playback().Knows(trace::ObjectId{0}, 5, 1)) << "thread 5 reads it later";
  EXPECT_FALSE(model.playback().Knows(trace::ObjectId{0}, 500, 1)) << "no recorded thread touches it";
}

TEST(Playback, IgnoresAccessesOutsideTheirObject) {
  trace::Recording recording = GreyRecording({});
  trace::Steps& steps = recording.launches[0].steps;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps[i].kind == trace::StepKind::kWrite) steps.Change(i).offset = 0xfffffff0;
  }
  Model model(std::move(recording));
  model.MoveTo(0, model.end());
  EXPECT_EQ(Copy(model.playback().Bytes(kOut)), model.launch().memory_before[1].bytes);
}

}  // namespace
}  // namespace lockstep::replay
