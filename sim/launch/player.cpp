#include "sim/launch/player.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "shared/base/program_end.h"
#include "shared/lockstep/array.h"
#include "shared/session/choices.h"
#include "sim/launch/device_calls.h"
#include "sim/launch/faults.h"
#include "sim/launch/observers.h"
#include "sim/machine/machine.h"

namespace lockstep::launch {
namespace {

Player* the_player = nullptr;

// There is no player without one.
LaunchObserver& TheObserver() { return *TheObservers().launch; }

// No block of a launch has its shared memory here, nor any variable.
char* const kNoMemory = reinterpret_cast<char*>(0xffff'0000'0000'0000);

// CUDA C++ Programming Guide, "Technical Specifications per Compute Capability".
bool IsGrid(trace::Dim3 grid) { return grid.x <= 0x7fffffff && grid.y <= 0xffff && grid.z <= 0xffff; }

// Counted in steps that cannot overflow.
bool IsBlock(trace::Dim3 block) {
  return block.x <= kMaxThreads && block.y <= kMaxThreads && block.z <= kMaxThreads && block.Count() <= kMaxThreads;
}

std::uint64_t Linear(trace::Dim3 index, trace::Dim3 size) {
  return index.x + std::uint64_t{size.x} * (index.y + std::uint64_t{size.y} * index.z);
}

trace::Dim3 Unfold(std::uint64_t linear, trace::Dim3 size) {
  return {static_cast<std::uint32_t>(linear % size.x), static_cast<std::uint32_t>(linear / size.x % size.y),
          static_cast<std::uint32_t>(linear / size.x / size.y)};
}

// `dim3(x, y)` as an index has 1 as its third number.
trace::Dim3 Within(trace::Dim3 index, trace::Dim3 size) {
  if (size.z == 1 && index.z == 1) index.z = 0;
  return index;
}

LockstepBlock DescribeBlock(trace::Dim3 index, const LaunchRequest& request) {
  return {.index = {index.x, index.y, index.z},
          .block_dim = {request.block.x, request.block.y, request.block.z},
          .grid_dim = {request.grid.x, request.grid.y, request.grid.z},
          .dynamic_size = 0,
          .shared = kNoMemory,
          .dynamic_shared = kNoMemory,
          .cluster_dim = {1, 1, 1}};
}

// The earlier mark's function has been left without its scope's end: by longjmp. The stack grows downwards, so frames
// below are of functions that it has called.
bool HasBeenLeft(Player::Mark earlier, Player::Mark now) {
  return earlier && (now.frame > earlier.frame || now.scope == earlier.scope);
}

}  // namespace

Player* ThePlayer() { return the_player; }

Player::Player(machine::Machine& machine)
    : host_threads_(mutex_, [this](HostThreads::Stuck how) { GetsStuck(how); }),
      machine_(machine),
      no_stacks_(session::WorkerCount()) {
  the_player = this;
  TheObservers();  // what they do at the program's end comes after what we do
  AtProgramEnd([this] {
    const std::lock_guard lock(mutex_);
    Finish();
  });
}

void Player::Refuse(std::string why, std::string hint) {
  if (open_->is_refused) return;
  host_threads_.AwaitNobody();
  if (!open_ || open_->is_refused) return;
  TheObserver().RefusesMark({open_->file, open_->line, std::move(why), std::move(hint)});
  open_->is_refused = true;
  if (running_) CloseLaunch({});
}

// --- a launch

void Player::BeginLaunch(Mark mark, const Shape& shape, std::string file, int line) {
  if (__lockstep_current) return;
  if (open_ && !IsMine())
    return TheObserver().RefusesMark({std::move(file), line, "another thread of the host plays a launch at this time"});
  if (open_) EndStale(mark);
  // A launch inside a launch is part of what its thread does.
  if (open_) return;
  if (shape.block.Count() == 0 || (shape.grid && shape.grid->Count() == 0)) return;
  open_ = {.mark = mark,
           .shape = shape,
           .file = std::move(file),
           .line = line,
           .host_thread = OsThread::This(),
           .current = &__lockstep_current};
  trace::Dim3& block = open_->shape.block;
  if (!shape.grid && !IsBlock(block) && block.y == 1 && block.z == 1) {
    open_->shape.grid =
        trace::Dim3{static_cast<std::uint32_t>((std::uint64_t{block.x} + kMaxThreads - 1) / kMaxThreads)};
    block = {kMaxThreads, 1, 1};
  }
  if (!IsBlock(block))
    Refuse(fmt::format("a block has at most {} threads", kMaxThreads),
           "deal the work out to blocks, `LOCKSTEP_LAUNCH(blocks, threads)`");
  else if (shape.grid && !IsGrid(*shape.grid))
    Refuse("a grid has at most 2147483647 x 65535 x 65535 blocks");
}

void Player::EndLaunch(const void* scope) {
  if (!IsMine() || open_->mark.scope != scope) return;
  host_threads_.AwaitEnd();
  if (running_) CloseLaunch({});
  open_.reset();
}

// Ends what has been left by longjmp before the mark.
void Player::EndStale(Mark now) {
  if (__lockstep_current && HasBeenLeft(thread_mark_, now)) EndThread(thread_mark_.scope);
  if (IsMine() && HasBeenLeft(open_->mark, now)) EndLaunch(open_->mark.scope);
}

void Player::Finish() {
  if (!IsMine()) return;
  host_threads_.AwaitNobody();
  if (running_) CloseLaunch({});
  open_.reset();
}

Player::Kernel* Player::KernelOf(const LockstepFunction& function) {
  auto [found, is_new] = kernels_.try_emplace(&function);
  Kernel& kernel = found->second;
  if (!is_new) return &kernel;
  kernel.row.name = kernel.row.pretty_name = function.name;
  kernel.row.engine = LOCKSTEP_LOOPS;
  kernel.row.engine_reason = "the host plays it";
  for (const LockstepUnit* unit : machine_.Units())
    if (&function >= unit->functions && &function < unit->functions + unit->function_count) {
      kernel.unit = unit;
      kernel.row.function = static_cast<std::uint32_t>(&function - unit->functions);
    }
  return &kernel;
}

void Player::Start(const Kernel& kernel) {
  WatchForCrashes();
  played_.arrays.clear();
  for (const NamedArray& named : arrays_)
    if (named.array.memory && !named.IsOfBlock()) played_.arrays.push_back(named.array);
  running_ = std::make_unique<Running>();
  LaunchTurn turn = TakeTurn(machine_);
  turn_ = std::move(turn.lock);
  machine_.set_plays(true);
  running_->request = {.machine = &machine_,
                       .unit = kernel.unit,
                       .kernel = &kernel.row,
                       .grid = open_->shape.grid.value_or(trace::Dim3{1, 1, 1}),
                       .block = open_->shape.block,
                       .played = &played_};
  running_->plan = Observer()->LaunchBegins(running_->request, turn.number);
  running_->watched.insert(running_->plan.watched.begin(), running_->plan.watched.end());
  host_threads_.Begin(static_cast<std::uint32_t>(open_->shape.block.Count()), running_->plan.order);
}

void Player::CloseLaunch(const LaunchOutcome& outcome) {
  if (thread_mark_ && __lockstep_current) StopPlaying();
  LeaveBlock();
  host_threads_.GiveUp();
  Observer()->LaunchEnds(running_->request, outcome);
  running_.reset();
  machine_.set_plays(false);
  turn_.unlock();
}

// --- a block

bool Player::EnterBlock(trace::Dim3 index) {
  const std::uint64_t linear = Linear(index, running_->request.grid);
  if (block_ && block_->linear() == linear) {
    Resume();
    return true;
  }
  LeaveBlock();
  if (!running_->finished.insert(linear).second) {
    Refuse(fmt::format("block ({},{},{}) goes on after another block has begun", index.x, index.y, index.z),
           "let the loop over blocks be the outer one");
    return false;
  }
  if (HasArraysOfEarlierBlock()) return false;
  const bool watched = running_->plan.watch_all || running_->watched.contains(linear);
  const KernelCall call{.kernel = running_->request.kernel, .watched = watched, .played = true};
  block_ = std::make_unique<BlockRun>(no_stacks_, call, DescribeBlock(index, running_->request), linear);
  has_run_.assign(block_->thread_count(), false);
  has_run_since_barrier_ = has_run_;
  if (watched) Observer()->BlockBegins(*block_, false);
  return true;
}

// An array that was named since the last thread ran is of the block that runs now.
void Player::GiveArrays() {
  if (!std::exchange(has_new_arrays_, false)) return;
  for (NamedArray& named : arrays_) {
    if (!named.IsOfBlock() || named.block) continue;
    named.block = block_->linear();
    if (block_->watched()) Observer()->NamesArray(*block_, named.array);
  }
}

// An array that is named in a launch is of one block, as shared memory is.
bool Player::HasArraysOfEarlierBlock() {
  const auto stays = std::ranges::find_if(arrays_, [](const NamedArray& named) { return named.block.has_value(); });
  if (stays == arrays_.end()) return false;
  Refuse(
      fmt::format("`{}` was named inside the launch, for one block, and is still there in the next", stays->array.name),
      "name an array of all blocks before `LOCKSTEP_LAUNCH`, and a block's own in the loop over blocks");
  return true;
}

void Player::LeaveBlock() {
  if (!block_) return;
  Resume();
  for (std::uint32_t i = 0; i < block_->thread_count(); ++i) {
    ThreadRun& thread = block_->thread(i);
    if (has_run_[i] && block_->watched()) Observer()->Exits(thread);
    thread.waits = Waits::kExited;
  }
  if (block_->watched()) Observer()->BlockStops(*block_, BlockState::kFinished);
  block_.reset();
}

void Player::PassBarrier() {
  if (!IsMine() || open_->is_refused || !block_) return;
  if (thread_mark_ && __lockstep_current)
    return Refuse(
        "`LOCKSTEP_BARRIER` inside a thread: the host plays one thread after the other, so none can wait for the next",
        "end the loop over the threads before it");
  const WhileResumed resumed(*this);
  MeetAll();
}

// All threads of the block pass a barrier, as a kernel's would: none of them can be on its way.
void Player::MeetAll() {
  has_run_since_barrier_.assign(block_->thread_count(), false);
  if (!block_->watched()) return;
  for (std::uint32_t i = 0; i < block_->thread_count(); ++i)
    Observer()->Arrives(block_->thread(i), Waits::kBlockBarrier, 0);
  for (std::uint32_t i = 0; i < block_->thread_count(); ++i)
    Observer()->Passes(block_->thread(i), Waits::kBlockBarrier);
}

// --- a thread

// One index counts through all blocks.
Player::Index Player::IndexOf(std::optional<trace::Dim3> block, trace::Dim3 thread) const {
  const trace::Dim3 grid = running_->request.grid, size = running_->request.block;
  if (!block) {
    const std::uint64_t linear = thread.x;
    const bool counts = thread.y == 0 && thread.z == 0 && grid.y == 1 && grid.z == 1;
    block = trace::Dim3{0, 0, 0};
    if (counts && size.y == 1 && size.z == 1) {
      block->x = static_cast<std::uint32_t>(linear / size.x);
      thread.x = static_cast<std::uint32_t>(linear % size.x);
    }
  }
  return {Within(*block, grid), Within(thread, size)};
}

void Player::BeginThread(Mark mark, std::optional<trace::Dim3> block, trace::Dim3 thread,
                         const LockstepFunction& kernel) {
  if (!open_ || open_->is_refused) return;
  EndStale(mark);
  if (!open_ || __lockstep_current) return;
  const Kernel& row = *KernelOf(kernel);
  if (!row.unit) return;
  if (!running_) Start(row);
  const trace::Dim3 grid = running_->request.grid, size = running_->request.block;
  const Index index = IndexOf(block, thread);
  if (!IsInside(index.block, grid) || !IsInside(index.thread, size))
    return Refuse(fmt::format("thread ({},{},{}) of block ({},{},{}) is outside this launch", index.thread.x,
                              index.thread.y, index.thread.z, index.block.x, index.block.y, index.block.z));
  const auto linear = static_cast<std::uint32_t>(Linear(index.thread, size));
  if (!GetTurn({.block = Linear(index.block, grid), .thread = linear})) return;
  if (!EnterBlock(index.block)) return;
  GiveArrays();
  if (has_run_since_barrier_[linear]) MeetAll();
  has_run_[linear] = has_run_since_barrier_[linear] = true;
  Play(mark, linear, kernel);
  if (block_->watched()) Observer()->Enters(block_->thread(linear), kernel);
}

void Player::Play(Mark mark, std::uint32_t thread, const LockstepFunction& function) {
  thread_mark_ = mark;
  function_ = &function;
  __lockstep_current = &block_->thread(thread);
}

void Player::EndThread(const void* scope) {
  if (!__lockstep_current || !thread_mark_ || thread_mark_.scope != scope || !IsMineOrPlays()) return;
  StopPlaying();
  GiveTurnAway();
}

void Player::StopPlaying() {
  if (block_->watched()) Observer()->Leaves(CurrentThread(), *function_);
  __lockstep_current = nullptr;
  thread_mark_ = {};
}

void Player::Crash(const std::string& what) {
  if (!running_ || !thread_mark_ || !IsMineOrPlays()) return;
  const ThreadRun& thread = CurrentThread();
  const trace::Dim3 index{thread.index[0], thread.index[1], thread.index[2]};
  LaunchOutcome outcome{.fault = LaunchFault::kIllegalAddress,
                        .what = what,
                        .has_thread = true,
                        .thread = index,
                        .block = Unfold(block_->linear(), running_->request.grid),
                        .site = thread.site};
  if (block_->watched()) Observer()->Faults(block_->thread(thread.linear), what);
  CloseLaunch(outcome);
  open_.reset();
  EndProgramNow();
}

// --- arrays

void Player::BeginArray(const void* scope, const lockstep_array& array) {
  // An array that a thread names is its own.
  if (__lockstep_current) return;
  host_threads_.AwaitNobody();
  NamedArray& named = arrays_.emplace_back(NamedArray{.scope = scope});
  PlayedArray& described = named.array;
  described.name = array.name;
  described.type = array.type;
  described.element = array.element;
  described.element_size = array.element_size;
  described.file = array.file;
  described.line = array.line;
  std::uint64_t cells = 1;
  for (int i = 0; i < array.rank; ++i) {
    described.shape.push_back(array.shape[i]);
    if (array.shape[i] && cells > (std::uint64_t{1} << 47) / array.shape[i]) return;
    cells *= array.shape[i];
  }
  const std::uint64_t size = cells * array.element_size;
  if (size == 0) return;
  const auto address = reinterpret_cast<std::uint64_t>(array.data);
  const auto kind = IsMine() ? memory::MemoryKind::kOfPlayedBlock : memory::MemoryKind::kPlayed;
  described.memory = machine_.memory().Adopt(address, {.size = size, .kind = kind});
  if (!described.memory)
    TheObserver().RefusesMark(
        {array.file, array.line,
         fmt::format("`{}` overlaps an array that has a name already: it gets none", array.name)});
  has_new_arrays_ |= named.IsOfBlock();
}

void Player::EndArray(const void* scope) {
  const auto found = std::ranges::find(arrays_, scope, &NamedArray::scope);
  if (found == arrays_.end()) return;
  if (!__lockstep_current) host_threads_.AwaitNobody();
  const PlayedArray& array = found->array;
  if (array.memory) {
    if (found->block && block_ && block_->watched()) {
      const WhileResumed resumed(*this);
      Observer()->ArrayGoes(*block_, array);
    }
    if (!found->IsOfBlock() && IsMine() && running_)
      Refuse(fmt::format("`{}` goes out of scope while the launch runs", array.name), "name it before the launch");
    machine_.memory().Disown(array.memory->address);
  }
  arrays_.erase(found);
}

}  // namespace lockstep::launch
