#include "sim/inspect/host_buffers.h"

#include <malloc.h>

#include "shared/base/thread_state.h"

namespace lockstep::inspect {
namespace {

struct HandedOver {
  std::vector<HostBuffer> buffers;
};
std::vector<HostBuffer>& OfThisCall() { return StateOfThread<HandedOver>().buffers; }

// Memory may have been freed and handed out again where no hook sees it. Then malloc reports another size for it.
bool IsStillThere(const HostBuffer& buffer) {
  constexpr std::uint64_t kPage = 4096, kMost = 64;  // what malloc rounds up by, for pages of their own and for others
  const std::uint64_t usable = malloc_usable_size(reinterpret_cast<void*>(buffer.begin));
  return usable >= buffer.size && usable - buffer.size < (buffer.size > 16 * kPage ? 2 * kPage : kMost);
}

}  // namespace

void HostBuffers::Allocated(std::uint64_t begin, std::uint64_t size, const void* caller) {
  if (!begin) return;
  const std::lock_guard lock(mutex_);
  allocated_[begin] = {begin, size, caller};
}

void HostBuffers::Freed(std::uint64_t begin) {
  const std::lock_guard lock(mutex_);
  allocated_.erase(begin);
}

std::optional<HostBuffer> HostBuffers::Find(std::uint64_t address) {
  for (const HostBuffer& variable : OfThisCall())
    if (address - variable.begin < variable.size) return variable;
  const std::lock_guard lock(mutex_);
  auto after = allocated_.upper_bound(address);
  if (after == allocated_.begin()) return std::nullopt;
  const HostBuffer found = std::prev(after)->second;
  if (address - found.begin >= found.size || !IsStillThere(found)) return std::nullopt;
  return found;
}

void HostBuffers::HandOver(std::uint64_t begin, std::uint64_t size) { OfThisCall().push_back({begin, size, nullptr}); }
void HostBuffers::CallEnds() { OfThisCall().clear(); }

}  // namespace lockstep::inspect
