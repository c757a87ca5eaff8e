#include "shared/replay/strangers.h"

#include <algorithm>

#include "shared/replay/arrays.h"

namespace lockstep::replay {

bool HasStrangers(const Model& model, trace::ObjectId object) {
  const trace::RecordedLaunch& launch = model.launch();
  const std::uint64_t threads = launch.block.Count();
  if (launch.blocks.size() == launch.grid.Count() || threads == 0 || !BytesAfterLaunch(launch, object)) return false;
  const auto map = std::ranges::find(launch.writers, object, &trace::WriterMap::object);
  if (map == launch.writers.end()) return false;
  std::vector<std::uint64_t> recorded;
  for (const trace::RecordedBlock& block : launch.blocks)
    recorded.push_back(trace::LinearIndex(block.index, launch.grid));
  std::ranges::sort(recorded);
  // Neighbours mostly have the same block.
  std::uint64_t known = ~std::uint64_t{0};
  return std::ranges::any_of(map->writer, [&](std::uint64_t writer) {
    if (writer == 0 || (writer - 1) / threads == known) return false;
    known = (writer - 1) / threads;
    return !std::ranges::binary_search(recorded, known);
  });
}

}  // namespace lockstep::replay
