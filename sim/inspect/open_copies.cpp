#include "sim/inspect/open_copies.h"

#include <algorithm>
#include <iterator>

namespace lockstep::inspect {
namespace {

bool IsKnownSince(const OpenCopy& copy, std::optional<check::Segment> own, std::uint32_t floor) {
  if (own && check::EpisodeOf(*own) < floor) return true;
  return copy.phase && std::ranges::any_of(copy.phase->seen, [&](const CopyWait& wait) {
           return check::EpisodeOf(wait.segment) < floor;
         });
}

}  // namespace

OpenCopies::Shared OpenCopies::Add(OpenCopy copy) {
  DropWritten(copy.to);
  const auto shared = std::make_shared<OpenCopy>(std::move(copy));
  if (shared->to.size) written_.emplace(shared->to.begin, shared);
  if (shared->from.size) read_.emplace(shared->from.begin, shared);
  longest_ = std::max({longest_, shared->to.size, shared->from.size});
  return shared;
}

void OpenCopies::DropWritten(ByteRange bytes) {
  const std::uint64_t first = bytes.begin - std::min(bytes.begin, longest_);
  for (auto at = written_.lower_bound(first); at != written_.end() && at->first < bytes.end();) {
    const Shared copy = at->second;
    if (copy->to.end() <= bytes.begin) {
      ++at;
      continue;
    }
    at = written_.erase(at);
    if (!copy->HasBeenAwaited()) continue;
    const auto [begin, end] = read_.equal_range(copy->from.begin);
    const auto read = std::find_if(begin, end, [&](const auto& entry) { return entry.second == copy; });
    if (read != end) read_.erase(read);
  }
}

void OpenCopies::Begin(OpenCopy copy) {
  const Owner owner{copy.thread, copy.groups};
  copy.group = committed_[owner];
  waited_for_[owner].push_back(Add(std::move(copy)));
}

void OpenCopies::BeginAt(OpenCopy copy, std::uint64_t barrier, bool parity) {
  copy.phase = PhaseOf(barrier, parity);
  Add(std::move(copy));
}

void OpenCopies::Wait(CopyWait who, CopyGroups groups, std::uint64_t prior, bool only_read) {
  const Owner owner{who.thread, groups};
  const auto own = waited_for_.find(owner);
  if (own == waited_for_.end()) return;
  const std::uint64_t committed = committed_[owner];
  std::erase_if(own->second, [&](const Shared& copy) {
    if (copy->group >= committed || committed - copy->group <= prior) return false;
    if (!copy->read) copy->read = who.segment;
    if (!only_read) copy->written = who.segment;
    return !only_read;
  });
}

void OpenCopies::End(CopyWait who) {
  for (const CopyGroups groups : {CopyGroups::kPlain, CopyGroups::kBulk}) {
    Commit(who.thread, groups);
    Wait(who, groups, 0);
  }
}

void OpenCopies::Arrive(std::uint32_t thread, std::uint64_t barrier, bool parity) {
  const auto own = waited_for_.find({thread, CopyGroups::kPlain});
  if (own == waited_for_.end()) return;
  for (const Shared& copy : own->second)
    if (!copy->phase) copy->phase = PhaseOf(barrier, parity);
}

std::shared_ptr<CopyPhase> OpenCopies::PhaseOf(std::uint64_t barrier, bool parity) {
  std::vector<std::shared_ptr<CopyPhase>>& phases = phases_[barrier];
  // Those that no copy counts in any more.
  std::erase_if(phases, [](const std::shared_ptr<CopyPhase>& phase) { return phase.use_count() == 1; });
  if (phases.empty() || phases.back()->is_over || phases.back()->parity != parity)
    phases.push_back(std::make_shared<CopyPhase>(CopyPhase{.parity = parity, .is_over = false, .seen = {}}));
  return phases.back();
}

void OpenCopies::Look(std::optional<CopyWait> who, std::uint64_t barrier, bool parity) {
  const auto found = phases_.find(barrier);
  if (found == phases_.end()) return;
  for (const std::shared_ptr<CopyPhase>& phase : found->second) {
    phase->is_over |= phase != found->second.back() || phase->parity != parity;
    if (!who || !phase->is_over) continue;
    if (std::ranges::none_of(phase->seen, [&](const CopyWait& wait) { return wait.thread == who->thread; }))
      phase->seen.push_back(*who);
  }
}

std::uint64_t OpenCopies::UnderWay(std::uint32_t thread) const {
  std::uint64_t count = 0;
  for (const CopyGroups groups : {CopyGroups::kPlain, CopyGroups::kBulk}) {
    const auto own = waited_for_.find({thread, groups});
    if (own == waited_for_.end()) continue;
    std::optional<std::uint64_t> last;
    for (const Shared& copy : own->second) {
      if (copy->phase || last == copy->group) continue;
      last = copy->group;
      ++count;
    }
  }
  const auto waits = [&](const std::shared_ptr<CopyPhase>& phase) {
    return phase.use_count() > 1 && std::ranges::find(phase->seen, thread, &CopyWait::thread) == phase->seen.end();
  };
  for (const auto& [barrier, phases] : phases_)
    count += static_cast<std::uint64_t>(std::ranges::count_if(phases, waits));
  return count;
}

void OpenCopies::Settle(std::uint32_t floor) {
  std::erase_if(written_, [&](const auto& entry) { return IsKnownSince(*entry.second, entry.second->written, floor); });
  std::erase_if(read_, [&](const auto& entry) { return IsKnownSince(*entry.second, entry.second->read, floor); });
}

}  // namespace lockstep::inspect
