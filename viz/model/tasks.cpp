#include "viz/model/tasks.h"

#include <algorithm>

namespace lockstep::viz {

std::optional<replay::Directions> DirectionsOf(std::string_view link) {
  for (const std::string_view kind : {kGoLink, kTryLink}) {
    if (!link.starts_with(kind)) continue;
    auto to = replay::ReadDirections(link.substr(kind.size()));
    if (to) return std::move(*to);
  }
  return std::nullopt;
}

std::vector<std::string> LinksOf(const std::vector<Block>& page) {
  std::vector<std::string> links;
  const auto take = [&](const std::vector<TextRun>& runs) {
    const std::string* before = nullptr;  // words of one link may be several runs
    for (const TextRun& run : runs) {
      if (!run.link.empty() && (!before || *before != run.link)) links.push_back(run.link);
      before = &run.link;
    }
  };
  for (const Block& block : page) {
    take(block.runs);
    for (const std::vector<TextRun>& cell : block.cells) take(cell);
  }
  return links;
}

std::vector<std::string> TasksOf(const std::vector<Block>& page) {
  std::vector<std::string> tasks;
  for (std::string& link : LinksOf(page))
    if (link.starts_with(kTryLink) && std::ranges::find(tasks, link) == tasks.end()) tasks.push_back(std::move(link));
  return tasks;
}

bool HasTasks(const std::vector<TextRun>& runs) {
  return std::ranges::any_of(runs, [](const TextRun& run) { return run.link.starts_with(kTryLink); });
}

bool IsDone(const replay::Model& model, const replay::Cursor& cursor, const Look& look,
            const replay::Directions& task) {
  if (task.exercise != look.exercise) return false;
  if (!task.colour.empty() && task.colour != look.colour) return false;
  if (!task.view.empty() && task.view != look.view && task.view != look.below) return false;
  if (!task.scene.empty() && look.view != "scene") return false;
  return replay::IsAt(model, cursor, task);
}

}  // namespace lockstep::viz
