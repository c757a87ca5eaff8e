// Writes, builds, records and grades real programs.

#include "lessons/engine/exercise_loop.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "lessons/engine/places.h"

namespace lockstep::lessons {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;
using testing::HasSubstr;

// A program whose kernel has this body; the host initialises nothing.
std::string Program(const std::string& body) {
  return R"(#include <cuda_runtime.h>
#include <cstdio>
#include "lockstep/publish.h"

__global__ void squares(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  )" + body +
         R"(
}

int main() {
  const int n = 100;
  int* d_out;
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMemset(d_out, 0, n * sizeof(int));
  LOCKSTEP_PUBLISH(d_out, n);
  squares<<<4, 32>>>(d_out, n);
  cudaDeviceSynchronize();
  std::puts("done");
  cudaFree(d_out);
}
)";
}

const std::string kRight = Program("if (i < n) out[i] = i * i;");
const std::string kWrong = Program("if (i < n) out[i] = i == 33 ? 7 : i * i;");
const std::string kOutside = Program("out[i] = i * i;");
const std::string kBroken = Program("if (i < n) out[i] = j;");
const std::string kEndless = Program("for (volatile int k = 0; k < 1; k = 0) {}");

void Write(const fs::path& file, const std::string& text) { std::ofstream(file) << text; }

class Exercise : public testing::Test {
 protected:
  Exercise() {
    folder_ = fs::absolute(testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    Write(folder_ / "solution.cu", kRight);
    task_ = {.file = folder_ / "exercise.cu",
             .exercise = {.file = folder_ / "shipped.cu",
                          .solution = folder_ / "solution.cu",
                          .runs = {jobs::Input{}},
                          .blocks = {{0, 0, 0}, {3, 0, 0}},
                          .checks = {{.requirement = jobs::CompareArray{.array = "d_out"}, .points = 3},
                                     {.requirement = jobs::StayClean{}}}},
             .scratch = folder_ / "recordings"};
  }

  // The final report of a version saved after `attempt`.
  static ExerciseReport Await(const ExerciseLoop& loop, int attempt = 0) {
    const auto deadline = steady_clock::now() + seconds(60);
    ExerciseReport report = loop.Report();
    while ((report.state == ExerciseState::kBuilding || report.attempt <= attempt) && steady_clock::now() < deadline) {
      std::this_thread::sleep_for(milliseconds(5));
      report = loop.Report();
    }
    return report;
  }

  ExerciseReport GradeOnce(const std::string& program) {
    Write(task_.file, program);
    const Expected<Reference> reference = ObserveSolution(task_);
    EXPECT_TRUE(reference) << reference.error().message;
    return reference ? *Attempt(task_, *reference, [] { return false; }) : ExerciseReport{};
  }

  fs::path folder_;
  ExerciseTask task_;
};

TEST_F(Exercise, IsSolvedByTheSolution) {
  const ExerciseReport report = GradeOnce(kRight);
  EXPECT_EQ(report.state, ExerciseState::kSolved) << report.sentence << report.compiler_output;
  EXPECT_EQ(report.program_output, "done\n");
  EXPECT_TRUE(report.recording);
  EXPECT_TRUE(fs::exists(report.file));
}

TEST_F(Exercise, NamesTheWrongCellAndItsThread) {
  const ExerciseReport report = GradeOnce(kWrong);
  EXPECT_EQ(report.state, ExerciseState::kWrong);
  EXPECT_EQ(
      report.sentence,
      "`d_out` is wrong in one cell: `d_out[33]` is 7 and should be 1089; thread (1,0,0) of block (1,0,0) wrote it.");
}

TEST_F(Exercise, NamesTheFirstThreadThatLeavesTheArray) {
  const ExerciseReport report = GradeOnce(kOutside);
  EXPECT_EQ(report.state, ExerciseState::kWrong);
  ASSERT_EQ(report.remarks.size(), 2u);
  EXPECT_THAT(report.remarks[0].sentence, HasSubstr("`d_out` was not compared"));
  EXPECT_THAT(report.remarks[1].sentence, HasSubstr("thread (4,0,0) of block (3,0,0)"));
  EXPECT_THAT(report.remarks[1].sentence, HasSubstr("exercise.cu:7"));
}

TEST_F(Exercise, LeadsToTheFault) {
  const ExerciseReport report = GradeOnce(kOutside);
  // The fault can be shown; the array that was not compared cannot.
  EXPECT_THAT(report.sentence, HasSubstr("thread (4,0,0) of block (3,0,0) at exercise.cu:7 wrote 4 bytes"));
  ASSERT_TRUE(report.moment && report.moment->step);
  EXPECT_EQ(report.moment->block, (trace::Dim3{3, 0, 0}));
  EXPECT_EQ(report.moment->thread, (trace::Dim3{4, 0, 0}));
  EXPECT_EQ(report.recording->launches[0].steps[*report.moment->step].kind, trace::StepKind::kFault);
}

TEST_F(Exercise, RecordsTheBlockThatIsWrongAsWell) {
  const ExerciseReport report = GradeOnce(kWrong);  // in block 1; blocks 0 and 3 are asked for
  ASSERT_TRUE(report.moment && report.moment->step);
  const trace::RecordedLaunch& launch = report.recording->launches[0];
  EXPECT_EQ(launch.blocks.size(), 3u);
  const trace::Step& write = launch.steps[*report.moment->step];
  EXPECT_EQ(write.kind, trace::StepKind::kWrite);
  EXPECT_EQ(write.offset, 33u * 4);
  EXPECT_EQ(write.after, 7u);
}

TEST_F(Exercise, ShowsTheCompilersErrorAtTheLearnersLine) {
  const ExerciseReport report = GradeOnce(kBroken);
  EXPECT_EQ(report.state, ExerciseState::kBroken);
  EXPECT_THAT(report.compiler_output, HasSubstr("exercise.cu:7"));
  EXPECT_THAT(report.compiler_output, HasSubstr("undeclared identifier 'j'"));
}

TEST_F(Exercise, EndsAProgramThatDoesNotEnd) {
  const ExerciseReport report = GradeOnce(kEndless);
  EXPECT_EQ(report.state, ExerciseState::kFailed);
  // The loop's line where the checker sees it before the program has used its processor time.
  EXPECT_THAT(report.sentence,
              testing::AnyOf(HasSubstr("exercise.cu:7"), HasSubstr("does one of its loops never end?")));
  EXPECT_EQ(report.fault, "time-limit");
}

TEST_F(Exercise, SurvivesAProgramThatCrashes) {
  const ExerciseReport report = GradeOnce("int main() { volatile int* p = nullptr; return *p; }\n");
  EXPECT_EQ(report.state, ExerciseState::kFailed);
  EXPECT_FALSE(report.sentence.empty());
}

TEST_F(Exercise, IsGradedAgainEachTimeItIsSaved) {
  Write(task_.file, kWrong);
  const ExerciseLoop loop(task_);
  const ExerciseReport first = Await(loop);
  EXPECT_EQ(first.state, ExerciseState::kWrong) << first.sentence;
  Write(task_.file, kBroken);
  const ExerciseReport second = Await(loop, first.attempt);
  EXPECT_EQ(second.state, ExerciseState::kBroken) << second.sentence;
  // Many editors write a new file and rename it.
  Write(folder_ / "exercise.cu.new", kRight);
  fs::rename(folder_ / "exercise.cu.new", task_.file);
  const ExerciseReport third = Await(loop, second.attempt);
  EXPECT_EQ(third.state, ExerciseState::kSolved) << third.sentence;
}

TEST_F(Exercise, EndsTheRunOfThePreviousVersion) {
  Write(task_.file, kEndless);
  const ExerciseLoop loop(task_);
  while (loop.Report().attempt == 0) std::this_thread::sleep_for(milliseconds(5));
  std::this_thread::sleep_for(seconds(1));
  Write(task_.file, kRight);
  EXPECT_EQ(Await(loop, 1).state, ExerciseState::kSolved);
}

TEST_F(Exercise, LoopEndsAtOnceDuringAnyRun) {
  Write(task_.file, kEndless);
  const auto loop = std::make_unique<ExerciseLoop>(task_);
  while (loop->Report().attempt == 0) std::this_thread::sleep_for(milliseconds(5));
  std::this_thread::sleep_for(seconds(1));
  const auto before = steady_clock::now();
  const_cast<std::unique_ptr<ExerciseLoop>&>(loop).reset();
  EXPECT_LT(steady_clock::now() - before, seconds(2));
}

TEST_F(Exercise, CopyOfTheLearnerIsNeverOverwritten) {
  Write(task_.exercise.file, "shipped");
  const fs::path work = folder_ / "work";
  const auto first = TakeExercise(task_.exercise, work);
  ASSERT_TRUE(first) << first.error().message;
  Write(*first, "mine");
  ASSERT_TRUE(TakeExercise(task_.exercise, work));
  std::string text;
  std::getline(std::ifstream(*first) >> std::ws, text);
  EXPECT_EQ(text, "mine");
  ASSERT_TRUE(RestartExercise(task_.exercise, work));
  std::getline(std::ifstream(*first) >> std::ws, text);
  EXPECT_EQ(text, "shipped");
  std::getline(std::ifstream(first->string() + ".1") >> std::ws, text);
  EXPECT_EQ(text, "mine");
}

TEST_F(Exercise, EndsAHostThatDoesNotEnd) {
  const ExerciseReport report = GradeOnce("int main() { for (volatile int k = 0; k < 1; k = 0) {} }\n");
  EXPECT_EQ(report.state, ExerciseState::kFailed);
  EXPECT_THAT(report.sentence, HasSubstr("s of processor time, at least 10 times what the reference solution takes"));
}

TEST_F(Exercise, CountsThePointsOfItsChecks) {
  EXPECT_EQ(GradeOnce(kRight).points, 4);
  const ExerciseReport report = GradeOnce(kWrong);
  EXPECT_EQ(report.points, 1);
  EXPECT_EQ(report.most_points, 4);
}

TEST_F(Exercise, GivesTheHintForTheFault) {
  Write(folder_ / "value.md", "Look at 33.");
  Write(folder_ / "outside.md", "Mind the guard.");
  Write(folder_ / "general.md", "Read the error.");
  task_.exercise.checks[0].hints = {{"wrong-value", folder_ / "value.md"}};
  task_.exercise.hints = {{"out-of-bounds-global", folder_ / "outside.md"},
                          {"does-not-compile", folder_ / "general.md"},
                          {"wrong-value", folder_ / "general.md"}};
  EXPECT_EQ(GradeOnce(kWrong).hint, "Look at 33.");
  EXPECT_EQ(GradeOnce(kOutside).hint, "Mind the guard.");
  EXPECT_EQ(GradeOnce(kBroken).hint, "Read the error.");
  EXPECT_EQ(GradeOnce(kRight).hint, "");
}

TEST_F(Exercise, GivesTheHintForTheFirstFaultThatHasOne) {
  Write(folder_ / "race.md", "Who writes cell 0?");
  task_.exercise.hints = {{"race-global", folder_ / "race.md"}};
  const ExerciseReport report = GradeOnce(Program("if (i < n) out[i] = i * i; out[0] = 1 + i;"));
  EXPECT_EQ(report.fault, "wrong-value");
  EXPECT_EQ(report.hint, "Who writes cell 0?");
}

}  // namespace
}  // namespace lockstep::lessons
