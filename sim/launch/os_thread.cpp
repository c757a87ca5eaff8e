#include "sim/launch/os_thread.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <pthread.h>
#include <unistd.h>

#include <charconv>
#include <cstring>
#include <memory>

namespace lockstep::launch {
namespace {

// proc(5), /proc/pid/stat: the state is the letter after the name, which stands in parentheses and may contain some.
// A thread that is gone sleeps for good.
bool IsAsleep(pid_t number) {
  const int file = open(fmt::format("/proc/self/task/{}/stat", number).c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return true;
  char text[128];
  const ssize_t size = read(file, text, sizeof text);
  close(file);
  if (size <= 0) return true;
  const auto* end = static_cast<const char*>(memrchr(text, ')', static_cast<std::size_t>(size)));
  return end && text + size - end > 2 && end[2] == 'S';
}

std::chrono::nanoseconds TimeOf(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

}  // namespace

OsThread OsThread::This() {
  OsThread self;
  self.number_ = gettid();
  if (pthread_getcpuclockid(pthread_self(), &self.clock_) != 0) self.clock_ = CLOCK_MONOTONIC;
  return self;
}

bool OsThread::IsThis() const { return number_ == gettid(); }

bool OsThread::IsAsleep() const { return launch::IsAsleep(number_); }

std::chrono::nanoseconds OsThread::UsedTime() const { return TimeOf(clock_); }

std::chrono::nanoseconds OsThread::TimeUsedByAll() { return TimeOf(CLOCK_PROCESS_CPUTIME_ID); }

bool DoAllOthersSleep() {
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(opendir("/proc/self/task"), closedir);
  if (!folder) return true;
  const pid_t self = gettid();
  while (const dirent* entry = readdir(folder.get())) {
    pid_t number = 0;
    const char* const end = entry->d_name + std::strlen(entry->d_name);
    if (std::from_chars(entry->d_name, end, number).ptr != end || number == self) continue;
    if (!IsAsleep(number)) return false;
  }
  return true;
}

}  // namespace lockstep::launch
