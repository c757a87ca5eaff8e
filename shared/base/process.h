#pragma once

// Starts a program and waits for its end. Used for compilers and for programs under study, which may crash, hang, fork
// or print gigabytes: a Process is a process group of its own and ends together with all its children.

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "shared/base/error.h"
#include "shared/base/process_limits.h"

namespace lockstep {

constexpr int kMoreInput = 3;

struct ProcessRequest {
  std::vector<std::string> command;      // absolute path first
  std::vector<std::string> environment;  // "NAME=value", on top of ours
  std::string folder;                    // its working directory; empty: ours
  // The program that the user asked for: it has our standard input and the terminal, gets an interrupt before we do,
  // and ends with everything that it has started, in whatever session. Other processes are tools: their standard input
  // is empty, and an interrupt ends them and us (shared/base/interrupt.h).
  bool under_study = false;
  // With under_study: the standard input is empty, the process never has the terminal, and an interrupt ends it and us.
  bool in_background = false;
  bool after_interrupt = false;                      // start it even after an interrupt
  bool ends_its_own = false;                         // if we are killed, it gets SIGTERM instead of SIGKILL
  bool capture_errors = false;                       // its standard error goes to ProcessResult::errors
  bool capture_output = false;                       // its standard output goes to ProcessResult::output
  bool output_to_errors = false;                     // its standard output goes where its standard error goes
  std::size_t capture_limit = std::size_t{1} << 20;  // bytes kept of each; the rest is read and dropped
  bool ends_when_full = false;                       // it is killed once it has written more than that
  std::string input;             // what it reads from its standard input, where it does not have ours
  std::string more_input;        // what it reads from the descriptor kMoreInput; it inherits no others
  bool fixed_addresses = false;  // without address randomisation: the same run, bit for bit
  std::optional<std::chrono::milliseconds> limit;  // it is killed after this time
  std::optional<ProcessLimits> limits;             // it and all that it starts are killed beyond them
  // Called every few milliseconds during a wait. Once it returns true, the process is killed without notice.
  std::function<bool()> cancelled;
  std::chrono::milliseconds notice{0};  // time between SIGTERM and SIGKILL; 0: SIGKILL at once
};

struct ProcessResult {
  int status = 0;  // its exit status; 128 + signal where a signal ended it
  int signal = 0;  // the signal, or 0
  bool timed_out = false;
  bool was_full = false;          // ended by `ends_when_full`
  Excess excess = Excess::kNone;  // ended by `limits`
  bool cancelled = false;
  bool interrupted = false;  // an interrupt arrived while it ran, or ended it
  std::string errors, output;
};

class Process {
 public:
  static Expected<Process> Start(ProcessRequest request);
  Process(Process&& other) noexcept;
  Process& operator=(Process&&) = delete;
  ~Process();  // ends the process if it still runs

  ProcessResult Wait();
  // True once it has ended; Wait() then does not block.
  bool HasEnded();
  // Waits at most this long for its end or for output.
  bool EndedWithin(std::chrono::milliseconds wait);
  // The output so far.
  const std::string& output() const { return result_.output; }
  // Ends it and its children. With a notice in the request, SIGTERM comes first, so that it can end its own children.
  void End();

 private:
  Process() = default;
  void Kill();
  void Reap();
  void StopWithIt();
  void Drain(int timeout_ms);
  void EnforceLimit();
  void EnforceLimits(std::chrono::milliseconds elapsed);
  bool IsAttended() const { return request_.under_study && !request_.in_background; }

  pid_t pid_ = -1;
  int error_pipe_ = -1, output_pipe_ = -1;
  bool has_terminal_ = false;  // it was put into the terminal's foreground
  bool reaped_ = false;
  int wait_status_ = 0;
  ProcessRequest request_;
  ProcessResult result_;
  std::chrono::steady_clock::time_point started_;
  std::chrono::milliseconds measured_{0};  // since then: when `limits` was last looked at
  LastLook last_look_;
};

Expected<ProcessResult> RunProcess(ProcessRequest request);

}  // namespace lockstep
