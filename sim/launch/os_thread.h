#pragma once

// The operating system's facts about the threads of this process. Limit: Linux only.

#include <sys/types.h>
#include <time.h>

#include <chrono>

namespace lockstep::launch {

class OsThread {
 public:
  // The one that calls.
  static OsThread This();
  bool IsThis() const;

  // It waits for something: a lock, a condition, another thread, time, a device.
  bool IsAsleep() const;
  // Of the processor. While the thread is there.
  std::chrono::nanoseconds UsedTime() const;
  static std::chrono::nanoseconds TimeUsedByAll();

 private:
  pid_t number_ = 0;
  clockid_t clock_ = 0;
};

// All threads of the process but the one that calls are asleep: what none of them wakes, time alone will.
bool DoAllOthersSleep();

}  // namespace lockstep::launch
