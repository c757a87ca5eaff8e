#pragma once

// The flags of every command with a window: its start, its look, and whether to draw a picture instead.

#include <filesystem>
#include <string>

#include "cli/command.h"
#include "cli/outputs.h"
#include "viz/app/view.h"

namespace lockstep::cli {

struct ViewFlags {
  std::string screenshot, size, theme, thread, mouse, press, ask, state_file;
  float scale = 0;
  std::optional<std::uint32_t> step, launch;
};

void AddViewFlags(CLI::App& command, ViewFlags& flags);

// The place of breakpoints and watches for a program without a recording to keep: beside window.json.
std::filesystem::path StopsFileOf(const viz::ViewOptions& options, const std::filesystem::path& program);

// The output files among them, for JudgeOutputs.
std::vector<Output> OutputsOf(const ViewFlags& flags);

// Parses the flags; an error names the flag and its valid values. `file` is the window's title.
Expected<viz::ViewOptions> ReadViewFlags(const ViewFlags& flags, const std::string& file);

// Shows the scene in a window, or draws it if `--screenshot` is given. Refuses a launch, step or thread that the
// scene's recording does not have.
ExitStatus ShowScene(viz::Scene scene, const ViewFlags& flags, const viz::ViewOptions& options,
                     const viz::SceneSource& newer = {});

}  // namespace lockstep::cli
