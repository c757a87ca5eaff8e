// The hooks of check mode (sim/hooks/check.h): each access meets the bounds, the shadow and the race check here. This
// is the innermost loop of a checked program: what is rare is elsewhere.

#include <cstring>

#include "sim/check/races.h"
#include "sim/hooks/check.h"
#include "sim/inspect/checker.h"
#include "sim/launch/device_calls.h"
#include "sim/launch/faults.h"

namespace lockstep {
namespace {

using Touch = Checker::Touch;
using Way = Checker::Way;

// In the program's own block of thread-local memory: a hook finds it without a call.
__attribute__((tls_model("initial-exec"))) constinit thread_local WorkerCheck* this_worker = nullptr;

Checker* checker() {
  static Checker* const current = Checker::Current();
  return current;
}

// Where a hook finds itself: null outside a checked launch.
struct Here {
  Checker& checker;
  WorkerCheck& worker;
  BlockCheck& block;
  ThreadRun& thread;
};

template <class Work>
auto Within(Work&& work) -> decltype(work(std::declval<Here&>())) {
  WorkerCheck* worker = this_worker;
  if (!worker || !worker->block) [[unlikely]]
    return decltype(work(std::declval<Here&>()))();
  Here here{*checker(), *worker, *worker->block, CurrentThread()};
  return work(here);
}

std::uint64_t AddressOf(const void* pointer) { return reinterpret_cast<std::uint64_t>(pointer); }

Span* FindSpan(Here& here, const Touch& touch) {
  ++here.block.accesses;
  Span& cached = here.worker.cache[touch.site->id % WorkerCheck::kCached];
  if (cached.base == touch.base && cached.generation == here.worker.generation &&
      cached.Holds(touch.address, touch.size)) [[likely]]
    return &cached;
  Span* found = here.checker.Locate(here.block, here.thread, touch, cached);
  if (found) found->generation = here.worker.generation;
  return found;
}

// Calls `work(cell, second reader, bytes of the cell that are touched)` for each cell.
template <class Work>
void ForEachCell(const Span& span, std::uint64_t address, std::uint64_t size, Work&& work) {
  const std::uint64_t base = span.begin & ~(kCellBytes - 1), end = address + size;
  std::uint64_t index = (address - base) / kCellBytes;
  for (std::uint64_t at = address & ~(kCellBytes - 1); at < end; at += kCellBytes, ++index) {
    std::uint32_t bytes = 15;
    if (at < address) bytes = bytes << (address - at) & 15;
    if (at + kCellBytes > end) bytes &= 15u >> (at + kCellBytes - end);
    work(span.cells[index], span.second[index], bytes);
  }
}

// Whether some byte of what is read has no value, and who wrote to the first such cell all the same.
struct Unwritten {
  bool any = false;
  Note last_write;
  void Look(const Cell& cell, std::uint32_t bytes) {
    const Note writer{cell.write};
    if (!(bytes & ~writer.written()) || any) return;
    any = true;
    if (bytes & ~writer.written() & writer.bytes()) last_write = writer;
  }
};

template <bool Parallel>
std::uint32_t Read(Here& here, const Touch& touch, const Span& span, std::uint64_t flags) {
  const Toucher who{here.checker.episodes(), here.block.order, here.thread.linear};
  const Segment segment = here.block.order.segment(here.thread.linear);
  Unwritten unwritten;
  ForEachCell(span, touch.address, touch.size, [&](Cell& cell, SecondReader& second, std::uint32_t bytes) {
    const Note now = Note::Of(segment, touch.site->id, bytes, flags);
    unwritten.Look(cell, bytes);
    NoteRead<Parallel>(who, cell, second, now, [&](Note earlier, bool wrote) {
      here.checker.ReportRace(here.block, here.thread, touch, span, earlier, now, wrote, nullptr);
    });
  });
  return unwritten.any && !span.all_written ? here.checker.OriginOf(here.thread, touch, span, unwritten.last_write) : 0;
}

template <bool Parallel>
void Write(Here& here, const Touch& touch, const Span& span, std::uint64_t flags, bool good,
           const std::uint64_t* value) {
  const Toucher who{here.checker.episodes(), here.block.order, here.thread.linear};
  const Segment segment = here.block.order.segment(here.thread.linear);
  ForEachCell(span, touch.address, touch.size, [&](Cell& cell, SecondReader& second, std::uint32_t bytes) {
    const Note now = Note::Of(segment, touch.site->id, bytes, flags);
    NoteWrite<Parallel>(who, cell, second, now, good ? bytes : 0, [&](Note earlier, bool wrote) {
      here.checker.ReportRace(here.block, here.thread, touch, span, earlier, now, wrote, value);
    });
  });
}

// Below it nothing on the thread's stack is alive: what calls a hook lies above the hook.
[[gnu::always_inline]] inline std::uint64_t Frame() { return AddressOf(__builtin_frame_address(0)); }

std::uint32_t ReadSpan(Here& here, const Touch& touch, const Span& span, std::uint64_t flags) {
  return here.checker.parallel() && !span.is_shared ? Read<true>(here, touch, span, flags)
                                                    : Read<false>(here, touch, span, flags);
}

void WriteSpan(Here& here, const Touch& touch, const Span& span, std::uint64_t flags, bool good,
               const std::uint64_t* value) {
  if (here.checker.parallel() && !span.is_shared)
    Write<true>(here, touch, span, flags, good, value);
  else
    Write<false>(here, touch, span, flags, good, value);
}

std::uint64_t HowOf(std::uint64_t how) {
  return how & LOCKSTEP_HOW_UNAWAITED ? Note::kUnawaited : how & LOCKSTEP_HOW_VOLATILE ? Note::kVolatile : 0;
}

// --- the usual case: an access inside one cell that nobody has touched in this launch but the thread itself since its
// last barrier. Nothing can be wrong with it but what is checked here; all else takes the long way.

struct Usual {
  Span* span = nullptr;
  Cell* cell = nullptr;
  std::uint32_t bytes = 0;
};

[[gnu::always_inline]] inline Usual FindUsual(WorkerCheck& worker, const LockstepSite* site, std::uint64_t address,
                                              std::uint64_t how, std::uint64_t base) {
  const std::uint64_t size = how & 0xffffffff, in_cell = address % kCellBytes;
  Span& span = worker.cache[site->id % WorkerCheck::kCached];
  if (in_cell + size > kCellBytes || span.base != base || span.generation != worker.generation ||
      !span.Holds(address, size)) [[unlikely]]
    return {};
  if (how & LOCKSTEP_HOW_VOLATILE || address & ((1ull << (how >> LOCKSTEP_HOW_ALIGNMENT)) - 1)) [[unlikely]]
    return {};
  const std::uint64_t index = (address - (span.begin & ~(kCellBytes - 1))) / kCellBytes;
  return {&span, &span.cells[index], static_cast<std::uint32_t>(((1u << size) - 1) << in_cell)};
}

// Settled, or the thread's own since its last barrier, or of other bytes.
[[gnu::always_inline]] inline bool IsQuiet(Note note, Segment segment, std::uint32_t floor, std::uint32_t bytes) {
  return EpisodeOf(note.segment()) < floor || note.segment() == segment || !(note.bytes() & bytes);
}

// Two readers are kept, and this one is no farther from the first than the second is: races.h would not note it either.
[[gnu::always_inline]] inline bool IsOneOfMany(Note reader, Segment segment) {
  return !reader.how() && (reader.spread() == Spread::kGrid ||
                           (reader.spread() != Spread::kOne && EpisodeOf(reader.segment()) == EpisodeOf(segment)));
}

// True where the read is done.
template <bool Parallel>
[[gnu::always_inline]] inline bool ReadUsually(const BlockOrder& order, std::uint32_t thread, const Usual& usual,
                                               const LockstepSite* site) {
  const Segment segment = order.segment(thread);
  const std::uint32_t floor = order.grid_floor();
  const Note reader{LoadNote<Parallel>(usual.cell->read)};
  if (EpisodeOf(reader.segment()) < floor)
    StoreNote<Parallel>(usual.cell->read, Note::Of(segment, site->id, usual.bytes, 0).bits);
  else if (!(reader.segment() == segment && !reader.how() && !(usual.bytes & ~reader.bytes())) &&
           !IsOneOfMany(reader, segment))
    return false;
  const Note writer{LoadNote<Parallel>(usual.cell->write)};
  return IsQuiet(writer, segment, floor, usual.bytes) &&
         (usual.span->all_written || !(usual.bytes & ~writer.written()));
}

template <bool Parallel>
[[gnu::always_inline]] inline bool WriteUsually(const BlockOrder& order, std::uint32_t thread, const Usual& usual,
                                                const LockstepSite* site) {
  const Segment segment = order.segment(thread);
  const std::uint32_t floor = order.grid_floor();
  const Note writer{LoadNote<Parallel>(usual.cell->write)}, reader{LoadNote<Parallel>(usual.cell->read)};
  if (!IsQuiet(writer, segment, floor, usual.bytes) || !IsQuiet(reader, segment, floor, usual.bytes)) return false;
  if (EpisodeOf(reader.segment()) >= floor && reader.spread() != Spread::kOne && reader.Second(0).bytes() & usual.bytes)
    return false;
  std::uint64_t bits =
      Note::Of(segment, site->id, usual.bytes, 0).bits | (writer.bits & Note::Written(15)) | Note::Written(usual.bytes);
  if (writer.segment() == segment) bits |= std::uint64_t{writer.bytes()} << 8;
  StoreNote<Parallel>(usual.cell->write, bits);
  // Somebody may have read since.
  return !Parallel || LoadNote<Parallel>(usual.cell->read) == reader.bits;
}

// CUDA wants every access aligned as its type is (vectors of up to 16 bytes too).
void CheckAlignment(Here& here, const Touch& touch, const Span& span, std::uint64_t how) {
  if (touch.address & ((1ull << (how >> LOCKSTEP_HOW_ALIGNMENT)) - 1)) [[unlikely]]
    here.checker.ReportMisaligned(here.thread, touch, span);
}

}  // namespace

WorkerCheck& ThisWorker() {
  if (!this_worker) this_worker = new WorkerCheck{.parallel = checker()->parallel()};
  return *this_worker;
}

}  // namespace lockstep

using namespace lockstep;

namespace {
uint32_t LoadSlowly(LockstepSite* site, const void* address, uint64_t how, const void* base);
void StoreSlowly(LockstepSite* site, void* address, uint64_t how, const void* base, uint64_t value, uint32_t origin);
}  // namespace

uint32_t __lockstep_check_load(LockstepSite* site, const void* address, uint64_t how, const void* base) {
  if (WorkerCheck* worker = this_worker; worker && worker->block) [[likely]] {
    const Usual usual = FindUsual(*worker, site, AddressOf(address), how, AddressOf(base));
    ThreadRun& thread = CurrentThread();
    thread.site = site;
    if (usual.cell) [[likely]] {
      const BlockOrder& order = worker->block->order;
      const bool done = worker->parallel && !usual.span->is_shared
                            ? ReadUsually<true>(order, thread.linear, usual, site)
                            : ReadUsually<false>(order, thread.linear, usual, site);
      if (done) [[likely]] {
        ++worker->block->accesses;
        return 0;
      }
    }
  }
  return LoadSlowly(site, address, how, base);
}

namespace {
[[gnu::noinline]] uint32_t LoadSlowly(LockstepSite* site, const void* address, uint64_t how, const void* base) {
  return Within([&](Here& here) -> std::uint32_t {
    here.thread.site = site;
    const Touch touch{site, AddressOf(address), how & 0xffffffff, AddressOf(base), Way::kRead};
    const Span* span = FindSpan(here, touch);
    if (!span) return here.checker.TouchLocal(here.block, here.thread, touch, Frame(), 0);
    CheckAlignment(here, touch, *span, how);
    return ReadSpan(here, touch, *span, HowOf(how));
  });
}

}  // namespace

void __lockstep_check_store(LockstepSite* site, void* address, uint64_t how, const void* base, uint64_t value,
                            uint32_t origin) {
  if (WorkerCheck* worker = this_worker; worker && worker->block && !origin) [[likely]] {
    const Usual usual = FindUsual(*worker, site, AddressOf(address), how, AddressOf(base));
    ThreadRun& thread = CurrentThread();
    thread.site = site;
    if (usual.cell && !usual.span->read_only) [[likely]] {
      const BlockOrder& order = worker->block->order;
      const bool done = worker->parallel && !usual.span->is_shared
                            ? WriteUsually<true>(order, thread.linear, usual, site)
                            : WriteUsually<false>(order, thread.linear, usual, site);
      if (done) [[likely]] {
        ++worker->block->accesses;
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
  Within([&](Here& here) {
    if (how & LOCKSTEP_HOW_VOLATILE && here.thread.run) here.thread.run->Shake(here.thread);
    here.thread.site = site;
    const Touch touch{site, AddressOf(address), how & 0xffffffff, AddressOf(base), Way::kWrite};
    Span* span = FindSpan(here, touch);
    if (!span) {
      here.checker.TouchLocal(here.block, here.thread, touch, Frame(), origin);
      return;
    }
    CheckAlignment(here, touch, *span, how);
    if (span->read_only) here.checker.ReportReadOnly(here.thread, touch, *span);
    if (how & LOCKSTEP_HOW_VOLATILE)
      here.checker.Synchronize(here.block, here.thread, touch.address, LOCKSTEP_HOW_WRITES);
    ++here.worker.writes;
    if (origin) here.checker.NoteStoredOrigin(site, *span, origin);
    WriteSpan(here, touch, *span, HowOf(how), origin == 0, how & LOCKSTEP_HOW_VALUE ? &value : nullptr);
  });
}

}  // namespace

void __lockstep_check_atomic(LockstepSite* site, void* address, uint64_t how, const void* base) {
  Within([&](Here& here) {
    if (here.thread.run) here.thread.run->Shake(here.thread);
    here.thread.site = site;
    const Touch touch{site, AddressOf(address), how & 0xffffffff, AddressOf(base), Way::kAtomic};
    const Span* span = FindSpan(here, touch);
    if (!span) return;
    CheckAlignment(here, touch, *span, how);
    if (how & LOCKSTEP_HOW_WRITES && span->read_only) here.checker.ReportReadOnly(here.thread, touch, *span);
    here.checker.NoteSignal();
    here.checker.Synchronize(here.block, here.thread, touch.address, how);
    if (how & LOCKSTEP_HOW_WRITES) here.worker.NoteAtomic(address, touch.size);
    if (how & LOCKSTEP_HOW_READS && !span->all_written) {
      Unwritten unwritten;
      ForEachCell(*span, touch.address, touch.size,
                  [&](Cell& cell, SecondReader&, std::uint32_t bytes) { unwritten.Look(cell, bytes); });
      if (unwritten.any)
        here.checker.ReportUse(here.thread, site,
                               here.checker.OriginOf(here.thread, touch, *span, unwritten.last_write));
    }
    const std::uint64_t flags = Note::kAtomic | (how & LOCKSTEP_HOW_IN_BLOCK && !span->is_shared ? Note::kInBlock : 0);
    if (how & LOCKSTEP_HOW_WRITES)
      WriteSpan(here, touch, *span, flags, true, nullptr);
    else
      ReadSpan(here, touch, *span, flags);
  });
}

void __lockstep_check_acquire(const void* address) {
  Within([&](Here& here) { here.checker.Acquire(here.block, here.thread, AddressOf(address)); });
}

void __lockstep_check_copy(LockstepSite* site, void* to, const void* from, uint64_t size) {
  Within([&](Here& here) {
    if (size == 0 || to == from) return;
    here.thread.site = site;
    const Touch read{site, AddressOf(from), size, 0, Way::kRead}, write{site, AddressOf(to), size, 0, Way::kWrite};
    // Both ends by value: the two share a place in the cache.
    Span source, target;
    const Span* found = from ? FindSpan(here, read) : nullptr;
    if (found) source = *found;
    found = to ? FindSpan(here, write) : nullptr;
    if (found) target = *found;
    std::uint32_t origin = source.cells ? ReadSpan(here, read, source, 0) : 0;
    if (from && !source.cells) here.checker.TouchLocal(here.block, here.thread, read, Frame(), 0);
    if (to && !target.cells) here.checker.TouchLocal(here.block, here.thread, write, Frame(), 0);
    if (!target.cells) return;
    if (target.read_only) here.checker.ReportReadOnly(here.thread, write, target);
    WriteSpan(here, write, target, 0, true, nullptr);
    if (!origin || target.all_written) return;
    // Bytes that nobody has written stay so in the copy.
    here.checker.NoteStoredOrigin(site, target, origin);
    for (std::uint64_t i = 0; i < size; ++i) {
      const std::uint64_t a = read.address + i - (source.begin & ~3ull), b = write.address + i - (target.begin & ~3ull);
      if (!(Note{source.cells[a / 4].write}.written() >> (a % 4) & 1))
        target.cells[b / 4].write &= ~Note::Written(1u << (b % 4));
    }
  });
}

void __lockstep_check_fill(LockstepSite* site, void* to, uint64_t size) {
  Within([&](Here& here) {
    if (size == 0) return;
    here.thread.site = site;
    const Touch touch{site, AddressOf(to), size, 0, Way::kWrite};
    const Span* span = FindSpan(here, touch);
    if (!span) {
      here.checker.TouchLocal(here.block, here.thread, touch, Frame(), 0);
      return;
    }
    if (span->read_only) here.checker.ReportReadOnly(here.thread, touch, *span);
    WriteSpan(here, touch, *span, 0, true, nullptr);
  });
}

void __lockstep_check_use(LockstepSite* site, uint32_t origin) {
  Within([&](Here& here) { here.checker.ReportUse(here.thread, site, origin); });
}

void __lockstep_check_bring(uint32_t origin) { CurrentThread().operand_origin = origin; }

uint32_t __lockstep_check_take(LockstepSite* site) {
  ThreadRun& self = CurrentThread();
  self.operand_origin = 0;
  if (self.result_origin != LOCKSTEP_ORIGIN_LANE) [[likely]]
    return self.result_origin;
  return Within([&](Here& here) { return here.checker.OriginOfLane(here.thread, site); });
}

void __lockstep_check_local(LockstepSite* site, const void* address, uint64_t how, const void* base, uint64_t size,
                            LockstepVariable* variable) {
  Within([&](Here& here) {
    here.thread.site = site;
    const Touch touch{site, AddressOf(address), how & 0xffffffff, AddressOf(base),
                      how & LOCKSTEP_HOW_WRITES ? Way::kWrite : Way::kRead};
    here.checker.ReportLocal(here.thread, touch, size, variable);
  });
}

void __lockstep_check_array(void* array, uint64_t size, unsigned char* shadow, LockstepVariable* variable) {
  Within([&](Here& here) {
    here.checker.BeginArray(here.block, here.thread,
                            {.begin = AddressOf(array), .size = size, .shadow = shadow, .variable = variable}, Frame());
  });
}

void __lockstep_check_array_ends(void* array) {
  Within([&](Here& here) { here.checker.EndArray(here.block, here.thread, AddressOf(array)); });
}

void __lockstep_check_handed(void* pointer) {
  Within([&](Here& here) {
    LocalArray* array =
        here.block.locals.empty() ? nullptr : here.block.locals[here.thread.linear].Find(AddressOf(pointer));
    if (array && array->in_scope) std::memset(array->shadow, 0, array->size);
  });
}

void __lockstep_check_member(LockstepSite* site, const void* address, uint64_t how, const void* base, uint64_t size,
                             const char* member) {
  Within([&](Here& here) {
    const Touch touch{site, AddressOf(address), how & 0xffffffff, AddressOf(base),
                      how & LOCKSTEP_HOW_WRITES ? Way::kWrite : Way::kRead};
    here.checker.ReportMember(here.block, here.thread, touch, size, member);
  });
}

void __lockstep_check_rounds(LockstepSite* site) {
  Within([&](Here& here) {
    here.thread.site = site;
    here.checker.ReportEndless(here.thread, site);
  });
}

void __lockstep_check_skip(LockstepSite* site, int leaves_loop) {
  Within([&](Here& here) { here.checker.NoteSkip(here.block, here.thread, site, leaves_loop != 0); });
}
