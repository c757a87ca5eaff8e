// Accesses to a thread's stack through pointers.

#include "sim/inspect/local_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "sim/hooks/check.h"
#include "sim/inspect/checker.h"
#include "sim/launch/faults.h"
#include "sim/machine/host_memory.h"

namespace lockstep {
namespace {

bool IsOn(const Stack& stack, std::uint64_t address) {
  return address >= reinterpret_cast<std::uint64_t>(stack.low) &&
         address < reinterpret_cast<std::uint64_t>(stack.high());
}

}  // namespace

void LocalMemory::Begin(const LocalArray& array, std::uint64_t frame) {
  // What lies below has returned; what overlaps has ended without a word.
  std::erase_if(arrays_, [&](const LocalArray& old) {
    return old.begin < frame || (old.begin < array.begin + array.size + LOCKSTEP_LOCAL_ROOM &&
                                 array.begin < old.begin + old.size + LOCKSTEP_LOCAL_ROOM);
  });
  arrays_.push_back(array);
}

void LocalMemory::End(std::uint64_t begin) {
  for (LocalArray& array : arrays_)
    if (array.begin == begin) array.in_scope = false;
}

void LocalMemory::Leave(std::uint64_t begin) {
  std::erase_if(arrays_, [&](const LocalArray& array) { return array.begin == begin; });
}

LocalArray* LocalMemory::Find(std::uint64_t address) {
  for (auto array = arrays_.rbegin(); array != arrays_.rend(); ++array)
    if (address - array->begin < array->size + LOCKSTEP_LOCAL_ROOM) return &*array;
  return nullptr;
}

std::uint32_t Checker::TouchLocal(BlockCheck& block, ThreadRun& thread, const Touch& touch, std::uint64_t frame,
                                  std::uint32_t origin) {
  if (!IsOnOwnStack(thread, touch.address)) return 0;
  if (touch.address < frame) {
    ReportEscape(thread, touch, "a local variable of a function that has returned");
    return 0;
  }
  LocalArray* array = block.locals.empty() ? nullptr : block.locals[thread.linear].Find(touch.address);
  if (!array) return 0;
  if (!array->in_scope) {
    ReportEscape(
        thread, touch,
        fmt::format("`{}` after its scope has ended", array->variable ? array->variable->name : "a local array"));
    return 0;
  }
  const std::uint64_t offset = touch.address - array->begin;
  if (offset + touch.size > array->size) {
    Touch told = touch;
    told.base = array->begin;
    ReportLocal(thread, told, array->size, array->variable);
    return 0;
  }
  if (touch.kind == AccessKind::kWrite) {
    std::memset(array->shadow + offset, origin != 0, touch.size);
    if (origin)
      for (std::uint64_t cell = offset / kCellBytes; cell * kCellBytes < offset + touch.size; ++cell)
        array->origins[cell] = origin;
    return 0;
  }
  for (std::uint64_t byte = offset; byte < offset + touch.size; ++byte)
    if (array->shadow[byte]) return array->origins[byte / kCellBytes];
  return 0;
}

bool Checker::IsOnOwnStack(const ThreadRun& thread, std::uint64_t address) {
  if (thread.run) return IsOn(thread.stack, address);
  return address < ThisWorker().loop_frame && IsOnThisStack(address);
}

void Checker::TellVariable(Finding& finding, std::uint32_t origin, std::string_view verb, std::string_view rest) const {
  std::string name = "a local variable";
  for (const LockstepUnit* unit : machine_.Units()) {
    const std::uint32_t index =
        origin & LOCKSTEP_ORIGIN_VARIABLE
            ? (origin & ~LOCKSTEP_ORIGIN_VARIABLE) - (unit->variable_count ? unit->variables[0].id : 0)
            : unit->variable_count;
    if (index >= unit->variable_count) continue;
    const LockstepVariable& variable = unit->variables[index];
    const bool typed = variable.type < unit->type_count;
    name = fmt::format("`{}`", variable.name);
    finding.object = FindingObject{.name = variable.name,
                                   .what = "local memory",
                                   .type = typed ? unit->types[variable.type].name : "",
                                   .size = typed ? unit->types[variable.type].size : 0,
                                   .allocated_at = {.file = variable.file, .line = variable.line}};
  }
  finding.fact = fmt::format("a thread {} {} {}", verb, name, rest);
  finding.hint = finding.object && finding.object->type.ends_with(']')
                     ? "give every element a value before it is read"
                     : "give the variable a value where it is declared";
}

bool Checker::IsOnOtherStack(ThreadRun& thread, std::uint64_t address) const {
  if (!thread.run) return false;
  for (std::uint32_t i = 0; i < thread.run->thread_count(); ++i)
    if (const ThreadRun& other = thread.run->thread(i); &other != &thread && IsOn(other.stack, address)) return true;
  return false;
}

void Checker::ReportEscape(ThreadRun& thread, const Touch& touch, const std::string& what) {
  const FindingKey key{FindingKind::kLocalEscape, touch.site ? touch.site->id : 0};
  if (CountsAgain(key, thread)) return;
  Finding finding =
      Begin(FindingKind::kLocalEscape,
            fmt::format("a thread {} {}", touch.kind == AccessKind::kRead ? "reads" : "writes", what), touch.site);
  finding.accesses.push_back(
      TellThread(thread, touch.site, touch.kind == AccessKind::kRead ? Deed::kRead : Deed::kWrote, touch.size));
  finding.hint = "local variables are their thread's own, and gone with their scope: pass values, or use shared memory";
  Add(key, thread, std::move(finding));
}

void Checker::BeginArray(BlockCheck& block, const ThreadRun& thread, const LocalArray& array, std::uint64_t frame) {
  if (block.locals.empty()) block.locals.resize(block.order.threads());
  block.locals[thread.linear].Begin(array, frame);
}

void Checker::EndArray(BlockCheck& block, const ThreadRun& thread, std::uint64_t begin) {
  if (!block.locals.empty()) block.locals[thread.linear].End(begin);
}

void Checker::LeaveArray(BlockCheck& block, const ThreadRun& thread, std::uint64_t begin) {
  if (!block.locals.empty()) block.locals[thread.linear].Leave(begin);
}

const Span* Checker::SharedAt(const BlockCheck& block, std::uint64_t address) {
  const auto found = std::ranges::find_if(block.shared, [&](const Span& span) { return span.Holds(address, 1); });
  return found == block.shared.end() ? nullptr : &*found;
}

// Whether both addresses are in one variable or allocation, as far as that is known.
bool Checker::IsInOneObject(BlockCheck& block, const ThreadRun& thread, std::uint64_t a, std::uint64_t b) {
  if (IsOnOwnStack(thread, a)) {
    const LocalArray* array = block.locals.empty() ? nullptr : block.locals[thread.linear].Find(a);
    return !array || b - array->begin < array->size;
  }
  if (const Span* shared = SharedAt(block, a)) return shared->Holds(b, 1);
  DeviceMemory& memory = machine_.memory();
  if (memory.Owns(a)) return memory.FindLive(a) == memory.FindLive(b);
  return memory_.FindVariable(a) == memory_.FindVariable(b);
}

void Checker::ReportMember(BlockCheck& block, ThreadRun& thread, const Touch& touch, std::uint64_t size,
                           const char* member) {
  // Beyond the whole object another check tells it.
  if (!IsInOneObject(block, thread, touch.base, touch.address)) return;
  const FindingKey key{FindingKind::kMemberOutOfBounds, touch.site->id};
  if (CountsAgain(key, thread)) return;
  const bool before = touch.address < touch.base;
  Finding finding = Begin(FindingKind::kMemberOutOfBounds,
                          fmt::format("a thread {} {} {}", touch.kind == AccessKind::kRead ? "reads" : "writes",
                                      before ? "before the start of" : "past the end of", member),
                          touch.site);
  finding.accesses.push_back(
      TellThread(thread, touch.site, touch.kind == AccessKind::kRead ? Deed::kRead : Deed::kWrote, touch.size));
  if (const Span* shared = SharedAt(block, touch.base)) {
    const ObjectFacts facts = memory_.FactsAt(*shared);
    finding.object = memory_.Tell(facts, touch.address);
  } else if (size) {
    finding.object = FindingObject{.name = "",
                                   .what = "an array in a struct",
                                   .size = size,
                                   .offset = static_cast<std::int64_t>(touch.address - touch.base)};
  }
  finding.hint = "keep the index inside the array";
  Add(key, thread, std::move(finding));
}

}  // namespace lockstep
