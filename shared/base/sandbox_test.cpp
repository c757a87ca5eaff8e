#include "shared/base/sandbox.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <map>
#include <thread>

#include "shared/base/file.h"
#include "shared/base/scratch_folder.h"

namespace lockstep {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;

// --- what programs do in the sandbox: this one, started again with the name of one of these in its environment

// Says nothing where all is as it should be.
void Want(bool is_so, const std::string& what) {
  if (!is_so) printf("not so: %s\n", what.c_str());
}

void WantRefused(long result, const std::string& what) {
  Want(result == -1 && (errno == EPERM || errno == ENOSYS), what + " is refused");
}

int MakesMemoryOfNobody() {
  WantRefused(memfd_create("file", 0), "memfd_create");
  WantRefused(shmget(IPC_PRIVATE, 1 << 20, IPC_CREAT | 0600), "shmget");
  WantRefused(msgget(IPC_PRIVATE, IPC_CREAT | 0600), "msgget");
  WantRefused(semget(IPC_PRIVATE, 1, IPC_CREAT | 0600), "semget");
  int ends[2];
  WantRefused(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), "socketpair");
  for (int family : {AF_UNIX, AF_INET, AF_VSOCK}) WantRefused(socket(family, SOCK_STREAM, 0), "socket");
  return 0;
}

int MakesNamespaces() {
  for (int space : {CLONE_NEWUSER, CLONE_NEWUSER | CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWTIME}) {
    WantRefused(unshare(space), "unshare " + std::to_string(space));
    if (space != CLONE_NEWTIME) WantRefused(syscall(SYS_clone, space | SIGCHLD, 0, 0, 0, 0), "clone");
  }
  WantRefused(setns(open("/proc/self/ns/user", O_RDONLY), CLONE_NEWUSER), "setns");
  WantRefused(mount("t", "/proc/bus", "tmpfs", 0, nullptr), "mount");
  return 0;
}

int AsksForWhatTheKernelDoesForFew() {
  for (long call : {SYS_clone3,
                    SYS_memfd_secret,
                    SYS_io_uring_setup,
                    SYS_io_uring_enter,
                    SYS_io_uring_register,
                    SYS_bpf,
                    SYS_keyctl,
                    SYS_add_key,
                    SYS_request_key,
                    SYS_userfaultfd,
                    SYS_perf_event_open,
                    SYS_ptrace,
                    SYS_process_vm_readv,
                    SYS_process_vm_writev,
                    SYS_kexec_load,
                    SYS_init_module,
                    SYS_finit_module,
                    SYS_umount2,
                    SYS_pivot_root,
                    SYS_fsopen,
                    SYS_fsconfig,
                    SYS_fsmount,
                    SYS_move_mount,
                    SYS_open_tree,
                    SYS_mount_setattr,
                    SYS_vmsplice,
                    SYS_pidfd_getfd})
    WantRefused(syscall(call, -1, 0, 0, 0, 0, 0), "call " + std::to_string(call));
#ifdef __x86_64__
  WantRefused(syscall(0x40000000 | SYS_getpid), "x32");  // the same call by the x32 ABI
  long result = 20;                                      // getpid of 32 bits
  asm volatile("int $0x80" : "+a"(result) : : "memory");
  Want(result == -ENOSYS, "32 bits are refused");
#endif
  return 0;
}

int DoesWhatProgramsDo() {
  int sum = 0;
  std::thread([&] { sum += 1; }).join();
  const pid_t child = fork();
  if (child == 0) _exit(2);
  int status = 0;
  waitpid(child, &status, 0);
  sum += WEXITSTATUS(status);
  FILE* const said = popen("echo 4", "r");
  int number = 0;
  if (said && fscanf(said, "%d", &number) == 1) sum += number;
  pclose(said);
  int* const shared =
      static_cast<int*>(mmap(nullptr, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  if (fork() == 0) _exit(*shared = 8);
  wait(nullptr);
  sum += *shared;
  Want(sum == 15, "all bits are set in " + std::to_string(sum));
  // With threads of its own.
  if (void* const blas = dlopen("libopenblas.so.0", RTLD_NOW)) {
    using Dot = double (*)(int, const double*, int, const double*, int);
    const std::vector<double> ones(1 << 16, 1);
    Want(reinterpret_cast<Dot>(dlsym(blas, "cblas_ddot"))(1 << 16, ones.data(), 1, ones.data(), 1) == 1 << 16,
         "a product");
  }
  return 0;
}

constexpr std::size_t kHeld = 96 << 20;

int HoldsADeletedFile() {
  const int file = open("file", O_RDWR | O_CREAT, 0600);
  unlink("file");
  Want(posix_fallocate(file, 0, kHeld) == 0, "there is room");
  return pause();
}

// The mapping stays; the file has no name and no descriptor.
int MapsADeletedFile() {
  const int file = open("file", O_RDWR | O_CREAT, 0600);
  Want(posix_fallocate(file, 0, kHeld) == 0, "there is room");
  Want(mmap(nullptr, kHeld, PROT_READ, MAP_SHARED, file, 0) != MAP_FAILED, "it is mapped");
  unlink("file");
  close(file);
  return pause();
}

// Shared memory that is not resident in any process.
int HidesSharedMemory() {
  void* const memory = mmap(nullptr, kHeld, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  std::memset(memory, 1, kHeld);
  madvise(memory, kHeld, MADV_DONTNEED);
  return pause();
}

// A page that is only read is nobody's, but it has an entry in a table, which is the kernel's.
int FillsTables() {
  constexpr std::size_t kOfOneTable = 2 << 20, kTables = kHeld / 4096;
  char* const memory = static_cast<char*>(
      mmap(nullptr, kTables * kOfOneTable, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
  madvise(memory, kTables * kOfOneTable, MADV_NOHUGEPAGE);
  for (std::size_t i = 0; i < kTables; ++i) (void)*const_cast<volatile char*>(memory + i * kOfOneTable);
  return pause();
}

std::map<std::string, int (*)()> Deeds() {
  return {{"memory of nobody", MakesMemoryOfNobody},
          {"namespaces", MakesNamespaces},
          {"calls for few", AsksForWhatTheKernelDoesForFew},
          {"usual deeds", DoesWhatProgramsDo},
          {"deleted file", HoldsADeletedFile},
          {"mapped file", MapsADeletedFile},
          {"shared memory", HidesSharedMemory},
          {"tables", FillsTables}};
}

// Before main, which makes folders that no sandbox allows.
[[gnu::constructor]] void DoOnlyTheDeed() {
  const char* const deed = getenv("SANDBOX_TEST_DEED");
  if (!deed) return;
  const int status = Deeds().at(deed)();
  fflush(stdout);
  _exit(status);
}

class SandboxTest : public testing::Test {
 protected:
  void SetUp() override {
    if (const auto found = FindSandbox(); !found) GTEST_SKIP() << found.error().message;
  }

  ProcessResult Run(const std::string& script, Sandbox sandbox = {}) {
    return RunCommand({"/bin/sh", "-c", script}, {"GIVEN=given"}, std::move(sandbox), {});
  }
  // One of the deeds above.
  ProcessResult Do(const std::string& deed, const ProcessLimits& limits = {}) {
    const std::string self = fs::read_symlink("/proc/self/exe");
    return RunCommand({self}, {"SANDBOX_TEST_DEED=" + deed}, {.readable = {self}}, limits);
  }
  ProcessResult RunCommand(std::vector<std::string> command, std::vector<std::string> environment, Sandbox sandbox,
                           const ProcessLimits& limits) {
    sandbox.writable = {Folder()};
    ProcessRequest request{.command = std::move(command),
                           .environment = std::move(environment),
                           .under_study = true,
                           .in_background = true,
                           .capture_errors = true,
                           .capture_output = true,
                           .limit = 60s,
                           .limits = limits};
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

TEST_F(SandboxTest, ShowsAFileUnderAnotherNameOnly) {
  const auto other = ScratchFolder::Make();
  ASSERT_TRUE(other);
  std::ofstream(other->File("file")) << "text\n";
  const Sandbox sandbox{.renamed = {{other->File("file"), other->File("name")}}};
  EXPECT_EQ(Run("cat " + other->File("name").string(), sandbox).output, "text\n");
  EXPECT_EQ(Run("ls " + other->path().string(), sandbox).output, "name\n");
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

TEST_F(SandboxTest, RefusesMemoryThatNobodyCounts) { EXPECT_EQ(Do("memory of nobody").output, ""); }
TEST_F(SandboxTest, RefusesNamespaces) { EXPECT_EQ(Do("namespaces").output, ""); }
TEST_F(SandboxTest, RefusesWhatTheKernelDoesForFew) { EXPECT_EQ(Do("calls for few").output, ""); }

TEST_F(SandboxTest, AllowsThreadsProcessesPipesAndLibraries) {
  const ProcessResult result =
      Do("usual deeds", {.memory = std::uint64_t{1} << 30, .folder = Folder(), .files = 4, .file_bytes = 1 << 20});
  EXPECT_EQ(result.output, "");
  EXPECT_EQ(result.status, 0) << result.errors;
  EXPECT_EQ(result.excess, Excess::kNone);
}

TEST_F(SandboxTest, CountsWhatHasNoName) {
  const ProcessLimits few_files{.elapsed = 60s, .folder = Folder(), .files = 4, .file_bytes = kHeld / 2},
      little_memory{.elapsed = 60s, .memory = kHeld * 2 / 3};
  EXPECT_EQ(Do("deleted file", few_files).excess, Excess::kFiles);
  EXPECT_EQ(Do("mapped file", few_files).excess, Excess::kFiles);
  EXPECT_EQ(Do("shared memory", little_memory).excess, Excess::kMemory);
  EXPECT_EQ(Do("tables", little_memory).excess, Excess::kMemory);
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
