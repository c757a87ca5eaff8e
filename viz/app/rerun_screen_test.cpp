// Runs of the program for the window: asked for by a key or a click, and opened at the same moment.

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "shared/replay/carry_findings.h"
#include "shared/replay/testing/recording_builder.h"
#include "viz/model/rerun.h"
#include "viz/testing/stage.h"

namespace lockstep::viz {
namespace {

std::unique_ptr<Stage> Open(trace::Recording recording) {
  auto stage = Stage::Open({.recording = std::move(recording)}, {});
  EXPECT_TRUE(stage) << (stage ? "" : stage.error().message);
  return stage ? std::move(*stage) : nullptr;
}

// The run of RacyRecording with the threads one after the other, from the last one on.
trace::Recording OtherOrder() {
  trace::Recording other = replay::RacyRecording();
  other.findings.clear();
  auto& steps = other.launches[0].steps;
  std::vector<trace::Step> sorted;
  for (std::uint32_t thread = 64; thread-- > 0;)
    std::ranges::copy_if(steps, std::back_inserter(sorted), [&](const auto& step) { return step.thread == thread; });
  steps = std::move(sorted);
  replay::Model from(replay::RacyRecording()), to(other);
  other.findings = replay::CarryFindings(from, to);
  other.order = "consumer-first";
  return other;
}

TEST(RerunScreen, ARaceIsPlayedInTheOtherOrderAtTheSameMoment) {
  const auto stage = Open(replay::RacyRecording());
  ASSERT_TRUE(stage);
  stage->Press("Shift O");
  EXPECT_FALSE(stage->screen().reading().rerun) << "nobody can run the program";
  EXPECT_FALSE(stage->screen().desk().controls.contains("other order"));
  stage->screen().Show({.rerun = RerunState{.is_possible = true}});
  stage->Settle();
  stage->Click(stage->screen().desk().controls.at("other order").center());
  const auto asked = stage->screen().reading().rerun;
  ASSERT_TRUE(asked && asked->swapped);
  EXPECT_EQ(asked->number, 1u);
  stage->Press("Shift O");
  EXPECT_EQ(stage->screen().reading().rerun->number, 1u) << "one run at a time";

  const trace::Dim3 thread = stage->selection().thread;
  const replay::Line line = stage->selection().line;
  const auto finding = stage->selection().finding;
  trace::Recording other = OtherOrder();
  replay::Model model(other);
  const auto first = replay::FindStep(model, asked->swapped->first),
             second = replay::FindStep(model, asked->swapped->second);
  ASSERT_TRUE(first && second);
  stage->screen().Show({.recording = std::move(other), .rerun = RerunState{.is_possible = true, .says = "Done."}});
  stage->Settle();
  EXPECT_EQ(stage->selection().thread, thread);
  EXPECT_EQ(stage->selection().line, line);
  EXPECT_EQ(stage->selection().finding, finding);
  stage->Press("Shift O");
  EXPECT_EQ(stage->screen().reading().rerun->number, 2u) << "and back again";
}

TEST(RerunScreen, VisitedPlacesAreThoseOfTheRunBefore) {
  const auto stage = Open(replay::GreyRecording({.threads = 64, .recorded_blocks = 2}));
  ASSERT_TRUE(stage);
  stage->Press("End");
  stage->Settle();
  const replay::Cursor end = stage->selection();
  stage->Press("[");
  stage->Press("[");
  stage->Settle();
  const replay::Cursor here = stage->selection();
  stage->screen().Show({.recording = replay::GreyRecording({.threads = 64, .recorded_blocks = 4}),
                        .rerun = RerunState{.is_possible = true, .says = "Done."}});
  stage->Settle();
  EXPECT_EQ(stage->selection().thread, here.thread);
  stage->Press("Alt ←");
  stage->Settle();
  EXPECT_EQ(stage->selection().thread.x, here.thread.x + 1);
  stage->Press("Alt ←");
  stage->Settle();
  EXPECT_EQ(stage->selection().thread, end.thread);
}

TEST(RerunScreen, ALaunchThatWasLeftOutIsRecordedByAClick) {
  trace::Recording recording = replay::GreyRecording({.threads = 64, .recorded_blocks = 2});
  for (const std::uint32_t number : {0u, 1u, 2u})
    recording.host_events.push_back({.kind = trace::HostEventKind::kLaunch,
                                     .launch = number,
                                     .kernel = "grey",
                                     .grid = recording.launches[0].grid,
                                     .block = recording.launches[0].block});
  const auto stage = Open(recording);
  ASSERT_TRUE(stage);
  const Desk& desk = stage->screen().desk();
  EXPECT_FALSE(desk.controls.contains("launch")) << "there is one launch, and no way to another";
  stage->screen().Show({.rerun = RerunState{.is_possible = true}});
  stage->Settle();
  stage->Click(desk.controls.at("launch").center());
  stage->Click(desk.controls.at("record launch 2").center());
  const auto asked = stage->screen().reading().rerun;
  ASSERT_TRUE(asked);
  EXPECT_EQ(asked->launch, 2u);
  EXPECT_FALSE(asked->block);
  for (const std::uint32_t number : {1u, 2u}) {
    recording.launches.push_back(recording.launches[0]);
    recording.launches.back().number = number;
  }
  stage->screen().Show({.recording = std::move(recording), .rerun = RerunState{.is_possible = true}});
  stage->Settle();
  EXPECT_EQ(stage->selection().launch, 2u) << "the window opens at it";
}

TEST(RerunScreen, ABlockIsRecordedByAClick) {
  const auto stage = Open(replay::GreyRecording({.threads = 64, .recorded_blocks = 2}));
  ASSERT_TRUE(stage);
  stage->screen().Ask("b5");
  stage->Settle();
  ASSERT_EQ(stage->selection().block, (trace::Dim3{5, 0, 0}));
  EXPECT_FALSE(stage->screen().desk().controls.contains("record block"));
  stage->screen().Show({.rerun = RerunState{.is_possible = true}});
  stage->Settle();
  stage->Click(stage->screen().desk().controls.at("record block").center());
  const auto asked = stage->screen().reading().rerun;
  ASSERT_TRUE(asked);
  EXPECT_EQ(asked->block, (trace::Dim3{5, 0, 0}));
  stage->screen().Show({.recording = replay::GreyRecording({.threads = 64, .recorded_blocks = 6}),
                        .rerun = RerunState{.is_possible = true}});
  stage->Settle();
  EXPECT_EQ(stage->selection().block, (trace::Dim3{5, 0, 0}));
  EXPECT_NE(stage->screen().model()->SlotOf(stage->selection().block, stage->selection().thread),
            replay::ThreadSlot::kNone);
}

}  // namespace
}  // namespace lockstep::viz
