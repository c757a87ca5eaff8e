// A lesson in the window while its program is recorded: what it says, and what another try does.

#include "cli/lesson_scenes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>

#include <fstream>
#include <thread>

#include "shared/base/file.h"
#include "shared/base/live_processes.h"

namespace lockstep::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;

// With a file `wait` beside it, it waits until that is gone; with `fail`, it fails.
constexpr char kProgram[] = R"(
#include <cuda_runtime.h>
#include <cstdio>
#include <fstream>
#include <unistd.h>
__global__ void k(int* out) { out[threadIdx.x] = threadIdx.x; }
int main() {
  std::ofstream("started") << getpid() << std::endl;
  while (std::ifstream("wait")) usleep(5000);
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  k<<<1, 32>>>(out);
  cudaFree(out);
  if (!std::ifstream("fail")) return 0;
  std::fputs("no luck\n", stderr);
  return 1;
}
)";

class LessonScenesTest : public testing::Test {
 protected:
  LessonScenesTest() {
    const fs::path root = fs::absolute("lesson_scenes");
    const std::string name = testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::remove_all(root / name);
    program_ = root / "program.cu";  // one for all tests
    lesson_.title = name;
    lesson_.folder = root / name / "lesson";
    lesson_.text = lesson_.folder / "lesson.md";
    lesson_.program = program_;
    lesson_.pages = {{.title = "One", .markdown = "text"}, {.title = "Two", .markdown = "text"}};
    fs::create_directories(lesson_.folder);
    // It makes the recording of each test another one.
    std::ofstream(lesson_.folder / "name") << name;
    if (!fs::exists(program_)) std::ofstream(program_) << kProgram;
    setenv("LOCKSTEP_CACHE", (root / "cache").c_str(), 1);
    setenv("LOCKSTEP_LESSONS", (root / name / "work").c_str(), 1);
    folder_ = root / name / "work/lesson/recordings";
    fs::create_directories(folder_);
  }

  LessonScenes Open() {
    return LessonScenes(lesson_, [this] { return now_.load(); });
  }

  viz::Reading ReadingOf(std::size_t tries = 0) const { return {.lesson = "lesson", .tries = tries}; }

  // The first scene with what is looked for.
  template <class Function>
  viz::Scene Await(LessonScenes& scenes, const Function& is_it, std::size_t tries = 0) const {
    while (true) {
      if (auto scene = scenes.Newer(ReadingOf(tries)); scene && is_it(*scene)) return std::move(*scene);
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }

  pid_t AwaitProgram() const {
    while (true) {
      const std::string text = ReadText(folder_ / "started").value_or("");
      if (text.ends_with('\n')) return std::stoi(text);
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }

  fs::path program_, folder_;
  lessons::Lesson lesson_;
  std::atomic<double> now_{0};
};

bool HasRecording(const viz::Scene& scene) { return scene.recording.has_value(); }
bool HasProblem(const viz::Scene& scene) { return !scene.problem.empty(); }

TEST_F(LessonScenesTest, SayWhatIsDoneForHowLongEver) {
  std::ofstream(folder_ / "wait") << "";
  LessonScenes scenes = Open();
  const viz::Scene first = scenes.First();
  EXPECT_EQ(first.making, "Building the lesson's program ... 0 s");
  EXPECT_EQ(first.problem, "");
  ASSERT_TRUE(first.lesson);
  EXPECT_EQ(first.lesson->pages.size(), 2u);
  // A machine that gives the program no time at all, for hours.
  const pid_t program = AwaitProgram();
  kill(program, SIGSTOP);
  for (const auto& [now, words] : {std::pair{12.3, "Recording the lesson's program ... 12 s"},
                                   std::pair{7200.0, "Recording the lesson's program ... 7200 s"}}) {
    now_ = now;
    const viz::Scene scene = Await(scenes, [&](const viz::Scene& newer) { return newer.making == words; });
    EXPECT_FALSE(scene.lesson) << "the text stays as it is";
    EXPECT_EQ(scene.problem, "");
    EXPECT_FALSE(scenes.Newer(ReadingOf())) << "in the same second";
  }
  fs::remove(folder_ / "wait");
  kill(program, SIGCONT);
  const viz::Scene last = Await(scenes, HasRecording);
  EXPECT_EQ(last.making, "");
  EXPECT_EQ(last.recording->launches.size(), 1u);
}

TEST_F(LessonScenesTest, TryAgainWhatHasFailed) {
  std::ofstream(folder_ / "fail") << "";
  LessonScenes scenes = Open();
  const viz::Scene failed = Await(scenes, HasProblem);
  EXPECT_THAT(failed.problem, HasSubstr("no luck"));
  EXPECT_EQ(failed.can_try_again, true);
  EXPECT_EQ(failed.making, "");
  EXPECT_FALSE(scenes.Newer(ReadingOf()));
  now_ = 100;
  const viz::Scene again = Await(scenes, [](const viz::Scene& newer) { return newer.making.has_value(); }, 1);
  EXPECT_THAT(*again.making, HasSubstr("... 0 s"));
  EXPECT_EQ(again.can_try_again, false);
  EXPECT_EQ(Await(scenes, HasProblem, 1).can_try_again, true);
  fs::remove(folder_ / "fail");
  Await(scenes, HasRecording, 2);
}

TEST_F(LessonScenesTest, EndTheProgramWhenTheyAreLeft) {
  std::ofstream(folder_ / "wait") << "";
  {
    LessonScenes scenes = Open();
    AwaitProgram();
  }
  EXPECT_THAT(LiveProcesses(), IsEmpty());
}

}  // namespace
}  // namespace lockstep::cli
