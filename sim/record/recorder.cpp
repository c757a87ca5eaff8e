#include "sim/record/recorder.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "shared/base/address.h"
#include "shared/base/program_end.h"
#include "shared/trace/words.h"
#include "sim/hooks/check.h"
#include "sim/launch/faults.h"
#include "sim/machine/host_memory.h"
#include "sim/record/bad_access.h"
#include "sim/record/carved_arrays.h"
#include "sim/record/launch_choice.h"
#include "sim/record/program_stop.h"

namespace lockstep::record {
namespace {

trace::BarrierKind KindOf(launch::Waits at) {
  switch (at) {
    case launch::Waits::kWarp: return trace::BarrierKind::kWarp;
    case launch::Waits::kGridBarrier: return trace::BarrierKind::kGrid;
    case launch::Waits::kClusterBarrier:
    case launch::Waits::kNamedBarrier: return trace::BarrierKind::kGroup;
    default: return trace::BarrierKind::kBlock;
  }
}

trace::StepKind KindOf(trace::AccessKind access) {
  switch (access) {
    case trace::AccessKind::kRead: return trace::StepKind::kRead;
    case trace::AccessKind::kWrite: return trace::StepKind::kWrite;
    default: return trace::StepKind::kAtomic;
  }
}

}  // namespace

Recorder::Recorder(session::RecordSettings settings, machine::Machine& machine)
    : settings_(std::move(settings)),
      machine_(machine),
      tables_(recording_),
      file_(settings_),
      process_(getpid()),
      objects_(recording_, tables_, machine),
      host_events_(machine),
      writers_(objects_, machine.memory()),
      targets_(machine, objects_, snapshots_) {
  recording_.program = settings_.program;
  recording_.arguments = settings_.arguments;
  recording_.build = settings_.build;
  recording_.order = settings_.order;
  AddUnits();
}

// Those of libraries and modules that the program has loaded since come later.
void Recorder::AddUnits() {
  for (const LockstepUnit* unit : machine_.Units())
    if (unit->mode == LOCKSTEP_RECORD && !tables_.Knows(*unit)) tables_.AddUnit(*unit);
}

void Recorder::Finish() {
  StopLaunch();
  WriteHostEvents();
  file_.Finish();
}

void Recorder::WriteHostEvents() {
  if (file_.has_ended() || getpid() != process_) return;
  host_events_.MoveTo(recording_, objects_);
  recording_.modelled = machine_.modelled();
  file_.Append(recording_);
  file_.NoteCallers(recording_.host_events);
  file_.NoteModelled(machine_.modelled());
}

// --- a launch

bool Recorder::IsWanted(const launch::LaunchRequest& request, std::uint32_t launch) {
  if (file_.has_ended() || getpid() != process_ || request.unit->mode != LOCKSTEP_RECORD) return false;
  return lockstep::record::IsWanted(settings_, {.number = launch,
                                                .kernel = request.kernel->pretty_name,
                                                .linkage_name = request.kernel->name,
                                                .is_recorded_kernel = recorded_kernels_.contains(request.kernel)});
}

launch::LaunchObserver::Plan Recorder::LaunchBegins(const launch::LaunchRequest& request, std::uint32_t launch) {
  AddUnits();
  objects_.AddVariables();
  NoteLaunchBegins();
  request_ = &request;
  is_recorded_ = IsWanted(request, launch);
  host_events_.Launches(request, launch, is_recorded_);
  file_.Count(
      {.kernel = request.kernel->pretty_name, .grid = request.grid, .number = launch, .is_recorded = is_recorded_});
  BeginLaunch(request, launch);
  if (!is_recorded_) return {};
  std::vector<std::uint64_t> blocks = BlocksToRecord(settings_, launch, request.grid, request.block);
  wanted_ = blocks.size();
  return {.watched = std::move(blocks),
          .order = session::ParseOrder(settings_.order).value_or(session::Order{session::OrderKind::kLockstep, 0})};
}

void Recorder::BeginLaunch(const launch::LaunchRequest& request, std::uint32_t launch) {
  launch_ = {};
  budget_ = session::StepBudget(settings_, steps_before_);
  trace::RecordedLaunch* const recorded = is_recorded_ ? &launch_ : nullptr;
  snapshots_.Begin(recorded, settings_.max_memory);
  writers_.Begin(recorded);
  targets_.Forget();
  left_members_.clear();
  steps_.Begin(launch_, budget_);
  if (!is_recorded_) return;
  launch_.kernel = tables_.Kernel(*request.unit, *request.kernel);
  recorded_kernels_.insert(request.kernel);
  launch_.number = launch;
  launch_.grid = request.grid;
  launch_.block = request.block;
  launch_.dynamic_shared = request.dynamic_shared;
  if (request.parent && request.parent->site) launch_.launched_at = tables_.Site(request.parent->site);
  for (std::uint32_t i = 0; i < request.kernel->parameter_count; ++i) {
    const auto* bytes = static_cast<const std::uint8_t*>(request.arguments[i]);
    launch_.arguments.emplace_back(bytes, bytes + request.kernel->parameters[i].size);
  }
  objects_.NameArguments(request);
  if (request.played) objects_.NameArrays(*request.played);
}

void Recorder::LaunchEnds(const launch::LaunchRequest& request, const launch::LaunchOutcome& outcome) {
  if (is_recorded_) EndLaunch(request, outcome);
  NoteLaunchEnds();
  scopes_.clear();
  running_ = nullptr;
  scope_ = nullptr;
  is_recorded_ = false;
  request_ = nullptr;
}

void Recorder::EndLaunch(const launch::LaunchRequest& request, const launch::LaunchOutcome& outcome) {
  steps_.Settle();
  NoteFault(outcome);
  snapshots_.TakeLast(machine_.memory());
  NoteWhatIsMissing(request, outcome.fault != launch::LaunchFault::kNone);
  CarveArrays(recording_, launch_);
  steps_before_ += launch_.steps.size();
  const std::uint32_t number = launch_.number;
  recording_.launches.push_back(std::move(launch_));
  file_.Append(recording_);
  // The file has it; what a long program recorded before is not kept in memory.
  recording_.launches.back() = {};
  host_events_.NoteFor(objects_, [this](const trace::HostEvent& event) {
    if (getpid() == process_) file_.NoteHostEvent(event);
  });
  if (!IsLastWanted(settings_, number)) return;
  Finish();
  LeaveProgram(0);
}

// A fault that no thread's step has reported stands at the last step, whichever thread did it.
void Recorder::NoteFault(const launch::LaunchOutcome& outcome) {
  if (outcome.fault == launch::LaunchFault::kNone || launch_.steps.empty()) return;
  const trace::Step last = launch_.steps.back();
  if (last.kind == trace::StepKind::kFault) return;
  trace::Step fault{.kind = trace::StepKind::kFault,
                    .block = last.block,
                    .thread = last.thread,
                    .site = last.site,
                    .offset = static_cast<std::uint32_t>(launch_.texts.size())};
  const std::uint64_t thread = trace::LinearIndex(outcome.thread, launch_.block);
  if (outcome.has_thread && (launch_.blocks[last.block].index != outcome.block || last.thread != thread)) {
    fault.flags = trace::Step::kOfOtherThread;
    fault.before = trace::LinearIndex(outcome.block, launch_.grid);
    fault.after = thread;
  }
  launch_.steps.Add(fault);
  launch_.texts.push_back(outcome.what);
}

void Recorder::NoteWhatIsMissing(const launch::LaunchRequest& request, bool is_faulty) {
  if (launch_.truncated) recording_.notes.push_back(launch_.truncated_why);
  const std::uint64_t blocks = request.grid.Count();
  file_.Note({.launch = launch_.number,
              .kernel = request.kernel->pretty_name,
              .grid_blocks = blocks,
              .wanted = wanted_,
              .blocks = launch_.blocks.size(),
              .steps = launch_.steps.size(),
              .is_cut = launch_.truncated,
              .is_faulty = is_faulty});
  if (launch_.blocks.size() < blocks)
    recording_.notes.push_back(
        fmt::format("launch {} of {}: the steps of {} of {} blocks were recorded; {}", launch_.number,
                    request.kernel->pretty_name, launch_.blocks.size(), blocks,
                    is_faulty ? "a fault ended the launch" : "`lockstep record --blocks` chooses them"));
}

// --- a block

// Whole blocks only: the next one is likely to take as many steps as those before.
bool Recorder::HasRoomForBlock() const {
  if (launch_.truncated) return false;
  const std::uint64_t recorded = launch_.blocks.size(), steps = launch_.steps.size();
  return recorded == 0 || !settings_.blocks.empty() || !settings_.places.empty() || steps + steps / recorded <= budget_;
}

void Recorder::BlockBegins(launch::BlockRun& run, bool resumed) {
  if (!resumed && HasRoomForBlock())
    scopes_.emplace(&run, OpenBlock(*request_, run.block(), run.thread_count(), recording_, tables_, launch_));
  running_ = &run;
  const auto scope = scopes_.find(&run);
  scope_ = scope == scopes_.end() ? nullptr : &scope->second;
}

// A played block's own array is its shared memory.
void Recorder::NamesArray(launch::BlockRun& run, const launch::PlayedArray& array) {
  if (!scope_ || &run != running_ || launch_.truncated) return;
  steps_.Settle();
  const trace::ObjectId id{static_cast<std::uint32_t>(launch_.objects.size()) | trace::kLaunchObjectBit};
  const memory::MemoryObject& memory = *array.memory;
  launch_.objects.Add({.kind = trace::ObjectKind::kShared,
                       .name = array.name,
                       .element = objects_.TypeOf(array.type, array.element, array.element_size),
                       .shape = array.shape,
                       .address = memory.address,
                       .size = memory.size,
                       .block = scope_->index});
  scope_->AddShared({memory.address, memory.end()}, id);
  snapshots_.NoteGiven({memory.address, memory.size, id});
}

void Recorder::ArrayGoes(launch::BlockRun&, const launch::PlayedArray& array) {
  steps_.Settle();
  if (scope_) scope_->ForgetShared(array.memory->address);
}

void Recorder::BlockStops(launch::BlockRun& run, launch::BlockState state) {
  steps_.Settle();
  running_ = nullptr;
  scope_ = nullptr;
  if (state == launch::BlockState::kFinished) scopes_.erase(&run);
}

// --- lines and variables

void Recorder::Line(launch::ThreadRun& thread, LockstepSite* site) {
  if (!IsOn(thread)) return;
  const trace::SiteId id = tables_.Site(site);
  ScopeOf(thread).line = id;
  steps_.Add(MakerOf(thread), trace::StepKind::kLine, id);
}

void Recorder::Enters(launch::ThreadRun& thread, const LockstepFunction& function) {
  if (!IsOn(thread)) return;
  ThreadScope& scope = ScopeOf(thread);
  scope.Enter();
  trace::Step& step = AddAtLine(thread, trace::StepKind::kEnter);
  step.offset = trace::Index(tables_.Function(&function));
  if (const trace::SiteId call = std::exchange(scope.call, trace::SiteId::kNone); call != trace::SiteId::kNone)
    step.site = call;
}

void Recorder::Calls(launch::ThreadRun& thread, LockstepSite* site) {
  if (IsOn(thread)) ScopeOf(thread).call = tables_.Site(site);
}

void Recorder::Leaves(launch::ThreadRun& thread, const LockstepFunction& function, LockstepSite* site) {
  if (!IsOn(thread)) return;
  ScopeOf(thread).Leave();
  trace::Step& step = AddAtLine(thread, trace::StepKind::kLeave);
  if (site) step.site = tables_.Site(site);
  step.offset = trace::Index(tables_.Function(&function));
}

void Recorder::Declare(launch::ThreadRun& thread, LockstepVariable* variable, const machine::AddressRange& place,
                       const Storage& storage) {
  if (!IsOn(thread)) return;
  steps_.Settle();
  const trace::VariableId id = tables_.Variable(variable);
  const std::uint64_t where = place.begin, size = place.size();
  const bool is_parameter = recording_.variables[trace::Index(id)].kind == trace::VariableKind::kParameter;
  const bool on_own_stack =
      thread.run->is_played() ? machine::IsOnThisStack(where)
                              : where >= AddressOf(thread.stack.low) && where + size <= AddressOf(thread.stack.high());
  // A fresh variable holds no value yet; what an earlier one left in its place would only mislead.
  if (!is_parameter && !storage.has_value && on_own_stack) memory::FillWithPoison(PointerTo(where), size);
  const trace::ObjectId object = AddLocal(thread, id, where, size);
  ScopeOf(thread).Declare({.range = place, .object = object, .has_room = storage.has_room});
  AddAtLine(thread, trace::StepKind::kDeclare).object = object;
  if ((is_parameter || storage.has_value) && size > 0)
    steps_.AddGivenValue(MakerOf(thread), ScopeOf(thread).line, object, where, size);
}

trace::ObjectId Recorder::AddLocal(const launch::ThreadRun& thread, trace::VariableId variable, std::uint64_t address,
                                   std::uint64_t size) {
  const trace::ObjectId object{static_cast<std::uint32_t>(launch_.objects.size()) | trace::kLaunchObjectBit};
  launch_.objects.Add({.kind = trace::ObjectKind::kLocal,
                       .name = recording_.variables[trace::Index(variable)].name,
                       .variable = variable,
                       .address = address,
                       .size = size,
                       .block = scope_->index,
                       .thread = thread.linear});
  return object;
}

// --- memory

void Recorder::Touch(launch::ThreadRun& thread, LockstepSite* site, const machine::MemoryAccess& access,
                     trace::AccessKind kind, bool is_aligned) {
  if (!IsOn(thread)) return TouchUnwatched(thread, site, access, kind, is_aligned);
  // The object may be used for the first time, and its snapshot is to have the last write's value.
  steps_.Settle();
  std::optional<Target> target = targets_.Find(thread, scopes_, access, kind);
  if (!target) {
    RefuseAccess(thread, site, access, kind);
    // The kernel goes on: what the access reaches of other memory is read or written.
    target = targets_.Find(thread, scopes_, {.address = access.address, .size = access.size}, kind);
    if (!target || !IsOn(thread)) return;
  }
  if (!is_aligned && !target->is_local) RefuseAddress(thread, site, access, kind);
  if (target->object == trace::ObjectId::kNone) {
    if (target->is_local) RefuseBesideLocal(thread, site, access, kind);
    return;
  }
  const bool reads_local = target->is_local && kind == trace::AccessKind::kRead;
  steps_.AddAccess(MakerOf(thread), reads_local ? trace::StepKind::kReadLocal : KindOf(kind), tables_.Site(site),
                   *target, access.address, access.size);
  if (kind != trace::AccessKind::kRead && !trace::IsLaunchObject(target->object))
    NoteWriter(thread, access.address, access.size);
}

void Recorder::TouchUnwatched(launch::ThreadRun& thread, LockstepSite* site, const machine::MemoryAccess& access,
                              trace::AccessKind kind, bool is_aligned) {
  std::optional<Target> target = targets_.FindForUnwatched(thread, access, kind);
  if (!target) {
    RefuseAccess(thread, site, access, kind);
    target = targets_.FindForUnwatched(thread, {.address = access.address, .size = access.size}, kind);
    if (!target) return;
  }
  if (!is_aligned && !target->is_local) RefuseAddress(thread, site, access, kind);
  if (kind != trace::AccessKind::kRead && target->object != trace::ObjectId::kNone)
    NoteWriter(thread, access.address, access.size);
}

void Recorder::NoteWriter(const launch::ThreadRun& thread, std::uint64_t address, std::uint64_t size) {
  writers_.Note(address, size, launch::LinearBlock(*thread.block) * request_->block.Count() + thread.linear);
}

// --- what the runtime reports

void Recorder::Arrives(launch::ThreadRun& thread, launch::Waits at, std::uint64_t detail) {
  if (!IsOn(thread)) return;
  trace::Step& step = Add(thread, trace::StepKind::kArrive);
  step.offset = static_cast<std::uint32_t>(KindOf(at));
  step.after = detail;
}

void Recorder::Passes(launch::ThreadRun& thread, launch::Waits at) {
  if (IsOn(thread)) Add(thread, trace::StepKind::kPass).offset = static_cast<std::uint32_t>(KindOf(at));
}

// In a recording, a thread that does not wait passes the barrier at once.
void Recorder::ArrivesOnly(launch::ThreadRun& thread, std::uint32_t, std::uint32_t count) {
  Arrives(thread, launch::Waits::kNamedBarrier, count);
  Passes(thread, launch::Waits::kNamedBarrier);
}

namespace {

// Whose value a shuffle has given the thread: its own, where the lane that it asked did not come.
std::uint32_t LaneHeardBy(const launch::ThreadRun& thread) {
  const bool is_heard = thread.result_origin != LOCKSTEP_ORIGIN_LANE;
  return (is_heard ? thread.operand_lane : thread.linear) % trace::kWarpSize;
}

}  // namespace

void Recorder::Exchanges(launch::ThreadRun& thread, std::uint32_t operation, std::uint32_t, std::uint64_t operand,
                         std::uint64_t result) {
  if (!IsOn(thread)) return;
  trace::Step& step = Add(thread, trace::StepKind::kExchange);
  const auto kind = static_cast<trace::WarpOperation>(operation);
  step.offset = trace::Packed({.operation = kind,
                               .lane = trace::IsShuffle(kind) ? LaneHeardBy(thread) : 0,
                               .meeting = thread.meeting % trace::WarpExchange::kMeetings});
  step.before = operand;
  step.after = result;
}

void Recorder::Prints(launch::ThreadRun& thread, const std::string& text) {
  if (IsOn(thread)) steps_.AddText(MakerOf(thread), trace::StepKind::kPrint, tables_.Site(thread.site), text);
}

void Recorder::Fences(launch::ThreadRun& thread, int) {
  if (IsOn(thread)) AddAtLine(thread, trace::StepKind::kFence);
}

void Recorder::Allocates(launch::ThreadRun& thread, void* address, std::uint64_t) {
  if (!IsOn(thread)) return;
  steps_.Settle();
  const memory::MemoryObject* object = machine_.memory().FindLive(AddressOf(address));
  if (object) Add(thread, trace::StepKind::kAllocate).object = objects_.Of(*object).id;
}

void Recorder::Frees(launch::ThreadRun& thread, void* address) {
  if (!IsOn(thread)) return;
  steps_.Settle();
  const memory::MemoryObject* object = machine_.memory().FindLive(AddressOf(address));
  if (object) Add(thread, trace::StepKind::kFree).object = objects_.Of(*object).id;
  targets_.Forget();
}

void Recorder::Exits(launch::ThreadRun& thread) {
  if (IsOn(thread)) AddAtLine(thread, trace::StepKind::kExit);
}

void Recorder::Faults(launch::ThreadRun& thread, const std::string& what) {
  if (!IsOn(thread)) return;
  trace::Step& step = steps_.AddText(MakerOf(thread), trace::StepKind::kFault, tables_.Site(thread.site), what);
  step.object = missed_.object;
  step.before = static_cast<std::uint64_t>(missed_.offset);
  step.after = missed_.writes;
  step.size = missed_.size;
  missed_ = {};
}

}  // namespace lockstep::record
