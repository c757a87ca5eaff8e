// What device code calls where a program is explained (sim/hooks/explain.h).

#include <algorithm>

#include "shared/trace/words.h"
#include "sim/explain/explainer.h"
#include "sim/hooks/explain.h"
#include "sim/launch/device_calls.h"

namespace lockstep {
namespace {

// A lane that comes to a request first runs ahead of its warp: so many times, then the others get their turn. The more
// requests are open, the sooner, so that all lanes come to each long before WarpRequests::kMostOpen are.
std::uint32_t MostAhead(std::size_t open) { return open < 1024 ? 1024 : open < 4096 ? 64 : 8; }
// No memory begins below it.
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
constexpr std::uint64_t CodeOf(RequestKind kind) { return static_cast<std::uint64_t>(kind) << 16; }
static_assert(LOCKSTEP_WHAT_LOAD == CodeOf(RequestKind::kLoad) && LOCKSTEP_WHAT_STORE == CodeOf(RequestKind::kStore) &&
              LOCKSTEP_WHAT_ATOMIC == CodeOf(RequestKind::kAtomic) &&
              LOCKSTEP_WHAT_BRANCH == CodeOf(RequestKind::kBranch) && LOCKSTEP_WHAT_LINE == CodeOf(RequestKind::kLine));
constexpr bool IsSame(RequestKind request, AccessKind access) {
  return static_cast<int>(request) == static_cast<int>(access);
}
static_assert(IsSame(RequestKind::kLoad, AccessKind::kRead) && IsSame(RequestKind::kStore, AccessKind::kWrite) &&
              IsSame(RequestKind::kAtomic, AccessKind::kAtomic));

RequestKind KindOf(std::uint64_t what) { return static_cast<RequestKind>(what >> 16 & 15); }

void Tell(ThreadRun& self, Explainer& explainer, Told told, const LockstepSite* site, std::uint64_t what,
          std::uint64_t context) {
  WorkerCounts& worker = ThisWorkersCounts();
  BlockRequests& block = explainer.RequestsOf(worker, *self.run);
  if (told.kind <= RequestKind::kAtomic) {
    const bool is_shared = told.address >= block.shared_begin && told.address < block.shared_end;
    told.memory = is_shared ? CountedMemory::kShared : CountedMemory::kGlobal;
    if (is_shared) told.address -= block.shared_begin;
  }
  told.site = site->id;
  // Two memories are two requests, of two units of the device.
  told.key = Mix(Mix((what >> 32 << 32 | site->unit) + static_cast<std::uint64_t>(told.memory)) ^ context);
  WarpRequests& warp = block.warps[self.linear / kWarpSize];
  if (!warp.Tell(self.linear % kWarpSize, told, *worker.counts)) return;
  if (++self.ahead < MostAhead(warp.open())) return;
  self.ahead = 0;
  self.run->LetOthersGoOn(self);
}

void TellAccess(ThreadRun& self, Explainer& explainer, const LockstepSite* site, std::uint64_t address,
                std::uint32_t size, std::uint64_t what, std::uint64_t context) {
  const auto stack = reinterpret_cast<std::uint64_t>(self.stack.low);
  if (address < kFirstAddress || address - stack < self.stack.size || explainer.IsConstant(address)) return;
  Tell(self, explainer, {.kind = KindOf(what), .size = size, .address = address}, site, what, context);
}

// The running thread, where there is one and it is to be explained.
ThreadRun* Explained() {
  if (!explainer() || !__lockstep_current) return nullptr;
  ThreadRun& self = CurrentThread();
  return self.run ? &self : nullptr;
}

}  // namespace
}  // namespace lockstep

using namespace lockstep;

void __lockstep_explain_access(LockstepSite* site, const void* address, uint64_t what, uint64_t context) {
  if (ThreadRun* self = Explained())
    TellAccess(*self, *explainer(), site, reinterpret_cast<std::uint64_t>(address), what & 0xffff, what, context);
}

void __lockstep_explain_copy(LockstepSite* site, const void* address, uint64_t size, uint64_t what, uint64_t context) {
  ThreadRun* self = Explained();
  if (!self) return;
  const std::uint64_t begin = reinterpret_cast<std::uint64_t>(address), step = what & 0xffff;
  for (std::uint64_t at = 0; at < size; at += step)
    TellAccess(*self, *explainer(), site, begin + at, static_cast<std::uint32_t>(std::min(step, size - at)), what,
               context + at * 0x9e3779b97f4a7c15u);
}

void __lockstep_explain_branch(LockstepSite* site, uint64_t target, uint64_t what, uint64_t context) {
  if (ThreadRun* self = Explained())
    Tell(*self, *explainer(), {.kind = RequestKind::kBranch, .address = target}, site, what, context);
}

void __lockstep_explain_line(LockstepSite* site, uint64_t what, uint64_t context) {
  if (ThreadRun* self = Explained()) Tell(*self, *explainer(), {.kind = RequestKind::kLine}, site, what, context);
}

void __lockstep_explain_call(uint64_t context) {
  if (ThreadRun* self = Explained()) self->call_context = context;
}

uint64_t __lockstep_explain_enter() {
  ThreadRun* self = Explained();
  return self ? self->call_context : 0;
}
