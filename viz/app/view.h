#pragma once

// The public interface of viz: shows a scene in a window, or draws it to a file.

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
  std::uint32_t width = 1600, height = 1000;  // in units; at scale 2 there are twice as many pixels in each direction
  float scale = 0;                            // device pixels for each unit; 0: the screen's own, 1 for screenshots
  std::optional<ThemeKind> theme;             // default: light
  std::optional<replay::Position> step;       // the initial step; default: at the first written element
  std::optional<std::pair<trace::Dim3, trace::Dim3>> thread;  // (blockIdx, threadIdx)
  std::optional<std::uint32_t> launch;                        // the initial launch: RecordedLaunch::number
  std::size_t page = 0;                                       // of the lesson, if there is one
  std::optional<std::pair<float, float>> mouse;               // screenshots: where the mouse hovers, in units
  std::string keys;                                           // screenshots: keys to press before drawing
  std::string ask;  // a place or a question, as typed into the bar; see docs/QUERIES.md
  // Of a window: where its look is remembered (viz/model/settings.h); empty: nowhere. `theme` is not.
  std::filesystem::path settings_file;
  std::filesystem::path bookmarks_file;  // of the recording (shared/query/bookmarks.h); empty: none are kept
  std::filesystem::path stops_file;      // breakpoints and watches (viz/model/kept_stops.h); empty: none are kept
  std::filesystem::path state_file;      // if not empty: rewritten with the state as JSON whenever it changes
};

// Shows the window until the user closes it. `newer` is called once in each frame; see SceneSource.
Expected<void> ShowWindow(Scene scene, const ViewOptions& options, const SceneSource& newer = {});

// Draws the same window without a display and writes it as a PNG.
Expected<void> SaveScreenshot(Scene scene, const ViewOptions& options, const std::filesystem::path& png);

// True if a window can be opened here.
bool HasDisplay();

}  // namespace lockstep::viz
