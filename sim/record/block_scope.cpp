#include "sim/record/block_scope.h"

#include <ranges>

#include "shared/base/address.h"
#include "sim/launch/thread_run.h"
#include "sim/record/object_cells.h"

namespace lockstep::record {
namespace {

machine::AddressRange RangeOf(const LockstepShared& shared, const LockstepUnit& unit, const LockstepBlock& block) {
  const std::uint64_t begin =
      shared.dynamic ? AddressOf(block.dynamic_shared) : AddressOf(block.shared) + unit.shared_base + shared.offset;
  return {begin, begin + (shared.dynamic ? block.dynamic_size : shared.size)};
}

}  // namespace

void ThreadScope::Leave() {
  if (frames_.empty()) return;
  locals_.resize(frames_.back());
  frames_.pop_back();
}

void ThreadScope::Declare(const Local& declared) {
  const machine::AddressRange& range = declared.range;
  const auto of_function = std::ranges::subrange(
      locals_.begin() + static_cast<std::ptrdiff_t>(frames_.empty() ? 0 : frames_.back()), locals_.end());
  const auto replaced = std::ranges::remove_if(
      of_function, [&](const Local& local) { return local.range.begin < range.end && range.begin < local.range.end; });
  locals_.erase(replaced.begin(), replaced.end());
  locals_.push_back(declared);
}

Target ThreadScope::Find(std::uint64_t address, std::uint64_t size) const {
  for (const Local& local : locals_ | std::views::reverse)
    if (local.range.Holds(address, size))
      return {.object = local.object, .offset = address - local.range.begin, .is_local = true};
  return {.is_local = true};
}

const ThreadScope::Local* ThreadScope::PastWhich(std::uint64_t address) const {
  for (const Local& local : locals_ | std::views::reverse)
    if (local.has_room && address >= local.range.begin && address < local.range.end + LOCKSTEP_LOCAL_ROOM)
      return &local;
  return nullptr;
}

machine::SharedMemory ArenaOf(const LockstepBlock& block) {
  return {.begin = AddressOf(block.shared),
          .end = AddressOf(block.dynamic_shared) + block.dynamic_size,
          .dynamic = AddressOf(block.dynamic_shared)};
}

BlockScope OpenBlock(const launch::LaunchRequest& request, const LockstepBlock& block, std::uint32_t threads,
                     const trace::Recording& recording, const ProgramTables& tables, trace::RecordedLaunch& launch) {
  BlockScope scope{.index = static_cast<std::uint32_t>(launch.blocks.size()), .shared = ArenaOf(block)};
  scope.threads.resize(threads);
  launch.blocks.push_back({launch::ToDim3(block.index)});
  const LockstepUnit& unit = *request.unit;
  for (std::uint32_t i = 0; i < request.kernel->shared_count; ++i) {
    const LockstepShared& shared = unit.shared[request.kernel->shared[i]];
    const trace::VariableId id = tables.Variable(unit, shared.variable);
    const trace::Variable& variable = recording.variables[trace::Index(id)];
    const machine::AddressRange range = RangeOf(shared, unit, block);
    trace::Object object{.kind = trace::ObjectKind::kShared,
                         .name = variable.name,
                         .variable = id,
                         .address = range.begin,
                         .size = range.size(),
                         .block = scope.index};
    if (!shared.dynamic)
      GiveCells(recording, object, variable.type);
    else if (variable.type != trace::TypeId::kNone)
      GiveDynamicCells(recording, object, recording.types[trace::Index(variable.type)].element);
    scope.AddShared(range,
                    trace::ObjectId{static_cast<std::uint32_t>(launch.objects.size()) | trace::kLaunchObjectBit});
    launch.objects.Add(object);
  }
  return scope;
}

}  // namespace lockstep::record
