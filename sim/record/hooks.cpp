// The hooks that the plugin puts into device code (sim/hooks/hooks.h), in record mode: steps for the recorder.

#include "sim/hooks/hooks.h"

#include <algorithm>

#include "shared/base/address.h"
#include "shared/base/exit_status.h"
#include "shared/base/program_end.h"
#include "sim/hooks/check.h"
#include "sim/hooks/play.h"
#include "sim/launch/device_calls.h"
#include "sim/launch/faults.h"
#include "sim/launch/player.h"
#include "sim/record/process_recorder.h"
#include "sim/record/program_stop.h"
#include "sim/record/recorder.h"

using namespace lockstep;
using namespace lockstep::record;

namespace {

// Set before the first launch (TheRecorder), so a hook need not ask.
Recorder* recorder() {
  static Recorder* const current = TheRecorder();
  return current;
}

constexpr std::uint64_t kBytes = (std::uint64_t{1} << LOCKSTEP_HOW_ALIGNMENT) - 1;

std::uint64_t AlignmentIn(std::uint64_t how) { return std::uint64_t{1} << (how >> LOCKSTEP_HOW_ALIGNMENT); }

void Touch(LockstepSite* site, const void* address, std::uint64_t size, std::uint64_t alignment, const void* base,
           trace::AccessKind kind) {
  Recorder* listener = recorder();
  // A copy of no bytes touches nothing, wherever its pointers point.
  if (!listener || size == 0) return;
  launch::ThreadRun& thread = launch::CurrentThread();
  // Arrays of a kernel that the host plays may be parts of one that the program has cut.
  const bool is_played = thread.run && thread.run->is_played();
  const machine::MemoryAccess access{.address = reinterpret_cast<std::uint64_t>(address),
                                     .size = size,
                                     .base = is_played ? 0 : reinterpret_cast<std::uint64_t>(base)};
  const bool is_aligned = is_played || access.address % alignment == 0;
  if (thread.run && thread.run->watched())
    listener->Touch(thread, site, access, kind, is_aligned);
  else
    listener->TouchUnwatched(thread, site, access, kind, is_aligned);
}

trace::AccessKind KindIn(std::uint64_t how) {
  return how & LOCKSTEP_HOW_WRITES ? trace::AccessKind::kWrite : trace::AccessKind::kRead;
}

// Host code cannot be ended at a line, but the program can.
[[noreturn]] void StopPlaying() {
  {
    launch::Player& player = *launch::ThePlayer();
    const std::lock_guard lock(player.mutex());
    player.Finish();
  }
  EndProgramNow();
  LeaveProgram(static_cast<int>(ExitStatus::kInterrupted));
}

bool IsWatched(const launch::ThreadRun& thread) { return thread.run && thread.run->watched(); }

}  // namespace

void __lockstep_line(LockstepSite* site) {
  launch::ThreadRun& thread = launch::CurrentThread();
  if (thread.run && thread.run->is_played()) thread.site = site;
  if (IsToStop()) [[unlikely]] {
    thread.site = site;
    if (thread.run && thread.run->is_played()) StopPlaying();
    launch::RaiseFault(launch::LaunchFault::kTimeout,
                       launch::DescribeCurrentThread() + " was still running when the program was to end");
  }
  if (!IsWatched(thread)) {
    // Loops that wait for others must also end in blocks that are not recorded.
    if (thread.run) thread.run->ReachLine(thread, site->order, site->id);
    return;
  }
  if (Recorder* listener = recorder()) listener->Line(thread, site);
  thread.run->ReachLine(thread, site->order, site->id);
}

void __lockstep_enter(const LockstepFunction* function) {
  launch::ThreadRun& thread = launch::CurrentThread();
  ++thread.depth;
  if (IsWatched(thread) && recorder()) recorder()->Enters(thread, *function);
}

void __lockstep_leave(const LockstepFunction* function, LockstepSite* site) {
  launch::ThreadRun& thread = launch::CurrentThread();
  --thread.depth;
  if (IsWatched(thread) && recorder()) recorder()->Leaves(thread, *function, site);
}

void __lockstep_call(LockstepSite* site) {
  launch::ThreadRun& thread = launch::CurrentThread();
  if (IsWatched(thread) && recorder()) recorder()->Calls(thread, site);
}

void __lockstep_declare(LockstepVariable* variable, void* address, uint64_t size) {
  launch::ThreadRun& thread = launch::CurrentThread();
  if (IsWatched(thread) && recorder())
    recorder()->Declare(thread, variable, {AddressOf(address), AddressOf(address) + (size & ~LOCKSTEP_HAS_ROOM)},
                        {.has_room = (size & LOCKSTEP_HAS_ROOM) != 0});
}

void __lockstep_play_variable(LockstepVariable* variable, void* address, uint64_t size) {
  launch::ThreadRun& thread = launch::CurrentThread();
  if (IsWatched(thread) && recorder())
    recorder()->Declare(thread, variable, {AddressOf(address), AddressOf(address) + size}, {.has_value = true});
}

void __lockstep_load(LockstepSite* site, const void* address, uint64_t how, const void* base) {
  Touch(site, address, how & kBytes, AlignmentIn(how), base, trace::AccessKind::kRead);
}

void __lockstep_store(LockstepSite* site, void* address, uint64_t how, const void* base) {
  Touch(site, address, how & kBytes, AlignmentIn(how), base, trace::AccessKind::kWrite);
}

void __lockstep_atomic(LockstepSite* site, void* address, uint64_t how, const void* base) {
  Touch(site, address, how & kBytes, AlignmentIn(how), base, trace::AccessKind::kAtomic);
}

void __lockstep_copy(LockstepSite* site, void* to, const void* from, uint64_t how, const void* to_base,
                     const void* from_base) {
  const std::uint64_t size = how & LOCKSTEP_COPY_SIZE;
  const auto alignment = [&](unsigned bit) { return std::uint64_t{1} << (how >> bit & 0xff); };
  Touch(site, from, size, alignment(LOCKSTEP_COPY_ALIGNMENT_FROM), from_base, trace::AccessKind::kRead);
  Touch(site, to, size, alignment(LOCKSTEP_COPY_ALIGNMENT_TO), to_base, trace::AccessKind::kWrite);
}

void __lockstep_fill(LockstepSite* site, void* to, uint64_t size, const void* base) {
  Touch(site, to, size, 1, base, trace::AccessKind::kWrite);
}

void __lockstep_outside_local(uint32_t is_outside, LockstepSite* site, const void* address, uint64_t how,
                              const void* base, uint64_t size, LockstepVariable* variable) {
  if (is_outside && recorder())
    recorder()->LeavesLocal(launch::CurrentThread(), site, {.address = AddressOf(address), .size = how & 0xffffffff},
                            KindIn(how), {AddressOf(base), AddressOf(base) + size}, variable ? variable->name : "");
}

void __lockstep_outside_member(uint32_t is_outside, LockstepSite* site, const void* address, uint64_t how,
                               const void* base, uint64_t, const char* member) {
  if (is_outside && recorder())
    recorder()->LeavesMember(launch::CurrentThread(), site, {.address = AddressOf(address), .size = how & 0xffffffff},
                             KindIn(how), AddressOf(base), member);
}

void __lockstep_outside_range(LockstepSite* site, const void* address, uint64_t bytes, const void* base, uint64_t size,
                              LockstepVariable* variable) {
  const std::uint64_t whole = size & ~LOCKSTEP_HOW_WRITES, begin = AddressOf(base), offset = AddressOf(address) - begin;
  if (bytes == 0 || (offset <= whole && bytes <= whole - offset) || !recorder()) return;
  recorder()->LeavesLocal(launch::CurrentThread(), site, {.address = AddressOf(address), .size = bytes}, KindIn(size),
                          {begin, begin + whole}, variable ? variable->name : "");
}
