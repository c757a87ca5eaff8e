// The hooks that the plugin puts into device code (sim/hooks/hooks.h), in record mode: steps for the recorder.

#include "sim/hooks/hooks.h"

#include <algorithm>

#include "sim/launch/device_calls.h"
#include "sim/launch/faults.h"
#include "sim/record/recorder.h"

using namespace lockstep;

namespace {

// Set before the first launch (Recorder::Current), so a hook need not ask.
Recorder* recorder() {
  static Recorder* const current = Recorder::Current();
  return current;
}

void Touch(LockstepSite* site, const void* address, std::uint64_t size, AccessKind access) {
  Recorder* listener = recorder();
  if (!listener) return;
  ThreadRun& thread = CurrentThread();
  const auto where = reinterpret_cast<std::uint64_t>(address);
  if (thread.run && thread.run->watched())
    listener->Touch(thread, site, where, size, access);
  else
    listener->TouchUnwatched(thread, site, where, size, access);
}

bool IsWatched(const ThreadRun& thread) { return thread.run && thread.run->watched(); }

}  // namespace

void __lockstep_line(LockstepSite* site) {
  ThreadRun& thread = CurrentThread();
  if (Recorder::IsToStop()) [[unlikely]] {
    thread.site = site;
    RaiseFault(LaunchFault::kTimeout, DescribeCurrentThread() + " was still running when the program was to end");
  }
  if (!IsWatched(thread)) {
    // Loops that wait for others must end in blocks that nobody watches too.
    if (thread.run) thread.run->ReachLine(thread, site->order, site->id);
    return;
  }
  if (Recorder* listener = recorder()) listener->Line(thread, site);
  thread.run->ReachLine(thread, site->order, site->id);
}

void __lockstep_enter(const LockstepFunction* function) {
  ThreadRun& thread = CurrentThread();
  ++thread.depth;
  if (IsWatched(thread) && recorder()) recorder()->Enter(thread, function);
}

void __lockstep_leave(const LockstepFunction* function) {
  ThreadRun& thread = CurrentThread();
  --thread.depth;
  if (IsWatched(thread) && recorder()) recorder()->Leave(thread, function);
}

void __lockstep_declare(LockstepVariable* variable, void* address, uint64_t size) {
  ThreadRun& thread = CurrentThread();
  if (IsWatched(thread) && recorder()) recorder()->Declare(thread, variable, address, size);
}

void __lockstep_load(LockstepSite* site, const void* address, uint64_t size) {
  Touch(site, address, size, AccessKind::kRead);
}

void __lockstep_store(LockstepSite* site, void* address, uint64_t size) {
  Touch(site, address, size, AccessKind::kWrite);
}

void __lockstep_atomic(LockstepSite* site, void* address, uint64_t size) {
  Touch(site, address, size, AccessKind::kAtomic);
}

void __lockstep_copy(LockstepSite* site, void* to, const void* from, uint64_t size) {
  Touch(site, from, size, AccessKind::kRead);
  Touch(site, to, size, AccessKind::kWrite);
}

void __lockstep_fill(LockstepSite* site, void* to, uint64_t size) { Touch(site, to, size, AccessKind::kWrite); }
