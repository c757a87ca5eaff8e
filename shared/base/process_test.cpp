#include "shared/base/process.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>

namespace lockstep {
namespace {

using namespace std::chrono_literals;

ProcessRequest Shell(const std::string& script) {
  return {.command = {"/bin/sh", "-c", script}, .capture_errors = true, .capture_output = true};
}

TEST(Process, ReturnsOutputAndExitStatus) {
  const auto result = RunProcess(Shell("echo out; echo err >&2; exit 7"));
  ASSERT_TRUE(result);
  EXPECT_EQ(result->output, "out\n");
  EXPECT_EQ(result->errors, "err\n");
  EXPECT_EQ(result->status, 7);
  EXPECT_EQ(result->signal, 0);
}

TEST(Process, DistinguishesASignalFromAnExit) {
  const auto result = RunProcess(Shell("kill -SEGV $$"));
  ASSERT_TRUE(result);
  EXPECT_EQ(result->signal, SIGSEGV);
  EXPECT_EQ(result->status, 128 + SIGSEGV);
}

TEST(Process, ReportsWhyItCannotStart) {
  const auto result = RunProcess({.command = {"/no/such/program"}});
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().message.find("/no/such/program"), std::string::npos);
}

TEST(Process, KillsAHangingProcessWithItsChildren) {
  ProcessRequest request = Shell("sleep 1000 & echo $!; wait");
  request.limit = 300ms;
  const auto result = RunProcess(std::move(request));
  ASSERT_TRUE(result);
  EXPECT_TRUE(result->timed_out);
  const pid_t grandchild = std::stoi(result->output);
  for (int i = 0; i < 200 && kill(grandchild, 0) == 0; ++i) {
    // A dead child that init has not collected yet still has its number; a zombie holds nothing else.
    if (i > 100) break;
    std::this_thread::sleep_for(10ms);
  }
  char state[64] = {};
  if (FILE* status = fopen(("/proc/" + std::to_string(grandchild) + "/stat").c_str(), "r")) {
    (void)!fscanf(status, "%*d %*s %63s", state);
    fclose(status);
  }
  EXPECT_TRUE(state[0] == 0 || state[0] == 'Z') << state;
}

TEST(Process, EndsWhatAProgramUnderStudyLeftInAnotherSession) {
  ProcessRequest request = Shell("setsid sh -c 'echo $$; setsid sleep 1000 & wait' & sleep 0.3");
  request.under_study = true;
  const auto result = RunProcess(std::move(request));
  ASSERT_TRUE(result);
  EXPECT_EQ(kill(std::stoi(result->output), 0), -1) << "a child of its own session still runs";
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
}

TEST(Process, KeepsOnlyAsMuchOutputAsAsked) {
  ProcessRequest request = Shell("head -c 50000000 /dev/zero");
  request.capture_limit = 1000;
  const auto result = RunProcess(std::move(request));
  ASSERT_TRUE(result);
  EXPECT_EQ(result->output.size(), 1000u);
  EXPECT_EQ(result->status, 0);
}

TEST(Process, AddsToTheEnvironmentAndReplacesWhatItNames) {
  setenv("LOCKSTEP_TEST_VARIABLE", "old", 1);
  ProcessRequest request = Shell("echo $LOCKSTEP_TEST_VARIABLE $LOCKSTEP_OTHER");
  request.environment = {"LOCKSTEP_TEST_VARIABLE=new", "LOCKSTEP_OTHER=too"};
  const auto result = RunProcess(std::move(request));
  ASSERT_TRUE(result);
  EXPECT_EQ(result->output, "new too\n");
}

TEST(Process, WaitsNoLongerThanAsked) {
  auto process = Process::Start(Shell("sleep 20"));
  ASSERT_TRUE(process);
  const auto before = std::chrono::steady_clock::now();
  EXPECT_FALSE(process->EndedWithin(0ms));
  EXPECT_FALSE(process->EndedWithin(50ms));
  EXPECT_LT(std::chrono::steady_clock::now() - before, 2s);
}

TEST(Process, KillsAProcessThatIgnoresItsNotice) {
  ProcessRequest request = Shell("trap '' TERM; echo ready; while :; do sleep 1; done");
  request.notice = 100ms;
  auto process = Process::Start(std::move(request));
  ASSERT_TRUE(process);
  while (process->output().empty()) process->EndedWithin(20ms);
  process->End();
  EXPECT_EQ(process->Wait().signal, SIGKILL);
}

TEST(Process, LetsAProcessEndByItselfAfterItsNotice) {
  ProcessRequest request = Shell("trap 'exit 5' TERM; echo ready; while :; do sleep 0.05; done");
  request.notice = 10s;
  auto process = Process::Start(std::move(request));
  ASSERT_TRUE(process);
  while (process->output().empty()) process->EndedWithin(20ms);
  process->End();
  EXPECT_EQ(process->Wait().status, 5);
}

TEST(Process, GivesAToolAnEmptyStandardInput) {
  const auto result = RunProcess(Shell("read line || echo nothing"));
  ASSERT_TRUE(result);
  EXPECT_EQ(result->output, "nothing\n");
}

TEST(Process, DoesNotOutliveItsOwner) {
  {
    auto process = Process::Start({.command = {"/bin/sh", "-c", "sleep 1000"}});
    ASSERT_TRUE(process);
    EXPECT_FALSE(process->HasEnded());
  }
  // The destructor has killed and reaped it: no child is left to wait for.
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
}

TEST(Process, ReadsTheInputThatItIsGiven) {
  ProcessRequest request = Shell("cat");
  request.input = "two\nlines\n";
  const auto result = RunProcess(request);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->output, "two\nlines\n");
}

TEST(Process, InheritsNoFileBeyondItsThreeStreams) {
  // As a shell leaves it open, `9<secret`: without the flag that closes it at exec.
  FILE* const secret = tmpfile();
  ASSERT_TRUE(secret);
  fputs("secret\n", secret);
  fflush(secret);
  ASSERT_EQ(dup2(fileno(secret), 9), 9);
  lseek(9, 0, SEEK_SET);
  const auto result = RunProcess(Shell("cat <&9; echo end; ls /proc/self/fd"));
  close(9);
  fclose(secret);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->output, "end\n0\n1\n2\n3\n");  // the last one is of `ls` itself
}

TEST(Process, EndsOnceItHasWrittenTooMuchWhereThatIsWanted) {
  ProcessRequest request = Shell("while :; do echo more; done");
  request.capture_limit = 1000;
  request.ends_when_full = true;
  request.limit = 30s;
  const auto result = RunProcess(request);
  ASSERT_TRUE(result);
  EXPECT_TRUE(result->was_full);
  EXPECT_FALSE(result->timed_out);
  EXPECT_EQ(result->output.size(), 1000u);
}

}  // namespace
}  // namespace lockstep
