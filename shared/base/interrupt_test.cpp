// Each case runs in a process of its own, which gets signals from the test and is observed by it.

#include "shared/base/interrupt.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <thread>

#include "shared/base/process.h"
#include "shared/base/scratch_folder.h"

namespace lockstep {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

// A process that runs `work` with EndOnInterrupt() and writes lines that the test waits for.
class Interrupt : public testing::Test {
 protected:
  void Run(const std::function<int(std::ostream& say)>& work) {
    file_ = fs::absolute(testing::UnitTest::GetInstance()->current_test_info()->name());
    std::ofstream(file_).flush();
    pid_ = fork();
    if (pid_ != 0) return;
    EndOnInterrupt();
    std::ofstream say(file_);
    _exit(work(say));
  }

  ~Interrupt() override {
    if (pid_ > 0) kill(pid_, SIGKILL), waitpid(pid_, nullptr, 0);
  }

  void Send(int number) { kill(pid_, number); }

  // The words that the process and its children have written, once there are `count`.
  std::vector<std::string> Words(std::size_t count) {
    std::vector<std::string> words;
    for (int i = 0; i < 1000 && words.size() < count; ++i) {
      std::this_thread::sleep_for(10ms);
      std::ifstream in(file_);
      words = {std::istream_iterator<std::string>(in), {}};
    }
    EXPECT_GE(words.size(), count);
    return words;
  }

  // The wait status; the process must end within ten seconds.
  int Status() {
    for (int i = 0; i < 1000; ++i) {
      int status = 0;
      if (waitpid(pid_, &status, WNOHANG) == pid_) {
        pid_ = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
      }
      std::this_thread::sleep_for(10ms);
    }
    ADD_FAILURE() << "the process does not end";
    return -1;
  }

  static bool Runs(const std::string& pid) {
    std::ifstream stat("/proc/" + pid + "/stat");
    std::string number, name, state;
    return stat >> number >> name >> state && state != "Z";
  }

  ProcessRequest Shell(const std::string& script) {
    return {.command = {"/bin/sh", "-c", "exec >>'" + file_.string() + "'; " + script}};
  }
  ProcessRequest Studied(const std::string& script) {
    ProcessRequest request = Shell(script);
    request.under_study = true;
    return request;
  }

 private:
  fs::path file_;
  pid_t pid_ = -1;
};

TEST_F(Interrupt, EndsEveryToolAndUs) {
  for (int number : {SIGINT, SIGTERM, SIGHUP}) {
    Run([&](std::ostream&) {
      auto one = Process::Start(Shell("echo $$; sleep 1000")), other = Process::Start(Shell("echo $$; sleep 1000"));
      one->Wait();
      return 0;
    });
    const auto pids = Words(2);
    Send(number);
    EXPECT_EQ(Status(), 130);
    for (const std::string& pid : pids) EXPECT_FALSE(Runs(pid));
  }
}

TEST_F(Interrupt, KillsAToolThatIgnoresTheSignal) {
  Run([&](std::ostream&) {
    return RunProcess(Shell("trap '' INT TERM HUP; echo $$; while :; do sleep 1; done"))->status;
  });
  const auto pids = Words(1);
  Send(SIGTERM);
  EXPECT_EQ(Status(), 130);
  EXPECT_FALSE(Runs(pids[0]));
}

TEST_F(Interrupt, StartsNothingAfterAnInterruptedTool) {
  Run([&](std::ostream& say) {
    (void)RunProcess(Shell("echo $$; sleep 1000"));
    say << "went on" << '\n' << std::flush;
    (void)RunProcess(Shell("echo next"));
    return 0;
  });
  Words(1);
  Send(SIGINT);
  EXPECT_EQ(Status(), 130);
  EXPECT_EQ(Words(1).size(), 1u);
}

TEST_F(Interrupt, RemovesScratchFolders) {
  Run([&](std::ostream& say) {
    const auto scratch = ScratchFolder::Make();
    std::ofstream(scratch->File("file")) << "text";
    say << scratch->path().string() << '\n' << std::flush;
    pause();
    return 0;
  });
  const auto words = Words(1);
  EXPECT_TRUE(fs::exists(words[0]));
  Send(SIGTERM);
  EXPECT_EQ(Status(), 130);
  EXPECT_FALSE(fs::exists(words[0]));
}

TEST_F(Interrupt, GoesToTheStudiedProgramFirst) {
  Run([&](std::ostream& say) {
    const auto result = RunProcess(Studied("trap 'echo bye; exit 5' INT; echo $$; while :; do sleep 0.02; done"));
    const bool started = RunProcess(Shell("echo next")).has_value();
    say << result->status << " " << result->interrupted << " " << started << '\n' << std::flush;
    return 7;
  });
  Words(1);
  Send(SIGINT);
  EXPECT_EQ(Status(), 7);
}

TEST_F(Interrupt, KillsAStudiedProgramThatIgnoresTheFirstSignalAtTheSecond) {
  Run([&](std::ostream&) {
    return RunProcess(Studied("trap 'echo heard' INT TERM; echo $$; while :; do sleep 0.02; done"))->signal;
  });
  const auto pids = Words(1);
  Send(SIGINT);
  Words(2);
  EXPECT_TRUE(Runs(pids[0]));
  Send(SIGINT);
  EXPECT_EQ(Status(), SIGKILL);
}

TEST_F(Interrupt, KillsAStudiedProgramAfterItsNotice) {
  Run([&](std::ostream&) {
    ProcessRequest request = Studied("trap '' TERM; echo $$; while :; do sleep 0.02; done");
    request.notice = 200ms;
    return RunProcess(std::move(request))->signal;
  });
  Words(1);
  Send(SIGTERM);
  EXPECT_EQ(Status(), SIGKILL);
}

TEST_F(Interrupt, EndsTheProcessAtTheNextSignalAfterTheStudiedProgram) {
  Run([&](std::ostream& say) {
    // A loop, because a shell that is starting another program may lose the signal.
    (void)RunProcess(Studied("echo $$; while :; do :; done"));
    say << "\nhere\nwe\nare" << '\n' << std::flush;
    pause();
    return 0;
  });
  Words(1);
  Send(SIGINT);
  Words(3);
  Send(SIGINT);
  EXPECT_EQ(Status(), 130);
}

// As on a full disk: the write fails, and this process goes on to say so. A program finds the signal as it was.
TEST_F(Interrupt, LeavesTheSignalOfALimitOnFilesToThePrograms) {
  Run([](std::ostream& say) {
    const rlimit small{.rlim_cur = 4096, .rlim_max = 4096};
    setrlimit(RLIMIT_FSIZE, &small);
    const std::string large(8192, 'x');
    const int file = open("file", O_CREAT | O_WRONLY, 0600);
    const bool fails = write(file, large.data(), large.size()) == 4096 && write(file, "x", 1) < 0 && errno == EFBIG;
    const auto result = RunProcess({.command = {"/bin/sh", "-c", "echo more >> file"},
                                    .under_study = true,
                                    .in_background = true,
                                    .capture_errors = true});
    say << (fails ? "fails " : "writes ") << (result ? result->signal : -1) << '\n' << std::flush;
    return 0;
  });
  EXPECT_EQ(Words(2), (std::vector<std::string>{"fails", std::to_string(SIGXFSZ)}));
  EXPECT_EQ(Status(), 0);
}

}  // namespace
}  // namespace lockstep
