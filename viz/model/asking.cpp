#include "viz/model/asking.h"

#include <chrono>
#include <thread>

namespace lockstep::viz {

struct Asking::Job {
  query::Query query;
  replay::Cursor at;
  std::unique_ptr<replay::Model> model;
  query::Progress progress;
  std::atomic<bool> done = false;
  std::optional<Expected<Answer>> answer;
  std::thread thread;

  ~Job() {
    progress.stop = true;
    if (thread.joinable()) thread.join();
  }
};

Asking::Asking() = default;
Asking::~Asking() = default;

void Asking::Start(std::unique_ptr<Job> job) {
  running_ = std::move(job);
  running_->thread = std::thread([job = running_.get()] {
    if (!job->progress.stop) {
      job->model->MoveTo(job->at);
      job->answer = AnswerTo(*job->model, job->query, job->at, &job->progress);
    }
    job->done = true;
  });
}

void Asking::Begin(const replay::Model& model, query::Query query, const replay::Cursor& at) {
  Cancel();
  auto job = std::make_unique<Job>();
  job->query = std::move(query);
  job->at = at;
  job->model = model.Fork();
  if (leaving_)
    waiting_ = std::move(job);
  else
    Start(std::move(job));
}

void Asking::Cancel() {
  waiting_.reset();
  if (!running_) return;
  running_->progress.stop = true;
  leaving_ = std::move(running_);
}

void Asking::Stop() {
  Cancel();
  leaving_.reset();
}

float Asking::share() const { return running_ ? running_->progress.share.load(std::memory_order_relaxed) : 0; }

std::optional<Expected<Answer>> Asking::Take() {
  if (leaving_ && leaving_->done) leaving_.reset();
  if (waiting_ && !leaving_) Start(std::move(waiting_));
  if (!running_ || !running_->done) return std::nullopt;
  auto answer = std::move(running_->answer);
  running_.reset();
  return answer;
}

void Asking::WaitABit() {
  using std::chrono::milliseconds;
  for (int i = 0; i < 12 && running_ && !running_->done; ++i) std::this_thread::sleep_for(milliseconds(1));
}

}  // namespace lockstep::viz
