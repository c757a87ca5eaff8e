#pragma once

// Starting a program and learning how it ended. Used for compilers, and for the programs under study, which may crash,
// hang, fork or print gigabytes: a Process is a group of its own, and ends with all its children.

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "shared/base/error.h"

namespace lockstep {

struct ProcessRequest {
  std::vector<std::string> command;      // absolute path first
  std::vector<std::string> environment;  // "NAME=value", on top of ours
  std::string folder;                    // where it runs; empty: here
  // The program that the user asked for: it has our standard input and the terminal with its signals, is the first to
  // hear of an interrupt, and ends with all that it has started, in whatever session. Others are tools: their standard
  // input is empty, and an interrupt ends them and us (shared/base/interrupt.h).
  bool under_study = false;
  // With under_study: its standard input is empty, it never has the terminal, and an interrupt ends it and us.
  bool in_background = false;
  bool after_interrupt = false;                      // it is started even where we have been interrupted
  bool ends_its_own = false;                         // where we are killed, it is asked to end (SIGTERM), not killed
  bool capture_errors = false;                       // its standard error goes to ProcessResult::errors
  bool capture_output = false;                       // its standard output goes to ProcessResult::output
  bool output_to_errors = false;                     // its standard output goes where its standard error goes
  std::size_t capture_limit = std::size_t{1} << 20;  // bytes kept of each; the rest is read and dropped
  bool fixed_addresses = false;                      // without address randomisation: the same run, bit for bit
  std::optional<std::chrono::milliseconds> limit;    // it is ended when this has passed
  // Asked every few milliseconds while somebody waits for it. Once true, it is killed, without notice.
  std::function<bool()> cancelled;
  std::chrono::milliseconds notice{0};  // it is asked to end (SIGTERM) so long before it is killed
};

struct ProcessResult {
  int status = 0;  // its exit status; 128 + signal where a signal ended it
  int signal = 0;  // the signal, or 0
  bool timed_out = false;
  bool cancelled = false;
  bool interrupted = false;  // Ctrl-C or its kin came while it ran, or ended it
  std::string errors, output;
};

class Process {
 public:
  static Expected<Process> Start(ProcessRequest request);
  Process(Process&& other) noexcept;
  Process& operator=(Process&&) = delete;
  ~Process();  // ends it if it still runs

  ProcessResult Wait();
  // True when it has ended; then Wait() does not block.
  bool HasEnded();
  // Waits at most so long for its end, or for something that it writes.
  bool EndedWithin(std::chrono::milliseconds wait);
  // What it has written so far.
  const std::string& output() const { return result_.output; }
  // Ends it and its children: asks first where the request gives notice, so that it can end what it has started itself.
  void End();

 private:
  Process() = default;
  void Kill();
  void Reap();
  void StopWithIt();
  void Drain(int timeout_ms);
  void EnforceLimit();
  bool IsAttended() const { return request_.under_study && !request_.in_background; }

  pid_t pid_ = -1;
  int error_pipe_ = -1, output_pipe_ = -1;
  bool has_terminal_ = false;  // we put it into the terminal's foreground
  bool reaped_ = false;
  int wait_status_ = 0;
  ProcessRequest request_;
  ProcessResult result_;
  std::chrono::steady_clock::time_point started_;
};

Expected<ProcessResult> RunProcess(ProcessRequest request);

}  // namespace lockstep
