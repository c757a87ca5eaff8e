#include "sim/record/program_stop.h"

#include <signal.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace lockstep::record {
namespace {

std::atomic<bool> in_launch{false}, is_to_stop{false};
std::atomic<std::thread::id> launching_thread;

void OnWishToEnd(int number) {
  if (in_launch && !is_to_stop.exchange(true)) return;
  signal(number, SIG_DFL);
  raise(number);
}

}  // namespace

void ListenForStops() {
  signal(SIGTERM, OnWishToEnd);
  signal(SIGINT, OnWishToEnd);
}

void NoteLaunchBegins() {
  launching_thread = std::this_thread::get_id();
  in_launch = true;
}

void NoteLaunchEnds() { in_launch = false; }

bool IsToStop() { return is_to_stop.load(std::memory_order_relaxed); }

void StopLaunch() {
  constexpr auto kLongest = std::chrono::seconds(2);
  if (!in_launch || launching_thread.load() == std::this_thread::get_id()) return;
  is_to_stop = true;
  const auto until = std::chrono::steady_clock::now() + kLongest;
  while (in_launch && std::chrono::steady_clock::now() < until)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

}  // namespace lockstep::record
