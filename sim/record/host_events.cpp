#include "sim/record/host_events.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "shared/base/address.h"

namespace lockstep::record {
namespace {

trace::HostEvent EventOf(trace::HostEventKind kind, const machine::HostCall& call) {
  return {.kind = kind, .call = call.caller.name, .caller = AddressOf(call.caller.address), .stream = call.stream};
}

trace::HostEvent Refused(trace::HostEventKind kind, cudaError_t error, const machine::Caller& caller) {
  trace::HostEvent event = EventOf(kind, {.caller = caller});
  event.error = static_cast<std::uint32_t>(error);
  return event;
}

// An extent without bytes is one row of none.
void SetExtent(trace::HostEvent& event, std::uint64_t width, std::uint64_t height, std::uint64_t depth) {
  event.width = height == 0 || depth == 0 ? 0 : width;
  event.height = std::max<std::uint64_t>(height, 1);
  event.depth = std::max<std::uint64_t>(depth, 1);
}

}  // namespace

HostEvents::Holder HostEvents::HolderOf(const void* pointer) const {
  const memory::MemoryObject* object = machine_.memory().Find(AddressOf(pointer));
  if (!object || !object->Holds(AddressOf(pointer)) || memory::IsOfHost(object->kind))
    return {.address = AddressOf(pointer)};
  return {.serial = object->serial, .address = object->address, .size = object->size};
}

void HostEvents::Add(Event event) {
  const std::lock_guard lock(mutex_);
  if (note_)
    NoteNow(event);
  else if (unnoted_.size() < kMostNoted)
    unnoted_.push_back(event);
  recent_.push_back(std::move(event));
  if (recent_.size() <= kMostBetween) return;
  recent_.pop_front();
  ++left_out_;
}

void HostEvents::NoteNow(const Event& event) {
  if (noted_++ >= kMostNoted) return;
  trace::HostEvent noted = event.event;
  const auto resolve = [&](trace::HostSpan& span, const Holder& holder) {
    const auto known = known_.find(holder.serial);
    span.object = known == known_.end() ? trace::ObjectId::kNone : known->second;
  };
  resolve(noted.to, event.to);
  resolve(noted.from, event.from);
  note_(noted);
}

void HostEvents::NoteFor(const ProgramObjects& objects, const Note& note) {
  const std::lock_guard lock(mutex_);
  if (noted_ >= kMostNoted) return;
  known_ = objects.allocations();
  note_ = note;
  for (const Event& event : std::exchange(unnoted_, {})) NoteNow(event);
}

void HostEvents::Keep() {
  if (kept_.size() + recent_.size() > kMostTogether) {
    left_out_ += recent_.size();
    recent_.clear();
    return;
  }
  if (left_out_ > 0)
    kept_.push_back({.event = {.kind = trace::HostEventKind::kLeftOut, .count = std::exchange(left_out_, 0)},
                     .to = {},
                     .from = {}});
  std::ranges::move(recent_, std::back_inserter(kept_));
  recent_.clear();
}

namespace {

// A launch in device code has no caller in the host's; this says which thread it is of.
std::string CallOf(const launch::LaunchRequest& request) {
  if (!request.parent) return "<<<...>>>";
  const launch::LaunchedBy& by = *request.parent;
  return fmt::format("<<<...>>> in launch {}, block ({},{},{}), thread ({},{},{})", by.launch, by.block.x, by.block.y,
                     by.block.z, by.thread.x, by.thread.y, by.thread.z);
}

}  // namespace

void HostEvents::Launches(const launch::LaunchRequest& request, std::uint32_t number, bool is_recorded) {
  Event event{.event = {.kind = trace::HostEventKind::kLaunch,
                        .call = CallOf(request),
                        .caller = request.parent ? 0 : AddressOf(request.caller),
                        .stream = request.stream,
                        .width = 0,
                        .launch = number,
                        .kernel = request.kernel->pretty_name,
                        .grid = request.grid,
                        .block = request.block},
              .to = {},
              .from = {}};
  Add(std::move(event));
  if (!is_recorded) return;
  const std::lock_guard lock(mutex_);
  Keep();
}

void HostEvents::Resolve(trace::HostSpan& span, const Holder& holder, machine::Machine& machine,
                         ProgramObjects& objects) {
  if (holder.serial != 0) {
    span.object = objects.OfAllocation(holder.serial, holder.address, holder.size);
    return;
  }
  if (holder.address == 0) return;
  const machine::Location location = machine.Locate(reinterpret_cast<const void*>(holder.address));
  if (location.object) return;  // registered memory is the host's
  const std::optional<ProgramObject> variable = objects.Of(location);
  if (!variable || !variable->Holds(holder.address, 1)) return;
  span.object = variable->id;
  span.offset = holder.address - variable->address;
}

void HostEvents::MoveTo(trace::Recording& recording, ProgramObjects& objects) {
  const std::lock_guard lock(mutex_);
  Keep();
  if (left_out_ > 0)
    kept_.push_back({.event = {.kind = trace::HostEventKind::kLeftOut, .count = left_out_}, .to = {}, .from = {}});
  for (Event& kept : kept_) {
    Resolve(kept.event.to, kept.to, machine_, objects);
    Resolve(kept.event.from, kept.from, machine_, objects);
    recording.host_events.push_back(std::move(kept.event));
  }
  kept_.clear();
}

// --- what the API reports

void HostEvents::HostAllocates(const void* pointer, std::uint64_t size, cudaError_t error,
                               const machine::HostCall& call) {
  Event event{.event = EventOf(trace::HostEventKind::kAllocate, call), .to = {}, .from = {}};
  event.event.error = static_cast<std::uint32_t>(error);
  event.event.width = size;
  if (pointer) event.to = HolderOf(pointer);
  Add(std::move(event));
}

void HostEvents::HostFrees(const void* pointer, std::uint64_t size, const machine::HostCall& call) {
  Event event{.event = EventOf(trace::HostEventKind::kFree, call), .to = HolderOf(pointer), .from = {}};
  event.event.width = size;
  Add(std::move(event));
}

void HostEvents::Copies(const machine::CopyPlan& plan, const machine::HostCall& call) {
  Event event{
      .event = EventOf(trace::HostEventKind::kCopy, call), .to = HolderOf(plan.to), .from = HolderOf(plan.from)};
  SetExtent(event.event, plan.width, plan.height, plan.depth);
  event.event.to = {.offset = event.to.serial ? AddressOf(plan.to) - event.to.address : 0,
                    .pitch = plan.to_pitch,
                    .slice = plan.to_slice};
  event.event.from = {.offset = event.from.serial ? AddressOf(plan.from) - event.from.address : 0,
                      .pitch = plan.from_pitch,
                      .slice = plan.from_slice};
  Add(std::move(event));
}

void HostEvents::Fills(const machine::FillOperation& fill, const machine::HostCall& call) {
  const cudaMemsetParams& p = fill.parms;
  Event event{.event = EventOf(trace::HostEventKind::kFill, call), .to = HolderOf(p.dst), .from = {}};
  SetExtent(event.event, std::uint64_t{p.width} * p.elementSize, p.height, fill.depth);
  event.event.to = {
      .offset = event.to.serial ? AddressOf(p.dst) - event.to.address : 0, .pitch = p.pitch, .slice = fill.slice};
  event.event.value = p.value;
  event.event.value_size = static_cast<std::uint8_t>(p.elementSize);
  Add(std::move(event));
}

void HostEvents::CallsLibrary(const machine::LibraryCall& library, const machine::HostCall& call) {
  for (const LockstepOperand& operand : library.operands) {
    if (!operand.is_written) continue;
    Event event{.event = EventOf(trace::HostEventKind::kLibrary, call), .to = HolderOf(operand.first), .from = {}};
    event.event.call = library.function;
    SetExtent(event.event, operand.width, operand.height, 1);
    event.event.to = {.offset = event.to.serial ? AddressOf(operand.first) - event.to.address : 0,
                      .pitch = operand.pitch};
    Add(std::move(event));
  }
}

void HostEvents::RefusesFree(const void* pointer, const char*, const machine::Caller& caller) {
  Event event{.event = Refused(trace::HostEventKind::kFree, cudaErrorInvalidValue, caller),
              .to = HolderOf(pointer),
              .from = {}};
  Add(std::move(event));
}

void HostEvents::RefusesCopy(const machine::CopyOperation& copy, cudaError_t error, const machine::Caller& caller) {
  Event event{.event = Refused(trace::HostEventKind::kCopy, error, caller), .to = {}, .from = {}};
  event.event.width = copy.parms.extent.width;
  Add(std::move(event));
}

void HostEvents::RefusesFill(const machine::FillOperation& fill, cudaError_t error, const machine::Caller& caller) {
  Event event{.event = Refused(trace::HostEventKind::kFill, error, caller), .to = {}, .from = {}};
  event.event.width = fill.parms.width;
  Add(std::move(event));
}

void HostEvents::RefusesSymbol(const machine::SymbolCopy& copy, cudaError_t error, const machine::Caller& caller) {
  Event event{.event = Refused(trace::HostEventKind::kCopy, error, caller), .to = {}, .from = {}};
  event.event.width = copy.count;
  Add(std::move(event));
}

void HostEvents::RefusesLaunch(const machine::RefusedLaunch& launch, cudaError_t error, const void* caller) {
  Event event{.event = Refused(trace::HostEventKind::kLaunch, error, {caller, "<<<...>>>"}), .to = {}, .from = {}};
  event.event.width = 0;
  event.event.kernel = launch.kernel;
  event.event.grid = {launch.grid[0], launch.grid[1], launch.grid[2]};
  event.event.block = {launch.block[0], launch.block[1], launch.block[2]};
  Add(std::move(event));
}

}  // namespace lockstep::record
