// The functions that device code calls in explain mode (sim/hooks/explain.h).

#include <algorithm>

#include "shared/trace/words.h"
#include "sim/explain/explainer.h"
#include "sim/hooks/explain.h"
#include "sim/launch/device_calls.h"

namespace lockstep::explain {
namespace {

// The number of times that a lane may be the first at a request before the other lanes get their turn. It decreases
// with the number of open requests, so that all lanes reach each long before WarpRequests::kMostOpen requests are open.
std::uint32_t MostAhead(std::size_t open) { return open < 1024 ? 1024 : open < 4096 ? 64 : 8; }
// No memory begins below this address.
constexpr std::uint64_t kFirstAddress = 4096;

Explainer* explainer() {
  static Explainer* const current = Explainer::Current();
  return current;
}

std::uint64_t Mix(std::uint64_t number) {
  number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9u;
  number = (number ^ (number >> 27)) * 0x94d049bb133111ebu;
  return number ^ (number >> 31);
}

// The codes that compiled code passes are those of requests, and the first of these are accesses.
constexpr std::uint64_t CodeOf(metrics::RequestKind kind) { return static_cast<std::uint64_t>(kind) << 16; }
static_assert(LOCKSTEP_WHAT_LOAD == CodeOf(metrics::RequestKind::kLoad) &&
              LOCKSTEP_WHAT_STORE == CodeOf(metrics::RequestKind::kStore) &&
              LOCKSTEP_WHAT_ATOMIC == CodeOf(metrics::RequestKind::kAtomic) &&
              LOCKSTEP_WHAT_BRANCH == CodeOf(metrics::RequestKind::kBranch) &&
              LOCKSTEP_WHAT_LINE == CodeOf(metrics::RequestKind::kLine));
constexpr bool IsSame(metrics::RequestKind request, trace::AccessKind access) {
  return static_cast<int>(request) == static_cast<int>(access);
}
static_assert(IsSame(metrics::RequestKind::kLoad, trace::AccessKind::kRead) &&
              IsSame(metrics::RequestKind::kStore, trace::AccessKind::kWrite) &&
              IsSame(metrics::RequestKind::kAtomic, trace::AccessKind::kAtomic));

metrics::RequestKind KindOf(std::uint64_t what) { return static_cast<metrics::RequestKind>(what >> 16 & 15); }

void AddPart(launch::ThreadRun& self, Explainer& explainer, metrics::RequestPart part, const LockstepSite* site,
             std::uint64_t what, std::uint64_t context) {
  WorkerCounts& worker = explainer.WorkerOf(*self.run);
  BlockRequests& block = explainer.RequestsOf(worker, *self.run);
  if (part.kind <= metrics::RequestKind::kAtomic && part.memory != metrics::CountedMemory::kLocal) {
    const auto spot =
        self.run->is_played() ? explainer.FindPlayed(part.address, part.size) : explainer.Find(block, part.address);
    if (!spot) return;
    part.memory = spot->memory;
    part.address = spot->address;
    worker.counts->arrays[spot->array].Add(part.kind, part.size);
    ++self.accesses;
    metrics::Work& work = worker.counts->work;
    work.longest_stretch = std::max(work.longest_stretch, ++block.stretch[self.linear]);
    if (part.memory == metrics::CountedMemory::kShared && part.kind == metrics::RequestKind::kLoad &&
        block.has_copied[self.linear]) {
      ++work.reads_of_copiers;
      work.groups_at_reads += block.under_way[self.linear];
    }
  }
  part.site = site->id;
  // Accesses to two memories are two requests, to different units of the device.
  part.key = Mix(Mix((what >> 32 << 32 | site->unit) + static_cast<std::uint64_t>(part.memory)) ^ context);
  metrics::WarpRequests& warp = block.warps[self.linear / trace::kWarpSize];
  if (!warp.Add(self.linear % trace::kWarpSize, part, worker.counts->sites)) return;
  if (++self.ahead < MostAhead(warp.open())) return;
  self.ahead = 0;
  self.run->LetOthersGoOn(self);
}

void AddAccess(launch::ThreadRun& self, Explainer& explainer, const LockstepSite* site, std::uint64_t address,
               std::uint32_t size, std::uint64_t what, std::uint64_t context) {
  const auto stack = reinterpret_cast<std::uint64_t>(self.stack.low);
  if (address < kFirstAddress || address - stack < self.stack.size) return;
  AddPart(self, explainer, {.kind = KindOf(what), .size = size, .address = address}, site, what, context);
}

// The running thread if it is explained, else null.
launch::ThreadRun* Explained() {
  if (!explainer() || !__lockstep_current) return nullptr;
  launch::ThreadRun& self = launch::CurrentThread();
  return self.run ? &self : nullptr;
}

metrics::Work& WorkOf(const launch::ThreadRun& self, Explainer& explainer) {
  WorkerCounts& worker = explainer.WorkerOf(*self.run);
  explainer.RequestsOf(worker, *self.run);
  return worker.counts->work;
}

}  // namespace
}  // namespace lockstep::explain

using namespace lockstep;
using namespace lockstep::explain;

void __lockstep_explain_access(LockstepSite* site, const void* address, uint64_t what, uint64_t context) {
  if (launch::ThreadRun* self = Explained())
    AddAccess(*self, *explainer(), site, reinterpret_cast<std::uint64_t>(address), what & 0xffff, what, context);
}

void __lockstep_explain_copy(LockstepSite* site, const void* address, uint64_t size, uint64_t what, uint64_t context) {
  launch::ThreadRun* self = Explained();
  if (!self) return;
  const std::uint64_t begin = reinterpret_cast<std::uint64_t>(address), step = what & 0xffff;
  for (std::uint64_t at = 0; at < size; at += step)
    AddAccess(*self, *explainer(), site, begin + at, static_cast<std::uint32_t>(std::min(step, size - at)), what,
              context + at * 0x9e3779b97f4a7c15u);
}

void __lockstep_explain_local(LockstepSite* site, uint64_t offset, uint64_t size, uint64_t what, uint64_t context) {
  launch::ThreadRun* self = Explained();
  if (!self) return;
  const std::uint64_t step = what & 0xffff;
  for (std::uint64_t at = 0; at < size; at += step)
    AddPart(*self, *explainer(),
            {.kind = KindOf(what),
             .memory = metrics::CountedMemory::kLocal,
             .size = static_cast<std::uint32_t>(std::min(step, size - at)),
             .address = offset + at},
            site, what, context + at * 0x9e3779b97f4a7c15u);
}

void __lockstep_explain_branch(LockstepSite* site, uint64_t target, uint64_t what, uint64_t context) {
  if (launch::ThreadRun* self = Explained())
    AddPart(*self, *explainer(), {.kind = metrics::RequestKind::kBranch, .address = target}, site, what, context);
}

void __lockstep_explain_line(LockstepSite* site, uint64_t what, uint64_t context) {
  if (launch::ThreadRun* self = Explained())
    AddPart(*self, *explainer(), {.kind = metrics::RequestKind::kLine}, site, what, context);
}

void __lockstep_explain_operations(uint64_t operations) {
  if (launch::ThreadRun* self = Explained()) WorkOf(*self, *explainer()).operations += operations;
}

void __lockstep_explain_fetch() {
  if (launch::ThreadRun* self = Explained()) ++WorkOf(*self, *explainer()).fetches;
}

void __lockstep_explain_call(uint64_t context) {
  if (launch::ThreadRun* self = Explained()) self->call_context = context;
}

uint64_t __lockstep_explain_enter() {
  launch::ThreadRun* self = Explained();
  return self ? self->call_context : 0;
}
