#include "sim/inspect/host.h"

#include <fmt/format.h>

#include <cstdlib>

#include "shared/base/address.h"
#include "shared/session/message.h"
#include "sim/inspect/access_words.h"
#include "sim/launch/faults.h"

namespace lockstep::inspect {
namespace {

// The part of the keys that sets findings of one kind and place apart: a call of the host's code is no access to its
// memory.
constexpr std::uint64_t kCallsHost = 1;

check::FindingKey KeyOf(report::FindingKind kind, const void* caller) { return {kind, AddressOf(caller)}; }

// That Lockstep does not support something, or that something is as wanted already, is no error of the program's.
bool IsMisuse(cudaError_t error) {
  switch (error) {
    case cudaErrorInvalidValue:
    case cudaErrorInvalidDevice:
    case cudaErrorInvalidResourceHandle:
    case cudaErrorInvalidPitchValue:
    case cudaErrorMemoryAllocation: return true;
    default: return false;
  }
}

}  // namespace

// --- calls

void HostCheck::Report(const Complaint& complaint, const void* caller) {
  {
    const std::lock_guard lock(mutex_);
    reported_calls_.insert(caller);
  }
  report::Finding finding{
      .kind = complaint.kind, .fact = complaint.fact, .place = session::HostPlace(caller), .hint = complaint.hint};
  finding.sides.push_back(
      {.action = report::Action::kCall, .by_host = true, .place = session::HostPlace(caller), .note = complaint.note});
  const memory::DeviceMemory& memory = context_.machine.memory();
  const std::uint64_t pointer = AddressOf(complaint.pointer);
  if (const memory::MemoryObject* object = pointer && memory.Owns(pointer) ? memory.Find(pointer) : nullptr) {
    const ObjectFacts& facts = context_.memory.Of(*object);
    if (!object->live)
      finding.sides.push_back(
          {.action = report::Action::kFree, .by_host = true, .place = session::HostPlace(object->freed_by)});
    finding.object = context_.memory.ObjectOf(facts, pointer);
    if (pointer == facts.address) finding.object->offset.reset();
  }
  if (complaint.destroyed_by)
    finding.sides.push_back({.action = report::Action::kCall,
                             .by_host = true,
                             .place = session::HostPlace(complaint.destroyed_by),
                             .note = "destroys it"});
  context_.collector.Add(KeyOf(complaint.kind, caller), {.launch = context_.report.launches()},
                         [&] { return std::move(finding); });
  context_.report.WriteNews();
}

void HostCheck::RefusesFree(const void* pointer, const char* name, const machine::Caller& caller) {
  Report(ExplainFree(context_.machine, pointer, name), caller);
}

void HostCheck::RefusesCopy(const machine::CopyOperation& copy, cudaError_t, const machine::Caller& caller) {
  Report(ExplainCopy(context_.machine, copy), caller);
}

void HostCheck::RefusesFill(const machine::FillOperation& fill, cudaError_t, const machine::Caller& caller) {
  Report(ExplainFill(context_.machine, fill), caller);
}

void HostCheck::MissesMemory(const machine::LibraryCall& library, const LockstepOperand& operand,
                             const machine::HostCall& call) {
  Report(ExplainOperand(context_.machine, library.function, operand), call.caller);
}

void HostCheck::RefusesLibraryCall(const char* function, const std::string& why, const void* caller) {
  Report({.fact = fmt::format("`{}` refuses its arguments: {}", function, why),
          .note = "calls it",
          .hint = "nothing was done; check the status that each call of the library returns"},
         caller);
}

void HostCheck::RefusesSymbol(const machine::SymbolCopy& copy, cudaError_t error, const machine::Caller& caller) {
  Report(ExplainSymbol(context_.machine, copy, error), caller);
}

void HostCheck::UsesDestroyed(const char* what, const void* destroyed_by, const void* caller) {
  Report({.fact = fmt::format("the host uses {} that has been destroyed", what),
          .note = "uses it",
          .hint = "destroy it after its last use, once; what CUDA does with the handle is undefined, whether the call "
                  "fails or not",
          .destroyed_by = destroyed_by},
         caller);
}

void HostCheck::RefusesLaunch(const machine::RefusedLaunch& launch, cudaError_t error, const void* caller) {
  {
    const std::lock_guard lock(mutex_);
    refused_launch_ = caller;
    if (error != cudaErrorMissingConfiguration) {
      const check::FindingKey key = KeyOf(report::FindingKind::kLaunchShape, caller);
      std::erase_if(refused_shapes_, [&](const RefusedShape& earlier) { return earlier.finding == key; });
      refused_shapes_.push_back({.kernel = launch.kernel, .finding = key});
    }
  }
  Report(ExplainLaunch(launch, error), caller);
}

void HostCheck::Launches(const std::string& kernel) {
  bool has_withdrawn = false;
  {
    const std::lock_guard lock(mutex_);
    std::erase_if(refused_shapes_, [&](const RefusedShape& refused) {
      if (!refused.is_seen || refused.kernel != kernel) return false;
      context_.collector.Withdraw(refused.finding);
      return has_withdrawn = true;
    });
  }
  if (has_withdrawn) context_.report.WriteNews();
}

void HostCheck::RefusesMark(const launch::RefusedMark& mark) {
  const report::SourcePlace place{.file = mark.file, .line = static_cast<std::uint32_t>(mark.line)};
  report::Finding finding{.kind = report::FindingKind::kPlayedMark,
                          .fact = mark.why + "; what this mark stands for was not checked",
                          .place = place,
                          .hint = mark.hint};
  finding.sides.push_back({.action = report::Action::kCall, .by_host = true, .place = place, .note = "plays a kernel"});
  const std::uint64_t key = std::hash<std::string>{}(fmt::format("{}:{}", mark.file, mark.line));
  context_.collector.Add({finding.kind, key}, {.launch = context_.report.launches()},
                         [&] { return std::move(finding); });
  context_.report.WriteNews();
}

void HostCheck::CallsInVain() {
  constexpr std::uint32_t kMost = 1 << 18;
  if (++calls_in_vain_ != kMost) return;
  session::Say({.status = ExitStatus::kProgramFailed,
                .text = fmt::format("the program was ended: a kernel has failed, and {} calls since have failed for it",
                                    kMost)});
  context_.report.Write();
  std::_Exit(EXIT_FAILURE);
}

void HostCheck::IgnoresError(cudaError_t error, const std::string& words, const void* caller) {
  const std::lock_guard lock(mutex_);
  if (!IsMisuse(error) || !caller || refused_launch_ || ignored_error_ || reported_calls_.contains(caller)) return;
  ignored_error_ = {words, caller};
}

void HostCheck::LooksAtError(bool uses) {
  const std::lock_guard lock(mutex_);
  refused_launch_ = nullptr;
  for (RefusedShape& refused : refused_shapes_) refused.is_seen |= uses;
  ignored_error_.reset();
}

void HostCheck::AsksTooSoon(const void* caller) {
  Report({.kind = report::FindingKind::kNotSynchronized,
          .fact = "the host asks for the time of an event that it has not waited for",
          .note = "asks for the time",
          .hint = "call `cudaEventSynchronize()` for the later event first: until then a GPU has no time"},
         caller);
}

void HostCheck::ProgramEnds() {
  if (ignored_error_)
    Report({.kind = report::FindingKind::kErrorIgnored,
            .fact = "a CUDA call fails, and the program never checks for the error",
            .note = "returns " + ignored_error_->words,
            .hint = "look at what each call returns"},
           ignored_error_->caller);
  if (!refused_launch_) return;
  Report({.kind = report::FindingKind::kErrorIgnored,
          .fact = "a launch failed, and the program never checks for the error",
          .note = "launches the kernel",
          .hint = "check `cudaGetLastError()` after every launch"},
         refused_launch_);
}

// --- memory

void HostCheck::CheckBuffers(const machine::CopyPlan& plan, const void* caller) {
  const auto reach = [&](std::size_t pitch, std::size_t slice) {
    return (plan.depth - 1) * slice + (plan.height - 1) * pitch + plan.width;
  };
  const auto is_host = [&](const void* pointer) {
    return context_.machine.Locate(pointer).kind == machine::LocationKind::kHost;
  };
  if (is_host(plan.from))
    CheckBuffer(AddressOf(plan.from), reach(plan.from_pitch, plan.from_slice), false, plan.Bytes(), caller);
  if (is_host(plan.to))
    CheckBuffer(AddressOf(plan.to), reach(plan.to_pitch, plan.to_slice), true, plan.Bytes(), caller);
}

void HostCheck::CheckBuffer(std::uint64_t address, std::uint64_t size, bool writes, std::uint64_t bytes,
                            const void* caller) {
  const std::optional<HostBuffer> buffer = buffers_.Find(address);
  if (!buffer) return;
  const std::uint64_t rest = buffer->begin + buffer->size - address;
  if (size <= rest) return;
  report::Finding finding{.kind = report::FindingKind::kCopyOutOfBounds,
                          .fact = fmt::format("a copy of {} {} past the end of the host's memory", Bytes(bytes),
                                              writes ? "writes" : "reads"),
                          .place = session::HostPlace(caller)};
  finding.sides.push_back(
      {.action = report::Action::kCall,
       .by_host = true,
       .place = session::HostPlace(caller),
       .note = fmt::format("copies {}: `{}` has {} to its end", Bytes(bytes), writes ? "dst" : "src", rest)});
  finding.object = report::FindingObject{
      .what = "the host's memory", .size = buffer->size, .offset = static_cast<std::int64_t>(address - buffer->begin)};
  if (buffer->allocated_by) finding.object->allocated_at = session::HostPlace(buffer->allocated_by);
  finding.object->is_allocated = true;
  finding.hint = "sizes are in bytes: `n * sizeof(T)`, and both sides must have so many";
  context_.collector.Add({report::FindingKind::kCopyOutOfBounds, AddressOf(caller), writes},
                         {.launch = context_.report.launches()}, [&] { return std::move(finding); });
}

void HostCheck::ReportDevicePointer(const memory::MemoryObject& object, std::uint64_t address, std::uint64_t size,
                                    bool writes, const void* caller) {
  const ObjectFacts& facts = context_.memory.Of(object);
  const check::FindingKey key{report::FindingKind::kDevicePointer, AddressOf(caller), 0, facts.group};
  context_.collector.Add(key, {.launch = context_.report.launches()}, [&] {
    report::Finding finding{.kind = key.kind,
                            .fact = fmt::format("the host {} {} directly, which is the device's",
                                                writes ? "writes" : "reads", Quoted(facts.name, facts.What().c_str())),
                            .place = session::HostPlace(caller)};
    finding.sides.push_back({.action = writes ? report::Action::kWrite : report::Action::kRead,
                             .size = size,
                             .by_host = true,
                             .place = session::HostPlace(caller)});
    finding.object = context_.memory.ObjectOf(facts, address);
    finding.hint =
        "copy it with `cudaMemcpy`, or allocate it with `cudaMallocManaged`; elsewhere this ends the program";
    return finding;
  });
  context_.report.WriteNews();
}

void HostCheck::ReportShadow(const char* name, std::uint64_t size, bool writes, const void* caller) {
  const check::FindingKey key{report::FindingKind::kSymbolMisuse, AddressOf(caller), writes};
  context_.collector.Add(key, {.launch = context_.report.launches()}, [&] {
    report::Finding finding{
        .kind = key.kind,
        .fact = fmt::format("the host {} `{}`, a variable of the device, as if it were its own",
                            writes ? "writes" : "reads", name),
        .place = session::HostPlace(caller),
        .hint = fmt::format("on the host the name only stands for the variable in CUDA calls: use {}, or declare the "
                            "variable `__managed__`",
                            writes ? "`cudaMemcpyToSymbol`" : "`cudaMemcpyFromSymbol`")};
    finding.sides.push_back({.action = writes ? report::Action::kWrite : report::Action::kRead,
                             .size = size,
                             .by_host = true,
                             .place = session::HostPlace(caller)});
    return finding;
  });
  context_.report.WriteNews();
}

// A virtual call or a function pointer that was made on the other side.
void HostCheck::ReportHostCode(launch::ThreadRun& thread, const void* caller) {
  report::Finding finding =
      context_.Begin(report::FindingKind::kHostPointer, "a thread calls a function of the host", thread.site);
  report::FindingSide call = context_.SideOf(thread, thread.site, report::Action::kCall, 0);
  call.note = "called it";
  finding.sides = {
      std::move(call),
      {.action = report::Action::kCall, .by_host = true, .place = session::HostPlace(caller), .note = "code is here"}};
  finding.hint =
      "an object's virtual functions and a function's address are those of the side that made them: construct the "
      "object, or take the address, in a kernel";
  context_.fault_is_reported = true;
  context_.Add({report::FindingKind::kHostPointer, thread.site ? thread.site->id : 0, 0, kCallsHost}, thread,
               std::move(finding));
  launch::RaiseFault(launch::LaunchFault::kIllegalInstruction,
                     fmt::format("{} called a function of the host", launch::DescribeCurrentThread()));
}

}  // namespace lockstep::inspect
