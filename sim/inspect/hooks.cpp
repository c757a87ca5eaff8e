// The hooks of check mode (sim/hooks/check.h): each access meets the bounds, the shadow and the race check here. This
// is the innermost loop of a checked program: what is rare is elsewhere.

#include <algorithm>
#include <cstring>

#include "sim/check/races.h"
#include "sim/hooks/check.h"
#include "sim/inspect/checker.h"
#include "sim/launch/device_calls.h"
#include "sim/launch/faults.h"

namespace lockstep {
namespace {

using Touch = Checker::Touch;

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

// The first cell of what is read that has a byte without a value.
struct Unwritten {
  const Cell* cell = nullptr;
  void Look(const Cell& looked_at, std::uint32_t bytes) {
    if (bytes & ~Note{looked_at.write}.written() && !cell) cell = &looked_at;
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
  return unwritten.cell && !span.all_written ? here.checker.OriginOf(here.thread, touch, span, *unwritten.cell) : 0;
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
// (The frame begins with the return address and the caller's frame pointer.)
[[gnu::always_inline]] inline std::uint64_t Frame() { return AddressOf(__builtin_frame_address(0)) + 16; }

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
  const std::uint64_t frame = Frame();
  return Within([&](Here& here) -> std::uint32_t {
    here.thread.site = site;
    const Touch touch{site, AddressOf(address), how & 0xffffffff, AddressOf(base), AccessKind::kRead};
    const Span* span = FindSpan(here, touch);
    if (!span) return here.checker.TouchLocal(here.block, here.thread, touch, frame, 0);
    CheckAlignment(here, touch, *span, how);
    if (how & LOCKSTEP_HOW_VOLATILE && !(how & LOCKSTEP_HOW_UNAWAITED)) here.checker.NotePoll();
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
  const std::uint64_t frame = Frame();
  Within([&](Here& here) {
    if (how & LOCKSTEP_HOW_VOLATILE && here.thread.run) here.thread.run->Shake(here.thread);
    here.thread.site = site;
    const Touch touch{site, AddressOf(address), how & 0xffffffff, AddressOf(base), AccessKind::kWrite};
    Span* span = FindSpan(here, touch);
    if (!span) {
      here.checker.TouchLocal(here.block, here.thread, touch, frame, origin);
      return;
    }
    CheckAlignment(here, touch, *span, how);
    if (span->read_only) here.checker.ReportReadOnly(here.thread, touch, *span);
    if (how & LOCKSTEP_HOW_VOLATILE)
      here.checker.Synchronize(here.block, here.thread, touch.address, LOCKSTEP_HOW_WRITES);
    ++here.worker.writes;
    if (origin) here.checker.NoteStoredOrigin(*span, touch.address, touch.size, origin);
    WriteSpan(here, touch, *span, HowOf(how), origin == 0, how & LOCKSTEP_HOW_VALUE ? &value : nullptr);
  });
}

}  // namespace

void __lockstep_check_atomic(LockstepSite* site, void* address, uint64_t how, const void* base) {
  Within([&](Here& here) {
    if (here.thread.run) here.thread.run->Shake(here.thread);
    here.thread.site = site;
    const Touch touch{site, AddressOf(address), how & 0xffffffff, AddressOf(base), AccessKind::kAtomic};
    const Span* span = FindSpan(here, touch);
    if (!span) return;
    CheckAlignment(here, touch, *span, how);
    if (how & LOCKSTEP_HOW_WRITES && span->read_only) here.checker.ReportReadOnly(here.thread, touch, *span);
    here.checker.NoteSignal();
    if (how & LOCKSTEP_HOW_READS && !(how & LOCKSTEP_HOW_UNAWAITED)) here.checker.NotePoll();
    here.checker.Synchronize(here.block, here.thread, touch.address, how);
    if (how & LOCKSTEP_HOW_WRITES) here.worker.NoteAtomic(address, touch.size);
    if (how & LOCKSTEP_HOW_READS && !span->all_written) {
      Unwritten unwritten;
      ForEachCell(*span, touch.address, touch.size,
                  [&](Cell& cell, SecondReader&, std::uint32_t bytes) { unwritten.Look(cell, bytes); });
      if (unwritten.cell)
        here.checker.ReportUse(here.thread, site, here.checker.OriginOf(here.thread, touch, *span, *unwritten.cell));
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

namespace {

// The bytes of one side of a copy, whatever keeps their shadow: memory that others see, or a local array.
struct Side {
  Span span;  // no cells: none
  unsigned char* marks = nullptr;
  std::uint32_t* origins = nullptr;  // of the cell that `marks` begins in
  std::uint64_t address = 0;         // of the first byte; in an array: how far after its beginning

  bool HasShadow() const { return span.cells || marks; }
  std::uint64_t CellOf(std::uint64_t byte) const {
    return span.cells ? (address + byte - (span.begin & ~(kCellBytes - 1))) / kCellBytes
                      : (address % kCellBytes + byte) / kCellBytes;
  }
  bool HasValue(std::uint64_t byte) const {
    if (marks) return !marks[byte];
    return span.all_written || Note{span.cells[CellOf(byte)].write}.written() >> ((address + byte) % kCellBytes) & 1;
  }
};

// Bytes without a value stay so in the copy, and what they are made of is where they come from.
void CarryOrigins(Here& here, const Side& from, Side& to, std::uint64_t size, std::uint32_t read) {
  if (to.marks) std::memset(to.marks, 0, size);
  for (std::uint64_t i = 0; i < size; ++i) {
    if (from.HasValue(i)) continue;
    const std::uint32_t stored = from.marks ? from.origins[from.CellOf(i)] : read;
    if (to.marks) {
      to.marks[i] = 1;
      to.origins[to.CellOf(i)] = stored;
      continue;
    }
    here.checker.NoteStoredOrigin(to.span, to.address + i, 1, stored);
    to.span.cells[to.CellOf(i)].write &= ~Note::Written(1u << ((to.address + i) % kCellBytes));
  }
}

// The side of a copy that a thread reads, or writes, through a pointer.
Side SideAt(Here& here, const Touch& touch, std::uint64_t frame) {
  Side side{.address = touch.address};
  if (const Span* found = FindSpan(here, touch)) {
    side.span = *found;
    return side;
  }
  here.checker.TouchLocal(here.block, here.thread, touch, frame, 0);
  LocalArray* array = here.block.locals.empty() ? nullptr : here.block.locals[here.thread.linear].Find(touch.address);
  if (!array || !array->in_scope || touch.address + touch.size > array->begin + array->size) return side;
  const std::uint64_t offset = touch.address - array->begin;
  side.marks = array->shadow + offset;
  side.origins = array->origins + offset / kCellBytes;
  side.address = offset;
  return side;
}

// Reads one side and writes the other, so far as others see them.
void Copy(Here& here, LockstepSite* site, Side from, Side to, std::uint64_t size) {
  const Touch read{site, from.address, size, 0, AccessKind::kRead},
      write{site, to.address, size, 0, AccessKind::kWrite};
  const std::uint32_t origin = from.span.cells ? ReadSpan(here, read, from.span, 0) : 0;
  if (to.span.cells) {
    if (to.span.read_only) here.checker.ReportReadOnly(here.thread, write, to.span);
    WriteSpan(here, write, to.span, 0, true, nullptr);
  }
  const bool brings_some =
      origin || (from.marks && std::any_of(from.marks, from.marks + size, [](unsigned char mark) { return mark; }));
  if (brings_some && to.HasShadow())
    CarryOrigins(here, from, to, size, origin);
  else if (to.marks)
    std::memset(to.marks, 0, size);
}

}  // namespace

void __lockstep_check_copy(LockstepSite* site, void* to, const void* from, uint64_t size) {
  const std::uint64_t frame = Frame();
  Within([&](Here& here) {
    if (size == 0 || to == from) return;
    here.thread.site = site;
    const Touch read{site, AddressOf(from), size, 0, AccessKind::kRead},
        write{site, AddressOf(to), size, 0, AccessKind::kWrite};
    const Side source = from ? SideAt(here, read, frame) : Side{}, target = to ? SideAt(here, write, frame) : Side{};
    Copy(here, site, source, target, size);
  });
}

void __lockstep_check_copy_in(LockstepSite* site, const void* from, uint64_t size, unsigned char* shadow,
                              uint32_t* origins) {
  const std::uint64_t frame = Frame();
  Within([&](Here& here) {
    if (size == 0) return;
    here.thread.site = site;
    const Side source = SideAt(here, {site, AddressOf(from), size, 0, AccessKind::kRead}, frame);
    Copy(here, site, source, {.span = {}, .marks = shadow, .origins = origins, .address = AddressOf(shadow)}, size);
  });
}

void __lockstep_check_copy_out(LockstepSite* site, void* to, uint64_t size, const unsigned char* shadow,
                               const uint32_t* origins) {
  const std::uint64_t frame = Frame();
  Within([&](Here& here) {
    if (size == 0) return;
    here.thread.site = site;
    const Side target = SideAt(here, {site, AddressOf(to), size, 0, AccessKind::kWrite}, frame);
    const Side source{.span = {},
                      .marks = const_cast<unsigned char*>(shadow),
                      .origins = const_cast<std::uint32_t*>(origins),
                      .address = AddressOf(shadow)};
    Copy(here, site, source, target, size);
  });
}

void __lockstep_check_fill_origins(uint32_t* origins, uint64_t count, uint32_t origin) {
  std::fill_n(origins, count, origin);
}

void __lockstep_check_fill(LockstepSite* site, void* to, uint64_t size) {
  const std::uint64_t frame = Frame();
  Within([&](Here& here) {
    if (size == 0) return;
    here.thread.site = site;
    const Touch touch{site, AddressOf(to), size, 0, AccessKind::kWrite};
    const Span* span = FindSpan(here, touch);
    if (!span) {
      here.checker.TouchLocal(here.block, here.thread, touch, frame, 0);
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
                      how & LOCKSTEP_HOW_WRITES ? AccessKind::kWrite : AccessKind::kRead};
    here.checker.ReportLocal(here.thread, touch, size, variable);
  });
}

void __lockstep_check_array(void* array, uint64_t size, unsigned char* shadow, uint32_t* origins,
                            LockstepVariable* variable) {
  const std::uint64_t frame = Frame();
  Within([&](Here& here) {
    here.checker.BeginArray(
        here.block, here.thread,
        {.begin = AddressOf(array), .size = size, .shadow = shadow, .origins = origins, .variable = variable}, frame);
  });
}

void __lockstep_check_array_ends(void* array) {
  Within([&](Here& here) { here.checker.EndArray(here.block, here.thread, AddressOf(array)); });
}

void __lockstep_check_array_leaves(void* array) {
  Within([&](Here& here) { here.checker.LeaveArray(here.block, here.thread, AddressOf(array)); });
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
                      how & LOCKSTEP_HOW_WRITES ? AccessKind::kWrite : AccessKind::kRead};
    here.checker.ReportMember(here.block, here.thread, touch, size, member);
  });
}

void __lockstep_check_undefined(LockstepSite* site, uint64_t what, uint64_t operand) {
  Within([&](Here& here) {
    here.thread.site = site;
    here.checker.ReportUndefined(here.thread, site, what, operand);
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
