// Cases that end in each way that a case can end, for run_cases_test.

#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <string>
#include <thread>

namespace {

TEST(Good, Passes) { EXPECT_EQ(getenv("LOCKSTEP_TEST_EVENTS"), nullptr); }

TEST(Good, PrintsVerdictsOfOthers) {
  std::printf("failed: Good.Passes: no\ncases: 0 passed, 9 failed, 0 skipped\nfailed Good.Passes\n");
}

// It holds the output of the program open.
TEST(Good, LeavesAProcess) {
  if (fork() == 0) {
    sleep(1000);
    _exit(0);
  }
}

TEST(Skipped, ForAReason) { GTEST_SKIP() << "the reason"; }

TEST(Disabled, DISABLED_Case) { abort(); }

TEST(Fails, AnExpectation) { EXPECT_EQ(1, 2) << "one is not two"; }

TEST(Ends, ByAbort) { abort(); }

TEST(Ends, ByASignal) { raise(SIGKILL); }

TEST(Ends, WithSuccess) { _exit(0); }

TEST(Ends, ByExit) { exit(0); }

TEST(Hangs, ForEver) {
  std::puts("it began to hang");
  std::fflush(stdout);
  std::this_thread::sleep_for(std::chrono::hours(1));
}

// Ends the program between two cases, or after the last one.
TEST(Late, FailsTheProgram) {
  static struct AtExit {
    ~AtExit() { _exit(7); }
  } at_exit;
}

TEST(Flaky, PassesTheSecondTime) {
  const char* file = getenv("SPECIMENS_FILE");
  ASSERT_NE(file, nullptr);
  bool is_first = access(file, F_OK) != 0;
  if (std::FILE* created = std::fopen(file, "w")) std::fclose(created);
  EXPECT_FALSE(is_first);
}

class Parameters : public testing::TestWithParam<std::string> {};
TEST_P(Parameters, AreShown) { EXPECT_NE(GetParam(), "a wrong one"); }
INSTANTIATE_TEST_SUITE_P(Of, Parameters, testing::Values("# a comment.", "a wrong one", "two\n  lines."));

TEST(Last, Passes) {}

}  // namespace
