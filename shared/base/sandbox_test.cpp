#include "shared/base/sandbox.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <thread>

#include "shared/base/file.h"
#include "shared/base/scratch_folder.h"

namespace lockstep {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;

class SandboxTest : public testing::Test {
 protected:
  void SetUp() override {
    if (const auto found = FindSandbox(); !found) GTEST_SKIP() << found.error().message;
  }

  ProcessResult Run(const std::string& script, Sandbox sandbox = {}) {
    sandbox.writable = {Folder()};
    ProcessRequest request{.command = {"/bin/sh", "-c", script},
                           .environment = {"GIVEN=given"},
                           .under_study = true,
                           .in_background = true,
                           .capture_errors = true,
                           .capture_output = true,
                           .limit = 20s};
    const auto result = RunProcess(InSandbox(std::move(request), sandbox));
    EXPECT_TRUE(result);
    return *result;
  }
  fs::path Folder() const { return scratch_->path(); }

  const Expected<ScratchFolder> scratch_ = ScratchFolder::Make();
};

TEST_F(SandboxTest, PassesOutputStatusAndFilesOn) {
  const ProcessResult result = Run("echo out; echo err >&2; echo file > file; exit 7");
  EXPECT_EQ(result.output, "out\n");
  EXPECT_EQ(result.errors, "err\n");
  EXPECT_EQ(result.status, 7);
  EXPECT_EQ(ReadText(Folder() / "file").value_or(""), "file\n");
}

TEST_F(SandboxTest, WritesOnlyToItsFolder) {
  for (const char* path : {"/x", "/tmp/x", "/dev/shm/x", "/usr/x", "/proc/sys/kernel/hostname", "/home/x"})
    EXPECT_NE(Run(std::string("echo x > ") + path).status, 0) << path;
  EXPECT_EQ(Run("echo x > " + (Folder() / "x").string()).status, 0);
}

TEST_F(SandboxTest, SeesOnlyWhatItIsGiven) {
  const auto other = ScratchFolder::Make();
  ASSERT_TRUE(other);
  std::ofstream(other->File("given")) << "given\n";
  std::ofstream(other->File("kept")) << "kept\n";
  const Sandbox one{.readable = {other->File("given")}}, all{.readable = {other->path()}};
  EXPECT_EQ(Run("cat " + other->File("given").string(), one).output, "given\n");
  EXPECT_NE(Run("cat " + other->File("kept").string(), one).status, 0);
  EXPECT_NE(Run("cat /etc/passwd").status, 0);
  EXPECT_NE(Run("echo x > " + other->File("given").string(), all).status, 0);
}

TEST_F(SandboxTest, KeepsASecretFolderInsideAReadableOne) {
  const auto other = ScratchFolder::Make();
  ASSERT_TRUE(other);
  fs::permissions(other->path(), fs::perms(0755));
  fs::create_directories(other->File("secret"));
  for (const char* name : {"secret/kept", "secret/given"}) std::ofstream(other->File(name)) << "text\n";
  const Sandbox sandbox{.readable = {other->path(), other->File("secret/given")}, .secret = {other->File("secret")}};
  EXPECT_EQ(Run("cat " + other->File("secret/given").string(), sandbox).output, "text\n");
  EXPECT_NE(Run("cat " + other->File("secret/kept").string(), sandbox).status, 0);
  EXPECT_NE(Run("echo x > " + other->File("secret/new").string(), sandbox).status, 0);
}

TEST_F(SandboxTest, HasNoVariablesOfOurs) {
  setenv("LOCKSTEP_TEST_TOKEN", "very-secret", 1);
  const ProcessResult result = Run("env; cat /proc/*/environ");
  EXPECT_THAT(result.output, HasSubstr("GIVEN=given"));
  EXPECT_THAT(result.output, Not(HasSubstr("very-secret")));
}

TEST_F(SandboxTest, InheritsNoFileOfItsCaller) {
  std::ofstream(Folder() / "secret") << "secret\n";
  const int file = open((Folder() / "secret").c_str(), O_RDWR);
  ASSERT_EQ(dup2(file, 9), 9);
  const ProcessResult result = Run("cat <&9; echo written >&9; ls /proc/self/fd");
  close(file);
  close(9);
  EXPECT_EQ(result.output, "0\n1\n2\n3\n");  // the last one is of `ls` itself
  EXPECT_EQ(ReadText(Folder() / "secret").value_or(""), "secret\n");
}

TEST_F(SandboxTest, SeesNoOtherProcess) {
  EXPECT_NE(Run("kill -0 " + std::to_string(getpid())).status, 0);
  EXPECT_THAT(Run("ls -d /proc/[0-9]* | wc -l").output, Not(HasSubstr("10")));
}

TEST_F(SandboxTest, HasNoNetwork) {
  EXPECT_EQ(Run("ls /sys/class/net 2>/dev/null; grep -c : /proc/net/dev").output, "1\n");
}

TEST_F(SandboxTest, EndsWithEverythingThatItStarted) {
  const std::string mark = "98765.4" + std::to_string(getpid());
  Run("setsid sleep " + mark + " & (setsid sleep " + mark + " &) ; sleep 0.1");
  std::this_thread::sleep_for(100ms);
  const auto left = RunProcess({.command = {"/usr/bin/pgrep", "-f", "sleep " + mark}, .capture_output = true});
  ASSERT_TRUE(left);
  EXPECT_EQ(left->output, "");
}

// Whoever we are: a program that forks without end would take the machine before anybody could measure it.
TEST_F(SandboxTest, LimitsTheNumberOfProcessesItself) {
  const std::string script = "for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do sleep 0.2 & done; wait; echo all";
  EXPECT_EQ(Run(script, {.processes = 40}).output, "all\n");
  EXPECT_NE(Run(script, {.processes = 8}).output, "all\n");
}

TEST_F(SandboxTest, HasNoRights) {
  EXPECT_EQ(Run("grep -c '^Cap\\(Inh\\|Prm\\|Eff\\|Amb\\).*0000000000000000' /proc/self/status").output, "4\n");
  EXPECT_THAT(Run("id -u").output, Not(testing::StartsWith("0")));
}

TEST_F(SandboxTest, ReportsASignalAsAShellDoes) { EXPECT_EQ(Run("kill -SEGV $$").status, 128 + SIGSEGV); }

TEST_F(SandboxTest, LimitsTheSizeOfAFile) {
  Run("head -c 3000000 /dev/zero > big", {.file_size = 1 << 20});
  EXPECT_EQ(fs::file_size(Folder() / "big"), 1 << 20);
}

TEST(KeepPlainFiles, DeletesEverythingElse) {
  const auto folder = ScratchFolder::Make();
  ASSERT_TRUE(folder);
  std::ofstream(folder->File("plain")) << "text";
  std::ofstream(folder->File("twice")) << "text";
  fs::create_hard_link(folder->File("twice"), folder->File("again"));
  fs::create_symlink("/etc/passwd", folder->File("link"));
  fs::create_directories(folder->File("a/b/c"));
  ASSERT_EQ(mkfifo(folder->File("pipe").c_str(), 0600), 0);
  KeepPlainFiles(folder->path());
  std::vector<std::string> left;
  for (const auto& entry : fs::directory_iterator(folder->path())) left.push_back(entry.path().filename());
  EXPECT_THAT(left, testing::ElementsAre("plain"));
}

}  // namespace
}  // namespace lockstep
