#pragma once

// A recording that is in view while the rest of it is being read and sorted by a thread of its own.

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "shared/base/error.h"
#include "shared/replay/model.h"
#include "shared/trace/read_in_parts.h"
#include "viz/app/scene.h"

namespace lockstep::cli {

class GrowingRecording {
 public:
  explicit GrowingRecording(std::string file);
  ~GrowingRecording();
  GrowingRecording(const GrowingRecording&) = delete;
  GrowingRecording& operator=(const GrowingRecording&) = delete;

  // How far it is, the whole once, or why there is none; nothing if that has not changed. Never waits.
  std::optional<viz::Scene> Newer();

 private:
  trace::ReadProgress progress_;
  std::atomic<bool> is_done_ = false;
  Expected<std::unique_ptr<replay::Model>> whole_;
  int percent_ = -1;  // as last shown
  std::thread reader_;
};

}  // namespace lockstep::cli
