#include "sim/launch/later_sums.h"

#include <atomic>
#include <cstdint>
#include <variant>

namespace lockstep::launch {
namespace {

template <class Number>
struct Sum {
  Number* at;
  Number kept;
};

// The sums of integers wrap around, as those in memory.
using AnySum = std::variant<std::monostate, Sum<float>, Sum<double>, Sum<std::uint32_t>, Sum<std::uint64_t>>;
constinit thread_local AnySum sum;

template <class Number>
void AddNow(Number* at, Number value) {
  std::atomic_ref(*at).fetch_add(value, std::memory_order_relaxed);
}

template <class Number>
void AddLater(Number* at, Number value) {
  if (auto* kept = std::get_if<Sum<Number>>(&sum); kept && kept->at == at) {
    kept->kept += value;
    return;
  }
  AddKeptSums();
  AddNow(at, value);
  sum = Sum<Number>{at, 0};
}

}  // namespace

void AddKeptSums() {
  std::visit(
      [](auto& kept) {
        if constexpr (requires { kept.at; })
          if (kept.kept != 0) AddNow(kept.at, kept.kept);
      },
      sum);
  sum = {};
}

void DropKeptSums() { sum = {}; }

}  // namespace lockstep::launch

#define LOCKSTEP_EXPORT extern "C" __attribute__((visibility("default")))

using lockstep::launch::AddLater;

LOCKSTEP_EXPORT void __lockstep_add_later_f32(float* at, float value) { AddLater(at, value); }
LOCKSTEP_EXPORT void __lockstep_add_later_f64(double* at, double value) { AddLater(at, value); }
LOCKSTEP_EXPORT void __lockstep_add_later_i32(std::uint32_t* at, std::uint32_t value) { AddLater(at, value); }
LOCKSTEP_EXPORT void __lockstep_add_later_i64(std::uint64_t* at, std::uint64_t value) { AddLater(at, value); }
