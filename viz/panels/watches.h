#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "viz/edit/text_editor.h"
#include "viz/model/background.h"
#include "viz/model/watch.h"
#include "viz/panels/panel.h"
#include "viz/panels/query_view.h"

namespace lockstep::viz {

// The pinned expressions, and what was computed for them.
struct WatchesView {
  std::vector<std::string> expressions;
  std::optional<std::size_t> opened;   // whose table of lanes is shown
  std::optional<std::size_t> editing;  // the one that is in the field; past the last one: a new one
  TextEditor field;
  WordList words;

  // Of a launch, a moment and a thread.
  std::uint32_t launch = 0xffffffff;
  replay::Position position = 0;
  replay::ThreadSlot thread = replay::ThreadSlot::kNone;
  std::map<std::string, WatchValue> values;
  // Of a launch and a thread.
  std::map<std::string, WatchHistory> histories;
  Background<WatchHistory> background;
  std::string searched;  // what is under way; empty: nothing

  // Areas in this frame.
  std::vector<Area> rows;
  std::map<std::size_t, Area> lanes;
  std::optional<Area> adder;
};

// The watches, above the variables. Nothing is drawn but a row for a new one if there are none.
void DrawWatches(const replay::Model& model, Selection& selection, Desk& desk);

// Pins it, or no longer.
void ToggleWatch(Desk& desk, const std::string& expression);
bool IsWatched(const Desk& desk, const std::string& expression);
// No thread reads the recording any more.
void StopWatching(Desk& desk);
// True while a history is computed.
bool IsWatchRunning(const Desk& desk);

extern const Panel kWatches;

}  // namespace lockstep::viz
