#include "sim/inspect/program_memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>

#include "shared/base/address_space.h"
#include "shared/session/host_places.h"

namespace lockstep::inspect {
namespace {

constexpr std::uint32_t kNone = 0xffffffff;
constexpr std::uint64_t kPage = 4096;

void* ReserveShadow(std::uint64_t bytes) {
  void* at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (at == MAP_FAILED) EndWithoutAddressSpace("the shadow of device memory");
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

Space SpaceOf(memory::MemoryKind kind) {
  switch (kind) {
    case memory::MemoryKind::kHeap: return Space::kHeap;
    case memory::MemoryKind::kRegistered: return Space::kRegistered;
    case memory::MemoryKind::kPlayed: return Space::kHost;
    case memory::MemoryKind::kOfPlayedBlock: return Space::kHostOfBlock;
    default: return Space::kGlobal;
  }
}

report::SourcePlace PlaceOf(const LockstepVariable& variable) { return {.file = variable.file, .line = variable.line}; }

}  // namespace

std::string ObjectFacts::What() const {
  switch (space) {
    case Space::kGlobal: return is_imported ? "global memory of another process" : "global memory";
    case Space::kHeap: return "device heap memory";
    case Space::kShared: return "shared memory";
    case Space::kVariable: return "`__device__` memory";
    case Space::kConstant: return "`__constant__` memory";
    case Space::kRegistered: return "registered memory of the host";
    case Space::kHost: return "memory of the host";
    case Space::kHostOfBlock: return "memory of the host, one array for each block";
  }
  return "memory";
}

void ObjectFacts::TakeFor(ElementLayout layout) {
  if (elements && *elements != layout) elements_differ = true;
  elements = elements_differ ? std::nullopt : std::optional(std::move(layout));
}

ProgramMemory::ProgramMemory(machine::Machine& machine, bool with_ordinals) {
  objects_.emplace_back();  // number 0: none
  memory::DeviceMemory& memory = machine.memory();
  base_ = memory.base();
  count_ = memory.capacity() / check::kCellBytes;
  cells_ = static_cast<check::Cell*>(ReserveShadow(count_ * sizeof(check::Cell)));
  second_ = static_cast<check::SecondReader*>(ReserveShadow(count_ * sizeof(check::SecondReader)));
  origins_ = static_cast<std::uint32_t*>(ReserveShadow(count_ * sizeof(std::uint32_t)));
  if (with_ordinals) ordinals_ = static_cast<check::CellOrdinals*>(ReserveShadow(count_ * sizeof(check::CellOrdinals)));
}

void ProgramMemory::AddVariables(std::span<LockstepUnit* const> units) {
  for (const LockstepUnit* unit : units)
    for (std::uint32_t i = 0; i < unit->global_count; ++i) {
      const LockstepGlobal& global = unit->globals[i];
      const bool known = global.variable != kNone;
      const LockstepVariable* variable = known ? &unit->variables[global.variable] : nullptr;
      const bool constant = global.kind == static_cast<std::uint32_t>(trace::VariableKind::kConstant);
      // The loader gives every variable a value, if only zero.
      const ObjectFacts& facts = Add({.space = constant ? Space::kConstant : Space::kVariable,
                                      .name = known ? variable->name : global.name,
                                      .type = known ? TypeName(*unit, variable->type) : "",
                                      .address = reinterpret_cast<std::uint64_t>(global.address),
                                      .size = global.size,
                                      .allocated_at = known ? PlaceOf(*variable) : report::SourcePlace{},
                                      .all_written = true});
      variables_[facts.address] = ShadowOf(facts.number, global.size);
    }
}

ProgramMemory::Variable ProgramMemory::ShadowOf(std::uint32_t object, std::uint64_t size) const {
  const std::size_t cells = (size + 2 * check::kCellBytes - 1) / check::kCellBytes;
  return {object, std::vector<check::Cell>(cells), std::vector<check::SecondReader>(cells),
          std::vector<std::uint32_t>(cells), std::vector<check::CellOrdinals>(ordinals_ ? cells : 0)};
}

ProgramMemory::~ProgramMemory() {
  munmap(cells_, count_ * sizeof(check::Cell));
  munmap(second_, count_ * sizeof(check::SecondReader));
  munmap(origins_, count_ * sizeof(std::uint32_t));
  if (ordinals_) munmap(ordinals_, count_ * sizeof(check::CellOrdinals));
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

ObjectFacts ProgramMemory::FactsAt(const check::Span& span) {
  ObjectFacts facts = *Get(span.object);
  facts.address = span.begin;
  facts.size = span.end - span.begin;
  return facts;
}

ObjectFacts& ProgramMemory::Of(const memory::MemoryObject& object) {
  const std::lock_guard lock(mutex_);
  auto [found, is_new] = by_serial_.try_emplace(object.serial, 0);
  if (!is_new) return objects_[found->second];
  const bool heap = object.kind == memory::MemoryKind::kHeap;
  report::SourcePlace place;
  if (heap && object.allocated_by) {
    const auto* site = static_cast<const LockstepSite*>(object.allocated_by);
    place = {.file = site->file, .line = site->line, .column = site->column};
  } else {
    place = session::HostPlace(object.allocated_by);
  }
  // Memory that the host can write without a call counts as written.
  const bool of_host = memory::IsOfHost(object.kind), is_imported = object.kind == memory::MemoryKind::kImported;
  const bool written = memory::HostMayTouch(object.kind) || object.kind == memory::MemoryKind::kArray || is_imported;
  ObjectFacts& facts = Add({.space = SpaceOf(object.kind),
                            .address = object.address,
                            .size = object.size,
                            .allocated_at = place,
                            .allocated_by = object.allocated_by,
                            .all_written = written,
                            .is_imported = is_imported,
                            .is_written_by_processes = is_imported});
  found->second = facts.number;
  if (!of_host) ClearShadow(object.address, object.size);
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
  const std::uint64_t first = (address - base_) / check::kCellBytes,
                      last = (address + size - base_ + check::kCellBytes - 1) / check::kCellBytes;
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
                         .allocated_at = PlaceOf(variable),
                         .elements = LayoutOf(unit, variable.type)})
                        .number;
  }
  return objects_[found->second];
}

ProgramMemory::Variable& ProgramMemory::ShadowOfHost(const ObjectFacts& facts) {
  const std::lock_guard lock(of_host_mutex_);
  const auto known = of_host_.find(facts.number);
  if (known != of_host_.end()) return known->second;
  return of_host_.emplace(facts.number, ShadowOf(facts.number, facts.size)).first->second;
}

check::Span ProgramMemory::SpanOf(const ObjectFacts& facts) {
  check::Span span{.begin = facts.address,
                   .end = facts.address + facts.size,
                   .object = facts.number,
                   .group = facts.group,
                   .all_written = facts.all_written,
                   .read_only = facts.space == Space::kConstant,
                   .is_shared = facts.space == Space::kHostOfBlock};
  if (facts.space == Space::kVariable || facts.space == Space::kConstant || IsOfHost(facts.space)) {
    Variable& variable = IsOfHost(facts.space) ? ShadowOfHost(facts) : variables_.at(facts.address);
    span.cells = variable.cells.data();
    span.second = variable.second.data();
    span.origins = variable.origins.data();
    span.ordinals = ordinals_ ? variable.ordinals.data() : nullptr;
  } else {
    span.cells = cells_ + (facts.address - base_) / check::kCellBytes;
    span.second = second_ + (facts.address - base_) / check::kCellBytes;
    span.origins = origins_ + (facts.address - base_) / check::kCellBytes;
    span.ordinals = ordinals_ ? ordinals_ + (facts.address - base_) / check::kCellBytes : nullptr;
  }
  return span;
}

report::FindingObject ProgramMemory::ObjectOf(const ObjectFacts& facts, std::uint64_t address) const {
  report::FindingObject object{.name = facts.name,
                               .what = facts.What(),
                               .type = facts.type,
                               .size = facts.size,
                               .allocated_at = facts.allocated_at,
                               .is_allocated = facts.space == Space::kGlobal || facts.space == Space::kHeap};
  if (facts.address && address) object.offset = static_cast<std::int64_t>(address - facts.address);
  return object;
}

void ProgramMemory::NoteOrigin(check::Span& span, std::uint64_t address, std::uint64_t size, std::uint32_t origin) {
  if (span.all_written && !span.read_only) {
    if (ObjectFacts* facts = Get(span.object)) SpellOut(*facts);
    span.all_written = false;
  }
  if (!has_origins_.load(std::memory_order_relaxed)) has_origins_ = true;
  const std::uint64_t base = span.begin & ~(check::kCellBytes - 1);
  for (std::uint64_t cell = (address - base) / check::kCellBytes; base + cell * check::kCellBytes < address + size;
       ++cell)
    std::atomic_ref(span.origins[cell]).store(origin, std::memory_order_relaxed);
}

void ProgramMemory::WritePadding(const check::Span& span, std::uint64_t address, std::uint64_t size) {
  const std::optional<ElementLayout>& elements = Get(span.object)->elements;
  if (!elements) return;
  const std::uint64_t base = span.begin & ~(check::kCellBytes - 1);
  for (std::uint64_t at = address; at < address + size; ++at)
    if (elements->IsPadding(at - span.begin))
      std::atomic_ref(span.cells[(at - base) / check::kCellBytes].write)
          .fetch_or(check::Note::Written(1u << (at % check::kCellBytes)));
}

void ProgramMemory::MarkWritten(ObjectFacts& facts, std::uint64_t address, std::uint64_t size) {
  if (facts.all_written || size == 0) return;
  if (address <= facts.address && address + size >= facts.address + facts.size) {
    facts.all_written = true;
    return;
  }
  check::Cell* cells = SpanOf(facts).cells;
  const std::uint64_t base = facts.address & ~(check::kCellBytes - 1);
  for (std::uint64_t at = address & ~(check::kCellBytes - 1); at < address + size; at += check::kCellBytes) {
    std::uint32_t bytes = 15;
    if (at < address) bytes &= 15u << (address - at);
    if (at + check::kCellBytes > address + size) bytes &= 15u >> (at + check::kCellBytes - (address + size));
    cells[(at - base) / check::kCellBytes].write |= check::Note::Written(bytes & 15);
  }
}

void ProgramMemory::ForgetHost(const memory::MemoryObject& object) {
  const std::scoped_lock lock(mutex_, of_host_mutex_);
  const auto known = by_serial_.find(object.serial);
  if (known != by_serial_.end()) of_host_.erase(known->second);
}

void ProgramMemory::ForgetPlayed() {
  const std::scoped_lock lock(mutex_, of_host_mutex_);
  std::erase_if(of_host_, [&](const auto& shadow) { return IsPlayed(objects_[shadow.first].space); });
}

void ProgramMemory::ForgetWho() {
  for (const ObjectFacts& facts : objects_) {
    if (facts.number == 0 || facts.space == Space::kShared || IsPlayed(facts.space)) continue;
    if (facts.space == Space::kRegistered && !of_host_.contains(facts.number)) continue;
    const check::Span span = SpanOf(facts);
    const std::uint64_t count =
        (facts.size + (facts.address & (check::kCellBytes - 1)) + check::kCellBytes - 1) / check::kCellBytes;
    for (std::uint64_t i = 0; i < count; ++i)
      span.cells[i] = {.write = span.cells[i].write & check::Note::Written(15), .read = 0};
  }
}

void ProgramMemory::SpellOut(ObjectFacts& facts) {
  const std::lock_guard lock(mutex_);
  if (!facts.all_written) return;
  check::Span span = SpanOf(facts);
  const std::uint64_t count =
      (facts.size + (facts.address & (check::kCellBytes - 1)) + check::kCellBytes - 1) / check::kCellBytes;
  for (std::uint64_t i = 0; i < count; ++i) std::atomic_ref(span.cells[i].write).fetch_or(check::Note::Written(15));
  facts.all_written = false;
}

}  // namespace lockstep::inspect
