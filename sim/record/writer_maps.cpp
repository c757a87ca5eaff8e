#include "sim/record/writer_maps.h"

#include <algorithm>

namespace lockstep::record {
namespace {

// An object of more cells has no map of who wrote them.
constexpr std::uint64_t kMostCells = 8u << 20;
constexpr std::uint64_t kLargestCell = 64;

// An element, where those are known and small; else a word, or a byte where words do not fit.
std::uint32_t CellSize(std::uint64_t element_size, std::uint64_t object_size) {
  if (element_size >= 1 && element_size <= kLargestCell) return static_cast<std::uint32_t>(element_size);
  return object_size % 4 ? 1 : 4;
}

}  // namespace

void WriterMaps::Begin(trace::RecordedLaunch* launch) {
  launch_ = launch;
  maps_.clear();
  last_ = {};
}

void WriterMaps::Note(std::uint64_t address, std::uint64_t size, std::uint64_t writer) {
  if (!launch_ || !Find(address)) return;
  std::vector<std::uint64_t>& writers = launch_->writers[last_.index].writer;
  const std::uint64_t first = (address - last_.begin) / last_.cell;
  const std::uint64_t last = (address + size - 1 - last_.begin) / last_.cell;
  for (std::uint64_t cell = first; cell <= last && cell < writers.size(); ++cell) writers[cell] = writer + 1;
}

bool WriterMaps::Find(std::uint64_t address) {
  if (last_.Holds(address)) return true;
  const auto known = std::ranges::find_if(maps_, [&](const Map& map) { return map.Holds(address); });
  if (known != maps_.end()) {
    last_ = *known;
    return true;
  }
  const memory::MemoryObject* memory = memory_.FindLive(address);
  if (!memory) return false;
  last_ = maps_.emplace_back(Make(*memory));
  return true;
}

WriterMaps::Map WriterMaps::Make(const memory::MemoryObject& memory) {
  const trace::ObjectId id = objects_.Of(memory).id;
  const std::uint32_t cell = CellSize(objects_.ElementSize(id), memory.size);
  const Map map{.begin = memory.address, .end = memory.end(), .index = launch_->writers.size(), .cell = cell};
  trace::WriterMap& made = launch_->writers.emplace_back(trace::WriterMap{.object = id, .cell = cell});
  if (memory.size / cell <= kMostCells) made.writer.resize(memory.size / cell);
  return map;
}

}  // namespace lockstep::record
