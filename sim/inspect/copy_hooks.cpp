// The hooks of check mode for what goes from memory to memory (sim/hooks/check.h): copies and fills. Nothing is decided
// by what is copied, so bytes without a value stay so in the copy.

#include <algorithm>
#include <cstring>

#include "sim/inspect/access.h"

using namespace lockstep;
using namespace lockstep::inspect;

namespace {

// The bytes of one side of a copy, whatever keeps their shadow: memory that others see, or a local array.
struct ShadowedSide {
  check::Span span;  // no cells: none
  unsigned char* marks = nullptr;
  std::uint32_t* origins = nullptr;  // of the cell that `marks` begins in
  std::uint64_t address = 0;         // of the first byte; in an array: how far after its beginning
  std::uint32_t ordinal = 0;         // of the access (FindingSide::ordinal)

  bool HasShadow() const { return span.cells || marks; }
  std::uint64_t CellOf(std::uint64_t byte) const {
    return span.cells ? (address + byte - (span.begin & ~(check::kCellBytes - 1))) / check::kCellBytes
                      : (address % check::kCellBytes + byte) / check::kCellBytes;
  }
  bool HasValue(std::uint64_t byte) const {
    if (marks) return !marks[byte];
    return span.all_written ||
           check::Note{span.cells[CellOf(byte)].write}.written() >> ((address + byte) % check::kCellBytes) & 1;
  }
};

// Bytes without a value stay so in the copy, and what they are made of is where they come from.
void CarryOrigins(CheckedThread& here, const ShadowedSide& from, ShadowedSide& to, std::uint64_t size,
                  std::uint32_t read) {
  if (to.marks) std::memset(to.marks, 0, size);
  for (std::uint64_t i = 0; i < size; ++i) {
    if (from.HasValue(i)) continue;
    const std::uint32_t stored = from.marks ? from.origins[from.CellOf(i)] : read;
    if (to.marks) {
      to.marks[i] = 1;
      to.origins[to.CellOf(i)] = stored;
      continue;
    }
    here.families.values.NoteStored(here.thread, to.span, to.address + i, 1, stored);
    to.span.cells[to.CellOf(i)].write &= ~check::Note::Written(1u << ((to.address + i) % check::kCellBytes));
  }
}

// The side of a copy that a thread reads, or writes, through a pointer. The address must be a multiple of
// 1 << `alignment`.
ShadowedSide SideAt(CheckedThread& here, Touch touch, std::uint64_t alignment, std::uint64_t frame) {
  ShadowedSide side{.address = touch.address};
  if (const check::Span* found = FindSpan(here, touch)) {
    if (touch.address & ((1ull << alignment) - 1)) [[unlikely]]
      here.families.bounds.ReportMisaligned(here.thread, touch, *found);
    side.span = *found;
    side.ordinal = touch.ordinal;
    return side;
  }
  here.families.locals.Access(here.block, here.thread, touch, frame, 0);
  LocalArray* array = here.block.LocalAt(here.thread.linear, touch.address);
  if (!array || !array->in_scope || touch.address + touch.size > array->begin + array->size) return side;
  const std::uint64_t offset = touch.address - array->begin;
  side.marks = array->shadow + offset;
  side.origins = array->origins + offset / check::kCellBytes;
  side.address = offset;
  return side;
}

std::uint64_t AlignmentTo(std::uint64_t how) { return how >> LOCKSTEP_COPY_ALIGNMENT_TO & 0xff; }
std::uint64_t AlignmentFrom(std::uint64_t how) { return how >> LOCKSTEP_COPY_ALIGNMENT_FROM; }

// Reads one side and writes the other, so far as others see them.
void Copy(CheckedThread& here, LockstepSite* site, ShadowedSide from, ShadowedSide to, std::uint64_t size) {
  const Touch read{site, from.address, size, 0, trace::AccessKind::kRead, from.ordinal},
      write{site, to.address, size, 0, trace::AccessKind::kWrite, to.ordinal};
  const std::uint32_t origin = from.span.cells ? ReadSpan(here, read, from.span, 0) : 0;
  if (to.span.cells) {
    if (to.span.read_only) here.families.bounds.ReportReadOnly(here.thread, write, to.span);
    WriteSpan(here, write, to.span, 0, true, nullptr);
  }
  const bool brings_some =
      origin || (from.marks && std::any_of(from.marks, from.marks + size, [](unsigned char mark) { return mark; }));
  if (brings_some && to.HasShadow())
    CarryOrigins(here, from, to, size, origin);
  else if (to.marks)
    std::memset(to.marks, 0, size);
}

// --- asynchronous copies

CopyGroups GroupsOf(std::uint32_t code) {
  return code == LOCKSTEP_COPIES_PLAIN ? CopyGroups::kPlain : CopyGroups::kBulk;
}

CopyWait HereNow(CheckedThread& here) {
  return {.thread = here.thread.linear, .segment = here.block.order.segment(here.thread.linear)};
}

void CheckAlignment(CheckedThread& here, const Touch& touch, std::uint32_t alignment) {
  check::Span span;
  if (touch.size == 0 || touch.address % alignment == 0) return;
  if (const check::Span* found = here.families.bounds.Find(here.block, here.thread, touch, span))
    here.families.bounds.ReportMisaligned(here.thread, touch, *found);
}

// Of the present phase of the barrier object (sim/toolkit/cuda/barrier); nothing where there is no memory.
std::optional<bool> ParityOf(CheckedThread& here, LockstepSite* site, const void* barrier) {
  check::Span span;
  const Touch touch{site, AddressOf(barrier), sizeof(std::uint64_t), 0, trace::AccessKind::kRead};
  if (!here.families.bounds.Find(here.block, here.thread, touch, span)) return std::nullopt;
  return ParityOfBarrier(barrier);
}

// The other block of the cluster in whose shared memory this lies; null: none that still runs.
CheckedBlock* OtherBlockAt(CheckedThread& here, std::uint64_t address) {
  const launch::ClusterRun* cluster = here.thread.run ? here.thread.run->cluster() : nullptr;
  const std::optional<std::size_t> rank = cluster ? cluster->memory.RankOf(address) : std::nullopt;
  if (!rank || cluster->blocks[*rank] == here.thread.run) return nullptr;
  const auto found = here.worker.runs.find(cluster->blocks[*rank]);
  return found == here.worker.runs.end() ? nullptr : found->second.get();
}

}  // namespace

void __lockstep_check_copy(LockstepSite* site, void* to, const void* from, uint64_t how, const void* to_base,
                           const void* from_base) {
  const std::uint64_t frame = Frame(), size = how & LOCKSTEP_COPY_SIZE;
  Within([&](CheckedThread& here) {
    if (size == 0) return;
    here.thread.site = site;
    const Touch read{site, AddressOf(from), size, AddressOf(from_base), trace::AccessKind::kRead},
        write{site, AddressOf(to), size, AddressOf(to_base), trace::AccessKind::kWrite};
    const ShadowedSide source = from ? SideAt(here, read, AlignmentFrom(how), frame) : ShadowedSide{},
                       target = to ? SideAt(here, write, AlignmentTo(how), frame) : ShadowedSide{};
    Copy(here, site, source, target, size);
  });
}

void __lockstep_check_copy_in(LockstepSite* site, const void* from, uint64_t how, const void* base,
                              unsigned char* shadow, uint32_t* origins) {
  const std::uint64_t frame = Frame(), size = how & LOCKSTEP_COPY_SIZE;
  Within([&](CheckedThread& here) {
    if (size == 0) return;
    here.thread.site = site;
    const ShadowedSide source = SideAt(here, {site, AddressOf(from), size, AddressOf(base), trace::AccessKind::kRead},
                                       AlignmentFrom(how), frame);
    Copy(here, site, source, {.span = {}, .marks = shadow, .origins = origins, .address = AddressOf(shadow)}, size);
  });
}

void __lockstep_check_copy_out(LockstepSite* site, void* to, uint64_t how, const void* base,
                               const unsigned char* shadow, const uint32_t* origins) {
  const std::uint64_t frame = Frame(), size = how & LOCKSTEP_COPY_SIZE;
  Within([&](CheckedThread& here) {
    if (size == 0) return;
    here.thread.site = site;
    const ShadowedSide target =
        SideAt(here, {site, AddressOf(to), size, AddressOf(base), trace::AccessKind::kWrite}, AlignmentTo(how), frame);
    const ShadowedSide source{.span = {},
                              .marks = const_cast<unsigned char*>(shadow),
                              .origins = const_cast<std::uint32_t*>(origins),
                              .address = AddressOf(shadow)};
    Copy(here, site, source, target, size);
  });
}

void __lockstep_check_local_range(LockstepSite* site, const void* address, uint64_t bytes, const void* base,
                                  uint64_t size, LockstepVariable* variable) {
  const std::uint64_t whole = size & ~LOCKSTEP_HOW_WRITES, begin = AddressOf(base), offset = AddressOf(address) - begin;
  if (bytes == 0 || (offset <= whole && bytes <= whole - offset)) return;
  Within([&](CheckedThread& here) {
    here.thread.site = site;
    // Its first byte outside.
    const Touch touch{site, offset > whole ? AddressOf(address) : begin + whole, bytes, begin,
                      size & LOCKSTEP_HOW_WRITES ? trace::AccessKind::kWrite : trace::AccessKind::kRead};
    here.families.locals.ReportOutside(here.thread, touch, whole, variable);
  });
}

void __lockstep_check_fill_origins(uint32_t* origins, uint64_t count, uint32_t origin) {
  std::fill_n(origins, count, origin);
}

// While copies are open, every access asks for them, on the long way.
void __lockstep_check_async(LockstepSite* site, const void* to, uint64_t size, const void* from, uint64_t taken,
                            uint32_t groups, uint32_t alignment, const void* barrier) {
  Within([&](CheckedThread& here) {
    if (size == 0 && taken == 0) return;
    here.thread.site = site;
    CheckAlignment(here, {site, AddressOf(to), size, 0, trace::AccessKind::kWrite}, alignment);
    CheckAlignment(here, {site, AddressOf(from), taken, 0, trace::AccessKind::kRead}, alignment);
    const std::uint32_t thread = here.thread.linear;
    OpenCopy copy{.site = site,
                  .thread = thread,
                  .segment = here.block.order.segment(thread),
                  .to = {AddressOf(to), size},
                  .from = {AddressOf(from), taken},
                  .groups = GroupsOf(groups)};
    here.worker.kept.Doubt();
    CheckedBlock* other = OtherBlockAt(here, AddressOf(to));
    if (other && barrier && OtherBlockAt(here, AddressOf(barrier)) == other) {
      // Its threads wait for the barrier object, which is theirs; none of this block can.
      copy.thread = ~0u;
      other->copies.BeginAt(std::move(copy), AddressOf(barrier), ParityOfBarrier(barrier));
      return;
    }
    here.worker.usual_block = nullptr;
    if (!barrier)
      here.block.copies.Begin(std::move(copy));
    else if (const std::optional<bool> parity = ParityOf(here, site, barrier))
      here.block.copies.BeginAt(std::move(copy), AddressOf(barrier), *parity);
    if (explain::Explainer* explainer = explain::Explainer::Current()) explainer->ThreadCopies(here.thread, taken);
    CountUnderWay(here);
  });
}

void __lockstep_check_async_commit(uint32_t groups) {
  Within([&](CheckedThread& here) { here.block.copies.Commit(here.thread.linear, GroupsOf(groups)); });
}

void __lockstep_check_async_wait(uint32_t groups, uint64_t prior) {
  Within([&](CheckedThread& here) {
    here.block.copies.Wait(HereNow(here), GroupsOf(groups), prior, groups == LOCKSTEP_COPIES_BULK_READ);
    CountUnderWay(here);
  });
}

void __lockstep_check_async_arrive(const void* barrier) {
  Within([&](CheckedThread& here) {
    if (const std::optional<bool> parity = ParityOf(here, here.thread.site, barrier))
      here.block.copies.Arrive(here.thread.linear, AddressOf(barrier), *parity);
    CountUnderWay(here);
  });
}

void __lockstep_check_fill(LockstepSite* site, void* to, uint64_t size, const void* base) {
  const std::uint64_t frame = Frame();
  Within([&](CheckedThread& here) {
    if (size == 0) return;
    here.thread.site = site;
    Touch touch{site, AddressOf(to), size, AddressOf(base), trace::AccessKind::kWrite};
    const check::Span* span = FindSpan(here, touch);
    if (!span) {
      here.families.locals.Access(here.block, here.thread, touch, frame, 0);
      return;
    }
    if (span->read_only) here.families.bounds.ReportReadOnly(here.thread, touch, *span);
    WriteSpan(here, touch, *span, 0, true, nullptr);
  });
}
