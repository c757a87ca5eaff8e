#include "sim/inspect/block.h"

#include <algorithm>

#include "shared/base/address.h"

namespace lockstep::inspect {
namespace {

std::uint64_t CellsOf(const check::Span& span) {
  return (span.end - span.begin + check::kCellBytes - 1) / check::kCellBytes;
}

check::Span SpanOf(const LockstepUnit& unit, std::uint32_t index, const LockstepBlock& block, ProgramMemory& memory) {
  const LockstepShared& shared = unit.shared[index];
  const std::uint64_t begin =
      shared.dynamic ? AddressOf(block.dynamic_shared) : AddressOf(block.shared) + unit.shared_base + shared.offset;
  const std::uint64_t size = shared.dynamic ? block.dynamic_size : shared.size;
  const std::uint32_t number = memory.SharedVariable(unit, index).number;
  // Other blocks of a cluster may reach it too.
  const bool is_alone = block.cluster_dim[0] * block.cluster_dim[1] * block.cluster_dim[2] == 1;
  return {.begin = begin,
          .end = begin + size,
          .object = number,
          .group = number,
          .is_shared = true,
          .of_one_block = is_alone};
}

}  // namespace

const check::Span* CheckedBlock::SharedAt(std::uint64_t address) const {
  const auto found = std::ranges::find_if(shared, [&](const check::Span& span) { return span.Holds(address, 1); });
  return found == shared.end() ? nullptr : &*found;
}

void AddSharedMemory(CheckedBlock& checked, const launch::LaunchRequest& request, const LockstepBlock& block,
                     ProgramMemory& memory, bool with_ordinals) {
  checked.shared_memory = {.begin = AddressOf(block.shared),
                           .end = AddressOf(block.dynamic_shared) + block.dynamic_size,
                           .dynamic = AddressOf(block.dynamic_shared)};
  const LockstepUnit& unit = *request.unit;
  std::uint64_t total = 0;
  for (std::uint32_t i = 0; i < request.kernel->shared_count; ++i) {
    const check::Span& span = checked.shared.emplace_back(SpanOf(unit, request.kernel->shared[i], block, memory));
    checked.shared_memory.variables.push_back({span.begin, span.end});
    total += CellsOf(span);
  }
  checked.cells.resize(total);
  checked.second.resize(total);
  checked.origins.resize(total);
  if (with_ordinals) checked.ordinals.resize(total);
  std::uint64_t next = 0;
  // `extern __shared__` arrays of several names are the same memory: one shadow.
  const check::Span* dynamic = nullptr;
  for (std::size_t i = 0; i < checked.shared.size(); ++i) {
    check::Span& span = checked.shared[i];
    const bool is_dynamic = unit.shared[request.kernel->shared[i]].dynamic;
    span.cells = is_dynamic && dynamic ? dynamic->cells : checked.cells.data() + next;
    span.second = is_dynamic && dynamic ? dynamic->second : checked.second.data() + next;
    span.origins = is_dynamic && dynamic ? dynamic->origins : checked.origins.data() + next;
    if (with_ordinals) span.ordinals = is_dynamic && dynamic ? dynamic->ordinals : checked.ordinals.data() + next;
    if (is_dynamic && !dynamic) dynamic = &span;
    next += CellsOf(span);
  }
}

}  // namespace lockstep::inspect
