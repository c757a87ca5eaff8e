#include "jobs/remarks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

namespace lockstep::jobs {
namespace {

using testing::HasSubstr;

// A recording of one launch, 2 blocks of 4 threads over `values`, where thread i wrote cell i.
Recording Recorded(const std::vector<std::int32_t>& values) {
  Recording recording;
  recording.types.push_back({.kind = TypeKind::kSigned, .name = "int", .size = 4});
  recording.files.push_back({.path = "/home/ada/exercise.cu"});
  recording.sites.push_back({.file = FileId{0}, .line = 17});
  recording.kernels.push_back({.name = "k"});
  const std::uint64_t size = 4 * values.size();
  recording.objects.push_back({.name = "out", .element = TypeId{0}, .shape = {2, values.size() / 2}, .size = size});
  RecordedLaunch launch;
  launch.kernel = KernelId{0};
  launch.grid = {2};
  launch.block = {4};
  launch.blocks = {{.index = {0, 0, 0}}, {.index = {1, 0, 0}}};
  Snapshot after{.object = ObjectId{0}, .bytes = std::vector<std::uint8_t>(size)};
  std::memcpy(after.bytes.data(), values.data(), size);
  launch.memory_after.push_back(after);
  WriterMap writers{.object = ObjectId{0}, .cell = 4};
  for (std::size_t i = 0; i < values.size(); ++i) writers.writer.push_back(i + 1);
  launch.writers.push_back(writers);
  recording.launches.push_back(launch);
  return recording;
}

const Requirement kCompareOut{.kind = RequirementKind::kCompare, .array = "out"};
const Requirement kStayInside{.kind = RequirementKind::kStayInside};

Remark GradeOne(const Recording& learner, const Recording& solution, const Requirement& check) {
  return RemarksOn(learner, solution, {&check, 1}).at(0);
}

TEST(Compare, IsSatisfiedByEqualArrays) {
  const Recording right = Recorded({1, 2, 3, 4, 5, 6, 7, 8});
  const Remark remark = GradeOne(right, right, kCompareOut);
  EXPECT_TRUE(remark.good);
  EXPECT_EQ(remark.sentence, "`out` is right: all 8 cells.");
}

TEST(Compare, TellsTheFirstWrongCellAndItsThread) {
  const Remark remark = GradeOne(Recorded({1, 2, 3, 4, 5, 60, 70, 8}), Recorded({1, 2, 3, 4, 5, 6, 7, 8}), kCompareOut);
  EXPECT_FALSE(remark.good);
  EXPECT_EQ(
      remark.sentence,
      "`out` is wrong in 2 of 8 cells. The first: `out[1][1]` is 60 and should be 6; thread (1,0,0) of block (1,0,0) "
      "wrote it.");
  ASSERT_TRUE(remark.moment);
  EXPECT_EQ(remark.moment->block, (Dim3{1, 0, 0}));
  EXPECT_EQ(remark.moment->thread, (Dim3{1, 0, 0}));
}

TEST(Compare, NamesTheThreadThatShouldHaveWritten) {
  Recording learner = Recorded({1, 2, 3, 4, 5, 6, 7, 0});
  learner.launches[0].writers[0].writer[7] = 0;
  const Remark remark = GradeOne(learner, Recorded({1, 2, 3, 4, 5, 6, 7, 8}), kCompareOut);
  EXPECT_THAT(remark.sentence, HasSubstr("no thread wrote it (thread (3,0,0) of block (1,0,0) should)"));
}

Step WriteOf(std::uint32_t block, std::uint32_t thread, std::uint32_t cell) {
  return {.kind = StepKind::kWrite,
          .size = 4,
          .block = block,
          .thread = thread,
          .site = SiteId{0},
          .object = ObjectId{0},
          .offset = 4 * cell};
}

TEST(Compare, LeadsToTheLastWriteOfTheWrongCell) {
  Recording learner = Recorded({1, 2, 3, 4, 5, 60, 7, 8});
  learner.launches[0].steps = {WriteOf(1, 1, 5),
                               WriteOf(0, 1, 5),
                               WriteOf(1, 1, 5),
                               WriteOf(1, 1, 6),
                               {.kind = StepKind::kExit, .block = 1, .thread = 1}};
  const Remark remark = GradeOne(learner, Recorded({1, 2, 3, 4, 5, 6, 7, 8}), kCompareOut);
  ASSERT_TRUE(remark.moment && remark.moment->cell);
  EXPECT_EQ(remark.moment->step, 2u);
  EXPECT_EQ(remark.moment->cell->object, ObjectId{0});
  EXPECT_EQ(remark.moment->cell->cell, 5u);
  EXPECT_EQ(remark.moment->cell->expected, "6");
}

TEST(Compare, LeadsToTheLastStepOfAThreadThatShouldHaveWritten) {
  Recording learner = Recorded({1, 2, 3, 4, 5, 6, 7, 0});
  learner.launches[0].writers[0].writer[7] = 0;
  learner.launches[0].steps = {{.kind = StepKind::kLine, .block = 1, .thread = 3, .site = SiteId{0}},
                               WriteOf(1, 2, 6),
                               {.kind = StepKind::kExit, .block = 1, .thread = 3}};
  const Remark remark = GradeOne(learner, Recorded({1, 2, 3, 4, 5, 6, 7, 8}), kCompareOut);
  ASSERT_TRUE(remark.moment && remark.moment->cell);
  EXPECT_EQ(remark.moment->step, 0u);
  EXPECT_EQ(remark.moment->thread, (Dim3{3, 0, 0}));
  EXPECT_EQ(remark.moment->cell->cell, 7u);
}

TEST(Compare, HasNoStepWhereTheBlockWasNotRecorded) {
  Recording learner = Recorded({1, 2, 3, 4, 5, 60, 7, 8});
  learner.launches[0].blocks.pop_back();
  const Remark remark = GradeOne(learner, Recorded({1, 2, 3, 4, 5, 6, 7, 8}), kCompareOut);
  ASSERT_TRUE(remark.moment);
  EXPECT_EQ(remark.moment->block, (Dim3{1, 0, 0}));
  EXPECT_FALSE(remark.moment->step);
}

TEST(Compare, AllowsTheTolerance) {
  Requirement check = kCompareOut;
  check.tolerance = 1;
  EXPECT_TRUE(GradeOne(Recorded({1, 3, 3, 4}), Recorded({1, 2, 3, 4}), check).good);
  EXPECT_FALSE(GradeOne(Recorded({1, 4, 3, 4}), Recorded({1, 2, 3, 4}), check).good);
}

TEST(Compare, TellsADifferentSize) {
  EXPECT_EQ(GradeOne(Recorded({1, 2}), Recorded({1, 2, 3, 4}), kCompareOut).sentence,
            "`out` has 2 cells and should have 4.");
}

TEST(Compare, AsksForAnArrayThatIsNotThere) {
  Recording learner = Recorded({1, 2});
  learner.objects[0].name = "something_else";
  EXPECT_THAT(GradeOne(learner, Recorded({1, 2}), kCompareOut).sentence, HasSubstr("no array `out`"));
}

TEST(Compare, AsksForALaunch) {
  Recording learner = Recorded({1, 2});
  learner.launches.clear();
  EXPECT_FALSE(GradeOne(learner, Recorded({1, 2}), kCompareOut).good);
}

TEST(StayInside, IsSatisfiedByAccessesWithin) {
  Recording learner = Recorded({1, 2});
  learner.launches[0].steps.push_back(
      {.kind = StepKind::kWrite, .size = 4, .site = SiteId{0}, .object = ObjectId{0}, .offset = 4});
  EXPECT_TRUE(GradeOne(learner, learner, kStayInside).good);
}

TEST(StayInside, TellsWhoLeavesFirst) {
  Recording learner = Recorded({1, 2});
  for (std::uint32_t thread = 2; thread < 4; ++thread) {
    learner.launches[0].steps.push_back({.kind = StepKind::kWrite,
                                         .size = 4,
                                         .block = 1,
                                         .thread = thread,
                                         .site = SiteId{0},
                                         .object = ObjectId{0},
                                         .offset = 4 * thread});
  }
  const Remark remark = GradeOne(learner, learner, kStayInside);
  EXPECT_FALSE(remark.good);
  EXPECT_EQ(remark.sentence,
            "exercise.cu:17: thread (2,0,0) of block (1,0,0) writes `out`, which has 8 bytes, at byte 8.");
  ASSERT_TRUE(remark.moment);
  EXPECT_EQ(remark.moment->thread, (Dim3{2, 0, 0}));
}

TEST(StayInside, TellsAFaultInItsOwnWords) {
  Recording learner = Recorded({1, 2});
  learner.launches[0].texts = {"thread (1,0,0) of block (0,0,0) read through a null pointer"};
  learner.launches[0].steps.push_back({.kind = StepKind::kFault, .thread = 1, .site = SiteId{0}});
  EXPECT_EQ(GradeOne(learner, learner, kCompareOut).sentence,
            "`out` was not compared: the kernel was stopped before its end.");
  EXPECT_EQ(GradeOne(learner, learner, kStayInside).sentence,
            "thread (1,0,0) of block (0,0,0) read through a null pointer.");
}

TEST(StayInside, LeadsToTheFault) {
  Recording learner = Recorded({1, 2});
  learner.launches[0].texts = {"thread (1,0,0) of block (1,0,0) read through a null pointer"};
  learner.launches[0].steps = {{.kind = StepKind::kLine, .site = SiteId{0}},
                               {.kind = StepKind::kFault, .block = 1, .thread = 1, .site = SiteId{0}}};
  const Remark remark = GradeOne(learner, learner, kStayInside);
  ASSERT_TRUE(remark.moment);
  EXPECT_EQ(remark.moment->step, 1u);
  EXPECT_EQ(remark.moment->block, (Dim3{1, 0, 0}));
}

TEST(StayInside, TakesTheThreadFromTheSentenceWhereItsBlockWasNotRecorded) {
  Recording learner = Recorded({1, 2});
  learner.launches[0].grid = {9};
  learner.launches[0].texts = {"thread (2,0,0) of block (8,0,0) read through a null pointer"};
  learner.launches[0].steps = {{.kind = StepKind::kFault, .thread = 1, .site = SiteId{0}}};
  const Remark remark = GradeOne(learner, learner, kStayInside);
  ASSERT_TRUE(remark.moment);
  EXPECT_EQ(remark.moment->block, (Dim3{8, 0, 0}));
  EXPECT_EQ(remark.moment->thread, (Dim3{2, 0, 0}));
  EXPECT_FALSE(remark.moment->step);
}

TEST(StayInside, KnowsAccessesThatHitNothing) {
  Recording learner = Recorded({1, 2});
  learner.launches[0].steps.push_back({.kind = StepKind::kRead, .size = 4, .thread = 1, .site = SiteId{0}});
  EXPECT_THAT(GradeOne(learner, learner, kStayInside).sentence, HasSubstr("reads 4 bytes that belong to no array"));
}

}  // namespace
}  // namespace lockstep::jobs
