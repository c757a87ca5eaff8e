// The hooks of check mode in device code (sim/hooks/check.h), but for copies (copy_hooks.cpp).

#include <algorithm>
#include <cstring>

#include "sim/inspect/access.h"
#include "sim/inspect/usual_access.h"

using namespace lockstep;
using namespace lockstep::inspect;

namespace {

std::uint64_t HowOf(std::uint64_t how) {
  return how & LOCKSTEP_HOW_UNAWAITED  ? check::Note::kUnawaited
         : how & LOCKSTEP_HOW_VOLATILE ? check::Note::kVolatile
                                       : 0;
}

// The release of an atomic by itself.
std::optional<check::BlockSync::Scope> ScopeOfRelease(std::uint64_t how) {
  if (!(how & LOCKSTEP_HOW_RELEASE)) return std::nullopt;
  return how & LOCKSTEP_HOW_IN_BLOCK ? check::BlockSync::Scope::kBlock : check::BlockSync::Scope::kDevice;
}

// CUDA wants every access aligned as its type is (vectors of up to 16 bytes too).
void CheckAlignment(CheckedThread& here, const Touch& touch, const check::Span& span, std::uint64_t how) {
  if (touch.address & ((1ull << (how >> LOCKSTEP_HOW_ALIGNMENT)) - 1)) [[unlikely]]
    here.families.bounds.ReportMisaligned(here.thread, touch, span);
}

// True if memory at `address`, which is valid, has the value already.
bool HasValue(const void* address, std::uint64_t how, std::uint64_t value) {
  const std::uint64_t size = how & 0xffffffff;
  return how & LOCKSTEP_HOW_VALUE && size <= sizeof value && std::memcmp(address, &value, size) == 0;
}

// True if every byte has been written.
bool IsWritten(CheckedThread& here, const Touch& touch, const check::Span& span) {
  if (here.families.context.memory.Get(span.object)->all_written) return true;
  Unwritten unwritten;
  ForEachCell(span, touch.address, touch.size,
              [&](check::Cell& cell, check::SecondReader&, std::uint32_t bytes, std::uint64_t) {
                unwritten.Look(cell, bytes);
              });
  return !unwritten.cell;
}

uint32_t LoadSlowly(LockstepSite* site, const void* address, uint64_t how, const void* base);
void StoreSlowly(LockstepSite* site, void* address, uint64_t how, const void* base, uint64_t value, uint32_t origin);

}  // namespace

uint32_t __lockstep_check_load(LockstepSite* site, const void* address, uint64_t how, const void* base) {
  if (CheckedWorker* worker = this_worker; worker && worker->usual_block) [[likely]] {
    const UsualAccess usual = FindUsual(*worker, site, AddressOf(address), how, AddressOf(base));
    launch::ThreadRun& thread = launch::CurrentThread();
    thread.site = site;
    if (usual.cell) [[likely]] {
      const check::BlockOrder& order = worker->usual_block->order;
      const bool done = worker->parallel && !usual.span->is_shared
                            ? ReadUsually<true>(order, thread.linear, usual, site)
                            : ReadUsually<false>(order, thread.linear, usual, site);
      if (done) [[likely]] {
        ++worker->usual_block->accesses;
        return 0;
      }
    }
  }
  return LoadSlowly(site, address, how, base);
}

namespace {
[[gnu::noinline]] uint32_t LoadSlowly(LockstepSite* site, const void* address, uint64_t how, const void* base) {
  const std::uint64_t frame = Frame();
  return Within([&](CheckedThread& here) -> std::uint32_t {
    here.thread.site = site;
    Touch touch{site, AddressOf(address), how & 0xffffffff, AddressOf(base), trace::AccessKind::kRead};
    const check::Span* span = FindSpan(here, touch);
    if (!span) return here.families.locals.Access(here.block, here.thread, touch, frame, 0);
    CheckAlignment(here, touch, *span, how);
    if (how & LOCKSTEP_HOW_VOLATILE && !(how & LOCKSTEP_HOW_UNAWAITED)) here.families.context.report.NoteChance();
    return ReadSpan(here, touch, *span, HowOf(how));
  });
}

}  // namespace

void __lockstep_check_store(LockstepSite* site, void* address, uint64_t how, const void* base, uint64_t value,
                            uint32_t origin) {
  if (CheckedWorker* worker = this_worker; worker && worker->usual_block && !origin) [[likely]] {
    const UsualAccess usual = FindUsual(*worker, site, AddressOf(address), how, AddressOf(base));
    launch::ThreadRun& thread = launch::CurrentThread();
    thread.site = site;
    const bool may_keep = how & LOCKSTEP_HOW_LIBRARY && usual.cell && HasValue(address, how, value);
    if (usual.cell && !usual.span->read_only && !may_keep) [[likely]] {
      const check::BlockOrder& order = worker->usual_block->order;
      const bool done = worker->parallel && !usual.span->is_shared
                            ? WriteUsually<true>(order, thread.linear, usual, site)
                            : WriteUsually<false>(order, thread.linear, usual, site);
      if (done) [[likely]] {
        ++worker->usual_block->accesses;
        ++worker->writes;
        return;
      }
    }
  }
  StoreSlowly(site, address, how, base, value, origin);
}

namespace {
[[gnu::noinline]] void StoreSlowly(LockstepSite* site, void* address, uint64_t how, const void* base, uint64_t value,
                                   uint32_t origin) {
  const std::uint64_t frame = Frame();
  Within([&](CheckedThread& here) {
    if (how & LOCKSTEP_HOW_VOLATILE && here.thread.run) here.thread.run->Shake(here.thread);
    here.thread.site = site;
    Touch touch{site, AddressOf(address), how & 0xffffffff, AddressOf(base), trace::AccessKind::kWrite};
    check::Span* span = FindSpan(here, touch);
    if (!span) {
      here.families.locals.Access(here.block, here.thread, touch, frame, origin);
      return;
    }
    CheckAlignment(here, touch, *span, how);
    if (span->read_only) here.families.bounds.ReportReadOnly(here.thread, touch, *span);
    if (how & LOCKSTEP_HOW_VOLATILE) {
      here.block.sync.Release(here.thread.linear, touch.address, {});
      // CUB's tiles tell each other their counts without a fence, and only then write over what they have counted.
      if (how & LOCKSTEP_HOW_LIBRARY && !span->is_shared)
        here.block.sync.ReleaseReads(here.thread.linear, touch.address);
    }
    ++here.worker.writes;
    // A library's kernel may store what is there already, as Thrust's unique does: no thread can tell.
    const bool may_keep = how & LOCKSTEP_HOW_LIBRARY && !origin && HasValue(address, how, value);
    if (may_keep && IsWritten(here, touch, *span)) return;
    if (origin) here.families.values.NoteStored(here.thread, *span, touch.address, touch.size, origin);
    WriteSpan(here, touch, *span, HowOf(how), origin == 0, how & LOCKSTEP_HOW_VALUE ? &value : nullptr);
  });
}

// A thread that reads a barrier object's word sees which of its phases are over, and so which copies are.
void LookAtBarrier(CheckedThread& here, const void* address, bool writes) {
  OpenCopies& copies = here.block.copies;
  if (copies.empty() || !copies.CountsIn(AddressOf(address))) return;
  std::optional<CopyWait> who;
  if (!writes) who = {.thread = here.thread.linear, .segment = here.block.order.segment(here.thread.linear)};
  copies.Look(who, AddressOf(address), ParityOfBarrier(address));
  if (who) CountUnderWay(here);
}

// An atomic operation uses what it reads.
void ReportUnwritten(CheckedThread& here, const Touch& touch, const check::Span& span) {
  Unwritten unwritten;
  ForEachCell(span, touch.address, touch.size,
              [&](check::Cell& cell, check::SecondReader&, std::uint32_t bytes, std::uint64_t) {
                unwritten.Look(cell, bytes);
              });
  if (!unwritten.cell) return;
  if (const std::uint32_t origin = here.families.values.OriginOf(here.thread, touch, span))
    here.families.values.ReportUse(here.thread, touch.site, origin);
}

}  // namespace

// The hook of the write has left its span in the cache; without one, no shadow was written.
void __lockstep_check_padding(LockstepSite* site, void* padding, uint64_t size) {
  CheckedWorker* worker = this_worker;
  if (!worker || !worker->block) [[unlikely]]
    return;
  const check::Span& span = worker->cache[site->id % CheckedWorker::kCached];
  if (span.all_written || span.generation != worker->generation || !span.Holds(AddressOf(padding), size)) return;
  ForEachCell(span, AddressOf(padding), size,
              [&](check::Cell& cell, check::SecondReader&, std::uint32_t bytes, std::uint64_t) {
                const std::uint64_t written = check::Note::Written(bytes);
                std::atomic_ref note(cell.write);
                if (~note.load(std::memory_order_relaxed) & written) note.fetch_or(written);
              });
}

void __lockstep_check_atomic(LockstepSite* site, void* address, uint64_t how, const void* base) {
  Within([&](CheckedThread& here) {
    if (here.thread.run) here.thread.run->Shake(here.thread);
    here.thread.site = site;
    Touch touch{site, AddressOf(address), how & 0xffffffff, AddressOf(base), trace::AccessKind::kAtomic};
    const check::Span* span = FindSpan(here, touch);
    if (!span) return;
    CheckAlignment(here, touch, *span, how);
    if (how & LOCKSTEP_HOW_WRITES && span->read_only) here.families.bounds.ReportReadOnly(here.thread, touch, *span);
    here.families.races.NoteSignal();
    if (how & LOCKSTEP_HOW_READS && !(how & LOCKSTEP_HOW_UNAWAITED)) here.families.context.report.NoteChance();
    if (how & LOCKSTEP_HOW_WRITES) here.block.sync.Release(here.thread.linear, touch.address, ScopeOfRelease(how));
    if (how & LOCKSTEP_HOW_WRITES) here.worker.NoteAtomic(address, touch.size);
    if (how & LOCKSTEP_HOW_READS && !span->all_written) ReportUnwritten(here, touch, *span);
    const std::uint64_t flags =
        check::Note::kAtomic | (how & LOCKSTEP_HOW_IN_BLOCK && !span->is_shared ? check::Note::kInBlock : 0);
    if (how & LOCKSTEP_HOW_WRITES)
      WriteSpan(here, touch, *span, flags, true, nullptr);
    else
      ReadSpan(here, touch, *span, flags);
  });
}

void __lockstep_check_acquire(const void* address, uint64_t how) {
  Within([&](CheckedThread& here) {
    const bool owes_fence = !(how & (LOCKSTEP_HOW_ACQUIRE | LOCKSTEP_HOW_UNAWAITED));
    const std::uint32_t site = here.thread.site ? here.thread.site->id : 0;
    here.block.sync.Acquire(here.thread.linear, AddressOf(address), site, owes_fence);
    LookAtBarrier(here, address, how & LOCKSTEP_HOW_WRITES);
  });
}

void __lockstep_check_release(const void* address) {
  Within([&](CheckedThread& here) {
    here.block.sync.Release(here.thread.linear, AddressOf(address), check::BlockSync::Scope::kDevice);
  });
}

void __lockstep_check_use(LockstepSite* site, uint32_t origin) {
  Within([&](CheckedThread& here) { here.families.values.ReportUse(here.thread, site, origin); });
}

void __lockstep_check_bring(uint32_t origin) { launch::CurrentThread().operand_origin = origin; }

uint32_t __lockstep_check_take(LockstepSite* site) {
  launch::ThreadRun& self = launch::CurrentThread();
  self.operand_origin = 0;
  if (self.result_origin != LOCKSTEP_ORIGIN_LANE) [[likely]]
    return self.result_origin;
  return Within([&](CheckedThread& here) { return here.families.values.OriginOfLane(here.thread, site); });
}

void __lockstep_check_local(LockstepSite* site, const void* address, uint64_t how, const void* base, uint64_t size,
                            LockstepVariable* variable) {
  Within([&](CheckedThread& here) {
    here.thread.site = site;
    const Touch touch{site, AddressOf(address), how & 0xffffffff, AddressOf(base),
                      how & LOCKSTEP_HOW_WRITES ? trace::AccessKind::kWrite : trace::AccessKind::kRead};
    here.families.locals.ReportOutside(here.thread, touch, size, variable);
  });
}

void __lockstep_check_array(void* array, uint64_t size, unsigned char* shadow, uint32_t* origins,
                            LockstepVariable* variable) {
  const std::uint64_t frame = Frame();
  Within([&](CheckedThread& here) {
    here.families.locals.BeginArray(
        here.block, here.thread,
        {.begin = AddressOf(array), .size = size, .shadow = shadow, .origins = origins, .variable = variable}, frame);
  });
}

void __lockstep_check_array_ends(void* array) {
  Within([&](CheckedThread& here) { here.families.locals.EndArray(here.block, here.thread, AddressOf(array)); });
}

void __lockstep_check_array_leaves(void* array) {
  Within([&](CheckedThread& here) { here.families.locals.LeaveArray(here.block, here.thread, AddressOf(array)); });
}

void __lockstep_check_handed(void* pointer) {
  Within([&](CheckedThread& here) {
    LocalArray* array = here.block.LocalAt(here.thread.linear, AddressOf(pointer));
    if (array && array->in_scope) std::memset(array->shadow, 0, array->size);
  });
}

void __lockstep_check_member(LockstepSite* site, const void* address, uint64_t how, const void* base, uint64_t size,
                             const char* member) {
  Within([&](CheckedThread& here) {
    const Touch touch{site, AddressOf(address), how & 0xffffffff, AddressOf(base),
                      how & LOCKSTEP_HOW_WRITES ? trace::AccessKind::kWrite : trace::AccessKind::kRead};
    here.families.locals.ReportMember(here.block, here.thread, touch, size, member);
  });
}

void __lockstep_check_undefined(LockstepSite* site, uint64_t what, uint64_t operand) {
  Within([&](CheckedThread& here) {
    here.thread.site = site;
    here.families.faults.ReportUndefined(here.thread, site, what, operand);
  });
}

void __lockstep_check_recursion(LockstepSite* site, uint64_t bytes) {
  Within([&](CheckedThread& here) { here.families.recursion.Enters(here.thread, site, bytes); });
}

void __lockstep_check_recursion_ends(uint64_t bytes) {
  Within([&](CheckedThread& here) { RecursionCheck::Leaves(here.thread, bytes); });
}

void __lockstep_check_rounds(LockstepSite* site, uint64_t* state, uint64_t how) {
  Within([&](CheckedThread& here) {
    here.thread.site = site;
    const Rounds rounds = here.worker.rounds.Look(here.thread, state, how, here.families.context.settings.most_rounds);
    if (rounds != Rounds::kGoOn)
      here.families.faults.ReportEndless(here.thread, site, rounds, how & LOCKSTEP_ROUND_NAN);
  });
}

static_assert(sizeof(launch::CarriedValues) == LOCKSTEP_CARRIED_VALUES * sizeof(std::uint64_t));

void __lockstep_check_carries(uint64_t* room, uint64_t bytes) {
  launch::ThreadRun& thread = launch::CurrentThread();
  auto* carried = reinterpret_cast<launch::CarriedValues*>(room);
  if (carried->loop == 0) {
    carried->others = thread.carried;
    carried->bytes = bytes;
    thread.carried = carried;
  }
  carried->loop = ++thread.carrying_loops;
}

void __lockstep_check_carries_no_more(uint64_t* room) {
  const auto* carried = reinterpret_cast<const launch::CarriedValues*>(room);
  if (carried->loop != 0) launch::CurrentThread().carried = carried->others;
}

void __lockstep_check_skip(LockstepSite* site, int leaves_loop) {
  Within([&](CheckedThread& here) { here.families.barriers.Skips(here.block, here.thread, site, leaves_loop != 0); });
}
