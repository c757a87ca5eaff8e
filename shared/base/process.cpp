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

#include <utility>

#include "shared/base/interrupt.h"
#include "shared/base/live_processes.h"
#include "shared/base/must.h"
#include "shared/base/nameless_file.h"
#include "shared/base/terminal.h"

namespace lockstep {
namespace {

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

struct Pipe {
  int read_end = -1, write_end = -1;
};

Pipe MakePipe() {
  int ends[2];
  MUST(pipe2(ends, O_CLOEXEC) == 0, "no pipe could be made");
  return {ends[0], ends[1]};
}

// Whoever started us may have left files, locks and sockets open, in the rights of another. A program gets its three
// streams and what it is given. async-signal-safe.
void CloseInheritedAtExec() {
  constexpr int kFirst = STDERR_FILENO + 1, kMost = 1 << 16;
  if (close_range(kFirst, ~0u, CLOSE_RANGE_CLOEXEC) == 0) return;
  // Kernels before 5.11 do not know the flag.
  for (int file = kFirst; file < kMost; ++file) (void)fcntl(file, F_SETFD, FD_CLOEXEC);
}

// Everything that the child needs for exec, prepared before the fork.
struct Prepared {
  const ProcessRequest& request;
  char* const* command;
  char* const* environment;
  Pipe errors, output, report;
  int input = -1, more_input = -1;
  pid_t parent;
  bool takes_terminal;
};

// Runs in the child, between vfork and exec: async-signal-safe calls only, and nothing of ours is changed, because the
// memory is ours.
[[noreturn]] void BecomeCommand(const Prepared& start) {
  const ProcessRequest& request = start.request;
  setpgid(0, 0);
  if (!request.under_study || request.in_background)
    dup2(start.input >= 0 ? start.input : open("/dev/null", O_RDONLY), STDIN_FILENO);
  // A program that reads the terminal must be in its foreground; otherwise the read would stop it.
  if (start.takes_terminal) GiveTerminal(getpid());
  prctl(PR_SET_PDEATHSIG, request.ends_its_own ? SIGTERM : SIGKILL);
  if (getppid() != start.parent) _exit(127);
  if (start.errors.write_end >= 0) dup2(start.errors.write_end, STDERR_FILENO);
  if (start.output.write_end >= 0) dup2(start.output.write_end, STDOUT_FILENO);
  if (request.output_to_errors) dup2(STDERR_FILENO, STDOUT_FILENO);
  if (request.fixed_addresses) personality(ADDR_NO_RANDOMIZE);
  RestoreSignals(request.under_study);
  CloseInheritedAtExec();
  if (start.more_input >= 0 && dup2(start.more_input, kMoreInput) >= 0) fcntl(kMoreInput, F_SETFD, 0);
  if (request.folder.empty() || chdir(request.folder.c_str()) == 0)
    execve(start.command[0], start.command, start.environment);
  const int number = errno;
  (void)!write(start.report.write_end, &number, sizeof number);
  _exit(127);
}

// The pipe that reports a failure is still needed when the child has put its files in place.
Pipe MakeReportPipe() {
  const Pipe made = MakePipe();
  const int moved = fcntl(made.write_end, F_DUPFD_CLOEXEC, kMoreInput + 1);
  MUST(moved >= 0, "no pipe could be made");
  close(made.write_end);
  return {made.read_end, moved};
}

// A file without a name that holds the text; -1 where there is none.
int FileOf(const std::string& text) {
  if (text.empty()) return -1;
  const int file = MakeNamelessFile("input");
  if (file < 0) return -1;
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t wrote = write(file, text.data() + done, text.size() - done);
    if (wrote <= 0) break;
    done += static_cast<std::size_t>(wrote);
  }
  lseek(file, 0, SEEK_SET);
  return file;
}

// Reads what is available. False where it is more than the text may hold.
bool ReadSome(int& pipe, std::string& into, std::size_t limit) {
  char buffer[65536];
  const ssize_t got = read(pipe, buffer, sizeof buffer);
  if (got > 0) {
    const std::size_t room = limit - std::min(limit, into.size()), size = static_cast<std::size_t>(got);
    into.append(buffer, std::min(size, room));
    return size <= room;
  }
  if (got < 0 && (errno == EINTR || errno == EAGAIN)) return true;
  close(pipe);
  pipe = -1;
  return true;
}

}  // namespace

Expected<Process> Process::Start(ProcessRequest request) {
  AwaitEndIfEnding();
  const bool attended = request.under_study && !request.in_background;
  if (Interrupted() && !request.after_interrupt) return Fail(fmt::format("{} was not started", request.command[0]));
  std::vector<std::string> environment_texts = Environment(request.environment);
  const std::vector<char*> environment = Pointers(environment_texts), command = Pointers(request.command);
  const Prepared start{.request = request,
                       .command = command.data(),
                       .environment = environment.data(),
                       .errors = request.capture_errors ? MakePipe() : Pipe{},
                       .output = request.capture_output ? MakePipe() : Pipe{},
                       .report = MakeReportPipe(),
                       .input = FileOf(request.input),
                       .more_input = FileOf(request.more_input),
                       .parent = getpid(),
                       .takes_terminal = attended && HasTerminal(getpgrp())};
  if (request.under_study) AdoptOrphans(true);
  const pid_t pid = AddLiveProcess({.under_study = attended, .notice = request.notice}, [&] {
    // A copy of our page tables would cost more than most of the programs that are started.
    const pid_t child = vfork();
    if (child == 0) BecomeCommand(start);
    return child;
  });
  for (int end :
       {start.errors.write_end, start.output.write_end, start.report.write_end, start.input, start.more_input})
    if (end >= 0) close(end);
  if (pid < 0) {
    const int number = errno;
    if (request.under_study) AdoptOrphans(false);
    return Fail(fmt::format("cannot start {}: {}", request.command[0], strerror(number)));
  }
  setpgid(pid, pid);

  Process process;
  process.pid_ = pid;
  process.error_pipe_ = start.errors.read_end;
  process.output_pipe_ = start.output.read_end;
  process.has_terminal_ = start.takes_terminal;
  process.started_ = std::chrono::steady_clock::now();
  process.request_ = std::move(request);
  int number = 0;
  const bool failed = read(start.report.read_end, &number, sizeof number) == sizeof number;
  close(start.report.read_end);
  if (failed) return Fail(fmt::format("cannot start {}: {}", process.request_.command[0], strerror(number)));
  return process;
}

Process::Process(Process&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      error_pipe_(std::exchange(other.error_pipe_, -1)),
      output_pipe_(std::exchange(other.output_pipe_, -1)),
      has_terminal_(other.has_terminal_),
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
  Reap();
}

// The process has ended or is about to. Kills what is left of its group and what left the group. Its number stays ours
// until waitpid, so it cannot be reused before.
void Process::Reap() {
  siginfo_t info;
  while (waitid(P_PID, pid_, &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) continue;
  Kill();
  const ReapedProcess reaped = ReapLiveProcess(pid_);
  wait_status_ = reaped.status;
  // It may have ended before anybody looked at what it uses.
  const bool was_ended = result_.excess != Excess::kNone || result_.cancelled || result_.timed_out || result_.was_full;
  if (!was_ended && request_.limits && request_.limits->processor.count() > 0 &&
      reaped.processor > request_.limits->processor)
    result_.excess = Excess::kProcessor;
  reaped_ = true;
  if (request_.under_study) {
    EndOrphans();
    AdoptOrphans(false);
    if (has_terminal_) TakeTerminalBack();
  }
  AwaitEndIfEnding();
}

bool Process::EndedWithin(std::chrono::milliseconds wait) {
  if (HasEnded()) return true;
  EnforceLimit();
  Drain(static_cast<int>(wait.count()));
  return HasEnded();
}

bool Process::HasEnded() {
  if (reaped_) return true;
  Drain(0);
  siginfo_t info{};
  const int kinds = WEXITED | (IsAttended() ? WSTOPPED : 0);
  if (waitid(P_PID, pid_, &info, kinds | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0) return false;
  if (info.si_code == CLD_STOPPED)
    StopWithIt();
  else
    Reap();
  return reaped_;
}

// Ctrl-Z stops a job as a whole, and `fg` continues it as a whole, so this process stops together with its child.
void Process::StopWithIt() {
  siginfo_t info;
  waitid(P_PID, pid_, &info, WSTOPPED | WNOHANG);
  if (!IsTerminalOurs()) return;
  const bool wants_terminal = info.si_status == SIGTTIN || info.si_status == SIGTTOU;
  if (!wants_terminal || !HasTerminal(getpgrp())) {
    if (has_terminal_) TakeTerminalBack();
    kill(0, SIGTSTP);  // this process stops here until it is continued
  }
  has_terminal_ = HasTerminal(getpgrp());
  if (has_terminal_) GiveTerminal(pid_);
  kill(-pid_, SIGCONT);
}

void Process::Drain(int timeout_ms) {
  pollfd waiting[2] = {{error_pipe_, POLLIN, 0}, {output_pipe_, POLLIN, 0}};
  if (poll(waiting, 2, timeout_ms) <= 0) return;
  bool has_room = true;
  if (waiting[0].revents) has_room &= ReadSome(error_pipe_, result_.errors, request_.capture_limit);
  if (waiting[1].revents) has_room &= ReadSome(output_pipe_, result_.output, request_.capture_limit);
  if (has_room || !request_.ends_when_full) return;
  result_.was_full = true;
  Kill();
}

void Process::EnforceLimit() {
  if (!result_.cancelled && request_.cancelled && request_.cancelled()) {
    result_.cancelled = true;
    Kill();
  }
  const auto elapsed = std::chrono::steady_clock::now() - started_;
  EnforceLimits(std::chrono::duration_cast<std::chrono::milliseconds>(elapsed));
  if (!request_.limit) return;
  const auto over = elapsed - *request_.limit;
  if (over < std::chrono::milliseconds(0)) return;
  if (!result_.timed_out && request_.notice.count() > 0) kill(-pid_, SIGTERM);
  result_.timed_out = true;
  if (over >= request_.notice) Kill();
}

void Process::EnforceLimits(std::chrono::milliseconds elapsed) {
  constexpr std::chrono::milliseconds kPause{10};
  if (!request_.limits || result_.excess != Excess::kNone || elapsed < measured_ + kPause) return;
  measured_ = elapsed;
  result_.excess = FindExcess(pid_, elapsed, *request_.limits, last_look_);
  if (result_.excess != Excess::kNone) Kill();
}

ProcessResult Process::Wait() {
  while (!HasEnded()) {
    EnforceLimit();
    // A descendant may hold the pipes open after the process has ended, so the loop checks for the end while they are
    // idle.
    if (error_pipe_ >= 0 || output_pipe_ >= 0) {
      Drain(5);
    } else if (!request_.limit && !request_.limits && !request_.cancelled) {
      siginfo_t info;
      waitid(P_PID, pid_, &info, WEXITED | WNOWAIT | (IsAttended() ? WSTOPPED : 0));
    } else {
      poll(nullptr, 0, 2);
    }
  }
  const auto size = [&] { return result_.errors.size() + result_.output.size(); };
  for (std::size_t before = size(); error_pipe_ >= 0 || output_pipe_ >= 0; before = size()) {
    Drain(0);
    if (size() == before) break;
  }
  // A program that has the terminal gets Ctrl-C directly.
  result_.interrupted = Interrupted() || (WIFSIGNALED(wait_status_) && WTERMSIG(wait_status_) == SIGINT);
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
