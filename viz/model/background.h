#pragma once

// Work on a recording on a thread of its own, so that the window never waits. One work is under way at a time; a
// withdrawn one ends by itself.

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

#include "shared/query/table.h"
#include "shared/replay/model.h"

namespace lockstep::viz {

template <class Result>
class Background {
 public:
  // Returns soon after Progress::stop is set.
  using Work = std::function<Result(replay::Model& model, query::Progress& progress)>;

  // Withdraws the work before it, if any, and starts this one with a fork of the model, which has no moment yet. The
  // recording must not change while work is under way.
  void Begin(const replay::Model& model, Work work) {
    Cancel();
    auto job = std::make_unique<Job>();
    job->work = std::move(work);
    job->model = model.Fork();
    if (leaving_)
      waiting_ = std::move(job);
    else
      Start(std::move(job));
  }
  // No result will come.
  void Cancel() {
    waiting_.reset();
    if (!running_) return;
    running_->progress.stop = true;
    leaving_ = std::move(running_);
  }
  // Cancel, and wait until no thread reads the recording any more.
  void Stop() {
    Cancel();
    leaving_.reset();
  }

  bool is_running() const { return waiting_ != nullptr || running_ != nullptr; }
  // Of the work that is done, from 0 to 1.
  float share() const { return running_ ? running_->progress.share.load(std::memory_order_relaxed) : 0; }
  // The result, once.
  std::optional<Result> Take() {
    if (leaving_ && leaving_->done) leaving_.reset();
    if (waiting_ && !leaving_) Start(std::move(waiting_));
    if (!running_ || !running_->done) return std::nullopt;
    auto result = std::move(running_->result);
    running_.reset();
    return result;
  }
  // Waits some milliseconds for the result, so that a short one is there in the same frame.
  void WaitABit() {
    using std::chrono::milliseconds;
    for (int i = 0; i < 12 && running_ && !running_->done; ++i) std::this_thread::sleep_for(milliseconds(1));
  }

 private:
  struct Job {
    Work work;
    std::unique_ptr<replay::Model> model;
    query::Progress progress;
    std::atomic<bool> done = false;
    std::optional<Result> result;
    std::thread thread;

    ~Job() {
      progress.stop = true;
      if (thread.joinable()) thread.join();
    }
  };
  void Start(std::unique_ptr<Job> job) {
    running_ = std::move(job);
    running_->thread = std::thread([job = running_.get()] {
      if (!job->progress.stop) job->result = job->work(*job->model, job->progress);
      job->done = true;
    });
  }
  std::unique_ptr<Job> waiting_, running_, leaving_;
};

}  // namespace lockstep::viz
