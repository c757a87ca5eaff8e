#include "shared/metrics/request_counts.h"

#include <algorithm>
#include <bit>

namespace lockstep::metrics {
namespace {

constexpr std::uint32_t kFirstBits = 6;

bool GoesSeveralWays(const WarpRequest& request) {
  const std::uint64_t first = request.addresses[std::countr_zero(request.lanes)];
  for (std::uint32_t left = request.lanes; left; left &= left - 1)
    if (request.addresses[std::countr_zero(left)] != first) return true;
  return false;
}

}  // namespace

void SiteCounts::Add(const WarpRequest& request, const RequestPart& part, std::uint32_t lanes) {
  Site& site = sites_[Key(part.site, part.kind, part.memory)];
  Counts more{.requests = 1,
              .lanes = static_cast<std::uint64_t>(std::popcount(request.lanes)),
              .possible = static_cast<std::uint64_t>(std::popcount(lanes))};
  if (part.kind == RequestKind::kBranch) more.divergent = GoesSeveralWays(request);
  if (part.memory == CountedMemory::kGlobal) {
    const std::uint32_t sectors = Sectors(request);
    more.sectors = sectors;
    more.ideal_sectors = IdealSectors(request);
    more.due_sectors = DueSectors(request, sectors);
  }
  if (part.memory == CountedMemory::kLocal) {
    const std::uint32_t sectors = LocalSectors(request);
    more.sectors = sectors;
    more.ideal_sectors = more.due_sectors = DueSectors(request, sectors);
  }
  if (part.memory == CountedMemory::kShared) {
    more.wavefronts = more.most_wavefronts = BankWavefronts(request);
    more.ideal_wavefronts = IdealWavefronts(request);
  }
  if (part.kind == RequestKind::kAtomic) {
    more.same_address = more.most_same_address = LanesOnOneAddress(request);
    for (std::uint32_t left = request.lanes; left; left &= left - 1) {
      const std::uint64_t address = request.addresses[std::countr_zero(left)];
      auto known = site.atomics.find(address);
      if (known != site.atomics.end())
        ++known->second;
      else if (site.atomics.size() < kMostAddresses)
        site.atomics[address] = 1;
      else
        more.hottest_is_least = true;
    }
  }
  site.counts.Add(more);
}

void SiteCounts::Add(const SiteCounts& more) {
  for (const auto& [key, theirs] : more.sites_) {
    Site& site = sites_[key];
    site.counts.Add(theirs.counts);
    for (auto [address, count] : theirs.atomics) {
      if (site.atomics.size() < kMostAddresses || site.atomics.contains(address))
        site.atomics[address] += count;
      else
        site.counts.hottest_is_least = true;
    }
  }
}

Counts SiteCounts::Whole(const Site& site) {
  Counts counts = site.counts;
  for (auto [address, count] : site.atomics) counts.hottest = std::max(counts.hottest, count);
  return counts;
}

// --- requests

std::size_t WarpRequests::SlotOf(std::uint64_t key) const {
  std::size_t slot = Home(key);
  while (slots_[slot] && requests_[slots_[slot] - 1].part.key != key) slot = Next(slot);
  return slot;
}

void WarpRequests::Grow() {
  bits_ = std::max(bits_ + 1, kFirstBits);
  std::vector<std::uint32_t> old = std::move(slots_);
  slots_.assign(std::size_t{1} << bits_, 0);
  for (std::uint32_t one : old)
    if (one) slots_[SlotOf(requests_[one - 1].part.key)] = one;
}

bool WarpRequests::Add(std::uint32_t lane, const RequestPart& part, SiteCounts& counts) {
  if (2 * (open_ + 1) > slots_.size()) Grow();
  const std::uint32_t bit = 1u << lane;
  std::size_t slot = SlotOf(part.key);
  // The lane returns with the same key (a cycle that is no loop): the previous iteration is complete for all.
  if (slots_[slot] && requests_[slots_[slot] - 1].request.lanes & bit) {
    Close(slot, counts);
    slot = SlotOf(part.key);
  }
  const bool is_first = !slots_[slot];
  if (is_first) {
    if (spare_.empty()) {
      spare_.push_back(static_cast<std::uint32_t>(requests_.size()));
      requests_.emplace_back();
    }
    slots_[slot] = spare_.back() + 1;
    spare_.pop_back();
    Request& request = requests_[slots_[slot] - 1];
    request.part = part;
    request.request.lanes = 0;
    request.request.size = part.size;
    request.serial = next_serial_++;
    ++open_;
  }
  Request& request = requests_[slots_[slot] - 1];
  request.request.lanes |= bit;
  request.request.addresses[lane] = part.address;
  if ((left_ & ~request.request.lanes) == 0) Close(slot, counts);
  if (open_ >= kMostOpen) CountOldest(counts);
  return is_first;
}

// Later entries move up, so that every request stays reachable from its home slot.
void WarpRequests::Close(std::size_t slot, SiteCounts& counts) {
  Count(requests_[slots_[slot] - 1], counts);
  spare_.push_back(slots_[slot] - 1);
  --open_;
  slots_[slot] = 0;
  std::size_t hole = slot;
  for (std::size_t at = Next(slot); slots_[at]; at = Next(at)) {
    const std::size_t home = Home(requests_[slots_[at] - 1].part.key);
    const bool is_between = hole <= at ? hole < home && home <= at : hole < home || home <= at;
    if (is_between) continue;
    slots_[hole] = slots_[at];
    slots_[at] = 0;
    hole = at;
  }
}

void WarpRequests::CountOldest(SiteCounts& counts) {
  std::vector<std::uint64_t> serials;
  for (std::uint32_t one : slots_)
    if (one) serials.push_back(requests_[one - 1].serial);
  const auto middle = serials.begin() + static_cast<std::ptrdiff_t>(serials.size() / 2);
  std::ranges::nth_element(serials, middle);
  std::vector<std::uint64_t> old;
  for (std::uint32_t one : slots_)
    if (one && requests_[one - 1].serial <= *middle) old.push_back(requests_[one - 1].part.key);
  for (std::uint64_t key : old) Close(SlotOf(key), counts);
}

void WarpRequests::Finish(SiteCounts& counts) {
  if (open_ == 0) return;
  for (std::uint32_t& one : slots_) {
    if (!one) continue;
    Count(requests_[one - 1], counts);
    one = 0;
  }
  requests_.clear();
  spare_.clear();
  open_ = 0;
}

}  // namespace lockstep::metrics
