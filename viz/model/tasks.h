#pragma once

// The tasks of a lesson's text: links `try:` in sentences. A task is done once the window shows what
// it describes.

#include <string>
#include <string_view>
#include <vector>

#include "shared/replay/directions.h"
#include "viz/model/markdown.h"

namespace lockstep::viz {

inline constexpr std::string_view kGoLink = "go:", kTryLink = "try:";

// The directions of a link `go:` or `try:`; none for other links, and for those that cannot be read.
std::optional<replay::Directions> DirectionsOf(std::string_view link);

// All links of a page, in order.
std::vector<std::string> LinksOf(const std::vector<Block>& page);
// The links `try:` of a page, each once, in order.
std::vector<std::string> TasksOf(const std::vector<Block>& page);
bool HasTasks(const std::vector<TextRun>& runs);

// The state of the window that a task can ask for, besides the place in the recording.
struct Look {
  std::string colour, view;  // of the grid, of the array
  std::string below;         // "variables", "lanes" or "output"
  bool exercise = false;
  friend bool operator==(const Look&, const Look&) = default;
};

bool IsDone(const replay::Model& model, const replay::Cursor& cursor, const Look& look, const replay::Directions& task);

}  // namespace lockstep::viz
