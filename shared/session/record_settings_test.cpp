#include "shared/session/record_settings.h"

#include <gtest/gtest.h>

#include "shared/trace/modelled.h"

namespace lockstep::session {
namespace {

TEST(StepBudget, IsTheUsersWhereThereIsOne) {
  EXPECT_EQ(StepBudget({.max_steps = 7}, 0), 7u);
  EXPECT_EQ(StepBudget({.max_steps = 90'000'000}, 90'000'000), 90'000'000u);
}

TEST(StepBudget, IsSharedByManyLaunches) {
  std::uint64_t so_far = 0;
  for (const std::uint64_t budget : {2'000'000u, 2'000'000u, 400'000u, 400'000u}) {
    EXPECT_EQ(StepBudget({}, so_far), budget);
    so_far += budget;
  }
  EXPECT_EQ(StepBudget({}, 3'000'000), 1'000'000u);
}

TEST(RecordSettings, ComeBackAsTheyWereWritten) {
  const RecordSettings settings{.path = "a.lstrace",
                                .program = "a.cu",
                                .arguments = {"one", "t\"wo"},
                                .kernel = "grey",
                                .launch = 3,
                                .blocks = {{1, 2, 3}},
                                .rules = {{BlockRule::Kind::kEvery, 5}, {BlockRule::Kind::kCorners}},
                                .places = {{.launch = 4, .blocks = {{5, 6, 7}}}},
                                .max_steps = 8,
                                .order = "serial"};
  const auto back = RecordSettingsFromJson(ToJson(settings));
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(back->arguments, settings.arguments);
  EXPECT_EQ(back->launch, 3u);
  EXPECT_EQ(back->blocks, settings.blocks);
  EXPECT_EQ(back->rules, settings.rules);
  ASSERT_EQ(back->places.size(), 1u);
  EXPECT_EQ(back->places[0].launch, 4u);
  EXPECT_EQ(back->places[0].blocks, settings.places[0].blocks);
  EXPECT_EQ(back->max_steps, 8u);
  EXPECT_EQ(back->order, "serial");
}

TEST(RecordSettings, KeepNamesThatAreNoUtf8) {
  const RecordSettings settings{.path = "d\xff/a.lstrace",
                                .shown = "\xfe",
                                .summary = "s\xff",
                                .program = "b\xff.cu",
                                .arguments = {"\xff\x80", "plain"},
                                .kernel = "\xc3"};
  const auto back = RecordSettingsFromJson(ToJson(settings));
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(back->path, settings.path);
  EXPECT_EQ(back->shown, settings.shown);
  EXPECT_EQ(back->summary, settings.summary);
  EXPECT_EQ(back->program, settings.program);
  EXPECT_EQ(back->arguments, settings.arguments);
  EXPECT_EQ(back->kernel, settings.kernel);
}

TEST(RecordSummary, ComesBackAsItWasWritten) {
  const RecordSummary summary{
      .launches = 3,
      .recorded = 1,
      .modelled = trace::Only(trace::Modelled::kMath),
      .kernels = {{.name = "k\xff", .grid = {4, 5, 6}, .first = 1, .launches = 2, .recorded = 1}},
      .parts = {{.launch = 1,
                 .kernel = "k",
                 .grid_blocks = 9,
                 .wanted = 3,
                 .blocks = 2,
                 .steps = 70,
                 .is_cut = true,
                 .is_faulty = true}},
      .failure = "no room"};
  const auto back = RecordSummaryFromJson(ToJson(summary));
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(back->launches, 3u);
  ASSERT_EQ(back->kernels.size(), 1u);
  EXPECT_EQ(back->kernels[0].name, "k\xff");
  EXPECT_EQ(back->kernels[0].grid, (trace::Dim3{4, 5, 6}));
  EXPECT_EQ(back->kernels[0].recorded, 1u);
  ASSERT_EQ(back->parts.size(), 1u);
  EXPECT_EQ(back->parts[0].blocks, 2u);
  EXPECT_TRUE(back->parts[0].is_cut);
  EXPECT_TRUE(back->parts[0].is_faulty);
  EXPECT_EQ(back->failure, "no room");
  EXPECT_EQ(back->modelled, summary.modelled);
  EXPECT_FALSE(RecordSummaryFromJson("{}"));
}

TEST(RecordSettings, OfNonsenseAreAnError) {
  for (const char* text : {"", "[]", "{", "{}", R"({"path": 3})", R"({"path": "a", "blocks": [1]})"})
    EXPECT_FALSE(RecordSettingsFromJson(text)) << text;
}

TEST(RecordSummary, CountsLaunchesOfOneKernelByTheirGrids) {
  RecordSummary summary;
  summary.Count({.kernel = "grey", .grid = {2, 1, 1}, .number = 0, .is_recorded = true});
  summary.Count({.kernel = "grey", .grid = {3, 1, 1}, .number = 1});
  summary.Count({.kernel = "grey", .grid = {2, 1, 1}, .number = 2});
  EXPECT_EQ(summary.launches, 3u);
  EXPECT_EQ(summary.recorded, 1u);
  ASSERT_EQ(summary.kernels.size(), 2u);
  EXPECT_EQ(summary.kernels[0].launches, 2u);
  EXPECT_EQ(summary.kernels[0].recorded, 1u);
  EXPECT_EQ(summary.kernels[1].first, 1u);
}

TEST(RecordSummary, NamesNoMoreKernelsThanOneWantsToReadOf) {
  RecordSummary summary;
  for (std::uint32_t i = 0; i < 1000; ++i) summary.Count({.kernel = std::to_string(i), .number = i});
  EXPECT_EQ(summary.launches, 1000u);
  EXPECT_EQ(summary.kernels.size(), 50u);
}

}  // namespace
}  // namespace lockstep::session
