#pragma once

// The flags that every command with a window takes: where it opens, how it looks, and whether it is a picture instead.

#include <string>

#include "cli/command.h"
#include "cli/outputs.h"
#include "viz/app/view.h"

namespace lockstep::cli {

struct ViewFlags {
  std::string screenshot, size, theme, thread, mouse, press, state_file;
  float scale = 0;
  std::optional<std::uint32_t> step, launch;
};

void AddViewFlags(CLI::App& command, ViewFlags& flags);

// The files that they name, for JudgeOutputs.
std::vector<Output> OutputsOf(const ViewFlags& flags);

// What the flags mean; an error names the flag and what it takes. `file` names the window.
Expected<viz::ViewOptions> ReadViewFlags(const ViewFlags& flags, const std::string& file);

// Shows the scene in a window, or draws it where `--screenshot` asks for that. Refuses a launch, step or thread that
// the scene's recording does not have.
ExitStatus ShowScene(viz::Scene scene, const ViewFlags& flags, const viz::ViewOptions& options,
                     const viz::SceneSource& newer = {});

}  // namespace lockstep::cli
