#include "sim/record/recorder.h"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <thread>

#include "shared/base/environment.h"
#include "shared/base/exit_status.h"
#include "shared/base/must.h"
#include "shared/base/program_end.h"
#include "shared/base/unfinished_file.h"
#include "shared/report/program_captures.h"
#include "shared/trace/limits.h"
#include "shared/trace/words.h"
#include "sim/launch/arena.h"
#include "sim/launch/faults.h"
#include "sim/launch/observers.h"
#include "sim/machine/host_memory.h"
#include "sim/machine/machine.h"
#include "sim/machine/miss.h"
#include "sim/record/carved_arrays.h"
#include "sim/record/unwritten.h"

namespace lockstep {
namespace {

// Blocks that a launch's recording starts with where nobody chose any; the budget of steps ends it earlier.
constexpr std::uint64_t kFirstBlocks = 64;
// Longer accesses (copies of whole structs) are told in pieces.
constexpr std::uint64_t kLongestPiece = 32768;
// An object of more cells has no map of who wrote them.
constexpr std::uint64_t kMostMappedCells = 8u << 20;
// Beyond this many texts in a launch, a bad access ends the kernel after all.
constexpr std::size_t kMostTexts = 10'000;

std::uint64_t AddressOf(const void* pointer) { return reinterpret_cast<std::uint64_t>(pointer); }

std::string Plural(std::uint64_t count, const char* word) {
  return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

BarrierKind KindOf(Waits at) {
  switch (at) {
    case Waits::kWarp: return BarrierKind::kWarp;
    case Waits::kGridBarrier: return BarrierKind::kGrid;
    case Waits::kClusterBarrier:
    case Waits::kNamedBarrier: return BarrierKind::kGroup;
    default: return BarrierKind::kBlock;
  }
}

StepKind KindOf(AccessKind access) {
  switch (access) {
    case AccessKind::kRead: return StepKind::kRead;
    case AccessKind::kWrite: return StepKind::kWrite;
    default: return StepKind::kAtomic;
  }
}

Recorder* current = nullptr;
std::atomic<bool> in_launch{false}, is_to_stop{false};

void OnWishToEnd(int number) {
  if (in_launch && !is_to_stop.exchange(true)) return;
  signal(number, SIG_DFL);
  raise(number);
}

std::uint64_t LinearBlock(const LockstepBlock& block) {
  return block.index[0] +
         std::uint64_t{block.grid_dim[0]} * (block.index[1] + std::uint64_t{block.grid_dim[1]} * block.index[2]);
}

}  // namespace

Recorder::Recorder(RecordSettings settings, Machine& machine)
    : settings_(std::move(settings)), machine_(machine), tables_(recording_), process_(getpid()) {
  recording_.program = settings_.program;
  recording_.arguments = settings_.arguments;
  recording_.order = settings_.order;
  auto writer = TraceWriter::Create(settings_.path, settings_.shown);
  if (!writer) GiveUp(writer.error());
  writer_ = std::move(*writer);
  for (const LockstepUnit* unit : machine.Units())
    if (unit->mode == LOCKSTEP_RECORD) tables_.AddUnit(*unit);
}

Recorder* Recorder::Make(Machine& machine) {
  const char* text = VariableAtStart(kRecordVariable);
  if (!text || !*text) return nullptr;
  Expected<RecordSettings> settings = RecordSettingsFromJson(text);
  if (!settings) {
    std::fprintf(stderr, "lockstep: %s\n", settings.error().message.c_str());
    return nullptr;
  }
  current = new Recorder(std::move(*settings), machine);
  signal(SIGTERM, OnWishToEnd);
  signal(SIGINT, OnWishToEnd);
  AtProgramEnd([] { current->Finish(); });
  return current;
}

Recorder* Recorder::Current() {
  TheObservers();
  return current;
}

namespace {

// Programs name their arrays before the first launch, which is when the recorder comes to be.
[[gnu::constructor]] void ListenToPublications() {
  const char* text = VariableAtStart(kRecordVariable);
  if (!text || !*text) return;
  SetPublishListener([](const lockstep_array& array) {
    Recorder* const recorder = Recorder::Current();
    if (!recorder) return;
    recorder->NotePublication(
        {.address = reinterpret_cast<std::uintptr_t>(array.data),
         .name = array.name,
         .shape = {array.shape, array.shape + std::clamp(array.rank, 0, lockstep_capture::kMaxRank)}});
  });
}

}  // namespace

// --- the end

// A kernel that still runs is stopped at its next line, so that what it did is written; it may be one that never ends,
// or that waits for what only the thread that ends the program would do.
void Recorder::StopLaunch() {
  constexpr auto kLongest = std::chrono::seconds(2);
  if (!in_launch || launching_thread_ == std::this_thread::get_id()) return;
  is_to_stop = true;
  const auto until = std::chrono::steady_clock::now() + kLongest;
  while (in_launch && std::chrono::steady_clock::now() < until)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

void Recorder::Finish() {
  StopLaunch();
  const std::lock_guard lock(mutex_);
  if (ended_) return;
  ended_ = true;
  if (auto finished = writer_->Finish(); !finished) GiveUp(finished.error());
  WriteSummary();
}

// Without a summary the command says less, and is right all the same: that it cannot be written is not worth a word.
void Recorder::WriteSummary() const {
  if (!settings_.summary.empty()) (void)WriteFile(settings_.summary, ToJson(summary_));
}

void Recorder::GiveUp(const Error& error) {
  std::fprintf(stderr, "lockstep: %s\n", error.message.c_str());
  summary_.failure = error.message;
  WriteSummary();
  LeaveProgram(static_cast<int>(ExitStatus::kCannotWrite));  // by which `lockstep record` knows
}

void Recorder::CountLaunch(const LaunchRequest& request, std::uint32_t launch) {
  constexpr std::size_t kMostKernels = 50;
  ++summary_.launches;
  summary_.recorded += recording_launch_;
  const std::string name = request.kernel->pretty_name;
  auto known = std::ranges::find_if(summary_.kernels, [&](const RecordSummary::Kernel& kernel) {
    return kernel.name == name && kernel.grid == request.grid;
  });
  if (known == summary_.kernels.end()) {
    if (summary_.kernels.size() == kMostKernels) return;
    known = summary_.kernels.insert(known, {.name = name, .grid = request.grid, .first = launch});
  }
  ++known->launches;
  known->recorded += recording_launch_;
}

bool Recorder::IsToStop() { return is_to_stop.load(std::memory_order_relaxed); }

void Recorder::NotePublication(Publication publication) {
  std::erase_if(publications_, [&](const Publication& p) { return p.address == publication.address; });
  publications_.push_back(std::move(publication));
}

// The cells of an array variable, and how they lie: `float t[16][17]` is 16 x 17 cells of float.
void Recorder::GiveCells(Object& object, TypeId type) const {
  for (; type != TypeId::kNone; type = recording_.types[Index(type)].element) {
    const Type& described = recording_.types[Index(type)];
    object.element = type;
    if (described.kind != TypeKind::kArray) break;
    object.shape.push_back(described.count);
  }
  if (object.shape.size() > kMostDimensions) object.shape.clear();
}

// The declaration leaves the outermost extent open: it is what the launch's bytes have room for.
void Recorder::GiveDynamicCells(Object& object, TypeId element) const {
  const std::uint64_t row = element == TypeId::kNone ? 0 : recording_.types[Index(element)].size;
  if (row == 0 || row > object.size) return;
  GiveCells(object, element);
  if (!object.shape.empty()) object.shape.insert(object.shape.begin(), object.size / row);
}

// --- a launch

bool Recorder::Wants(const LaunchRequest& request, std::uint32_t launch) {
  if (request.unit->mode != LOCKSTEP_RECORD) return false;
  if (!settings_.places.empty())
    return std::ranges::find(settings_.places, launch, &RecordPlace::launch) != settings_.places.end();
  if (settings_.launch && launch != *settings_.launch) return false;
  const std::string pretty = request.kernel->pretty_name;
  if (!settings_.kernel.empty() && pretty != settings_.kernel &&
      pretty.substr(0, pretty.find('<')) != settings_.kernel && settings_.kernel != request.kernel->name)
    return false;
  return settings_.launch || settings_.every_launch ||
         !recorded_kernels_.contains(tables_.Kernel(*request.unit, *request.kernel));
}

// Whoever names places wants those and no more, so the program need not go on.
bool Recorder::IsLastPlace(std::uint32_t launch) const {
  return !settings_.places.empty() &&
         std::ranges::none_of(settings_.places, [&](const RecordPlace& place) { return place.launch > launch; });
}

LaunchObserver::Plan Recorder::ChooseBlocks(const LaunchRequest& request, std::uint32_t launch) const {
  Plan plan{.order = ParseOrder(settings_.order).value_or(Order{OrderKind::kLockstep, 0})};
  const Dim3 grid = request.grid;
  const auto place = std::ranges::find(settings_.places, launch, &RecordPlace::launch);
  const std::vector<Dim3>& chosen = place != settings_.places.end() ? place->blocks : settings_.blocks;
  for (const Dim3& block : chosen)
    if (block.x < grid.x && block.y < grid.y && block.z < grid.z)
      plan.watched.push_back(block.x + std::uint64_t{grid.x} * (block.y + std::uint64_t{grid.y} * block.z));
  std::ranges::sort(plan.watched);
  plan.watched.erase(std::ranges::unique(plan.watched).begin(), plan.watched.end());
  const std::uint64_t threads = std::max<std::uint64_t>(request.block.Count(), 1);
  plan.watched.resize(std::min<std::uint64_t>(plan.watched.size(), kMostThreads / threads));
  if (chosen.empty())
    for (std::uint64_t linear = 0; linear < std::min(grid.Count(), kFirstBlocks); ++linear)
      plan.watched.push_back(linear);
  return plan;
}

LaunchObserver::Plan Recorder::LaunchBegins(const LaunchRequest& request, std::uint32_t launch) {
  AddVariables();
  in_launch = true;
  launching_thread_ = std::this_thread::get_id();
  request_ = &request;
  launch_ = {};
  maps_.clear();
  last_map_ = {};
  recent_ = {};
  used_.clear();
  is_used_.clear();
  memory_left_ = settings_.max_memory;
  budget_ = StepBudget(settings_, steps_before_);
  recording_launch_ = !ended_ && getpid() == process_ && Wants(request, launch);
  CountLaunch(request, launch);
  if (!recording_launch_) return {};
  const KernelId kernel = tables_.Kernel(*request.unit, *request.kernel);
  ++recorded_kernels_[kernel];
  launch_.kernel = kernel;
  launch_.number = launch;
  launch_.grid = request.grid;
  launch_.block = request.block;
  launch_.dynamic_shared = request.dynamic_shared;
  for (std::uint32_t i = 0; i < request.kernel->parameter_count; ++i) {
    const auto* bytes = static_cast<const std::uint8_t*>(request.arguments[i]);
    launch_.arguments.emplace_back(bytes, bytes + request.kernel->parameters[i].size);
  }
  NameObjects(request);
  return ChooseBlocks(request, launch);
}

ObjectId Recorder::ObjectOf(const MemoryObject& memory) {
  auto [found, is_new] =
      allocations_.try_emplace(memory.serial, ObjectId{static_cast<std::uint32_t>(recording_.objects.size())});
  if (is_new)
    recording_.objects.push_back({.kind = ObjectKind::kAllocation, .address = memory.address, .size = memory.size});
  return found->second;
}

void Recorder::AddVariables() {
  if (variables_added_) return;
  variables_added_ = true;
  for (const LockstepUnit* unit : machine_.Units()) {
    if (unit->mode != LOCKSTEP_RECORD) continue;
    for (std::uint32_t i = 0; i < unit->global_count; ++i) {
      const LockstepGlobal& global = unit->globals[i];
      const VariableId variable = tables_.Variable(*unit, global.variable);
      const ObjectId id{static_cast<std::uint32_t>(recording_.objects.size())};
      recording_.objects.push_back(
          {.kind = ObjectKind::kVariable,
           .name = variable == VariableId::kNone ? global.name : recording_.variables[Index(variable)].name,
           .variable = variable,
           .address = AddressOf(global.address),
           .size = global.size});
      if (variable != VariableId::kNone)
        GiveCells(recording_.objects.back(), recording_.variables[Index(variable)].type);
      variables_.push_back({AddressOf(global.address), global.size, id});
    }
  }
  std::ranges::sort(variables_, {}, &ProgramObject::address);
}

// What memory is called: as the program published it, else as the kernel's parameter that points to it.
void Recorder::NameObjects(const LaunchRequest& request) {
  DeviceMemory& memory = machine_.memory();
  for (std::uint32_t i = 0; i < request.kernel->parameter_count; ++i) {
    const LockstepParameter& parameter = request.kernel->parameters[i];
    const TypeId type = tables_.Type(*request.unit, parameter.type);
    if (type == TypeId::kNone || recording_.types[Index(type)].kind != TypeKind::kPointer || parameter.size != 8)
      continue;
    std::uint64_t address;
    std::memcpy(&address, request.arguments[i], sizeof address);
    const MemoryObject* found = memory.FindLive(address);
    if (!found) continue;
    Object& object = recording_.objects[Index(ObjectOf(*found))];
    if (object.name.empty()) object.name = parameter.name;
    const TypeId element = recording_.types[Index(type)].element;
    if (object.element == TypeId::kNone && element != TypeId::kNone && recording_.types[Index(element)].size)
      object.element = element;
  }
  for (const Publication& publication : publications_) {
    const MemoryObject* found = memory.FindLive(publication.address);
    if (!found || found->address != publication.address) continue;
    Object& object = recording_.objects[Index(ObjectOf(*found))];
    object.name = publication.name;
    object.shape = publication.shape;
  }
}

Snapshot Recorder::Photograph(const ProgramObject& object) {
  Snapshot snapshot{.object = object.id};
  if (object.size > memory_left_) {
    snapshot.left_out = true;
    return snapshot;
  }
  memory_left_ -= object.size;
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(object.address);
  snapshot.bytes.assign(bytes, bytes + object.size);
  return snapshot;
}

void Recorder::NoteFirstUse(const ProgramObject& object) {
  if (!recording_launch_ || !is_used_.try_emplace(object.id, true).second) return;
  used_.push_back(object);
  launch_.memory_before.push_back(Photograph(object));
  NoteUnwritten(object);
}

void Recorder::NoteUnwritten(const ProgramObject& object) {
  const Object& known = recording_.objects[Index(object.id)];
  if (known.kind != ObjectKind::kAllocation) return;
  const std::uint64_t element = known.element == TypeId::kNone ? 1 : recording_.types[Index(known.element)].size;
  const std::span bytes(reinterpret_cast<const std::uint8_t*>(object.address), object.size);
  auto ranges = UnwrittenIn(bytes, ShortestUnwritten(element));
  if (!ranges.empty()) launch_.unwritten.push_back({object.id, std::move(ranges)});
}

void Recorder::LaunchEnds(const LaunchRequest& request, const LaunchOutcome& outcome) {
  if (recording_launch_) {
    Settle();
    if (outcome.fault != LaunchFault::kNone && !launch_.steps.empty() &&
        launch_.steps.back().kind != StepKind::kFault) {
      Step fault = launch_.steps.back();
      fault = {.kind = StepKind::kFault,
               .block = fault.block,
               .thread = fault.thread,
               .site = fault.site,
               .offset = static_cast<std::uint32_t>(launch_.texts.size())};
      launch_.texts.push_back(outcome.what);
      launch_.steps.push_back(fault);
    }
    for (const ProgramObject& object : used_) {
      const bool freed = machine_.memory().Owns(object.address) && !machine_.memory().FindLive(object.address);
      if (!freed) launch_.memory_after.push_back(Photograph(object));
    }
    const std::uint64_t blocks = request.grid.Count();
    if (launch_.blocks.size() < blocks)
      recording_.notes.push_back(fmt::format(
          "launch {} of {}: the steps of {} of {} blocks were recorded; `lockstep record --block x,y,z` records others",
          launch_.number, request.kernel->pretty_name, launch_.blocks.size(), blocks));
    CarveArrays(recording_, launch_);
    const std::uint32_t recorded_launch = launch_.number;
    steps_before_ += launch_.steps.size();
    recording_.launches.push_back(std::move(launch_));
    {
      const std::lock_guard lock(mutex_);
      if (auto appended = ended_ ? Expected<void>() : writer_->Append(recording_); !appended) GiveUp(appended.error());
    }
    // The file has it; what a long program recorded before is not kept in memory.
    recording_.launches.back() = {};
    if (IsLastPlace(recorded_launch)) {
      Finish();
      LeaveProgram(0);
    }
  }
  in_launch = false;
  block_facts_.clear();
  block_index_.clear();
  running_ = nullptr;
  running_is_on_ = false;
  pending_ = kNothing;
  recording_launch_ = false;
  request_ = nullptr;
}

// --- a block

void Recorder::BlockBegins(BlockRun& run, bool resumed) {
  running_ = &run;
  if (!resumed) {
    const std::uint64_t recorded = launch_.blocks.size(), steps = launch_.steps.size();
    // Whole blocks only: the next one is likely to take as many steps as those before.
    const bool fits =
        recorded == 0 || !settings_.blocks.empty() || !settings_.places.empty() || steps + steps / recorded <= budget_;
    if (fits && !launch_.truncated) {
      const LockstepBlock& block = run.block();
      block_index_[&run] = static_cast<std::uint32_t>(recorded);
      launch_.blocks.push_back({Dim3{block.index[0], block.index[1], block.index[2]}});
      BlockFacts& facts = block_facts_[&run];
      facts.threads.resize(run.thread_count());
      AddShared(run, facts);
    }
  }
  running_is_on_ = block_index_.contains(&run);
}

void Recorder::BlockStops(BlockRun& run, BlockState state) {
  Settle();
  if (state == BlockState::kFinished) {
    block_facts_.erase(&run);
    block_index_.erase(&run);
  }
  running_ = nullptr;
  running_is_on_ = false;
}

void Recorder::AddShared(BlockRun& run, BlockFacts& facts) {
  const LockstepUnit& unit = *request_->unit;
  for (std::uint32_t i = 0; i < request_->kernel->shared_count; ++i) {
    const LockstepShared& shared = unit.shared[request_->kernel->shared[i]];
    const VariableId variable = tables_.Variable(unit, shared.variable);
    const std::uint64_t address = shared.dynamic ? AddressOf(run.block().dynamic_shared)
                                                 : AddressOf(run.block().shared) + unit.shared_base + shared.offset;
    const std::uint64_t size = shared.dynamic ? run.block().dynamic_size : shared.size;
    const ObjectId id{static_cast<std::uint32_t>(launch_.objects.size()) | kLaunchObjectBit};
    Object object{.kind = ObjectKind::kShared,
                  .name = recording_.variables[Index(variable)].name,
                  .variable = variable,
                  .address = address,
                  .size = size,
                  .block = block_index_.at(&run)};
    const TypeId type = recording_.variables[Index(variable)].type;
    if (!shared.dynamic)
      GiveCells(object, type);
    else if (type != TypeId::kNone)
      GiveDynamicCells(object, recording_.types[Index(type)].element);
    launch_.objects.push_back(std::move(object));
    facts.shared.push_back({address, size, id});
  }
}

bool Recorder::IsOn(const ThreadRun& thread) const {
  return running_is_on_ && thread.run == running_ && !launch_.truncated;
}

// --- steps

Step& Recorder::Add(ThreadRun& thread, StepKind kind, SiteId site) {
  if (launch_.steps.size() >= budget_ && !launch_.truncated) {
    launch_.truncated = true;
    launch_.truncated_why =
        fmt::format("the recording ends after {}: `--steps N` records more, `--block x,y,z` another block",
                    Plural(budget_, "step"));
    recording_.notes.push_back(launch_.truncated_why);
  }
  launch_.steps.push_back({.kind = kind, .block = BlockIndexOf(thread), .thread = thread.linear, .site = site});
  return launch_.steps.back();
}

void Recorder::PutValue(Step& step, std::uint64_t& field, std::uint64_t address) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(address);
  if (step.size <= 8) {
    field = 0;
    std::memcpy(&field, bytes, step.size);
    return;
  }
  step.flags |= Step::kLongValue;
  field = launch_.long_values.size();
  launch_.long_values.insert(launch_.long_values.end(), bytes, bytes + step.size);
}

void Recorder::Settle() {
  if (pending_ == kNothing) return;
  Step& step = launch_.steps[pending_];
  PutValue(step, step.after, address_of_pending_);
  pending_ = kNothing;
}

void Recorder::AddAccess(ThreadRun& thread, LockstepSite* site, StepKind kind, const Place& place,
                         std::uint64_t address, std::uint64_t size) {
  const SiteId id = tables_.Site(site);
  for (std::uint64_t done = 0; done < size; done += kLongestPiece) {
    Settle();
    Step& step = Add(thread, kind, id);
    step.object = place.object;
    step.offset = static_cast<std::uint32_t>(place.offset + done);
    step.size = static_cast<std::uint16_t>(std::min(size - done, kLongestPiece));
    PutValue(step, kind == StepKind::kRead ? step.after : step.before, address + done);
    if (kind == StepKind::kRead) {
      if (step.flags & Step::kLongValue) step.before = step.after;
      continue;
    }
    pending_ = launch_.steps.size() - 1;
    address_of_pending_ = address + done;
  }
}

void Recorder::Line(ThreadRun& thread, LockstepSite* site) {
  if (!IsOn(thread)) return;
  Settle();
  const SiteId id = tables_.Site(site);
  FactsOf(thread).threads[thread.linear].line = id;
  Add(thread, StepKind::kLine, id);
}

void Recorder::Enter(ThreadRun& thread, const LockstepFunction* function) {
  if (!IsOn(thread)) return;
  Settle();
  ThreadFacts& facts = FactsOf(thread).threads[thread.linear];
  facts.frames.push_back(facts.locals.size());
  Add(thread, StepKind::kEnter, facts.line).offset = Index(tables_.Function(function));
}

void Recorder::Leave(ThreadRun& thread, const LockstepFunction* function) {
  if (!IsOn(thread)) return;
  Settle();
  ThreadFacts& facts = FactsOf(thread).threads[thread.linear];
  if (!facts.frames.empty()) {
    facts.locals.resize(facts.frames.back());
    facts.frames.pop_back();
  }
  Add(thread, StepKind::kLeave, facts.line).offset = Index(tables_.Function(function));
}

void Recorder::Declare(ThreadRun& thread, LockstepVariable* variable, void* address, std::uint64_t size) {
  if (!IsOn(thread)) return;
  Settle();
  ThreadFacts& facts = FactsOf(thread).threads[thread.linear];
  const VariableId id = tables_.Variable(variable);
  const std::uint64_t where = AddressOf(address);
  const bool is_parameter = recording_.variables[Index(id)].kind == VariableKind::kParameter;
  const bool on_own_stack = where >= AddressOf(thread.stack.low) && where + size <= AddressOf(thread.stack.high());
  // A fresh variable holds no value yet; what an earlier one left in its place would only mislead.
  if (!is_parameter && on_own_stack) FillWithPoison(address, size);
  const std::size_t first = facts.frames.empty() ? 0 : facts.frames.back();
  std::erase_if(facts.locals, [&, index = std::size_t{0}](const LiveLocal& local) mutable {
    return index++ >= first && local.address < where + size && where < local.address + local.size;
  });
  const ObjectId object{static_cast<std::uint32_t>(launch_.objects.size()) | kLaunchObjectBit};
  launch_.objects.push_back({.kind = ObjectKind::kLocal,
                             .name = recording_.variables[Index(id)].name,
                             .variable = id,
                             .address = where,
                             .size = size,
                             .block = BlockIndexOf(thread),
                             .thread = thread.linear});
  facts.locals.push_back({where, size, object});
  Add(thread, StepKind::kDeclare, facts.line).object = object;
  if (!is_parameter || size == 0) return;
  Step& step = Add(thread, StepKind::kWrite, facts.line);
  step.object = object;
  step.size = static_cast<std::uint16_t>(std::min(size, kLongestPiece));
  PutValue(step, step.before, where);
  PutValue(step, step.after, where);
}

// --- memory

Recorder::Place Recorder::Remember(const ProgramObject& object, std::uint64_t address) {
  recent_[next_recent_++ % recent_.size()] = object;
  NoteFirstUse(object);
  return {.object = object.id, .offset = address - object.address, .good = true};
}

Recorder::Place Recorder::LocateInProgram(std::uint64_t address, std::uint64_t size) {
  if (const ProgramObject* recent = FindRecent(address, size))
    return {.object = recent->id, .offset = address - recent->address, .good = true};
  if (const MemoryObject* found = machine_.memory().FindLive(address, size))
    return Remember({found->address, found->size, ObjectOf(*found)}, address);
  auto after = std::ranges::upper_bound(variables_, address, {}, &ProgramObject::address);
  if (after != variables_.begin()) {
    const ProgramObject variable = *std::prev(after);
    if (address - variable.address < variable.size && size <= variable.size - (address - variable.address))
      return Remember(variable, address);
  }
  // Constants that the compiler made: literals, tables.
  return {.good = IsInProgramImage(address)};
}

// In the shared memory of another block of the cluster; null or unknown: one that has left or is not recorded.
Recorder::Place Recorder::LocateInPeer(const BlockRun* peer, std::uint64_t address, std::uint64_t size) const {
  if (auto facts = block_facts_.find(peer); facts != block_facts_.end())
    for (const LiveLocal& shared : facts->second.shared)
      if (address >= shared.address && address + size <= shared.address + shared.size)
        return {.object = shared.object, .offset = address - shared.address, .good = true};
  return {.good = true};
}

Recorder::Place Recorder::Locate(ThreadRun& thread, std::uint64_t address, std::uint64_t size) {
  BlockFacts& facts = FactsOf(thread);
  if (address >= AddressOf(thread.stack.low) && address < AddressOf(thread.stack.high())) {
    const std::vector<LiveLocal>& locals = facts.threads[thread.linear].locals;
    for (auto local = locals.rbegin(); local != locals.rend(); ++local)
      if (address >= local->address && address + size <= local->address + local->size)
        return {.object = local->object, .offset = address - local->address, .is_local = true, .good = true};
    return {.is_local = true, .good = true};
  }
  for (const LiveLocal& shared : facts.shared)
    if (address >= shared.address && address + size <= shared.address + shared.size)
      return {.object = shared.object, .offset = address - shared.address, .good = true};
  if (const ClusterRun* cluster = thread.run->cluster()) {
    const std::size_t rank = cluster->RankOf(reinterpret_cast<const void*>(address));
    if (rank < cluster->blocks.size()) return LocateInPeer(cluster->blocks[rank], address, size);
  }
  return LocateInProgram(address, size);
}

SharedMemory Recorder::SharedOf(const ThreadRun& thread) const {
  const LockstepBlock& block = *thread.block;
  SharedMemory shared{.begin = AddressOf(block.shared),
                      .end = AddressOf(block.dynamic_shared) + block.dynamic_size,
                      .dynamic = AddressOf(block.dynamic_shared)};
  if (const auto facts = block_facts_.find(thread.run); facts != block_facts_.end())
    for (const LiveLocal& known : facts->second.shared)
      shared.variables.push_back({known.address, known.address + known.size});
  return shared;
}

std::string Recorder::NameOf(const MemoryObject& object) const {
  const auto known = allocations_.find(object.serial);
  const bool named = known != allocations_.end() && !recording_.objects[Index(known->second)].name.empty();
  return named ? fmt::format("`{}`", recording_.objects[Index(known->second)].name)
               : fmt::format("an allocation of {}", Plural(object.size, "byte"));
}

namespace {

// "4 bytes past the end of `a` (64 bytes)"
std::string Outside(std::uint64_t address, std::uint64_t begin, std::uint64_t size, const std::string& name) {
  const std::uint64_t end = begin + size;
  const std::string whole = fmt::format("{} ({})", name, Plural(size, "byte"));
  if (address < begin) return fmt::format("{} before the start of {}", Plural(begin - address, "byte"), whole);
  if (address < end) return fmt::format("across the end of {}", whole);
  return fmt::format("{} past the end of {}", address == end ? "just" : Plural(address - end, "byte"), whole);
}

std::string OutsideVariable(std::uint64_t address, const Machine::Global& variable) {
  const LockstepGlobal& global = *variable.global;
  const bool known = global.variable < variable.unit->variable_count;
  return Outside(address, AddressOf(global.address), global.size,
                 fmt::format("`{}`", known ? variable.unit->variables[global.variable].name : global.name));
}

}  // namespace

// The rest of "thread (0,0,0) wrote 4 bytes": "just past the end of `a` (64 bytes)".
std::string Recorder::Describe(const Miss& miss, std::uint64_t address) const {
  switch (miss.kind) {
    case MissKind::kNull: return "through a null pointer";
    case MissKind::kNoShared:
    case MissKind::kNoDynamicShared:
    case MissKind::kPastDynamicShared:
    case MissKind::kShared: return "of shared memory outside every variable of the kernel";
    case MissKind::kAllocation: return Outside(address, miss.object->address, miss.object->size, NameOf(*miss.object));
    case MissKind::kFreed: return fmt::format("in {} after it was freed", NameOf(*miss.object));
    case MissKind::kNoAllocation: return fmt::format("at address {:#x}, which is in no allocation", address);
    case MissKind::kVariable: return OutsideVariable(address, *miss.global);
    case MissKind::kOther: break;
  }
  return fmt::format("at address {:#x}, which is no device memory (a host pointer?)", address);
}

void Recorder::RefuseAccess(LockstepThread& thread, LockstepSite* site, std::uint64_t address, std::uint64_t size,
                            AccessKind access) {
  thread.site = site;
  auto& run = static_cast<ThreadRun&>(thread);
  const Miss miss = Classify(machine_, SharedOf(run), address, 0);
  if (IsOn(run)) NoteMiss(run, miss, address, size, access);
  const char* verb = access == AccessKind::kRead ? "read" : access == AccessKind::kWrite ? "wrote" : "changed";
  std::string what =
      fmt::format("{} {} {} {}", DescribeCurrentThread(), verb, Plural(size, "byte"), Describe(miss, address));
  if (!GoesOnBehind(address, size, thread)) RaiseFault(LaunchFault::kIllegalAddress, std::move(what));
  Faults(run, what);
}

// The memory that the access most likely was meant for is part of the story, though nobody may have used it yet.
void Recorder::NoteMiss(ThreadRun& thread, const Miss& miss, std::uint64_t address, std::uint64_t size,
                        AccessKind access) {
  ObjectId object = ObjectId::kNone;
  std::uint64_t start = 0;
  const std::vector<LiveLocal>& shared = FactsOf(thread).shared;
  const bool in_shared = miss.kind == MissKind::kShared || miss.kind == MissKind::kNoDynamicShared ||
                         miss.kind == MissKind::kPastDynamicShared;
  if (in_shared) {
    object = shared[miss.shared].object;
    start = shared[miss.shared].address;
  } else if (miss.kind == MissKind::kAllocation && miss.is_near) {
    object = ObjectOf(*miss.object);
    start = miss.object->address;
    NoteFirstUse({start, miss.object->size, object});
  }
  if (object == ObjectId::kNone) return;
  missed_ = {.object = object,
             .offset = static_cast<std::int64_t>(address - start),
             .size = static_cast<std::uint16_t>(std::min<std::uint64_t>(size, 0xffff)),
             .writes = access != AccessKind::kRead};
}

// Where findings are recorded, each of them has its moment: the kernel does not end with the first.
bool Recorder::GoesOnBehind(std::uint64_t address, std::uint64_t size, const LockstepThread& thread) const {
  if (settings_.places.empty() || launch_.texts.size() >= kMostTexts) return false;
  const LockstepBlock& block = *thread.block;
  if (address >= AddressOf(block.shared) &&
      address + size <= AddressOf(block.dynamic_shared) + block.dynamic_size + ArenaPool::kBehind)
    return true;
  const DeviceMemory& memory = machine_.memory();
  const MemoryObject* first = memory.Find(address);
  const MemoryObject* last = memory.Find(address + size - 1);
  return first && last && first->live && last->live;
}

void Recorder::Touch(ThreadRun& thread, LockstepSite* site, std::uint64_t address, std::uint64_t size,
                     AccessKind access) {
  if (!IsOn(thread)) return TouchUnwatched(thread, site, address, size, access);
  Settle();
  const Place place = Locate(thread, address, size);
  if (!place.good) return RefuseAccess(thread, site, address, size, access);
  if (place.object == ObjectId::kNone) return;
  if (place.is_local && access == AccessKind::kRead) return;
  AddAccess(thread, site, KindOf(access), place, address, size);
  if (!place.is_local && access != AccessKind::kRead && !IsLaunchObject(place.object)) MapWrite(thread, address, size);
}

void Recorder::TouchUnwatched(LockstepThread& thread, LockstepSite* site, std::uint64_t address, std::uint64_t size,
                              AccessKind access) {
  if (FindRecent(address, size)) {
    if (access != AccessKind::kRead && recording_launch_) MapWrite(thread, address, size);
    return;
  }
  if (IsOnThisStack(address)) return;
  const auto& run = static_cast<ThreadRun&>(thread);
  if (run.run && address >= AddressOf(run.stack.low) && address < AddressOf(run.stack.high())) return;
  const LockstepBlock& block = *thread.block;
  if (address >= AddressOf(block.shared) && address < AddressOf(block.dynamic_shared) + block.dynamic_size) return;
  if (const ClusterRun* cluster = run.run ? run.run->cluster() : nullptr)
    if (cluster->RankOf(reinterpret_cast<const void*>(address)) < cluster->blocks.size()) return;
  if (!LocateInProgram(address, size).good) return RefuseAccess(thread, site, address, size, access);
  if (access != AccessKind::kRead && recording_launch_) MapWrite(thread, address, size);
}

void Recorder::MapWrite(LockstepThread& thread, std::uint64_t address, std::uint64_t size) {
  if (address < last_map_.begin || address >= last_map_.end) {
    auto known = std::ranges::find_if(maps_, [&](const Map& map) { return address >= map.begin && address < map.end; });
    if (known == maps_.end()) {
      const MemoryObject* found = machine_.memory().FindLive(address);
      if (!found) return;
      const ObjectId id = ObjectOf(*found);
      const TypeId element = recording_.objects[Index(id)].element;
      const std::uint64_t element_size = element == TypeId::kNone ? 0 : recording_.types[Index(element)].size;
      Map map{.begin = found->address, .end = found->end(), .index = launch_.writers.size()};
      map.cell = static_cast<std::uint32_t>(element_size >= 1 && element_size <= 64 ? element_size
                                            : found->size % 4                       ? 1
                                                                                    : 4);
      const std::uint64_t cells = found->size / map.cell;
      launch_.writers.push_back({.object = id, .cell = map.cell});
      if (cells <= kMostMappedCells) launch_.writers.back().writer.resize(cells);
      maps_.push_back(map);
      known = std::prev(maps_.end());
    }
    last_map_ = *known;
  }
  std::vector<std::uint64_t>& writer = launch_.writers[last_map_.index].writer;
  const std::uint64_t threads = request_->block.Count();
  const std::uint64_t who = 1 + LinearBlock(*thread.block) * threads + thread.linear;
  const std::uint64_t first = (address - last_map_.begin) / last_map_.cell;
  const std::uint64_t last = (address + size - 1 - last_map_.begin) / last_map_.cell;
  for (std::uint64_t cell = first; cell <= last && cell < writer.size(); ++cell) writer[cell] = who;
}

// --- what the runtime tells

void Recorder::Arrives(ThreadRun& thread, Waits at, std::uint64_t detail) {
  if (!IsOn(thread)) return;
  Settle();
  Step& step = Add(thread, StepKind::kArrive, tables_.Site(thread.site));
  step.offset = static_cast<std::uint32_t>(KindOf(at));
  step.after = detail;
}

void Recorder::Passes(ThreadRun& thread, Waits at) {
  if (!IsOn(thread)) return;
  Settle();
  Add(thread, StepKind::kPass, tables_.Site(thread.site)).offset = static_cast<std::uint32_t>(KindOf(at));
}

void Recorder::Exchanges(ThreadRun& thread, std::uint32_t operation, std::uint32_t, std::uint64_t operand,
                         std::uint64_t result) {
  if (!IsOn(thread)) return;
  Settle();
  Step& step = Add(thread, StepKind::kExchange, tables_.Site(thread.site));
  step.offset = operation;
  step.before = operand;
  step.after = result;
}

void Recorder::Prints(ThreadRun& thread, const std::string& text) {
  if (!IsOn(thread)) return;
  Settle();
  Add(thread, StepKind::kPrint, tables_.Site(thread.site)).offset = static_cast<std::uint32_t>(launch_.texts.size());
  launch_.texts.push_back(text);
}

void Recorder::Fences(ThreadRun& thread, int) {
  if (!IsOn(thread)) return;
  Settle();
  Add(thread, StepKind::kFence, FactsOf(thread).threads[thread.linear].line);
}

void Recorder::Allocates(ThreadRun& thread, void* address, std::uint64_t) {
  if (!IsOn(thread)) return;
  Settle();
  const MemoryObject* object = machine_.memory().FindLive(AddressOf(address));
  if (object) Add(thread, StepKind::kAllocate, tables_.Site(thread.site)).object = ObjectOf(*object);
}

void Recorder::Frees(ThreadRun& thread, void* address) {
  if (!IsOn(thread)) return;
  Settle();
  const MemoryObject* object = machine_.memory().FindLive(AddressOf(address));
  if (object) Add(thread, StepKind::kFree, tables_.Site(thread.site)).object = ObjectOf(*object);
  recent_ = {};
}

void Recorder::Exits(ThreadRun& thread) {
  if (!IsOn(thread)) return;
  Settle();
  Add(thread, StepKind::kExit, FactsOf(thread).threads[thread.linear].line);
}

void Recorder::Faults(ThreadRun& thread, const std::string& what) {
  if (!IsOn(thread)) return;
  Settle();
  Step& step = Add(thread, StepKind::kFault, tables_.Site(thread.site));
  step.offset = static_cast<std::uint32_t>(launch_.texts.size());
  step.object = missed_.object;
  step.before = static_cast<std::uint64_t>(missed_.offset);
  step.after = missed_.writes;
  step.size = missed_.size;
  missed_ = {};
  launch_.texts.push_back(what);
}

}  // namespace lockstep
