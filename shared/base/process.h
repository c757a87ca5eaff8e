#pragma once

// Starting a program and learning how it ended. Used for compilers, and for the programs under study, which may crash,
// hang, fork or print gigabytes: a Process is a group of its own, and ends with all its children.

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "shared/base/error.h"

namespace lockstep {

struct ProcessRequest {
  std::vector<std::string> command;      // absolute path first
  std::vector<std::string> environment;  // "NAME=value", on top of ours
  std::string folder;                    // where it runs; empty: here
  bool no_input = false;                 // its standard input is empty, and the terminal none of its business
  bool capture_errors = false;           // its standard error goes to ProcessResult::errors
  bool capture_output = false;           // its standard output goes to ProcessResult::output
  std::size_t capture_limit = std::size_t{1} << 20;  // bytes kept of each; the rest is read and dropped
  bool fixed_addresses = false;                      // without address randomisation: the same run, bit for bit
  std::optional<std::chrono::milliseconds> limit;    // it is ended when this has passed
  std::chrono::milliseconds notice{0};               // it is asked to end (SIGTERM) so long before it is killed
};

struct ProcessResult {
  int status = 0;  // its exit status; 128 + signal where a signal ended it
  int signal = 0;  // the signal, or 0
  bool timed_out = false;
  bool interrupted = false;  // Ctrl-C reached us while it ran
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
  void Drain(int timeout_ms);
  void EnforceLimit();

  pid_t pid_ = -1;
  int error_pipe_ = -1, output_pipe_ = -1;
  bool reaped_ = false;
  int wait_status_ = 0;
  ProcessRequest request_;
  ProcessResult result_;
  std::chrono::steady_clock::time_point started_;
};

Expected<ProcessResult> RunProcess(ProcessRequest request);

}  // namespace lockstep
