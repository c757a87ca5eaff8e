#pragma once

// The front door of viz: a scene in a window, or as a picture in a file.

#include <filesystem>
#include <optional>
#include <utility>

#include "shared/base/error.h"
#include "viz/app/scene.h"
#include "viz/model/selection.h"
#include "viz/panels/theme.h"

namespace lockstep::viz {

struct ViewOptions {
  std::string title = "Lockstep";
  std::uint32_t width = 1600, height = 1000;     // in units; a screen with scale 2 has twice as many pixels each way
  float scale = 0;                               // device pixels a unit; 0: the screen's own, 1 for screenshots
  std::optional<ThemeKind> theme;                // light unless said
  std::optional<Position> step;                  // where to start; the first written element unless said
  std::optional<std::pair<Dim3, Dim3>> thread;   // (blockIdx, threadIdx)
  std::optional<std::uint32_t> launch;           // where to start: RecordedLaunch::number
  std::size_t page = 0;                          // of the lesson, where there is one
  std::optional<std::pair<float, float>> mouse;  // screenshots: where the mouse hovers, in units
  std::string keys;                              // screenshots: pressed before it is drawn
  std::filesystem::path state_file;              // empty, or rewritten with the selection as JSON whenever it changes
};

// Shows the window until the user closes it. `newer` is asked once a frame; see SceneSource.
Expected<void> ShowWindow(Scene scene, const ViewOptions& options, const SceneSource& newer = {});

// Draws the same window without a display and writes it as a PNG.
Expected<void> SaveScreenshot(Scene scene, const ViewOptions& options, const std::filesystem::path& png);

// Whether a window can be opened here at all.
bool HasDisplay();

}  // namespace lockstep::viz
