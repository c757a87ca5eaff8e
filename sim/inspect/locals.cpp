#include "sim/inspect/locals.h"

#include <fmt/format.h>

#include <cstring>
#include <span>

#include "sim/inspect/access_words.h"
#include "sim/inspect/worker.h"
#include "sim/machine/host_memory.h"

namespace lockstep::inspect {
namespace {

machine::AddressRange RangeOf(const launch::Stack& stack) {
  return {reinterpret_cast<std::uint64_t>(stack.low), reinterpret_cast<std::uint64_t>(stack.high())};
}

}  // namespace

machine::AddressRange OwnMemory(const launch::ThreadRun& thread) {
  return thread.run ? RangeOf(thread.stack)
                    : machine::AddressRange{machine::ThisStack().begin, ThisWorker().loop_frame};
}

bool IsOnOtherStack(launch::ThreadRun& thread, std::uint64_t address) {
  if (!thread.run) return false;
  for (std::uint32_t i = 0; i < thread.run->thread_count(); ++i)
    if (const launch::ThreadRun& other = thread.run->thread(i);
        &other != &thread && RangeOf(other.stack).Holds(address))
      return true;
  return false;
}

void ReportEscape(CheckContext& context, launch::ThreadRun& thread, const Touch& touch, const std::string& what) {
  const check::FindingKey key{report::FindingKind::kLocalEscape, touch.site ? touch.site->id : 0};
  if (context.CountsAgain(key, thread)) return;
  report::Finding finding = context.Begin(key.kind, fmt::format("a thread {} {}", Verb(touch.kind), what), touch.site);
  finding.sides.push_back(context.SideOf(thread, touch));
  finding.hint = "local variables are their thread's own, and gone with their scope: pass values, or use shared memory";
  context.Add(key, thread, std::move(finding));
}

// Limit: farther away are the variables of the host's functions, which a pointer in memory may mean.
bool IsPastLocals(const launch::ThreadRun& thread, std::uint64_t address) {
  constexpr std::uint64_t kNear = 256;
  const std::uint64_t end = OwnMemory(thread).end;
  return address >= end && address - end < kNear;
}

void ReportPastLocals(CheckContext& context, launch::ThreadRun& thread, const Touch& touch) {
  report::Finding finding = context.Begin(report::FindingKind::kLocalOutOfBounds,
                                          FactOfOutside(touch.kind, false, "a local variable"), touch.site);
  finding.sides.push_back(context.SideOf(thread, touch));
  finding.hint = "keep the pointer inside the variable that it points to";
  context.Add({report::FindingKind::kLocalOutOfBounds, touch.site->id}, thread, std::move(finding));
  context.StopKernel("left a local variable");
}

void LocalCheck::BeginArray(CheckedBlock& block, const launch::ThreadRun& thread, const LocalArray& array,
                            std::uint64_t frame) {
  if (block.locals.empty()) block.locals.resize(block.order.threads());
  block.locals[thread.linear].Begin(array, frame);
}

void LocalCheck::EndArray(CheckedBlock& block, const launch::ThreadRun& thread, std::uint64_t begin) {
  if (!block.locals.empty()) block.locals[thread.linear].End(begin);
}

void LocalCheck::LeaveArray(CheckedBlock& block, const launch::ThreadRun& thread, std::uint64_t begin) {
  if (!block.locals.empty()) block.locals[thread.linear].Leave(begin);
}

std::uint32_t LocalCheck::Access(CheckedBlock& block, launch::ThreadRun& thread, const Touch& touch,
                                 std::uint64_t frame, std::uint32_t origin) {
  if (!OwnMemory(thread).Holds(touch.address)) return 0;
  if (touch.address < frame) {
    ReportEscape(context_, thread, touch, "a local variable of a function that has returned");
    return 0;
  }
  LocalArray* array = block.LocalAt(thread.linear, touch.address);
  if (!array) return 0;
  if (!array->in_scope) {
    const char* name = array->variable ? array->variable->name : "";
    ReportEscape(context_, thread, touch, Quoted(name, "a local array") + " after its scope has ended");
    return 0;
  }
  if (touch.address + touch.size > array->begin + array->size) {
    Touch from_array = touch;
    from_array.base = array->begin;
    ReportOutside(thread, from_array, array->size, array->variable);
  }
  if (touch.kind != trace::AccessKind::kWrite) return array->Read(touch.address, touch.size);
  array->Write(touch.address, touch.size, origin);
  return 0;
}

void LocalCheck::ReportOutside(launch::ThreadRun& thread, const Touch& touch, std::uint64_t size,
                               const LockstepVariable* variable) {
  const std::string name = variable ? variable->name : "";
  report::Finding finding = context_.Begin(
      report::FindingKind::kLocalOutOfBounds,
      FactOfOutside(touch.kind, touch.address < touch.base, Quoted(name, "a local variable")), touch.site);
  finding.sides.push_back(context_.SideOf(thread, touch));
  finding.object = report::FindingObject{.name = name,
                                         .what = "local memory",
                                         .size = size,
                                         .offset = static_cast<std::int64_t>(touch.address - touch.base)};
  if (variable) finding.object->allocated_at = {.file = variable->file, .line = variable->line};
  finding.hint = "keep the index inside the array";
  context_.Add({report::FindingKind::kLocalOutOfBounds, touch.site->id}, thread, std::move(finding));
  const std::uint64_t distance = touch.address < touch.base ? touch.base - touch.address : touch.address - touch.base;
  context_.StopKernel(fmt::format("left a local array by {}", Bytes(distance)));
}

bool LocalCheck::IsInOneObject(CheckedBlock& block, const launch::ThreadRun& thread, std::uint64_t a, std::uint64_t b) {
  if (OwnMemory(thread).Holds(a)) {
    const LocalArray* array = block.LocalAt(thread.linear, a);
    return !array || b - array->begin < array->size;
  }
  if (const check::Span* shared = block.SharedAt(a)) return shared->Holds(b, 1);
  const memory::DeviceMemory& memory = context_.machine.memory();
  if (memory.Owns(a)) return memory.FindLive(a) == memory.FindLive(b);
  return context_.memory.FindVariable(a) == context_.memory.FindVariable(b);
}

void LocalCheck::ReportMember(CheckedBlock& block, launch::ThreadRun& thread, const Touch& touch, std::uint64_t size,
                              const char* member) {
  // An access outside the whole object is found as such.
  if (!IsInOneObject(block, thread, touch.base, touch.address)) return;
  const check::FindingKey key{report::FindingKind::kMemberOutOfBounds, touch.site->id};
  if (context_.CountsAgain(key, thread)) return;
  report::Finding finding =
      context_.Begin(key.kind, FactOfOutside(touch.kind, touch.address < touch.base, member), touch.site);
  finding.sides.push_back(context_.SideOf(thread, touch));
  if (const check::Span* shared = block.SharedAt(touch.base))
    finding.object = context_.memory.ObjectOf(context_.memory.FactsAt(*shared), touch.address);
  else if (size)
    finding.object = report::FindingObject{
        .what = "an array in a struct", .size = size, .offset = static_cast<std::int64_t>(touch.address - touch.base)};
  finding.hint = "keep the index inside the array";
  context_.Add(key, thread, std::move(finding));
}

namespace {

// The offsets of the pointers in a parameter, or in a struct that is passed.
std::vector<std::uint64_t> PointersIn(const LockstepUnit& unit, const LockstepParameter& parameter) {
  constexpr std::uint64_t kPointer = 8;
  const auto is = [&](std::uint32_t type, trace::TypeKind kind) {
    return type < unit.type_count && unit.types[type].kind == static_cast<std::uint32_t>(kind);
  };
  std::vector<std::uint64_t> offsets;
  if (is(parameter.type, trace::TypeKind::kPointer) && parameter.size == kPointer) offsets.push_back(0);
  if (!is(parameter.type, trace::TypeKind::kStruct)) return offsets;
  const LockstepType& type = unit.types[parameter.type];
  for (const LockstepMember& member : std::span(type.members, type.member_count))
    if (is(member.type, trace::TypeKind::kPointer) && member.offset + kPointer <= parameter.size)
      offsets.push_back(member.offset);
  return offsets;
}

}  // namespace

void LocalCheck::Launches(launch::ThreadRun& thread, const launch::LaunchRequest& child) {
  const LockstepBlock& block = *thread.block;
  const auto shared = reinterpret_cast<std::uint64_t>(block.shared);
  const machine::AddressRange arena{shared, reinterpret_cast<std::uint64_t>(block.dynamic_shared) + block.dynamic_size};
  const machine::AddressRange own = OwnMemory(thread);
  for (std::uint32_t i = 0; i < child.kernel->parameter_count; ++i) {
    const LockstepParameter& parameter = child.kernel->parameters[i];
    if (!child.arguments[i]) continue;
    for (const std::uint64_t offset : PointersIn(*child.unit, parameter)) {
      std::uint64_t address = 0;
      std::memcpy(&address, static_cast<const char*>(child.arguments[i]) + offset, sizeof address);
      if (own.Holds(address)) ReportPassed(thread, child, parameter.name, "local");
      if (arena.Holds(address)) ReportPassed(thread, child, parameter.name, "shared");
    }
  }
}

void LocalCheck::ReportPassed(launch::ThreadRun& thread, const launch::LaunchRequest& child, const char* parameter,
                              const char* memory) {
  const LockstepSite* site = thread.site;
  report::Finding finding =
      context_.Begin(report::FindingKind::kLocalEscape,
                     fmt::format("`{}` of the grid of `{}` points to {} memory of the thread that launches it",
                                 parameter, child.kernel->pretty_name, memory),
                     site);
  finding.sides.push_back(context_.SideOf(thread, site, report::Action::kLaunch, 0));
  finding.hint = "a grid can use global memory only: pass a pointer to memory of `cudaMalloc`, or the value";
  context_.Add({report::FindingKind::kLocalEscape, site ? site->id : 0}, thread, std::move(finding));
}

}  // namespace lockstep::inspect
