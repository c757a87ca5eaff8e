#include "lessons/engine/points.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "lessons/engine/hints.h"

namespace lockstep::lessons {
namespace {

LessonCheck Metric(const char* name, double points) {
  return {.requirement = jobs::MeetBound{.metric = {.name = name}, .at_most = 1}, .points = points};
}

const std::vector<LessonCheck> kChecks{
    {.requirement = jobs::CompareArray{.array = "d_out"}, .points = 2}, Metric("reads", 5), Metric("shuffles", 0)};

TEST(Points, AreThoseOfTheChecksThatAreSatisfied) {
  const std::vector<jobs::Remark> remarks{{.good = true}, {.good = false}, {.good = true}};
  EXPECT_EQ(PointsOf(remarks, kChecks), 2);
  EXPECT_EQ(MostPoints(kChecks), 7);
}

TEST(Points, OfNumbersNeedEveryCondition) {
  std::vector<jobs::Remark> remarks{{.good = true}, {.good = true}, {.good = true}};
  LeaveOutWithoutConditions(remarks, kChecks);
  EXPECT_EQ(PointsOf(remarks, kChecks), 7);
  remarks[2] = {.good = false, .sentence = "threads make 8 shuffles; at most 0.", .fault = "too-many"};
  LeaveOutWithoutConditions(remarks, kChecks);
  EXPECT_EQ(PointsOf(remarks, kChecks), 2);
  EXPECT_TRUE(remarks[1].is_left_out);
  EXPECT_EQ(remarks[1].sentence, "`reads` is not counted: a condition of the exercise is not met.");
  EXPECT_EQ(remarks[2].fault, "too-many") << "the condition itself says what is wrong";
}

TEST(Points, OfANumberThatFailsDoNotHangOnIt) {
  std::vector<jobs::Remark> remarks{{.good = true}, {.good = false, .fault = "too-many"}, {.good = true}};
  LeaveOutWithoutConditions(remarks, kChecks);
  EXPECT_TRUE(remarks[2].good);
}

std::filesystem::path FileOf(const std::string& text) {
  std::ofstream(text + ".md") << text;
  return text + ".md";
}

std::string HintOn(const LessonExercise& exercise, const std::string& fault, std::size_t check) {
  ExerciseReport report{.fault = fault};
  report.remarks.resize(exercise.checks.size(), {.good = true});
  report.remarks[check] = {.fault = fault};
  return HintFor(exercise, report);
}

TEST(Hints, MayBeOfOneArray) {
  LessonExercise exercise{.checks = {{.requirement = jobs::CompareArray{.array = "d_block"}},
                                     {.requirement = jobs::CompareArray{.array = "d_out"}}},
                          .hints = {{"wrong-value:d_out", FileOf("sum")}, {"wrong-value", FileOf("any")}}};
  EXPECT_EQ(HintOn(exercise, "wrong-value", 0), "any");
  EXPECT_EQ(HintOn(exercise, "wrong-value", 1), "sum");
  exercise.checks[1].hints = {{"wrong-value", FileOf("own")}};
  EXPECT_EQ(HintOn(exercise, "wrong-value", 1), "own");
}

TEST(Hints, AreThereInEveryLessonForWhatGoesRoundIt) {
  LessonExercise exercise{.checks = {{.requirement = jobs::CompareArray{.array = "d_out"}}}};
  for (const char* fault : {"input-changed", "more-uploaded", "no-array"})
    EXPECT_NE(HintOn(exercise, fault, 0), "") << fault;
  EXPECT_EQ(HintOn(exercise, "wrong-value", 0), "");
  exercise.hints = {{"more-uploaded", FileOf("better")}};
  EXPECT_EQ(HintOn(exercise, "more-uploaded", 0), "better");
}

TEST(Hints, HaveKeysOfFaultsAndArrays) {
  EXPECT_TRUE(IsHintKey("wrong-value"));
  EXPECT_TRUE(IsHintKey("wrong-value:d_out"));
  EXPECT_FALSE(IsHintKey("wrong-value:"));
  EXPECT_FALSE(IsHintKey("rats:d_out"));
}

}  // namespace
}  // namespace lockstep::lessons
