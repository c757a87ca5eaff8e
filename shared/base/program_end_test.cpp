#include "shared/base/program_end.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

namespace lockstep {
namespace {

// The text that a child process writes into a pipe before it ends.
template <class Work>
std::string Said(Work&& work) {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    work([to = ends[1]](const char* word) { (void)!write(to, word, 1); });
    abort();
  }
  close(ends[1]);
  std::string said;
  for (char letter; read(ends[0], &letter, 1) == 1;) said += letter;
  close(ends[0]);
  waitpid(child, nullptr, 0);
  return said;
}

TEST(ProgramEnd, DoesItsWorkOnceHoweverTheProgramEnds) {
  const auto end_by = [](void (*end)()) {
    return Said([end](auto say) {
      AtProgramEnd([say] { say("a"); });
      AtProgramEnd([say] { say("b"); });
      end();
    });
  };
  EXPECT_EQ(end_by([] { std::exit(0); }), "ba");
  EXPECT_EQ(end_by([] { std::quick_exit(0); }), "ba");
  EXPECT_EQ(end_by([] {
              EndProgramNow();
              std::exit(0);
            }),
            "ba");
  EXPECT_EQ(end_by([] { LeaveProgram(0); }), "");
}

// The exit status of a child whose work asks for 105.
int StatusAfter(void (*end)()) {
  const pid_t child = fork();
  if (child == 0) {
    AtProgramEnd([] { EndWithStatus(105); });
    end();
    abort();
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(ProgramEnd, GivesAProgramThatEndsWellTheStatusThatItsWorkAsksFor) {
  EXPECT_EQ(StatusAfter([] { std::exit(0); }), 105);
  EXPECT_EQ(StatusAfter([] { std::exit(7); }), 7);
  EXPECT_EQ(StatusAfter([] { std::quick_exit(7); }), 7);
  EXPECT_EQ(StatusAfter([] { LeaveProgram(0); }), 0);
}

void (*of_program)() = nullptr;

TEST(ProgramEnd, DoesItsWorkAfterTheHandlersOfTheProgram) {
  const auto end_by = [](void (*end)()) {
    return Said([end](auto say) {
      static auto* const its_say = new auto(say);
      of_program = [] { (*its_say)("p"); };
      std::atexit([] { of_program(); });
      std::at_quick_exit([] { of_program(); });
      AtProgramEnd([say] { say("w"); });
      end();
    });
  };
  EXPECT_EQ(end_by([] { std::exit(0); }), "pw");
  EXPECT_EQ(end_by([] { std::quick_exit(0); }), "pw");
}

TEST(ProgramEnd, DoesNoWorkInAForkedChild) {
  EXPECT_EQ(Said([](auto say) {
              AtProgramEnd([say] { say("p"); });
              if (fork() == 0) std::exit(0);
              wait(nullptr);
              say("c");
              std::exit(0);
            }),
            "cp");
}

TEST(ProgramEnd, WaitsForWorkThatBeginsAtTheEnd) {
  EXPECT_EQ(Said([](auto say) {
              AtProgramEnd([say] { AtProgramEnd([say] { say("x"); }); });
              std::exit(0);
            }),
            "x");
}

}  // namespace
}  // namespace lockstep
