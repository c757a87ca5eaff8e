#pragma once

// Shared by all jobs: progress, cancelling and failures.

#include <chrono>
#include <expected>
#include <functional>
#include <string>
#include <vector>

#include "shared/base/exit_status.h"
#include "shared/base/process_limits.h"
#include "shared/session/message.h"

namespace lockstep::jobs {

// A time limit, in seconds.
using Seconds = std::chrono::duration<double>;

enum class Stage : std::uint8_t { kBuilding, kRunning };

// The caller's side of a running job. Every function may be empty; all are called on the thread that runs the job.
struct Watch {
  std::function<void(Stage)> on_stage;                             // called when a stage begins
  std::function<void(const std::string&)> on_diagnostics;          // the compiler's messages
  std::function<void(const std::string&)> on_note;                 // a problem that does not end the job, as a sentence
  std::function<void(const std::string&)> on_output_of_a_failure;  // the captured output of a program that failed
  // Called every few milliseconds while a process of the job runs. Once it returns true, and it must keep doing so, the
  // job ends with all its processes: a Failure of kInterrupted.
  std::function<bool()> cancelled;

  void Begin(Stage stage) const {
    if (on_stage) on_stage(stage);
  }
  void Diagnose(const std::string& text) const {
    if (on_diagnostics) on_diagnostics(text);
  }
  void Note(const std::string& sentence) const {
    if (on_note) on_note(sentence);
  }
  bool IsCancelled() const { return cancelled && cancelled(); }
};

// The reason why a job returns no value.
struct Failure {
  ExitStatus status{};      // its kind; kInterrupted: cancelled, or Ctrl-C
  std::string message;      // one sentence; empty for kInterrupted
  std::string hint;         // what to do about it; may be empty
  std::string diagnostics;  // the compiler's messages, if they are the reason
  bool is_output_too_long = false;
  Excess excess = Excess::kNone;  // what ended a confined program or its compiler
  bool compiler_crashed = false;  // on a confined program
  bool is_printed = false;        // the program or the watch has already printed it
  // The text that a failed program in the background has printed, and the words of its runtime (it has printed that of
  // other programs).
  std::string output, errors;
  std::vector<session::Message> messages;

  // "MESSAGE; HINT"
  std::string Sentence() const { return session::Format({.text = message, .hint = hint}); }
  // For a caller that knows this failure alone: what the program's runtime gives as the reason, in place of "the
  // program ended with exit status 1". Never what the program has printed.
  session::Message Reason() const {
    std::optional<session::Message> said = session::ReasonIn(messages);
    session::Message reason = said ? std::move(*said) : session::Message{.text = message, .hint = hint};
    reason.status = status;
    return reason;
  }
};

template <class T>
using Result = std::expected<T, Failure>;

inline std::unexpected<Failure> Failed(ExitStatus status, std::string message = {}) {
  return std::unexpected(Failure{.status = status, .message = std::move(message)});
}

}  // namespace lockstep::jobs
