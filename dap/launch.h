#pragma once

// An editor's launch configuration, and the recording that it gets.

#include <memory>
#include <string>

#include "dap/message.h"
#include "shared/base/error.h"
#include "shared/replay/model.h"

namespace lockstep::dap {

struct LaunchEvents {
  std::function<void(const std::string& what)> on_stage;                                // "Building"
  std::function<void(const std::string& category, const std::string& text)> on_output;  // "stdout", "stderr", "console"
  // A recording is being read: of the file, from 0 to 1. Called at the beginning, and several times a second.
  std::function<void(float share)> on_reading;
  std::function<bool()> cancelled;
};

// {"recording": "x.lstrace"}, or {"program": "a.cu" | ["a.cu", ...], "args": [...], "cwd": "...", "env": {...},
// "nvccFlags": [...], "order": "lockstep", "blocks": ["3,0,0"], "check": true}. Builds and runs the program if it is
// one. A program that fails still has a recording of what happened before.
Expected<std::unique_ptr<replay::Model>> OpenConfiguration(const Json& configuration, const LaunchEvents& events);

}  // namespace lockstep::dap
