#include "shared/base/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <utility>

#include "shared/base/must.h"

namespace lockstep {
namespace {

// The group that Ctrl-C must reach too, because it is not the terminal's own.
std::atomic<pid_t> foreground_group{0};
std::atomic<bool> interrupted{false};

void PassOnInterrupt(int number) {
  interrupted = true;
  const pid_t group = foreground_group;
  if (group > 0) kill(-group, number == SIGINT ? SIGINT : SIGTERM);
}

void WatchForInterrupts() {
  static const bool installed = [] {
    struct sigaction action{};
    action.sa_handler = PassOnInterrupt;
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    sigaction(SIGHUP, &action, nullptr);
    return true;
  }();
  (void)installed;
}

std::vector<char*> Pointers(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

std::vector<std::string> Environment(const std::vector<std::string>& additions) {
  std::vector<std::string> all;
  auto name_of = [](const std::string& entry) { return entry.substr(0, entry.find('=') + 1); };
  for (char** entry = environ; *entry; ++entry) {
    const std::string text = *entry;
    bool replaced = false;
    for (const std::string& addition : additions) replaced |= text.starts_with(name_of(addition));
    if (!replaced) all.push_back(text);
  }
  all.insert(all.end(), additions.begin(), additions.end());
  return all;
}

// The terminal's foreground is ours again when a program that had it has ended.
void TakeTerminalBack() {
  if (!isatty(STDIN_FILENO) || tcgetpgrp(STDIN_FILENO) == getpgrp()) return;
  void (*const before)(int) = signal(SIGTTOU, SIG_IGN);
  tcsetpgrp(STDIN_FILENO, getpgrp());
  signal(SIGTTOU, before);
}

struct Pipe {
  int read_end = -1, write_end = -1;
};

Pipe MakePipe() {
  int ends[2];
  MUST(pipe2(ends, O_CLOEXEC) == 0, "no pipe could be made");
  return {ends[0], ends[1]};
}

// Runs in the child, between fork and exec: async-signal-safe calls only.
[[noreturn]] void BecomeCommand(const ProcessRequest& request, char* const* command, char* const* environment,
                                const Pipe& errors, const Pipe& output, int report, pid_t parent) {
  setpgid(0, 0);
  if (request.no_input) {
    dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
    // A program that reads the terminal must be in its foreground, or reading would stop it.
  } else if (isatty(STDIN_FILENO)) {
    signal(SIGTTOU, SIG_IGN);
    tcsetpgrp(STDIN_FILENO, getpid());
    signal(SIGTTOU, SIG_DFL);
  }
  prctl(PR_SET_PDEATHSIG, request.notice.count() > 0 ? SIGTERM : SIGKILL);
  if (getppid() != parent) _exit(127);
  signal(SIGINT, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
  signal(SIGHUP, SIG_DFL);
  signal(SIGPIPE, SIG_DFL);
  if (errors.write_end >= 0) dup2(errors.write_end, STDERR_FILENO);
  if (output.write_end >= 0) dup2(output.write_end, STDOUT_FILENO);
  if (request.fixed_addresses) personality(ADDR_NO_RANDOMIZE);
  if (request.folder.empty() || chdir(request.folder.c_str()) == 0) execve(command[0], command, environment);
  const int number = errno;
  (void)!write(report, &number, sizeof number);
  _exit(127);
}

void Append(std::string& text, const char* data, std::size_t size, std::size_t limit) {
  if (text.size() < limit) text.append(data, std::min(size, limit - text.size()));
}

// Reads what there is. False at the end of the stream.
bool ReadSome(int& pipe, std::string& into, std::size_t limit) {
  char buffer[65536];
  const ssize_t got = read(pipe, buffer, sizeof buffer);
  if (got > 0) {
    Append(into, buffer, got, limit);
    return true;
  }
  if (got < 0 && (errno == EINTR || errno == EAGAIN)) return true;
  close(pipe);
  pipe = -1;
  return false;
}

}  // namespace

Expected<Process> Process::Start(ProcessRequest request) {
  if (!request.no_input) {
    WatchForInterrupts();
    interrupted = false;
  }
  std::vector<std::string> environment_texts = Environment(request.environment);
  const std::vector<char*> environment = Pointers(environment_texts), command = Pointers(request.command);
  const Pipe errors = request.capture_errors ? MakePipe() : Pipe{};
  const Pipe output = request.capture_output ? MakePipe() : Pipe{};
  const Pipe report = MakePipe();
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid == 0) BecomeCommand(request, command.data(), environment.data(), errors, output, report.write_end, parent);
  for (int end : {errors.write_end, output.write_end, report.write_end})
    if (end >= 0) close(end);
  if (pid < 0) return Fail(fmt::format("cannot start {}: {}", request.command[0], strerror(errno)));
  setpgid(pid, pid);

  Process process;
  process.pid_ = pid;
  process.error_pipe_ = errors.read_end;
  process.output_pipe_ = output.read_end;
  process.started_ = std::chrono::steady_clock::now();
  process.request_ = std::move(request);
  int number = 0;
  const bool failed = read(report.read_end, &number, sizeof number) == sizeof number;
  close(report.read_end);
  if (failed) return Fail(fmt::format("cannot start {}: {}", process.request_.command[0], strerror(number)));
  return process;
}

Process::Process(Process&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      error_pipe_(std::exchange(other.error_pipe_, -1)),
      output_pipe_(std::exchange(other.output_pipe_, -1)),
      reaped_(other.reaped_),
      wait_status_(other.wait_status_),
      request_(std::move(other.request_)),
      result_(std::move(other.result_)),
      started_(other.started_) {}

Process::~Process() {
  End();
  if (error_pipe_ >= 0) close(error_pipe_);
  if (output_pipe_ >= 0) close(output_pipe_);
}

void Process::Kill() {
  if (pid_ > 0 && !reaped_) kill(-pid_, SIGKILL);
}

void Process::End() {
  if (pid_ <= 0 || reaped_) return;
  if (request_.notice.count() > 0) {
    kill(-pid_, SIGTERM);
    const auto deadline = std::chrono::steady_clock::now() + request_.notice;
    while (std::chrono::steady_clock::now() < deadline)
      if (EndedWithin(std::chrono::milliseconds(20))) return;
  }
  Kill();
  waitpid(pid_, &wait_status_, 0);
  reaped_ = true;
}

bool Process::EndedWithin(std::chrono::milliseconds wait) {
  if (HasEnded()) return true;
  EnforceLimit();
  Drain(static_cast<int>(wait.count()));
  return HasEnded();
}

bool Process::HasEnded() {
  if (!reaped_) {
    Drain(0);
    reaped_ = waitpid(pid_, &wait_status_, WNOHANG) == pid_;
    if (reaped_) kill(-pid_, SIGKILL);
  }
  return reaped_;
}

void Process::Drain(int timeout_ms) {
  pollfd waiting[2] = {{error_pipe_, POLLIN, 0}, {output_pipe_, POLLIN, 0}};
  if (poll(waiting, 2, timeout_ms) <= 0) return;
  if (waiting[0].revents) ReadSome(error_pipe_, result_.errors, request_.capture_limit);
  if (waiting[1].revents) ReadSome(output_pipe_, result_.output, request_.capture_limit);
}

void Process::EnforceLimit() {
  if (!request_.limit) return;
  const auto over = std::chrono::steady_clock::now() - started_ - *request_.limit;
  if (over < std::chrono::milliseconds(0)) return;
  if (!result_.timed_out && request_.notice.count() > 0) kill(-pid_, SIGTERM);
  result_.timed_out = true;
  if (over >= request_.notice) Kill();
}

ProcessResult Process::Wait() {
  if (!request_.no_input) foreground_group = pid_;
  while (!HasEnded()) {
    EnforceLimit();
    // What it holds open may outlive it, so the end is looked for now and then even while pipes are quiet.
    if (error_pipe_ >= 0 || output_pipe_ >= 0) {
      Drain(5);
    } else if (!request_.limit) {
      siginfo_t info;
      waitid(P_PID, pid_, &info, WEXITED | WNOWAIT);
    } else {
      poll(nullptr, 0, 2);
    }
  }
  if (!request_.no_input) {
    foreground_group = 0;
    TakeTerminalBack();
  }
  const auto size = [&] { return result_.errors.size() + result_.output.size(); };
  for (std::size_t before = size(); error_pipe_ >= 0 || output_pipe_ >= 0; before = size()) {
    Drain(0);
    if (size() == before) break;
  }
  // With the terminal, a program gets Ctrl-C itself.
  result_.interrupted =
      (interrupted && !request_.no_input) || (WIFSIGNALED(wait_status_) && WTERMSIG(wait_status_) == SIGINT);
  result_.signal = WIFSIGNALED(wait_status_) ? WTERMSIG(wait_status_) : 0;
  result_.status = result_.signal ? 128 + result_.signal : WEXITSTATUS(wait_status_);
  return std::move(result_);
}

Expected<ProcessResult> RunProcess(ProcessRequest request) {
  Expected<Process> process = Process::Start(std::move(request));
  if (!process) return std::unexpected(process.error());
  return process->Wait();
}

}  // namespace lockstep
