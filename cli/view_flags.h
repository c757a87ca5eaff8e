#pragma once

// The flags that every command with a window takes: where it opens, how it looks, and whether it is a picture instead.

#include <string>

#include "cli/command.h"
#include "viz/app/view.h"

namespace lockstep::cli {

struct ViewFlags {
  std::string screenshot, size, theme, thread, mouse, press, state_file;
  float scale = 0;
  std::int64_t step = -1, launch = -1;
};

void AddViewFlags(CLI::App& command, ViewFlags& flags);

// What the flags mean; an error names the flag and what it takes. `file` names the window.
Expected<viz::ViewOptions> ReadViewFlags(const ViewFlags& flags, const std::string& file);

// Shows the scene in a window, or draws it where `--screenshot` asks for that.
ExitStatus ShowScene(viz::Scene scene, const ViewFlags& flags, const viz::ViewOptions& options,
                     const viz::SceneSource& newer = {});

}  // namespace lockstep::cli
