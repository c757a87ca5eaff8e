#include "lessons/engine/verdict_apart.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lockstep::lessons {
namespace {

using testing::HasSubstr;

Expected<ExerciseReport> ReportOf(const std::string& script) {
  return ReportOfProcess({"/bin/sh", "-c", script}, [] { return false; });
}

TEST(VerdictApart, ArrivesAsItWas) {
  const ExerciseReport report{.state = ExerciseState::kWrong,
                              .sentence = "\"quoted\" and \xff",
                              .fault = "wrong-value",
                              .hint = "a hint",
                              .compiler_output = "two\nlines",
                              .remarks = {{.good = true, .sentence = "one"},
                                          {.sentence = "two", .fault = "wrong-value", .run = 3},
                                          {.is_left_out = true, .sentence = "three"}},
                              .points = 1.5,
                              .most_points = 4};
  const auto read = ReportFromText(ReportAsText(report));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->state, report.state);
  EXPECT_THAT(read->sentence, HasSubstr("\"quoted\" and "));
  EXPECT_EQ(read->fault, report.fault);
  EXPECT_EQ(read->hint, report.hint);
  EXPECT_FALSE(read->is_ours);
  EXPECT_EQ(read->compiler_output, report.compiler_output);
  EXPECT_EQ(read->points, 1.5);
  EXPECT_EQ(read->most_points, 4);
  ASSERT_EQ(read->remarks.size(), 3u);
  EXPECT_TRUE(read->remarks[0].good);
  EXPECT_EQ(read->remarks[1].sentence, "two");
  EXPECT_FALSE(read->remarks[1].is_left_out);
  EXPECT_TRUE(read->remarks[2].is_left_out);
  EXPECT_EQ(read->remarks[1].fault, "wrong-value");
  EXPECT_EQ(read->remarks[1].run, 3u);
}

TEST(VerdictApart, IsNoneOfAProcessThatFails) {
  EXPECT_THAT(ReportOf("kill -SEGV $$").error().message, HasSubstr("signal 11"));
  EXPECT_THAT(ReportOf("exit 3").error().message, HasSubstr("exit status 3"));
  EXPECT_THAT(ReportOf("echo '{\"state\": 4'").error().message, HasSubstr("it left no verdict"));
  EXPECT_THAT(ReportOf("echo '{\"state\": \"solved\"}'").error().message, HasSubstr("it left no verdict"));
  EXPECT_THAT(ReportOf("true").error().message, HasSubstr("it left no verdict"));
}

}  // namespace
}  // namespace lockstep::lessons
