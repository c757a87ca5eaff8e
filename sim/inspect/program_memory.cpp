#include "sim/inspect/program_memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>

#include "shared/base/must.h"
#include "sim/check/report_file.h"

namespace lockstep {
namespace {

constexpr std::uint32_t kNone = 0xffffffff;
constexpr std::uint64_t kPage = 4096;

void* ReserveShadow(std::uint64_t bytes) {
  void* at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  MUST(at != MAP_FAILED, "no address space for the shadow of device memory (is `ulimit -v` set?)");
  return at;
}

// Zeroes [begin, end); whole pages go back to the system.
void Zero(void* begin, void* end) {
  const auto from = reinterpret_cast<std::uint64_t>(begin), to = reinterpret_cast<std::uint64_t>(end);
  const std::uint64_t first = (from + kPage - 1) / kPage * kPage, last = to / kPage * kPage;
  if (first >= last) {
    std::memset(begin, 0, to - from);
    return;
  }
  std::memset(begin, 0, first - from);
  madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
  std::memset(reinterpret_cast<void*>(last), 0, to - last);
}

std::string TypeName(const LockstepUnit& unit, std::uint32_t type) {
  return type == kNone ? "" : unit.types[type].name;
}

SourcePlace PlaceOf(const LockstepVariable& variable) { return {.file = variable.file, .line = variable.line}; }

}  // namespace

std::string ObjectFacts::What() const {
  switch (space) {
    case Space::kGlobal: return "global memory";
    case Space::kHeap: return "device heap memory";
    case Space::kShared: return "shared memory";
    case Space::kVariable: return "`__device__` memory";
    case Space::kConstant: return "`__constant__` memory";
  }
  return "memory";
}

ProgramMemory::ProgramMemory(Machine& machine) {
  objects_.emplace_back();  // number 0: none
  DeviceMemory& memory = machine.memory();
  base_ = memory.base();
  cells_ = static_cast<Cell*>(ReserveShadow(memory.capacity() / kCellBytes * sizeof(Cell)));
  second_ = static_cast<SecondReader*>(ReserveShadow(memory.capacity() / kCellBytes * sizeof(SecondReader)));
  origins_ = static_cast<std::uint32_t*>(ReserveShadow(memory.capacity() / kCellBytes * sizeof(std::uint32_t)));
  for (const LockstepUnit* unit : machine.Units())
    for (std::uint32_t i = 0; i < unit->global_count; ++i) {
      const LockstepGlobal& global = unit->globals[i];
      const bool known = global.variable != kNone;
      const LockstepVariable* variable = known ? &unit->variables[global.variable] : nullptr;
      const bool constant = global.kind == static_cast<std::uint32_t>(VariableKind::kConstant);
      // The loader gives every variable a value, if only zero.
      const ObjectFacts& facts = Add({.space = constant ? Space::kConstant : Space::kVariable,
                                      .name = known ? variable->name : global.name,
                                      .type = known ? TypeName(*unit, variable->type) : "",
                                      .address = reinterpret_cast<std::uint64_t>(global.address),
                                      .size = global.size,
                                      .allocated_at = known ? PlaceOf(*variable) : SourcePlace{},
                                      .all_written = true});
      const std::size_t cells = (global.size + 2 * kCellBytes - 1) / kCellBytes;
      variables_[facts.address] = {facts.number, std::vector<Cell>(cells), std::vector<SecondReader>(cells),
                                   std::vector<std::uint32_t>(cells)};
    }
}

ObjectFacts& ProgramMemory::Add(ObjectFacts facts) {
  facts.number = static_cast<std::uint32_t>(objects_.size());
  objects_.push_back(std::move(facts));
  FindGroup(objects_.back());
  return objects_.back();
}

ObjectFacts* ProgramMemory::Get(std::uint32_t number) {
  const std::lock_guard lock(mutex_);
  return number ? &objects_[number] : nullptr;
}

ObjectFacts ProgramMemory::FactsAt(const Span& span) {
  ObjectFacts facts = *Get(span.object);
  facts.address = span.begin;
  facts.size = span.end - span.begin;
  return facts;
}

ObjectFacts& ProgramMemory::Of(const MemoryObject& object) {
  const std::lock_guard lock(mutex_);
  auto [found, is_new] = by_serial_.try_emplace(object.serial, 0);
  if (!is_new) return objects_[found->second];
  const bool heap = object.kind == MemoryKind::kHeap;
  SourcePlace place;
  if (heap && object.allocated_by) {
    const auto* site = static_cast<const LockstepSite*>(object.allocated_by);
    place = {.file = site->file, .line = site->line, .column = site->column};
  } else {
    place = HostPlace(object.allocated_by);
  }
  // What the host can write without a call counts as written.
  const bool written =
      object.kind == MemoryKind::kManaged || object.kind == MemoryKind::kPinned || object.kind == MemoryKind::kArray;
  ObjectFacts& facts = Add({.space = heap ? Space::kHeap : Space::kGlobal,
                            .address = object.address,
                            .size = object.size,
                            .allocated_at = place,
                            .allocated_by = object.allocated_by,
                            .all_written = written});
  found->second = facts.number;
  ClearShadow(object.address, object.size);
  return facts;
}

void ProgramMemory::Name(ObjectFacts& facts, const std::string& name) {
  const std::lock_guard lock(mutex_);
  facts.name = name;
  FindGroup(facts);
}

void ProgramMemory::FindGroup(ObjectFacts& facts) {
  facts.group = facts.number;
  if (facts.allocated_by)
    facts.group = groups_.try_emplace({facts.allocated_by, facts.space, facts.name}, facts.number).first->second;
}

void ProgramMemory::ClearShadow(std::uint64_t address, std::uint64_t size) {
  const std::uint64_t first = (address - base_) / kCellBytes,
                      last = (address + size - base_ + kCellBytes - 1) / kCellBytes;
  Zero(cells_ + first, cells_ + last);
  Zero(second_ + first, second_ + last);
  if (has_origins_.load(std::memory_order_relaxed)) Zero(origins_ + first, origins_ + last);
}

ObjectFacts* ProgramMemory::FindVariable(std::uint64_t address) {
  const std::lock_guard lock(mutex_);
  auto after = variables_.upper_bound(address);
  return after == variables_.begin() ? nullptr : &objects_[std::prev(after)->second.object];
}

ObjectFacts& ProgramMemory::SharedVariable(const LockstepUnit& unit, std::uint32_t index) {
  const std::lock_guard lock(mutex_);
  auto [found, is_new] = shared_.try_emplace({&unit, index}, 0);
  if (is_new) {
    const LockstepShared& shared = unit.shared[index];
    const LockstepVariable& variable = unit.variables[shared.variable];
    found->second = Add({.space = Space::kShared,
                         .name = variable.name,
                         .type = TypeName(unit, variable.type),
                         .size = shared.size,
                         .allocated_at = PlaceOf(variable)})
                        .number;
  }
  return objects_[found->second];
}

Span ProgramMemory::SpanOf(const ObjectFacts& facts) {
  Span span{.begin = facts.address,
            .end = facts.address + facts.size,
            .object = facts.number,
            .group = facts.group,
            .all_written = facts.all_written,
            .read_only = facts.space == Space::kConstant};
  if (facts.space == Space::kVariable || facts.space == Space::kConstant) {
    Variable& variable = variables_.at(facts.address);
    span.cells = variable.cells.data();
    span.second = variable.second.data();
    span.origins = variable.origins.data();
  } else {
    span.cells = cells_ + (facts.address - base_) / kCellBytes;
    span.second = second_ + (facts.address - base_) / kCellBytes;
    span.origins = origins_ + (facts.address - base_) / kCellBytes;
  }
  return span;
}

FindingObject ProgramMemory::Tell(const ObjectFacts& facts, std::uint64_t address) const {
  FindingObject object{.name = facts.name,
                       .what = facts.What(),
                       .type = facts.type,
                       .size = facts.size,
                       .allocated_at = facts.allocated_at};
  if (facts.address && address) object.offset = static_cast<std::int64_t>(address - facts.address);
  return object;
}

void ProgramMemory::NoteOrigin(Span& span, std::uint64_t address, std::uint64_t size, std::uint32_t origin) {
  if (span.all_written && !span.read_only) {
    if (ObjectFacts* facts = Get(span.object)) SpellOut(*facts);
    span.all_written = false;
  }
  if (!has_origins_.load(std::memory_order_relaxed)) has_origins_ = true;
  const std::uint64_t base = span.begin & ~(kCellBytes - 1);
  for (std::uint64_t cell = (address - base) / kCellBytes; base + cell * kCellBytes < address + size; ++cell)
    std::atomic_ref(span.origins[cell]).store(origin, std::memory_order_relaxed);
}

void ProgramMemory::MarkWritten(ObjectFacts& facts, std::uint64_t address, std::uint64_t size) {
  if (facts.all_written || size == 0) return;
  if (address <= facts.address && address + size >= facts.address + facts.size) {
    facts.all_written = true;
    return;
  }
  Cell* cells = SpanOf(facts).cells;
  const std::uint64_t base = facts.address & ~(kCellBytes - 1);
  for (std::uint64_t at = address & ~(kCellBytes - 1); at < address + size; at += kCellBytes) {
    std::uint32_t bytes = 15;
    if (at < address) bytes &= 15u << (address - at);
    if (at + kCellBytes > address + size) bytes &= 15u >> (at + kCellBytes - (address + size));
    cells[(at - base) / kCellBytes].write |= Note::Written(bytes & 15);
  }
}

void ProgramMemory::ForgetWho() {
  for (const ObjectFacts& facts : objects_) {
    if (facts.number == 0 || facts.space == Space::kShared) continue;
    const Span span = SpanOf(facts);
    const std::uint64_t count = (facts.size + (facts.address & (kCellBytes - 1)) + kCellBytes - 1) / kCellBytes;
    for (std::uint64_t i = 0; i < count; ++i)
      span.cells[i] = {.write = span.cells[i].write & Note::Written(15), .read = 0};
  }
}

void ProgramMemory::SpellOut(ObjectFacts& facts) {
  const std::lock_guard lock(mutex_);
  if (!facts.all_written) return;
  Span span = SpanOf(facts);
  const std::uint64_t count = (facts.size + (facts.address & (kCellBytes - 1)) + kCellBytes - 1) / kCellBytes;
  for (std::uint64_t i = 0; i < count; ++i) std::atomic_ref(span.cells[i].write).fetch_or(Note::Written(15));
  facts.all_written = false;
}

}  // namespace lockstep
