#include "sim/inspect/checker.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <span>

#include "shared/base/address.h"
#include "shared/base/environment.h"
#include "shared/base/program_end.h"
#include "shared/report/program_captures.h"
#include "shared/session/choices.h"
#include "shared/session/message.h"
#include "shared/session/variables.h"
#include "sim/explain/explainer.h"
#include "sim/hooks/check.h"
#include "sim/inspect/rounds.h"
#include "sim/inspect/worker.h"
#include "sim/launch/device_calls.h"
#include "sim/launch/observers.h"
#include "sim/launch/played_launch.h"

std::uint64_t __lockstep_device_base = 0, __lockstep_device_capacity = 0;
std::uint64_t __lockstep_registered_base = 0, __lockstep_registered_capacity = 0;

namespace lockstep::inspect {
namespace {

Checker* current = nullptr;

bool IsPlayed(const launch::ThreadRun& thread) { return thread.run && thread.run->is_played(); }

std::optional<session::CheckSettings> SettingsAtStart() {
  const char* text = VariableAtStart(session::kCheckVariable);
  if (!text || !*text) return std::nullopt;
  Expected<session::CheckSettings> settings = session::CheckSettingsFromJson(text);
  if (settings) return std::move(*settings);
  session::Say({.text = settings.error().message});
  return std::nullopt;
}

// Set before main.
pid_t first_process = 0;

// The first process of a program has the report's own name, others a longer one.
std::string PathIn(const session::CheckSettings& settings) {
  return getpid() == first_process ? settings.path : session::PathOfOtherProcess(settings.path, getpid());
}

// A program that never launches a kernel leaves a report too, so that a report that is missing is one that was lost.
// Programs that it starts, and that are checked as well, have reports of their own.
[[gnu::constructor]] void LeaveEmptyReport() {
  const std::optional<session::CheckSettings> settings = SettingsAtStart();
  if (!settings) return;
  // Of several processes that start at once, one is the first.
  const int mark = open((settings->path + ".taken").c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
  if (mark < 0 && errno == EEXIST) return;
  if (mark >= 0) close(mark);
  first_process = getpid();
  if (auto written = session::WriteReport({}, settings->path); !written)
    session::Say({.status = ExitStatus::kCannotWrite, .text = written.error().message});
}

// Programs name their arrays before the first launch, which is when the checker comes to be.
[[gnu::constructor]] void ListenToPublications() {
  const std::optional<session::CheckSettings> settings = SettingsAtStart();
  if (!settings || settings->arrays.names.empty()) return;
  report::SetPublishListener([](const lockstep_array& array) {
    if (Checker* const checker = Checker::Current())
      checker->arrays().NotePublication(AddressOf(array.data), array.name);
  });
}

// A report that is asked for in vain would pass for one without findings.
bool IsBuiltToBeChecked() {
  if (machine::Machine::HasCheckedUnit()) return true;
  for (const char* variable : {session::kReportVariable, session::kStatusVariable}) {
    const char* text = VariableAtStart(variable);
    if (!text || !*text) continue;
    session::Say({.text = fmt::format("{}: this program is not checked, because it was not built with "
                                      "`--lockstep-mode=check`",
                                      variable)});
    break;
  }
  return false;
}

}  // namespace

Checker::Checker(session::CheckSettings settings, machine::Machine& machine, explain::Explainer* explainer)
    : families_(std::move(settings), machine, session::WorkerCount() > 1),
      explainer_(explainer),
      order_(session::OrderOfRun()) {
  __lockstep_device_base = machine.memory().base();
  __lockstep_device_capacity = machine.memory().capacity();
}

Checker* Checker::Make(machine::Machine& machine, explain::Explainer* explainer, bool is_recorded) {
  std::optional<session::CheckSettings> settings = SettingsAtStart();
  if (!settings && (is_recorded || !IsBuiltToBeChecked())) return nullptr;
  if (settings) settings->path = PathIn(*settings);
  current = new Checker(settings.value_or(session::CheckSettings{}), machine, explainer);
  if (!settings) current->context_.report.ReportsItself(OwnReport::OfEnvironment());
  AtProgramEnd([] { current->ProgramEnds(); });
  on_exit([](int status, void*) { current->families_.leaks.Exits(status); }, nullptr);
  return current;
}

bool Checker::MayBe() {
  static const bool is_asked_for = VariableAtStart(session::kCheckVariable);
  return is_asked_for || machine::Machine::HasCheckedUnit();
}

Checker* Checker::Current() {
  launch::TheObservers();
  return current;
}

void Checker::ProgramEnds() {
  families_.host.ProgramEnds();
  families_.leaks.ProgramEnds();
  context_.report.Finish();
  arrays_.Write();
  has_ended_ = true;
}

// --- a launch

launch::LaunchObserver::Plan Checker::LaunchBegins(const launch::LaunchRequest& request, std::uint32_t launch) {
  families_.blocks.LaunchBegins(request);
  if (context_.episodes.IsNearlyFull()) {
    context_.memory.ForgetWho();
    context_.episodes.Restart();
    families_.streams.Forget();
  }
  context_.BeginLaunch(request, launch);
  if (!request.parent) families_.host.Launches(request.kernel->pretty_name);
  families_.releases.Clear();
  families_.races.LaunchBegins();
  families_.barriers.LaunchBegins();
  families_.streams.LaunchBegins(context_.launch, request.parent);
  arrays_.LaunchBegins(request);
  if (request.unit->mode != LOCKSTEP_CHECK) {
    context_.report.NoteUnchecked(request.kernel, request.grid.Count() * request.block.Count());
    return {};
  }
  if (explainer_) explainer_->LaunchBegins(request, launch);
  NameArguments(request);
  if (request.played)
    for (const launch::PlayedArray& array : request.played->arrays) NamePlayed(array);
  return {.order = order_, .watch_all = true, .rounds = FirstRounds(context_.settings.most_rounds)};
}

namespace {

bool IsOf(const LockstepUnit& unit, std::uint32_t type, trace::TypeKind kind) {
  return type < unit.type_count && unit.types[type].kind == static_cast<std::uint32_t>(kind);
}

}  // namespace

void Checker::NameArguments(const launch::LaunchRequest& request) {
  const LockstepUnit& unit = *request.unit;
  for (std::uint32_t i = 0; i < request.kernel->parameter_count; ++i) {
    const LockstepParameter& parameter = request.kernel->parameters[i];
    const auto* argument = static_cast<const char*>(request.arguments[i]);
    if (IsOf(unit, parameter.type, trace::TypeKind::kPointer) && parameter.size == 8)
      NamePointee(unit, argument, unit.types[parameter.type].element, parameter.name);
    if (!IsOf(unit, parameter.type, trace::TypeKind::kStruct)) continue;
    const LockstepType& type = unit.types[parameter.type];
    for (const LockstepMember& member : std::span(type.members, type.member_count))
      if (IsOf(unit, member.type, trace::TypeKind::kPointer) && member.offset + 8 <= parameter.size)
        NamePointee(unit, argument + member.offset, unit.types[member.type].element, nullptr);
  }
}

void Checker::NamePointee(const LockstepUnit& unit, const char* pointer, std::uint32_t element, const char* name) {
  std::uint64_t address = 0;
  std::memcpy(&address, pointer, sizeof address);
  const memory::MemoryObject* found = context_.machine.memory().FindLive(address);
  if (!found || memory::IsPlayed(found->kind)) return;
  ObjectFacts& facts = context_.memory.Of(*found);
  if (name && facts.name.empty()) context_.memory.Name(facts, name);
  if (name && facts.type.empty() && element < unit.type_count && unit.types[element].size)
    facts.type = unit.types[element].name;
  if (std::optional<ElementLayout> layout = LayoutOf(unit, element)) {
    layout->offset = (address - found->address) % layout->padding.size();
    facts.TakeFor(*std::move(layout));
  }
}

// All arrays of one mark are the same to people.
void Checker::NamePlayed(const launch::PlayedArray& array) {
  ObjectFacts& facts = context_.memory.Of(*array.memory);
  facts.type = array.type;
  facts.allocated_at = {.file = array.file, .line = static_cast<std::uint32_t>(array.line)};
  facts.allocated_by = array.file;
  context_.memory.Name(facts, array.name);
}

void Checker::NamesArray(launch::BlockRun&, const launch::PlayedArray& array) {
  NamePlayed(array);
  if (explainer_) explainer_->NamesArray(array);
}

void Checker::RefusesMark(const launch::RefusedMark& mark) { families_.host.RefusesMark(mark); }

void Checker::ArrayGoes(launch::BlockRun&, const launch::PlayedArray& array) {
  ThisWorker().Forget();
  context_.memory.ForgetHost(*array.memory);
  if (explainer_) explainer_->ArrayGoes(array);
}

void Checker::LaunchEnds(const launch::LaunchRequest&, const launch::LaunchOutcome& outcome) {
  const bool failed = outcome.fault != launch::LaunchFault::kNone;
  families_.recursion.LaunchEnds(outcome);
  if (failed && !context_.fault_is_reported && !families_.barriers.ReportFault(outcome))
    families_.faults.Report(outcome);
  if (failed && outcome.fault != launch::LaunchFault::kNoMemory) families_.leaks.LaunchFails();
  if (explainer_) explainer_->LaunchEnds();
  families_.streams.LaunchEnds();
  context_.memory.ForgetPlayed();
  played_runs_.clear();
  arrays_.LaunchEnds();
  // A handler of quick_exit may launch kernels after the end of our own work; the report counts them as well.
  has_ended_ ? context_.report.Write() : context_.report.WriteNews();
  if (has_ended_) arrays_.Write();
}

bool Checker::HasWritten() { return ThisWorker().HasWritten(); }

void Checker::KeepMemory() { ThisWorker().kept.Begin(); }

bool Checker::IsMemoryAsKept() { return ThisWorker().kept.IsAsKept(); }

void Checker::ForgetMemory() { ThisWorker().kept.End(); }

void Checker::StandsStill(launch::BlockRun& run, std::uint64_t not_started) {
  if (run.has_met_often())
    families_.faults.ReportEndlessBlock(run);
  else
    families_.barriers.ReportDeadlock(run, not_started);
}

// --- a block

void Checker::BlockBegins(launch::BlockRun& run, bool resumed) {
  CheckedWorker& worker = ThisWorker();
  if (worker.launch != context_.report.launches()) {
    worker.runs.clear();
    worker.launch = context_.report.launches();
  }
  auto& checked = RunsOf(worker, run)[&run];
  if (run.is_played()) player_ = &worker;
  if (!checked || (!resumed && checked->has_begun)) checked = families_.blocks.Make(run.block(), run.linear());
  if (!std::exchange(checked->has_begun, true))
    for (std::uint32_t i = 0; i < run.thread_count(); ++i)
      run.thread(i).rounds_left = FirstRounds(context_.settings.most_rounds);
  worker.parallel = context_.parallel;
  worker.Run(checked.get(), context_.settings.with_ordinals);
}

void Checker::BlockStops(launch::BlockRun& run, launch::BlockState state) {
  CheckedWorker& worker = run.is_played() ? *player_ : ThisWorker();
  context_.report.CountAccesses(std::exchange(worker.block->accesses, 0));
  if (state == launch::BlockState::kDeadlock) families_.barriers.ReportDeadlock(run, 0);
  if (state == launch::BlockState::kFinished) families_.barriers.BlockEnds(*worker.block, run);
  if (run.is_cooperative()) families_.barriers.GridBlockStops(run, state);
  if (explainer_ && state == launch::BlockState::kFinished) explainer_->BlockEnds(run);
  worker.Stop();
  if (state == launch::BlockState::kFinished) RunsOf(worker, run).erase(&run);
}

void Checker::LoopBegins(const LockstepBlock& block, std::uint64_t linear) {
  CheckedWorker& worker = ThisWorker();
  worker.loop = families_.blocks.Make(block, linear);
  worker.loop_frame = AddressOf(__builtin_frame_address(0));
  worker.parallel = context_.parallel;
  worker.Run(worker.loop.get(), context_.settings.with_ordinals);
}

void Checker::LoopEnds() {
  CheckedWorker& worker = ThisWorker();
  context_.report.CountAccesses(worker.block->accesses);
  worker.Stop();
}

std::jmp_buf* Checker::TrialBegins() {
  CheckedWorker& worker = ThisWorker();
  const bool may_try = worker.usual_block && !worker.block->order.HasUnordered();
  if (!may_try || !worker.trial.Begin(worker, context_.report.launches(), context_.settings.most_rounds))
    return nullptr;
  return &worker.trial.doubt;
}

void Checker::TrialEnds() {
  const CheckedWorker& worker = ThisWorker();
  ThisWorker().trial.End(worker);
}

// --- a thread

void Checker::Arrives(launch::ThreadRun& thread, launch::Waits at, std::uint64_t) {
  if (CheckedBlock* block = ThisWorker().block) families_.barriers.Arrives(*block, thread, at);
}

void Checker::Passes(launch::ThreadRun& thread, launch::Waits at) {
  CheckedWorker& worker = ThisWorker();
  CheckedBlock* block = worker.block;
  if (!block) return;
  if (explainer_ && at == launch::Waits::kNamedBarrier) explainer_->ThreadMeets(thread);
  if (!families_.barriers.Passes(*block, thread, at)) return;
  if (explainer_) explainer_->BlockMeets(*thread.run);
  if (block->copies.empty()) return;
  block->copies.Settle(std::max(block->order.floor(), block->order.grid_floor()));
  worker.Run(block, context_.settings.with_ordinals);
}

void Checker::ArrivesOnly(launch::ThreadRun& thread, std::uint32_t number, std::uint32_t) {
  if (CheckedBlock* block = ThisWorker().block) families_.barriers.ArrivesOnly(*block, thread, number);
}

void Checker::Meets(launch::ThreadRun& thread, std::uint32_t mask) {
  families_.warps.Meets(ThisWorker().block, thread, mask);
  if (explainer_ && ThisWorker().block) explainer_->ThreadMeets(thread);
}

void Checker::HasMet(launch::BlockRun& run, std::uint32_t warp, const launch::WarpMeeting& meeting) {
  if (CheckedBlock* block = ThisWorker().block) families_.warps.HasMet(*block, run, warp, meeting);
}

void Checker::UsesMatrix(launch::ThreadRun& thread, const launch::MatrixUse& use) {
  ThisWorker().kept.Doubt();
  if (ThisWorker().block) families_.matrices.Uses(thread, use);
}

void Checker::Fences(launch::ThreadRun& thread, int scope) {
  if (CheckedBlock* block = ThisWorker().block)
    block->sync.Fence(thread.linear, scope >= 1 ? check::BlockSync::Scope::kDevice : check::BlockSync::Scope::kBlock);
}

void Checker::Allocates(launch::ThreadRun& thread, void* address, std::uint64_t size) {
  ThisWorker().kept.Doubt();
  if (!address) families_.leaks.HeapIsExhausted(thread, size);
}

void Checker::Frees(launch::ThreadRun& thread, void* address) {
  ThisWorker().Forget();
  ThisWorker().kept.Doubt();
  families_.leaks.HeapFrees(thread, AddressOf(address));
}

void Checker::Exchanges(launch::ThreadRun& thread, std::uint32_t operation, std::uint32_t, std::uint64_t,
                        std::uint64_t) {
  if (explainer_ && ThisWorker().block) explainer_->ThreadExchanges(thread, operation);
}

void Checker::Launches(launch::ThreadRun& thread, const launch::LaunchRequest& child) {
  CheckedBlock* block = ThisWorker().block;
  if (!block) return;
  ThisWorker().kept.Doubt();
  families_.streams.Launches(*block, thread, child);
  families_.locals.Launches(thread, child);
}

void Checker::Exits(launch::ThreadRun& thread) {
  if (CheckedBlock* block = ThisWorker().block) {
    block->exited[thread.linear / trace::kWarpSize] |= 1u << (thread.linear % trace::kWarpSize);
    block->copies.End({.thread = thread.linear, .segment = block->order.segment(thread.linear)});
  }
  if (explainer_) explainer_->ThreadLeaves(thread);
}

// --- the host's work on the device

void Checker::Fills(const machine::FillOperation& fill, const machine::HostCall& call) {
  const cudaMemsetParams& p = fill.parms;
  const std::uint64_t width = p.width * p.elementSize;
  const std::lock_guard one_at_a_time(context_.machine.work_mutex());
  if (explainer_) explainer_->HostFills(fill);
  families_.streams.WorkBegins(call.stream, call.caller, "fills");
  for (std::size_t z = 0; z < fill.depth; ++z)
    for (std::size_t y = 0; y < p.height; ++y) {
      const std::uint64_t row = AddressOf(p.dst) + z * fill.slice + y * p.pitch;
      families_.streams.WorkTouches(row, width, true);
      families_.values.HostWrites(row, width);
    }
  families_.values.HostFilled(AddressOf(p.dst), {call.caller, width * p.height * fill.depth, "fills"});
}

void Checker::Copies(const machine::CopyPlan& plan, const machine::HostCall& call) {
  const std::lock_guard one_at_a_time(context_.machine.work_mutex());
  if (explainer_) explainer_->HostCopies(plan);
  families_.streams.WorkBegins(call.stream, call.caller, "copies");
  families_.host.CheckBuffers(plan, call.caller);
  for (std::size_t z = 0; z < plan.depth; ++z)
    for (std::size_t y = 0; y < plan.height; ++y) {
      const std::uint64_t to = AddressOf(plan.to + z * plan.to_slice + y * plan.to_pitch);
      const std::uint64_t from = AddressOf(plan.from + z * plan.from_slice + y * plan.from_pitch);
      families_.streams.WorkTouches(from, plan.width, false);
      families_.streams.WorkTouches(to, plan.width, true);
      if (plan.device_to_host)
        families_.values.HostReads(from, plan.width, call.caller);
      else
        families_.values.HostCopies(to, from, plan.width, call.caller);
    }
  if (!plan.device_to_host) families_.values.HostFilled(AddressOf(plan.to), {call.caller, plan.Bytes(), "copies"});
  // A copy to pageable memory returns when it is done, whatever its name says (CUDA Runtime API, "API synchronization
  // behavior").
  if (plan.device_to_host && context_.machine.Locate(plan.to).kind == machine::LocationKind::kHost)
    families_.streams.HostWaits(call.stream);
  context_.report.WriteNews();
}

void Checker::CallsLibrary(const machine::LibraryCall& library, const machine::HostCall& call) {
  const std::lock_guard one_at_a_time(context_.machine.work_mutex());
  context_.report.CountLibraryCall();
  families_.streams.WorkBegins(call.stream, call.caller, "uses");
  const auto for_each_row = [&](auto LockstepOperand::* which, auto&& visit) {
    for (const LockstepOperand& operand : library.operands)
      for (std::uint64_t row = 0; operand.*which && row < operand.height; ++row)
        visit(operand, AddressOf(operand.first) + row * operand.pitch);
  };
  for_each_row(&LockstepOperand::is_read, [&](const LockstepOperand& operand, std::uint64_t row) {
    families_.streams.WorkTouches(row, operand.width, false);
    families_.values.LibraryReads(library.function, operand, row, call.caller);
  });
  for_each_row(&LockstepOperand::is_written, [&](const LockstepOperand& operand, std::uint64_t row) {
    families_.streams.WorkTouches(row, operand.width, true);
    families_.values.HostWrites(row, operand.width);
  });
  for (const LockstepOperand& operand : library.operands)
    if (operand.is_written)
      families_.values.HostFilled(AddressOf(operand.first), {call.caller, operand.width * operand.height, "writes"});
  context_.report.WriteNews();
}

void Checker::HasAllocated(const void* pointer, std::uint64_t size, const machine::HostCall& call) {
  const std::lock_guard one_at_a_time(context_.machine.work_mutex());
  families_.streams.WorkBegins(call.stream, call.caller, "allocates");
  families_.streams.WorkTouches(AddressOf(pointer), size, true);
}

void Checker::SharesMemory(const void* pointer, std::uint64_t size, const machine::HostCall&) {
  const std::lock_guard one_at_a_time(context_.machine.work_mutex());
  families_.values.OthersWrite(AddressOf(pointer), size);
}

// Host code asks at each access whether it is in this range, so it only grows.
void Checker::RegistersMemory(const void* pointer, std::uint64_t size) {
  const std::lock_guard one_at_a_time(context_.machine.work_mutex());
  const std::uint64_t begin = AddressOf(pointer), end = begin + size;
  const std::uint64_t base = __lockstep_registered_base, capacity = __lockstep_registered_capacity;
  const std::uint64_t first = capacity ? std::min(base, begin) : begin;
  __lockstep_registered_base = first;
  __lockstep_registered_capacity = std::max(capacity ? base + capacity : end, end) - first;
}

void Checker::UnregistersMemory(const void* pointer) {
  const std::lock_guard one_at_a_time(context_.machine.work_mutex());
  if (const memory::MemoryObject* object = context_.machine.memory().FindLive(AddressOf(pointer)))
    if (object->kind == memory::MemoryKind::kRegistered) context_.memory.ForgetHost(*object);
}

void Checker::FreesMemory(const void* pointer, std::uint64_t size, const machine::HostCall& call) {
  const std::lock_guard one_at_a_time(context_.machine.work_mutex());
  families_.streams.WorkBegins(call.stream, call.caller, "frees");
  families_.streams.WorkTouches(AddressOf(pointer), size, true);
}

void Checker::HostTouches(std::uint64_t address, std::uint64_t size, std::uint32_t how, const void* caller) {
  if (__lockstep_current && !IsPlayed(launch::CurrentThread()))
    families_.host.ReportHostCode(launch::CurrentThread(), caller);
  const memory::MemoryObject* object = context_.machine.memory().FindLive(address, size);
  // Of arrays of a kernel that the host plays, other hooks tell.
  if (object && memory::IsPlayed(object->kind)) return;
  if (object && !memory::HostMayTouch(object->kind))
    return families_.host.ReportDevicePointer(*object, address, size, how & LOCKSTEP_HOST_WRITES, caller);
  if (families_.streams.HostKnowsAll()) return families_.values.HostUses(address, size, how & LOCKSTEP_HOST_WRITES);
  const ObjectFacts* facts = object ? &context_.memory.Of(*object) : context_.memory.FindVariable(address);
  if (facts && address + size <= facts->address + facts->size)
    families_.streams.HostTouches(*facts, address, size, how, caller);
}

void Checker::AsksForTime(const void* event, const void* caller) {
  if (!families_.streams.HostKnowsOf(event)) families_.host.AsksTooSoon(caller);
}

}  // namespace lockstep::inspect
