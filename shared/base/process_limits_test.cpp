#include "shared/base/process_limits.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "shared/base/process.h"
#include "shared/base/scratch_folder.h"

namespace lockstep {
namespace {

using namespace std::chrono_literals;

ProcessResult RunScript(const std::string& script, const ProcessLimits& limits) {
  const auto result = RunProcess({.command = {"/bin/sh", "-c", script},
                                  .under_study = true,
                                  .in_background = true,
                                  .capture_errors = true,
                                  .limits = limits});
  EXPECT_TRUE(result);
  return *result;
}

void Expect(Excess excess, const std::string& script, const ProcessLimits& limits) {
  EXPECT_EQ(RunScript(script, limits).excess, excess) << script;
}

TEST(ProcessLimits, LetAProcessEndByItself) {
  const ProcessResult result =
      RunScript("exit 3", {.processor = 10s, .elapsed = 20s, .memory = 1 << 30, .threads = 20});
  EXPECT_EQ(result.status, 3);
  EXPECT_EQ(result.excess, Excess::kNone);
}

TEST(ProcessLimits, CountTheTimeOfAllDescendants) {
  Expect(Excess::kProcessor, "(while :; do :; done) & (while :; do :; done)", {.processor = 300ms, .elapsed = 60s});
}

TEST(ProcessLimits, EndAProcessThatSleeps) {
  Expect(Excess::kElapsed, "sleep 100", {.processor = 10s, .elapsed = 200ms});
}

TEST(ProcessLimits, EndProcessesThatOnlyWait) {
  Expect(Excess::kAsleep, "sleep 100 & wait", {.processor = 10s, .asleep = 200ms});
}

TEST(ProcessLimits, EndProcessesThatWaitAgainAndAgain) {
  Expect(Excess::kAsleep, "while :; do sleep 0.05; done", {.asleep = 300ms});
}

TEST(ProcessLimits, CountWhatAProcessUsedThatEndedBeforeAnybodyLooked) {
  Expect(Excess::kProcessor, "i=0; while [ $i -lt 3000 ]; do i=$((i + 1)); done", {.processor = 1ms});
}

// However long the machine lets it wait for a processor.
TEST(ProcessLimits, TakeNoProcessThatComputesForOneThatWaits) {
  Expect(Excess::kProcessor, "while :; do :; done", {.processor = 500ms, .asleep = 1s});
  Expect(Excess::kProcessor, "(while :; do :; done) & wait", {.processor = 500ms, .asleep = 1s});
}

// The state of a process that waits for the disk is also that of the parent of a vfork. Here the child is the shell's
// (call 56, clone, with the flags CLONE_VFORK and CLONE_PARENT), so the process looks as if it waited for the disk.
TEST(ProcessLimits, TakeNoProcessThatWaitsForTheDiskForOneThatSleeps) {
  Expect(Excess::kElapsed, "perl -e 'syscall 56, 0x4000 | 0x8000 | 17, 0, 0, 0, 0; sleep 100'; true",
         {.elapsed = 3s, .asleep = 1s});
}

TEST(ProcessLimits, EndAProcessThatWaitsForTheChildOfItsVfork) {
  Expect(Excess::kAsleep, "perl -e 'syscall 58; sleep 100'; true", {.elapsed = 60s, .asleep = 1s});
}

TEST(ProcessLimits, CountProcesses) {
  Expect(Excess::kThreads, "for i in 1 2 3 4 5 6 7 8; do sleep 100 & done; wait", {.threads = 5});
}

TEST(ProcessLimits, CountTheMemoryOfDescendants) {
  Expect(Excess::kMemory, "head -c 300000000 /dev/zero | tail -c 250000000 | sleep 100",
         {.elapsed = 60s, .memory = 100 << 20});
}

TEST(ProcessLimits, CountFilesAndTheirBytesAndAcceptNothingElse) {
  for (const auto& [script, expected] :
       {std::pair{"touch a b", Excess::kNone}, std::pair{"touch a b c d; sleep 100", Excess::kFiles},
        std::pair{"head -c 3000000 /dev/zero > a; sleep 100", Excess::kFiles},
        std::pair{"mkdir -p a/b; touch a/b/c", Excess::kNone}, std::pair{"mkdir -p a/b/c/d; sleep 100", Excess::kFiles},
        std::pair{"mkdir a; touch a/1 a/2 a/3; sleep 100", Excess::kFiles},
        std::pair{"mkdir a; head -c 3000000 /dev/zero > a/b; sleep 100", Excess::kFiles},
        std::pair{"mkdir a; mkfifo a/b; sleep 100", Excess::kFiles}, std::pair{"mkfifo a; sleep 100", Excess::kFiles},
        std::pair{"mkdir a; ln -s / a/b; sleep 0.3", Excess::kNone}, std::pair{"ln -s /etc/passwd a", Excess::kNone}}) {
    const auto folder = ScratchFolder::Make();
    ASSERT_TRUE(folder);
    Expect(expected, "cd " + folder->path().string() + "; " + script,
           {.elapsed = 60s, .folder = folder->path(), .files = 3, .file_bytes = 2 << 20});
  }
}

// A program may give itself any name, also one that looks like the rest of the table's row.
TEST(ProcessLimits, AreNotFooledByAName) {
  Expect(Excess::kProcessor, "printf ') R 1 1 1' > /proc/self/comm; while :; do :; done",
         {.processor = 300ms, .elapsed = 30s});
}

TEST(ProcessLimits, SayWhatWasTooMuch) {
  const ProcessLimits limits{.processor = 1500ms, .memory = 64 << 20};
  EXPECT_EQ(Describe(Excess::kProcessor, limits), "it used more than 1.5 s of processor time");
  EXPECT_EQ(Describe(Excess::kMemory, limits), "it used more than 64 MiB of memory");
}

}  // namespace
}  // namespace lockstep
