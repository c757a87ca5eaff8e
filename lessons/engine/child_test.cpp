#include "lessons/engine/child.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <fstream>

namespace lockstep {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

Child Started(const std::string& script) {
  Expected<Child> child = Child::Start({"/bin/sh", "-c", script}, ".");
  EXPECT_TRUE(child) << child.error().message;
  return std::move(*child);
}

void WaitFor(Child& child) {
  while (!child.Poll(milliseconds(100))) {
  }
}

TEST(Child, TellsOutputErrorsAndExitStatus) {
  Child child = Started("echo out; echo err >&2; exit 3");
  WaitFor(child);
  EXPECT_EQ(child.output(), "out\n");
  EXPECT_EQ(child.errors(), "err\n");
  EXPECT_EQ(child.exit_status(), 3);
}

TEST(Child, TellsTheSignalThatEndedIt) {
  Child child = Started("kill -SEGV $$");
  WaitFor(child);
  EXPECT_EQ(child.exit_status(), 128 + SIGSEGV);
}

TEST(Child, PollDoesNotWaitLongerThanAsked) {
  Child child = Started("sleep 20");
  const auto before = steady_clock::now();
  EXPECT_FALSE(child.Poll(milliseconds(0)));
  EXPECT_LT(steady_clock::now() - before, milliseconds(200));
}

TEST(Child, EndTakesGrandchildrenWithIt) {
  Child child = Started("sleep 300 & echo $!; wait");
  while (child.output().empty()) child.Poll(milliseconds(20));
  const pid_t grandchild = std::stoi(child.output());
  ASSERT_EQ(kill(grandchild, 0), 0);
  child.End();
  const auto gone = [&] {
    std::ifstream stat("/proc/" + std::to_string(grandchild) + "/stat");
    std::string text;
    return !std::getline(stat, text) || text.contains(") Z ");
  };
  for (int i = 0; i < 100 && !gone(); ++i) usleep(10000);
  EXPECT_TRUE(gone());
}

TEST(Child, InsistsWhereItIsNotHeard) {
  Child child = Started("trap '' TERM; echo ready; while :; do sleep 1; done");
  while (child.output().empty()) child.Poll(milliseconds(20));
  const auto before = steady_clock::now();
  child.End();
  EXPECT_LT(steady_clock::now() - before, milliseconds(2000));
  EXPECT_EQ(child.exit_status(), 128 + SIGKILL);
}

TEST(Child, KeepsTheFirstMegabyteOfAFlood) {
  Child child = Started("head -c 50000000 /dev/zero");
  WaitFor(child);
  EXPECT_EQ(child.output().size(), std::size_t{1} << 20);
  EXPECT_EQ(child.exit_status(), 0);
}

}  // namespace
}  // namespace lockstep
