#pragma once

// What all jobs share: how a job reports what it is doing, how it is stopped, and how it fails.

#include <chrono>
#include <expected>
#include <functional>
#include <string>

#include "shared/base/exit_status.h"

namespace lockstep::jobs {

// A time limit, in seconds.
using Seconds = std::chrono::duration<double>;

enum class Stage : std::uint8_t { kBuilding, kRunning };

// The caller's side of a job at work. Every function may be empty; all are called on the thread that runs the job.
struct Watch {
  std::function<void(Stage)> on_stage;                     // what it begins to do now
  std::function<void(const std::string&)> on_diagnostics;  // what the compiler says of a program that it compiles
  std::function<void(const std::string&)> on_note;         // a sentence on what went wrong and ended nothing
  std::function<void(const std::string&)> on_output_of_a_failure;  // what a captured program printed that then failed
  // Asked every few milliseconds while a process of the job runs. Once true, and it must stay so, all that the job has
  // started ends, and the job with it: a Failure of kInterrupted.
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

// Why a job has no value to return.
struct Failure {
  ExitStatus status{};      // its kind; kInterrupted: cancelled, or Ctrl-C
  std::string message;      // one sentence; empty for kInterrupted
  std::string diagnostics;  // what a compiler said, where it is the reason
  bool is_printed = false;  // the program has printed it already, on its standard error
  // Of a program in the background that has failed, what it printed.
  std::string output, errors;
};

template <class T>
using Result = std::expected<T, Failure>;

inline std::unexpected<Failure> Failed(ExitStatus status, std::string message = {}) {
  return std::unexpected(Failure{.status = status, .message = std::move(message)});
}

}  // namespace lockstep::jobs
