#pragma once

// The threads' own memory: local arrays whose addresses have left their functions, and accesses that leave a local
// variable or an array that is a member. What such arrays hold is kept too: their bytes may have no value.

#include "sim/inspect/block.h"
#include "sim/inspect/context.h"

namespace lockstep::inspect {

// The running thread's stack; the threads of a plain loop share a part of the OS thread's.
machine::AddressRange OwnMemory(const launch::ThreadRun& thread);
// True if the address is on the stack of another thread of its block.
bool IsOnOtherStack(launch::ThreadRun& thread, std::uint64_t address);

// A finding: the access is to memory of a thread that is not, or no longer, the thread's to touch: `what`.
void ReportEscape(CheckContext& context, launch::ThreadRun& thread, const Touch& touch, const std::string& what);

// True if the address lies so close above the running thread's own part of the stack that a pointer to one of its local
// variables has gone past it.
bool IsPastLocals(const launch::ThreadRun& thread, std::uint64_t address);
[[noreturn]] void ReportPastLocals(CheckContext& context, launch::ThreadRun& thread, const Touch& touch);

class LocalCheck {
 public:
  explicit LocalCheck(CheckContext& context) : context_(context) {}

  void BeginArray(CheckedBlock& block, const launch::ThreadRun& thread, const LocalArray& array, std::uint64_t frame);
  void EndArray(CheckedBlock& block, const launch::ThreadRun& thread, std::uint64_t begin);
  void LeaveArray(CheckedBlock& block, const launch::ThreadRun& thread, std::uint64_t begin);

  // An access to memory that has no shadow: perhaps to the thread's own arrays, through a pointer. Everything below
  // `frame` on its stack is gone. The origin of what is read; a write stores a value of `origin`.
  std::uint32_t Access(CheckedBlock& block, launch::ThreadRun& thread, const Touch& touch, std::uint64_t frame,
                       std::uint32_t origin);
  // The access leaves the local variable of `size` bytes at touch.base. The kernel ends: the stack is next.
  [[noreturn]] void ReportOutside(launch::ThreadRun& thread, const Touch& touch, std::uint64_t size,
                                  const LockstepVariable* variable);
  // The thread launches a grid: what it passes may be a pointer to its own memory, which that grid cannot use.
  void Launches(launch::ThreadRun& thread, const launch::LaunchRequest& child);
  // The access leaves the array at touch.base, which is a member or a row; `member` is its name, `size` 0: not known.
  void ReportMember(CheckedBlock& block, launch::ThreadRun& thread, const Touch& touch, std::uint64_t size,
                    const char* member);

 private:
  void ReportPassed(launch::ThreadRun& thread, const launch::LaunchRequest& child, const char* parameter,
                    const char* memory);
  // True if both addresses are in one variable or allocation, as far as that is known.
  bool IsInOneObject(CheckedBlock& block, const launch::ThreadRun& thread, std::uint64_t a, std::uint64_t b);

  CheckContext& context_;
};

}  // namespace lockstep::inspect
