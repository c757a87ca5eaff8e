#pragma once

// Questions that are answered on a thread of their own, so that the window never waits. One is under way at a time; a
// withdrawn one ends by itself.

#include <memory>
#include <optional>

#include "viz/model/answer.h"

namespace lockstep::viz {

class Asking {
 public:
  Asking();
  ~Asking();  // waits for the thread, which ends soon
  Asking(const Asking&) = delete;
  Asking& operator=(const Asking&) = delete;

  // Withdraws the question before it, if any. The recording must not change while a question is under way.
  void Begin(const replay::Model& model, query::Query query, const replay::Cursor& at);
  // No answer will come.
  void Cancel();
  // Cancel, and wait until no thread reads the recording any more.
  void Stop();

  bool is_running() const { return waiting_ != nullptr || running_ != nullptr; }
  float share() const;  // of the work that is done, from 0 to 1
  // The answer, once.
  std::optional<Expected<Answer>> Take();
  // Waits some milliseconds for the answer, so that a short one is there in the same frame.
  void WaitABit();

 private:
  struct Job;
  void Start(std::unique_ptr<Job> job);
  std::unique_ptr<Job> waiting_, running_, leaving_;
};

}  // namespace lockstep::viz
