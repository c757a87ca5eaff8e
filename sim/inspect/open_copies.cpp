#include "sim/inspect/open_copies.h"

#include <algorithm>
#include <iterator>

namespace lockstep::inspect {

void OpenCopies::Begin(OpenCopy copy) {
  copy.group = committed_[copy.thread];
  by_address_[copy.address] = copy;
  of_thread_[copy.thread].push_back(copy.address);
}

template <class IsDone>
void OpenCopies::End(std::uint32_t thread, IsDone&& is_done) {
  const auto own = of_thread_.find(thread);
  if (own == of_thread_.end()) return;
  std::erase_if(own->second, [&](std::uint64_t address) {
    const auto found = by_address_.find(address);
    if (found == by_address_.end() || found->second.thread != thread) return true;
    if (!is_done(found->second)) return false;
    by_address_.erase(found);
    return true;
  });
  if (own->second.empty()) of_thread_.erase(own);
}

void OpenCopies::Wait(std::uint32_t thread, std::uint64_t prior) {
  const std::uint64_t committed = committed_[thread];
  End(thread, [&](const OpenCopy& copy) { return copy.group < committed && committed - copy.group > prior; });
}

void OpenCopies::EndAll(std::uint32_t thread) {
  End(thread, [](const OpenCopy&) { return true; });
}

std::optional<OpenCopy> OpenCopies::Find(std::uint64_t address, std::uint64_t size) const {
  const auto after = by_address_.lower_bound(address + size);
  if (after == by_address_.begin()) return std::nullopt;
  const OpenCopy& last = std::prev(after)->second;
  return last.address + last.size > address ? std::optional(last) : std::nullopt;
}

}  // namespace lockstep::inspect
