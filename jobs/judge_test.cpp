#include "jobs/judge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>

#include "jobs/grade.h"
#include "jobs/printed.h"

namespace lockstep::jobs {
namespace {

using testing::HasSubstr;

// A recording of one launch, 2 blocks of 4 threads over `values`, where thread i wrote cell i.
trace::Recording Recorded(const std::vector<std::int32_t>& values) {
  trace::Recording recording;
  recording.types.push_back({.kind = trace::TypeKind::kSigned, .name = "int", .size = 4});
  recording.files.push_back({.path = "/home/ada/exercise.cu"});
  recording.sites.push_back({.file = trace::FileId{0}, .line = 17});
  recording.kernels.push_back({.name = "k"});
  const std::uint64_t size = 4 * values.size();
  recording.objects.push_back(
      {.name = "out", .element = trace::TypeId{0}, .shape = {2, values.size() / 2}, .size = size});
  trace::RecordedLaunch launch;
  launch.kernel = trace::KernelId{0};
  launch.grid = {2};
  launch.block = {4};
  launch.blocks = {{.index = {0, 0, 0}}, {.index = {1, 0, 0}}};
  trace::Snapshot after{.object = trace::ObjectId{0}, .bytes = std::vector<std::uint8_t>(size)};
  std::memcpy(after.bytes.data(), values.data(), size);
  launch.memory_after.push_back(after);
  trace::WriterMap writers{.object = trace::ObjectId{0}, .cell = 4};
  for (std::size_t i = 0; i < values.size(); ++i) writers.writer.push_back(i + 1);
  launch.writers.push_back(writers);
  recording.launches.push_back(launch);
  return recording;
}

trace::Recording WithInput(trace::Recording recording, std::uint8_t value) {
  recording.objects.push_back({.name = "in", .element = trace::TypeId{0}, .shape = {1}, .size = 4});
  recording.launches[0].memory_after.push_back({.object = trace::ObjectId{1}, .bytes = {value, 0, 0, 0}});
  return recording;
}

const CompareArray kCompareOut{.array = "out"};

Observed RunOf(const trace::Recording& recording) {
  return {.recording = std::make_shared<const trace::Recording>(recording)};
}

Remark GradeOne(const trace::Recording& learner, const trace::Recording& solution, const CompareArray& check) {
  return JudgeArray(RunOf(learner), RunOf(solution), check);
}

report::Finding Outside() {
  return {.kind = report::FindingKind::kGlobalOutOfBounds,
          .fact = "a thread writes past the end of `out`",
          .place = {.file = "exercise.cu", .line = 17},
          .sides = {{.action = report::Action::kWrite, .size = 4, .block = {1, 0, 0}, .thread = {2, 0, 0}}}};
}

// A run in which the checker found this.
Observed Found(const trace::Recording& recording, std::vector<report::Finding> findings) {
  Observed run = RunOf(recording);
  run.checked = Checked{.report = {.findings = std::move(findings), .checked = {.order = "serial"}}};
  return run;
}

Remark InsideOf(const trace::Recording& recording) { return JudgeFindings(Found(recording, {Outside()}), {}); }

TEST(Compare, IsSatisfiedByEqualArrays) {
  const trace::Recording right = Recorded({1, 2, 3, 4, 5, 6, 7, 8});
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
  EXPECT_EQ(remark.moment->block, (trace::Dim3{1, 0, 0}));
  EXPECT_EQ(remark.moment->thread, (trace::Dim3{1, 0, 0}));
}

TEST(Compare, NamesTheThreadThatShouldHaveWritten) {
  trace::Recording learner = Recorded({1, 2, 3, 4, 5, 6, 7, 0});
  learner.launches[0].writers[0].writer[7] = 0;
  const Remark remark = GradeOne(learner, Recorded({1, 2, 3, 4, 5, 6, 7, 8}), kCompareOut);
  EXPECT_THAT(remark.sentence, HasSubstr("no thread wrote it (thread (3,0,0) of block (1,0,0) should)"));
}

// The values after each launch, and whose last cell no thread of the last launch wrote.
trace::Recording WrittenBefore(const std::vector<std::int32_t>& then, const std::vector<std::int32_t>& now) {
  trace::Recording recording = Recorded(then);
  recording.launches.push_back(Recorded(now).launches[0]);
  recording.launches[1].writers[0].writer.back() = 0;
  return recording;
}

TEST(Compare, TellsTheThreadOfAnEarlierLaunch) {
  const trace::Recording right = WrittenBefore({1, 2, 3, 4, 5, 6, 7, 8}, {1, 2, 3, 4, 5, 6, 7, 8});
  const auto graded = [&](const trace::Recording& learner) { return GradeOne(learner, right, kCompareOut); };
  const Remark remark = graded(WrittenBefore({1, 2, 3, 4, 5, 6, 7, 9}, {1, 2, 3, 4, 5, 6, 7, 9}));
  EXPECT_THAT(remark.sentence,
              HasSubstr("is 9 and should be 8; thread (3,0,0) of block (1,0,0) wrote it in launch 0."));
  EXPECT_EQ(remark.fault, "wrong-value");
  ASSERT_TRUE(remark.moment);
  EXPECT_EQ(remark.moment->launch, 0);
  const Remark overwritten = graded(WrittenBefore({1, 2, 3, 4, 5, 6, 7, 0}, {1, 2, 3, 4, 5, 6, 7, 9}));
  EXPECT_THAT(overwritten.sentence, HasSubstr("no thread wrote it.")) << "the host did";
  EXPECT_EQ(overwritten.fault, "not-written");
}

TEST(Compare, DoesNotSayThatNobodyWroteWhatAnEarlierLaunchWrote) {
  const trace::Recording learner = WrittenBefore({1, 2, 3, 4, 5, 6, 7, 0}, {1, 2, 3, 4, 5, 6, 7, 0});
  trace::Recording right = Recorded({1, 2, 3, 4, 5, 6, 7, 0});
  right.launches.push_back(Recorded({1, 2, 3, 4, 5, 6, 7, 8}).launches[0]);
  const Remark remark = GradeOne(learner, right, kCompareOut);
  EXPECT_THAT(remark.sentence,
              HasSubstr("no thread of the last launch wrote it (thread (3,0,0) of block (1,0,0) should)"));
  EXPECT_EQ(remark.fault, "not-written");
}

trace::Step WriteOf(std::uint32_t block, std::uint32_t thread, std::uint32_t cell) {
  return {.kind = trace::StepKind::kWrite,
          .size = 4,
          .block = block,
          .thread = thread,
          .site = trace::SiteId{0},
          .object = trace::ObjectId{0},
          .offset = 4 * cell};
}

TEST(Compare, LeadsToTheLastWriteOfTheWrongCell) {
  trace::Recording learner = Recorded({1, 2, 3, 4, 5, 60, 7, 8});
  learner.launches[0].steps = std::vector<trace::Step>{WriteOf(1, 1, 5),
                                                       WriteOf(0, 1, 5),
                                                       WriteOf(1, 1, 5),
                                                       WriteOf(1, 1, 6),
                                                       {.kind = trace::StepKind::kExit, .block = 1, .thread = 1}};
  const Remark remark = GradeOne(learner, Recorded({1, 2, 3, 4, 5, 6, 7, 8}), kCompareOut);
  ASSERT_TRUE(remark.moment && remark.moment->cell);
  EXPECT_EQ(remark.moment->step, 2u);
  EXPECT_EQ(remark.moment->cell->object, trace::ObjectId{0});
  EXPECT_EQ(remark.moment->cell->cell, 5u);
  EXPECT_EQ(remark.moment->cell->expected, "6");
}

TEST(Compare, LeadsToTheLastStepOfAThreadThatShouldHaveWritten) {
  trace::Recording learner = Recorded({1, 2, 3, 4, 5, 6, 7, 0});
  learner.launches[0].writers[0].writer[7] = 0;
  learner.launches[0].steps =
      std::vector<trace::Step>{{.kind = trace::StepKind::kLine, .block = 1, .thread = 3, .site = trace::SiteId{0}},
                               WriteOf(1, 2, 6),
                               {.kind = trace::StepKind::kExit, .block = 1, .thread = 3}};
  const Remark remark = GradeOne(learner, Recorded({1, 2, 3, 4, 5, 6, 7, 8}), kCompareOut);
  ASSERT_TRUE(remark.moment && remark.moment->cell);
  EXPECT_EQ(remark.moment->step, 0u);
  EXPECT_EQ(remark.moment->thread, (trace::Dim3{3, 0, 0}));
  EXPECT_EQ(remark.moment->cell->cell, 7u);
}

TEST(Compare, HasNoStepWhereTheBlockWasNotRecorded) {
  trace::Recording learner = Recorded({1, 2, 3, 4, 5, 60, 7, 8});
  learner.launches[0].blocks.pop_back();
  const Remark remark = GradeOne(learner, Recorded({1, 2, 3, 4, 5, 6, 7, 8}), kCompareOut);
  ASSERT_TRUE(remark.moment);
  EXPECT_EQ(remark.moment->block, (trace::Dim3{1, 0, 0}));
  EXPECT_FALSE(remark.moment->step);
}

TEST(Compare, AllowsTheTolerance) {
  CompareArray check = kCompareOut;
  check.tolerance = 1;
  EXPECT_TRUE(GradeOne(Recorded({1, 3, 3, 4}), Recorded({1, 2, 3, 4}), check).good);
  EXPECT_FALSE(GradeOne(Recorded({1, 4, 3, 4}), Recorded({1, 2, 3, 4}), check).good);
}

TEST(Compare, TellsADifferentSize) {
  const Remark remark = GradeOne(Recorded({1, 2}), Recorded({1, 2, 3, 4}), kCompareOut);
  EXPECT_EQ(remark.sentence, "`out` has 2 cells and should have 4.");
  EXPECT_EQ(remark.fault, "wrong-size");
}

TEST(Compare, AsksForAnArrayThatIsNotThere) {
  trace::Recording learner = Recorded({1, 2});
  learner.objects[0].name = "something_else";
  EXPECT_THAT(GradeOne(learner, Recorded({1, 2}), kCompareOut).sentence, HasSubstr("no array `out`"));
}

TEST(Compare, AsksForALaunch) {
  trace::Recording learner = Recorded({1, 2});
  learner.launches.clear();
  EXPECT_FALSE(GradeOne(learner, Recorded({1, 2}), kCompareOut).good);
}

// A run that was recorded with `recorded`, and checked in two orders with the others.
Observed CheckedWith(const trace::Recording& recorded, const std::vector<std::vector<std::int32_t>>& checked) {
  Observed run = Found(recorded, {});
  const char* const orders[] = {"serial", "lockstep"};
  for (const std::vector<std::int32_t>& values : checked) {
    session::KeptArray array{.name = "out", .bytes = std::vector<std::uint8_t>(4 * values.size())};
    std::memcpy(array.bytes.data(), values.data(), array.bytes.size());
    run.checked->runs.push_back({orders[run.checked->runs.size()], {array}});
  }
  return run;
}

std::vector<Remark> JudgeClean(const Observed& mine, const Observed& reference, CompareArray compare = kCompareOut) {
  return Judge({&mine, 1}, {&reference, 1}, std::vector<Requirement>{StayClean{}, compare});
}

TEST(CheckedRuns, MustLeaveWhatTheRecordedRunLeaves) {
  const trace::Recording right = Recorded({1, 2, 3, 4});
  const Observed reference = CheckedWith(right, {{1, 2, 3, 4}, {1, 2, 3, 4}});
  EXPECT_TRUE(JudgeClean(reference, reference)[0].good);
  const std::vector<Remark> remarks = JudgeClean(CheckedWith(right, {{1, 2, 3, 4}, {1, 2, 7, 4}}), reference);
  EXPECT_FALSE(remarks[0].good);
  EXPECT_EQ(remarks[0].fault, "differs");
  EXPECT_THAT(
      remarks[0].sentence,
      HasSubstr("The checked run in thread order lockstep wrote other results: `out[1][0]` is 7 and should be 3"));
  EXPECT_TRUE(remarks[1].good) << "the recorded run is right";
}

TEST(CheckedRuns, MustLeaveTheArray) {
  const trace::Recording right = Recorded({1, 2});
  const Observed reference = CheckedWith(right, {{1, 2}});
  Observed lacks = CheckedWith(right, {{1, 2}});
  lacks.checked->runs[0].arrays.clear();
  EXPECT_THAT(JudgeClean(lacks, reference)[0].sentence, HasSubstr("there is no array `out`"));
  EXPECT_THAT(JudgeClean(CheckedWith(right, {{1}}), reference)[0].sentence,
              HasSubstr("`out` has 4 bytes and should have 8"));
}

TEST(CheckedRuns, AreComparedWhereNobodyAsksForFindings) {
  const trace::Recording right = Recorded({1, 2});
  const Observed reference = CheckedWith(right, {{1, 2}}), other = CheckedWith(right, {{1, 3}});
  EXPECT_FALSE(Judge({&other, 1}, {&reference, 1}, std::vector<Requirement>{kCompareOut})[0].good);
}

TEST(CheckedRuns, SayNothingWhereTheRecordedRunIsWrong) {
  const Observed reference = CheckedWith(Recorded({1, 2}), {{1, 2}});
  const std::vector<Remark> remarks = JudgeClean(CheckedWith(Recorded({1, 5}), {{1, 5}}), reference);
  EXPECT_TRUE(remarks[0].good);
  EXPECT_EQ(remarks[1].fault, "wrong-value");
}

TEST(CheckedRuns, SayNothingWhereFindingsDecide) {
  const trace::Recording right = Recorded({1, 2});
  Observed racy = CheckedWith(right, {{1, 3}});
  racy.checked->report.findings = {Outside()};
  EXPECT_EQ(JudgeClean(racy, CheckedWith(right, {{1, 2}}))[0].fault, "out-of-bounds-global");
}

TEST(CheckedRuns, MayDifferWhereTheReferenceSolutionsRunsDo) {
  const trace::Recording right = Recorded({1, 2, 3, 4});
  const Observed reference = CheckedWith(right, {{1, 2, 3, 4}, {2, 1, 3, 4}});
  EXPECT_TRUE(JudgeClean(CheckedWith(right, {{1, 2, 3, 4}, {8, 9, 3, 4}}), reference)[0].good);
  EXPECT_FALSE(JudgeClean(CheckedWith(right, {{1, 2, 3, 4}, {8, 9, 3, 5}}), reference)[0].good);
}

TEST(CheckedRuns, MayDifferByTheToleranceAndByTheOrderOfSums) {
  CompareArray near = kCompareOut;
  near.tolerance = 1;
  const trace::Recording right = Recorded({1, 2});
  const Observed reference = CheckedWith(right, {{1, 2}});
  EXPECT_TRUE(JudgeClean(CheckedWith(right, {{2, 2}}), reference, near)[0].good);
  EXPECT_FALSE(JudgeClean(CheckedWith(right, {{3, 2}}), reference, near)[0].good);

  const auto bits = [](float value) { return std::bit_cast<std::int32_t>(value); };
  trace::Recording sums = Recorded({bits(1000), bits(2)});
  sums.types[0] = {.kind = trace::TypeKind::kFloat, .name = "float", .size = 4};
  const Observed summed = CheckedWith(sums, {{bits(1000), bits(2)}});
  EXPECT_TRUE(JudgeClean(CheckedWith(sums, {{bits(1000.01F), bits(2.01F)}}), summed)[0].good);
  EXPECT_FALSE(JudgeClean(CheckedWith(sums, {{bits(1000), bits(3)}}), summed)[0].good);
  EXPECT_FALSE(JudgeClean(CheckedWith(sums, {{bits(1000), bits(NAN)}}), summed)[0].good);
}

// A run that was recorded with the array `in` as well, and checked once.
Observed CheckedWithInput(const trace::Recording& recorded, std::int32_t out, std::uint8_t in) {
  Observed run = CheckedWith(recorded, {{out}});
  run.checked->runs[0].arrays.push_back({.name = "in", .bytes = {in, 0, 0, 0}});
  return run;
}

TEST(CheckedRuns, MustHaveTheInputsOfTheRecordedRun) {
  const trace::Recording right = WithInput(Recorded({5}), 7);
  const Observed reference = CheckedWithInput(right, 5, 7);
  EXPECT_TRUE(JudgeClean(reference, reference)[0].good);
  EXPECT_THAT(JudgeClean(CheckedWithInput(right, 5, 6), reference)[0].sentence,
              HasSubstr("`in` holds something else than the input"));
}

TEST(CheckedRuns, MustLeaveTheTwoArraysThatAreComparedEqual) {
  const CompareArray with_in{.array = "out", .with = "in"};
  trace::Recording right = WithInput(Recorded({5}), 5);
  right.launches[0].writers.push_back({.object = trace::ObjectId{1}, .cell = 4, .writer = {1}});
  const Observed reference = CheckedWithInput(right, 5, 5);
  const auto judge = [&](const Observed& mine) { return JudgeClean(mine, reference, with_in)[0]; };
  EXPECT_TRUE(judge(reference).good);
  EXPECT_THAT(judge(CheckedWithInput(right, 4, 5)).sentence, HasSubstr("is 4 and should be 5"));
  EXPECT_FALSE(judge(CheckedWithInput(right, 4, 4)).good) << "equal, and both are wrong";
  EXPECT_THAT(judge(CheckedWith(right, {{5}})).sentence, HasSubstr("there is no array `in`"));
}

// A program whose output was recorded as "recorded", and which printed the others when it was checked.
Observed Printed(const std::string& recorded, const std::vector<std::string>& checked) {
  Observed run = Found(Recorded({1, 2}), {});
  run.output = recorded;
  for (const std::string& output : checked) run.checked->runs.push_back({.order = "serial", .output = output});
  return run;
}

Remark JudgePrinted(const Observed& mine, const Observed& reference, std::vector<Requirement> more = {}) {
  more.insert(more.begin(), SameOutput{});
  return Judge({&mine, 1}, {&reference, 1}, more).back();
}

TEST(CheckedRuns, MustPrintWhatTheRecordedRunPrints) {
  const Observed reference = Printed("a 1\nb 2\n", {"a 1\nb 2\n", "b 2\na 1\n"});
  EXPECT_TRUE(JudgePrinted(reference, reference).good);
  const Remark remark = JudgePrinted(Printed("a 1\nb 2\n", {"a 1\nb 2\n", "b 2\na 3\n"}), reference);
  EXPECT_FALSE(remark.good);
  EXPECT_EQ(remark.fault, "differs");
  EXPECT_THAT(remark.sentence, HasSubstr("thread order serial printed something else: it has `a 3`, and lacks `a 1`"));
  EXPECT_FALSE(JudgePrinted(Printed("a 1\nb 2\n", {""}), reference).good);
  EXPECT_EQ(JudgePrinted(Printed("a 1\nb 2\n", {""}), reference, {StayClean{}}).fault, "differs")
      << "where the checker is asked too, it is part of its answer";
  EXPECT_EQ(JudgePrinted(Printed("a 1\n", {""}), reference).fault, "wrong-output");
}

TEST(CheckedRuns, MayPrintWhatTheReferenceSolutionsRunsPrintDifferently) {
  const Observed reference = Printed("block 0 is last", {"block 0 is last", "block 2 is last"});
  EXPECT_TRUE(JudgePrinted(Printed("block 0 is last", {"block 7 is last"}), reference).good);
}

TEST(Printed, HasItsPartsInAnyOrder) {
  EXPECT_TRUE(IsPrintedAlike("1 2 \n3\n", "3 \n1\n2"));
  EXPECT_TRUE(IsPrintedAlike("block 0 block 1 thread 0\nthread 1\n", "block 1 thread 1\nblock 0 thread 0\n"));
  EXPECT_FALSE(IsPrintedAlike("1 2 3", "1 2 2"));
  EXPECT_FALSE(IsPrintedAlike("1 2 3", "1 2"));
  EXPECT_FALSE(IsPrintedAlike("1", ""));
  EXPECT_TRUE(IsPrintedAlike("", "\n"));
}

TEST(Printed, MayHaveSumsInAnotherOrder) {
  EXPECT_TRUE(IsPrintedAlike("sum 5\nmean 2.5\n", "sum 4.9999\nmean 2.50001\n"));
  EXPECT_TRUE(IsPrintedAlike("x = -0.00", "x = 0.00"));
  EXPECT_TRUE(IsPrintedAlike("1.26", "1.25")) << "one in the last place that is printed";
  EXPECT_TRUE(IsPrintedAlike("1e+10 x", "1.00001e+10 x"));
  EXPECT_FALSE(IsPrintedAlike("2.5", "2.7"));
  EXPECT_FALSE(IsPrintedAlike("2.5 a", "2.5 b"));
  EXPECT_FALSE(IsPrintedAlike("2.5", "nan"));
  EXPECT_FALSE(IsPrintedAlike("2.5", ""));
  EXPECT_FALSE(IsPrintedAlike("1000", "1001")) << "whole numbers have no rounding";
}

TEST(Findings, TellsWhoLeavesFirst) {
  trace::Recording learner = Recorded({1, 2});
  for (std::uint32_t thread = 2; thread < 4; ++thread) {
    learner.launches[0].steps.Add({.kind = trace::StepKind::kWrite,
                                   .size = 4,
                                   .block = 1,
                                   .thread = thread,
                                   .site = trace::SiteId{0},
                                   .object = trace::ObjectId{0},
                                   .offset = 4 * thread});
  }
  const Remark remark = InsideOf(learner);
  EXPECT_FALSE(remark.good);
  EXPECT_EQ(remark.sentence,
            "exercise.cu:17: thread (2,0,0) of block (1,0,0) writes `out`, which has 8 bytes, at byte 8.");
  ASSERT_TRUE(remark.moment);
  EXPECT_EQ(remark.moment->thread, (trace::Dim3{2, 0, 0}));
}

TEST(Findings, TellsAFaultInItsOwnWords) {
  trace::Recording learner = Recorded({1, 2});
  learner.launches[0].texts = {"thread (1,0,0) of block (0,0,0) read through a null pointer"};
  learner.launches[0].steps.Add({.kind = trace::StepKind::kFault, .thread = 1, .site = trace::SiteId{0}});
  const Remark compared = GradeOne(learner, learner, kCompareOut);
  EXPECT_EQ(compared.sentence, "`out` was not compared: the kernel was stopped before its end.");
  EXPECT_EQ(compared.fault, "stopped");
  EXPECT_EQ(InsideOf(learner).sentence, "thread (1,0,0) of block (0,0,0) read through a null pointer.");
}

TEST(Findings, LeadsToTheFault) {
  trace::Recording learner = Recorded({1, 2});
  learner.launches[0].texts = {"thread (1,0,0) of block (1,0,0) read through a null pointer"};
  learner.launches[0].steps =
      std::vector<trace::Step>{{.kind = trace::StepKind::kLine, .site = trace::SiteId{0}},
                               {.kind = trace::StepKind::kFault, .block = 1, .thread = 1, .site = trace::SiteId{0}}};
  const Remark remark = InsideOf(learner);
  ASSERT_TRUE(remark.moment);
  EXPECT_EQ(remark.moment->step, 1u);
  EXPECT_EQ(remark.moment->block, (trace::Dim3{1, 0, 0}));
}

// Each at the access that the checker saw, not at another one on that line.
TEST(Findings, LeadsToBothThreadsOfARace) {
  trace::Recording learner = Recorded({1, 2});
  const auto access = [](trace::StepKind kind, std::uint32_t thread) {
    return trace::Step{
        .kind = kind, .size = 4, .thread = thread, .site = trace::SiteId{0}, .object = trace::ObjectId{0}};
  };
  using enum trace::StepKind;
  learner.launches[0].steps = std::vector<trace::Step>{access(kWrite, 0), access(kRead, 3), access(kRead, 3),
                                                       access(kRead, 3), access(kWrite, 3)};
  const report::SourcePlace place{.file = "/home/ada/exercise.cu", .line = 17};
  const report::FindingSide first{.action = report::Action::kWrite, .size = 4, .ordinal = 1, .place = place};
  const report::FindingSide second{
      .action = report::Action::kRead, .size = 4, .thread = {3, 0, 0}, .ordinal = 2, .place = place};
  const report::Finding race{
      .kind = report::FindingKind::kGlobalRace, .fact = "a race", .place = place, .sides = {first, second}};
  const Remark remark = JudgeFindings(Found(learner, {race}), {});
  ASSERT_TRUE(remark.moment && remark.other);
  EXPECT_EQ(remark.moment->thread, (trace::Dim3{0, 0, 0}));
  EXPECT_EQ(remark.moment->step, 0u);
  EXPECT_EQ(remark.other->thread, (trace::Dim3{3, 0, 0}));
  EXPECT_EQ(remark.other->step, 2u);
  EXPECT_FALSE(InsideOf(learner).other) << "one thread is enough for it";
}

TEST(Findings, LeadToTheThreadOfTheFaultWhereItsBlockWasNotRecorded) {
  trace::Recording learner = Recorded({1, 2});
  learner.launches[0].grid = {9};
  learner.launches[0].texts = {"thread (3,0,0) of block (7,0,0) is what some assertion printed"};
  learner.launches[0].steps = std::vector<trace::Step>{{.kind = trace::StepKind::kFault,
                                                        .flags = trace::Step::kOfOtherThread,
                                                        .thread = 1,
                                                        .site = trace::SiteId{0},
                                                        .before = 8,
                                                        .after = 2}};
  const Remark remark = InsideOf(learner);
  ASSERT_TRUE(remark.moment);
  EXPECT_EQ(remark.moment->block, (trace::Dim3{8, 0, 0}));
  EXPECT_EQ(remark.moment->thread, (trace::Dim3{2, 0, 0}));
  EXPECT_FALSE(remark.moment->step);
}

TEST(Findings, KnowsAccessesThatHitNothing) {
  trace::Recording learner = Recorded({1, 2});
  learner.launches[0].steps.Add({.kind = trace::StepKind::kRead, .size = 4, .thread = 1, .site = trace::SiteId{0}});
  EXPECT_THAT(InsideOf(learner).sentence, HasSubstr("reads 4 bytes that belong to no array"));
}

TEST(Findings, OfLocalVariablesAreNotMistakenForAFaultThatTheyCaused) {
  trace::Recording learner = Recorded({1, 2});
  learner.launches[0].texts = {"thread (2,0,0) of block (1,0,0) read past the end of `out`"};
  learner.launches[0].steps =
      std::vector<trace::Step>{{.kind = trace::StepKind::kFault, .block = 1, .thread = 2, .site = trace::SiteId{0}}};
  report::Finding local = Outside();
  local.kind = report::FindingKind::kLocalOutOfBounds;
  local.fact = "a thread writes past the end of `count`";
  EXPECT_EQ(JudgeFindings(Found(learner, {local}), {}).sentence,
            "a thread writes past the end of `count`, thread (2,0,0) of block (1,0,0), at exercise.cu:17 "
            "[out-of-bounds-local].");
}

TEST(Findings, AreNoneInACleanRun) {
  const Remark remark = JudgeFindings(Found(Recorded({1, 2}), {}), {});
  EXPECT_TRUE(remark.good);
  EXPECT_EQ(remark.sentence, "The checker finds no defect in thread order serial.");
}

TEST(Findings, AreToldWithTheirKindThreadAndPlace) {
  const Remark remark = InsideOf(Recorded({1, 2}));
  EXPECT_EQ(remark.sentence,
            "a thread writes past the end of `out`, thread (2,0,0) of block (1,0,0), at exercise.cu:17 "
            "[out-of-bounds-global].");
  EXPECT_EQ(remark.fault, "out-of-bounds-global");
  ASSERT_TRUE(remark.moment);
  EXPECT_EQ(remark.moment->block, (trace::Dim3{1, 0, 0}));
}

TEST(Findings, OfTwoThreadsNameBothAndTheirLines) {
  const report::Finding race{
      .kind = report::FindingKind::kSharedRace,
      .fact = "one thread reads `tile` while another writes it, with no barrier between",
      .place = {.file = "exercise.cu", .line = 26},
      .sides = {{.action = report::Action::kWrite, .size = 4, .place = {.file = "exercise.cu", .line = 26}},
                {.action = report::Action::kRead,
                 .size = 4,
                 .thread = {1, 0, 0},
                 .place = {.file = "exercise.cu", .line = 29}}}};
  EXPECT_EQ(JudgeFindings(Found(Recorded({1, 2}), {race}), {}).sentence,
            "one thread reads `tile` while another writes it, with no barrier between, at exercise.cu:26: "
            "thread (0,0,0) of block (0,0,0) wrote 4 bytes at line 26; "
            "thread (1,0,0) of block (0,0,0) read 4 bytes at line 29 [race-shared].");
}

TEST(Findings, OfTwoThreadsNameTheirCell) {
  report::Finding race{.kind = report::FindingKind::kSharedRace, .fact = "a race", .sides = {{}, {}}};
  const auto cell = [&](std::string type, std::uint64_t size, std::optional<std::int64_t> offset) {
    race.object = report::FindingObject{.name = "tile", .type = std::move(type), .size = size, .offset = offset};
    const std::string sentence = JudgeFindings(Found(Recorded({1, 2}), {race}), {}).sentence;
    const std::size_t at = sentence.find("the cell is ");
    return at == std::string::npos ? "" : sentence.substr(at + 12, sentence.rfind(" [") - at - 12);
  };
  EXPECT_EQ(cell("int", 32, 4), "`tile[1]`");
  EXPECT_EQ(cell("int[8]", 32, 28), "`tile[7]`");
  EXPECT_EQ(cell("float[3][4]", 48, 4 * 7), "`tile[1][3]`");
  EXPECT_EQ(cell("unsigned char[2][3][4]", 24, 23), "`tile[1][2][3]`");
  EXPECT_EQ(cell("int", 4, 0), "") << "a single number has no cells";
  EXPECT_EQ(cell("Star[8]", 96, 12), "") << "a cell may be a part of a struct";
  EXPECT_EQ(cell("int[8]", 32, 32), "");
  EXPECT_EQ(cell("int[8]", 32, std::nullopt), "");
}

TEST(Findings, DoNotCountWhereTheLessonLeavesTheirKindOut) {
  EXPECT_TRUE(
      JudgeFindings(Found(Recorded({1, 2}), {Outside()}), {.without = {report::FindingKind::kGlobalOutOfBounds}}).good);
}

TEST(Findings, OfTheSeverityAdviceDoNotCount) {
  EXPECT_TRUE(JudgeFindings(Found(Recorded({1, 2}), {{.kind = report::FindingKind::kBarrierLeft}}), {}).good);
}

TEST(Findings, NameTheCauseAndNotWhatFollowsFromIt) {
  report::Finding leak{.kind = report::FindingKind::kLeak, .fact = "`out` is never freed", .follows = 1};
  EXPECT_EQ(JudgeFindings(Found(Recorded({1, 2}), {leak, Outside()}), {}).fault, "out-of-bounds-global");
}

TEST(Findings, SayWhyThereAreNone) {
  Observed run = RunOf(Recorded({1}));
  run.not_checked = Failure{.message = "no report"};
  const Remark remark = JudgeFindings(run, {});
  EXPECT_FALSE(remark.good);
  EXPECT_EQ(remark.sentence, "The program could not be checked: no report.");
  EXPECT_EQ(remark.fault, "not-checked");
}

// --- who has computed the values

trace::Recording WithFloats(const std::vector<float>& values) {
  trace::Recording recording = Recorded(std::vector<std::int32_t>(values.size()));
  recording.types[0] = {.kind = trace::TypeKind::kFloat, .name = "float", .size = 4};
  std::memcpy(recording.launches[0].memory_after[0].bytes.data(), values.data(), 4 * values.size());
  return recording;
}

TEST(Compare, CountsUnitsInTheLastPlace) {
  const float next = std::nextafter(1.0f, 2.0f), third = std::nextafter(next, 2.0f);
  const CompareArray one{.array = "out", .ulp = 1};
  EXPECT_TRUE(GradeOne(WithFloats({next, -0.0f}), WithFloats({1.0f, 0.0f}), one).good);
  EXPECT_FALSE(GradeOne(WithFloats({third, 0.0f}), WithFloats({1.0f, 0.0f}), one).good);
  EXPECT_TRUE(GradeOne(WithFloats({1e-45f, 1}), WithFloats({0.0f, 1}), one).good);
  EXPECT_FALSE(GradeOne(WithFloats({-1e-45f, 1}), WithFloats({1e-45f, 1}), one).good);
}

TEST(Compare, TakesAnyNanForANanAndNothingElse) {
  const float nan = std::nanf("");
  EXPECT_TRUE(GradeOne(WithFloats({nan, 1}), WithFloats({-nan, 1}), kCompareOut).good);
  EXPECT_FALSE(GradeOne(WithFloats({nan, 1}), WithFloats({1, 1}), {.array = "out", .tolerance = 1e9}).good);
}

TEST(Compare, RefusesValuesThatTheHostWrote) {
  trace::Recording learner = Recorded({1, 2, 3, 4});
  learner.launches[0].writers.clear();
  const Remark remark = GradeOne(learner, Recorded({1, 2, 3, 4}), kCompareOut);
  EXPECT_EQ(remark.fault, "written-by-host");
}

TEST(Compare, RefusesOneThreadThatDoesAll) {
  trace::Recording learner = Recorded({1, 2, 3, 4});
  learner.launches[0].writers[0].writer.assign(4, 1);
  const Remark remark = GradeOne(learner, Recorded({1, 2, 3, 4}), kCompareOut);
  EXPECT_EQ(remark.fault, "one-thread");
  EXPECT_THAT(remark.sentence, HasSubstr("in the reference solution 4 threads share the work"));
}

// The answer to `right`, of a launch of `blocks` x `threads`, in which cell i was written by the thread writers[i].
Remark Shared(const trace::Recording& right, std::uint32_t blocks, std::uint32_t threads,
              std::vector<std::uint64_t> writers) {
  trace::Recording learner = right;
  learner.launches[0].grid = {blocks};
  learner.launches[0].block = {threads};
  for (std::uint64_t& writer : writers) ++writer;
  learner.launches[0].writers[0].writer = std::move(writers);
  return GradeOne(learner, right, kCompareOut);
}

TEST(Compare, RefusesAFewThreadsThatDoAll) {
  const trace::Recording right = Recorded({1, 2, 3, 4, 5, 6, 7, 8});  // 2 blocks of 4, a cell each
  const Remark two = Shared(right, 2, 4, {0, 1, 0, 1, 0, 1, 0, 1});
  EXPECT_EQ(two.fault, "one-thread");
  EXPECT_EQ(
      two.sentence,
      "thread (0,0,0) of block (0,0,0) wrote 4 of the 8 cells of `out`; in the reference solution no thread writes "
      "more than 1: share the work.");
  EXPECT_EQ(Shared(right, 2, 4, {0, 0, 0, 0, 4, 4, 4, 4}).fault, "one-thread") << "the first of each block";
  EXPECT_EQ(Shared(right, 2, 4, {0, 0, 0, 1, 4, 5, 6, 7}).fault, "one-thread") << "only a few cells too many";
  EXPECT_EQ(Shared(right, 2, 1, {0, 0, 0, 0, 1, 1, 1, 1}).fault, "one-thread") << "blocks of one thread";
}

TEST(Compare, AllowsSharesThatAreEqual) {
  const trace::Recording right = Recorded({1, 2, 3, 4, 5, 6, 7, 8});
  EXPECT_TRUE(Shared(right, 2, 4, {0, 0, 1, 1, 4, 4, 5, 5}).good) << "two cells each";
  EXPECT_TRUE(Shared(right, 1, 4, {0, 1, 2, 3, 0, 1, 2, 3}).good) << "a stride of one block";
  EXPECT_TRUE(Shared(right, 1, 8, {7, 6, 5, 4, 3, 2, 1, 0}).good);
  trace::Recording few = Recorded({1, 2, 3, 4});  // of a reference with 4 blocks of 4, most of them without a cell
  few.launches[0].grid = {4};
  EXPECT_TRUE(Shared(few, 1, 4, {0, 0, 0, 1}).good) << "a quarter of the threads, and four times the work for each";
}

TEST(Compare, AllowsOneThreadWhereOthersOnlyWriteWhatIsThere) {
  trace::Recording learner = Recorded({1, 0, 0, 0});
  learner.launches[0].writers[0].writer = {3, 0, 0, 0};
  EXPECT_TRUE(GradeOne(learner, Recorded({1, 0, 0, 0}), kCompareOut).good);
}

TEST(Compare, RefusesALaunchForEachCell) {
  const trace::Recording right = Recorded({1, 2, 3, 4, 5, 6, 7, 8});
  trace::Recording learner = right;
  learner.launches.clear();
  for (std::size_t cell = 0; cell < 8; ++cell) {
    trace::RecordedLaunch launch = right.launches[0];
    launch.grid = launch.block = {1};
    launch.writers[0].writer.assign(8, 0);
    launch.writers[0].writer[cell] = 1;
    learner.launches.push_back(launch);
  }
  EXPECT_EQ(GradeOne(learner, right, kCompareOut).fault, "one-thread");
}

TEST(Compare, CountsACellOnceThatIsWrittenInSeveralLaunches) {
  const trace::Recording right = Recorded({1, 2, 3, 4});
  trace::Recording learner = right;
  for (int again = 0; again < 3; ++again) learner.launches.push_back(right.launches[0]);
  EXPECT_TRUE(GradeOne(learner, right, kCompareOut).good);
}

TEST(Compare, TellsACellThatWasNeverWritten) {
  trace::Recording learner = Recorded({1, 2, 3, 4, 5, 6, 7, 2147188731});
  learner.launches[0].writers[0].writer[7] = 0;
  learner.launches[0].unwritten = {{trace::ObjectId{0}, {{0, 32}}}};
  EXPECT_EQ(GradeOne(learner, Recorded({1, 2, 3, 4, 5, 6, 7, 8}), kCompareOut).sentence,
            "`out` is wrong in one cell: `out[1][3]` was never written and should be 8 by thread (3,0,0) of block "
            "(1,0,0).");
  learner.launches[0].unwritten = {{trace::ObjectId{0}, {{0, 28}}}};
  EXPECT_THAT(GradeOne(learner, Recorded({1, 2, 3, 4, 5, 6, 7, 8}), kCompareOut).sentence,
              HasSubstr("is 2147188731 and"));
}

// Another array, published and only read.
TEST(Compare, RefusesAnInputThatHoldsSomethingElse) {
  const trace::Recording right = Recorded({1, 2});
  EXPECT_TRUE(GradeOne(WithInput(right, 5), WithInput(right, 5), kCompareOut).good);
  EXPECT_EQ(GradeOne(WithInput(right, 6), WithInput(right, 5), kCompareOut).fault, "input-changed");
  EXPECT_EQ(GradeOne(right, WithInput(right, 5), kCompareOut).fault, "no-array");
  EXPECT_THAT(GradeOne(right, WithInput(right, 5), kCompareOut).sentence, HasSubstr("No kernel reads an array"));
}

Remark Handed(const metrics::HostCounts& ours, const metrics::HostCounts& theirs) {
  const auto run_with = [](const metrics::HostCounts& host) {
    Observed run = RunOf(Recorded({1, 2}));
    run.checked = Checked{.counts = metrics::RunCounts{.host = host}};
    return run;
  };
  return JudgeArray(run_with(ours), run_with(theirs), kCompareOut);
}

TEST(Compare, RefusesAResultThatTheHostHandsOver) {
  EXPECT_TRUE(Handed({.bytes_to_device = 8}, {.bytes_to_device = 8}).good);
  EXPECT_EQ(Handed({.bytes_to_device = 16}, {.bytes_to_device = 8}).fault, "more-uploaded");
  EXPECT_EQ(
      Handed({.bytes_to_device = 8, .stored_bytes = 8}, {.bytes_to_device = 8}).sentence,
      "the host copies 8 bytes to the device and writes 8 bytes into memory that kernels can read, and the reference "
      "solution needs 8: let the kernel compute the result, instead of handing it over.");
  EXPECT_EQ(Handed({.bytes_to_device = 8, .argument_bytes = 100}, {.bytes_to_device = 8, .argument_bytes = 12}).fault,
            "more-uploaded");
}

TEST(Judge, SaysOnceWhatIsTrueOfTheWholeProgram) {
  const std::vector<Observed> nothing(1), right{RunOf(Recorded({1, 2}))};
  const std::vector<Requirement> wanted{kCompareOut, CompareArray{.array = "sum"}};
  const std::vector<Remark> remarks = Judge(nothing, right, wanted);
  EXPECT_EQ(remarks[0].sentence, "No kernel ran.");
  EXPECT_EQ(remarks[1].sentence, "`sum`: the same.");
  EXPECT_EQ(remarks[1].fault, "no-kernel");
}

TEST(Compare, AllowsOtherWaysForTheInputAndAFewArguments) {
  EXPECT_TRUE(Handed({.stored_bytes = 8}, {.bytes_to_device = 8}).good);
  EXPECT_TRUE(Handed({.bytes_to_device = 8, .argument_bytes = 44}, {.bytes_to_device = 8, .argument_bytes = 12}).good);
}

TEST(Compare, TakesAnotherArrayOfTheProgram) {
  const trace::Recording same = WithInput(Recorded({5}), 5), other = WithInput(Recorded({5}), 6);
  EXPECT_TRUE(GradeOne(same, same, {.array = "out", .with = "in"}).good);
  EXPECT_EQ(GradeOne(other, other, {.array = "out", .with = "in"}).fault, "wrong-value");
}

TEST(Compare, IsSatisfiedWhereThereIsNothingToCompute) { EXPECT_TRUE(JudgeArray({}, {}, kCompareOut).good); }

// --- bounds, orders, output

Observed WithShuffles(std::uint64_t number) {
  Observed run = RunOf(Recorded({1}));
  run.checked = Checked{.counts = metrics::RunCounts{.kernels = {{.name = "k(int)", .work = {.shuffles = number}}}}};
  return run;
}

TEST(Bounds, NameTheNumberAndTheBound) {
  const MeetBound wanted{.metric = {.name = "shuffles", .kernel = "k"}, .at_most = 5};
  EXPECT_TRUE(JudgeBound(WithShuffles(5), {}, wanted).good);
  const Remark remark = JudgeBound(WithShuffles(6), {}, wanted);
  EXPECT_EQ(remark.fault, "too-many");
  EXPECT_EQ(remark.sentence, "threads make 6 shuffles in `k`; at most 5.");
}

TEST(Bounds, TellTooFewFromNotUsed) {
  EXPECT_EQ(JudgeBound(WithShuffles(0), {}, {.metric = {.name = "shuffles"}, .at_least = 1}).fault, "too-few");
  EXPECT_EQ(JudgeBound(WithShuffles(0), {}, {.metric = {.name = "shuffles"}, .at_least = 1, .is_use = true}).fault,
            "not-used");
  EXPECT_EQ(JudgeBound(WithShuffles(3), {}, {.metric = {.name = "shuffles"}, .equal = 4}).fault, "too-few");
  EXPECT_EQ(JudgeBound(WithShuffles(5), {}, {.metric = {.name = "shuffles"}, .equal = 4}).fault, "too-many");
}

TEST(Bounds, MayBeRelativeToTheReference) {
  const MeetBound wanted{.metric = {.name = "shuffles"}, .at_most = Bound(1.15, true), .at_least = Bound(0.5, true)};
  EXPECT_TRUE(JudgeBound(WithShuffles(23), WithShuffles(20), wanted).good) << "1.15 * 20 is a little less than 23";
  const Remark many = JudgeBound(WithShuffles(24), WithShuffles(20), wanted);
  EXPECT_EQ(many.fault, "too-many");
  EXPECT_EQ(many.sentence, "threads make 24 shuffles; at most 23 (1.15 times what the reference solution has).");
  EXPECT_EQ(JudgeBound(WithShuffles(1), WithShuffles(20), wanted).sentence,
            "threads make 1 shuffle; at least 10 (0.5 times what the reference solution has).");
  EXPECT_TRUE(JudgeBound(WithShuffles(9), {}, wanted).good) << "the reference solution runs no kernel";
}

TEST(Bounds, OnCountsAreToldAsWholeNumbers) {
  const MeetBound wanted{.metric = {.name = "shuffles"}, .at_most = Bound(1.6, true), .at_least = Bound(0.4, true)};
  EXPECT_EQ(JudgeBound(WithShuffles(5), WithShuffles(3), wanted).sentence,
            "threads make 5 shuffles; at most 4 (1.6 times what the reference solution has).");
  EXPECT_EQ(JudgeBound(WithShuffles(1), WithShuffles(3), wanted).sentence,
            "threads make 1 shuffle; at least 2 (0.4 times what the reference solution has).");
}

TEST(Bounds, HoldInEveryRunUnlessTheyNameOne) {
  const std::vector<Observed> answer{WithShuffles(3), WithShuffles(9)}, reference{WithShuffles(3), WithShuffles(6)};
  const std::vector<Requirement> wanted{MeetBound{.metric = {.name = "shuffles"}, .at_most = Bound(1, true)}};
  const Remark remark = Judge(answer, reference, wanted)[0];
  EXPECT_EQ(remark.sentence, "threads make 9 shuffles; at most 6 (what the reference solution has).");
  EXPECT_EQ(remark.run, 1u);
}

TEST(Bounds, CountTheSharedMemoryOfTheLargestBlock) {
  Observed run = RunOf(Recorded({1}));
  run.checked = Checked{
      .counts = metrics::RunCounts{.kernels = {{.name = "k",
                                                .static_shared = 16,
                                                .shapes = {{.dynamic_shared = 100, .launches = 1}, {.launches = 2}}}}}};
  EXPECT_EQ(JudgeBound(run, {}, {.metric = {.name = "shared_bytes"}, .at_most = 115}).sentence,
            "a block has 116 bytes of shared memory; at most 115.");
}

TEST(Bounds, SayNothingOfWrongResults) {
  Observed wrong = WithShuffles(3);
  wrong.recording = std::make_shared<const trace::Recording>(Recorded({1, 3}));
  Observed right = WithShuffles(3);
  right.recording = std::make_shared<const trace::Recording>(Recorded({1, 2}));
  const std::vector<Requirement> wanted{MeetBound{.metric = {.name = "shuffles"}, .at_most = 5}, kCompareOut};
  const std::vector<Remark> remarks = Judge({&wrong, 1}, {&right, 1}, wanted);
  EXPECT_FALSE(remarks[0].good);
  EXPECT_TRUE(remarks[0].is_left_out);
  EXPECT_EQ(remarks[0].fault, "");
  EXPECT_EQ(remarks[0].sentence, "`shuffles` is not counted: the results are wrong.");
  EXPECT_EQ((Graded{.remarks = remarks}.FirstWrong()->fault), "wrong-value");
  EXPECT_TRUE(Judge({&right, 1}, {&right, 1}, wanted)[0].good);
}

TEST(Bounds, SayNothingOfAKernelThatWasStopped) {
  Observed stopped = WithShuffles(9);
  trace::Recording recording = Recorded({1, 2});
  recording.launches[0].steps.Add({.kind = trace::StepKind::kFault, .site = trace::SiteId{0}});
  stopped.recording = std::make_shared<const trace::Recording>(recording);
  const std::vector<Requirement> wanted{kCompareOut, MeetBound{.metric = {.name = "shuffles"}, .at_most = 5}};
  EXPECT_EQ(Judge({&stopped, 1}, {&stopped, 1}, wanted)[1].sentence,
            "`shuffles` is not counted: a kernel was stopped before its end.");
}

TEST(Bounds, AreNotMetByAKernelThatNeverRan) {
  EXPECT_EQ(JudgeBound(WithShuffles(0), {}, {.metric = {.name = "shuffles", .kernel = "gone"}, .at_most = 5}).fault,
            "not-used");
}

TEST(Orders, MustGiveTheSameArrays) {
  Observed run = RunOf(Recorded({1, 2, 3, 4}));
  run.reordered = run.recording;
  EXPECT_TRUE(JudgeOrders(run).good);
  run.reordered = std::make_shared<const trace::Recording>(Recorded({1, 2, 30, 4}));
  const Remark remark = JudgeOrders(run);
  EXPECT_EQ(remark.fault, "differs");
  EXPECT_THAT(remark.sentence,
              HasSubstr("`out[1][0]` depends on the order of the threads: it is 3 in one order and 30"));
}

TEST(Output, IsComparedLineByLineWithoutBlanksAtEnds) {
  const auto said = [](const std::string& text) { return Observed{.output = text}; };
  EXPECT_TRUE(JudgeOutput(said("a  \nb"), said("a\nb\n\n")).good);
  EXPECT_EQ(JudgeOutput(said("a\nc\n"), said("a\nb\n")).sentence, "line 2 of the output is `c` and should be `b`.");
  EXPECT_EQ(JudgeOutput(said("a\n"), said("a\nb\n")).sentence, "line 2 of the output is missing and should be `b`.");
  EXPECT_EQ(JudgeOutput(said("a\nb\n"), said("a\n")).sentence, "the output has more than 1 lines.");
  EXPECT_EQ(JudgeOutput(said("a\nb\n"), said("a\n")).fault, "wrong-output");
}

TEST(Judge, TellsTheNumberOfTheOneRunThatABoundIsFor) {
  const std::vector<Observed> answer{WithShuffles(7), WithShuffles(3)};
  const std::vector<Requirement> wanted{MeetBound{.metric = {.name = "shuffles"}, .equal = 3, .run = 1}};
  EXPECT_EQ(Judge(answer, answer, wanted)[0].sentence, "threads make 3 shuffles.");
}

TEST(Judge, TellsTheFirstRunThatIsWrong) {
  const std::vector<Observed> answer{RunOf(Recorded({1, 2})), RunOf(Recorded({1, 3}))},
      reference{RunOf(Recorded({1, 2})), RunOf(Recorded({1, 2}))};
  const std::vector<Requirement> wanted{kCompareOut};
  const std::vector<Remark> remarks = Judge(answer, reference, wanted);
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_FALSE(remarks[0].good);
  EXPECT_EQ(remarks[0].run, 1u);
}

TEST(Faults, AreKnownByTheirKeys) {
  EXPECT_TRUE(IsFaultKey("one-thread"));
  EXPECT_TRUE(IsFaultKey("race-shared"));
  EXPECT_FALSE(IsFaultKey("bank-conflict"));
  EXPECT_FALSE(IsFaultKey("no-such-thing"));
}

}  // namespace
}  // namespace lockstep::jobs
