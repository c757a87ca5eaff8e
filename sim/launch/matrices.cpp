// Operations of a warp on matrices, as functions of device code (sim/toolkit/lockstep/device.h).

#include "sim/math/matrices.h"

#include <bit>
#include <cstring>
#include <vector>

#include "shared/trace/words.h"
#include "sim/launch/block_run.h"
#include "sim/launch/device_calls.h"
#include "sim/launch/observer.h"

namespace lockstep::launch {
namespace {

using trace::kWarpSize;

// The operands of one lane in a product, on its own stack.
struct Factors {
  const LockstepMatrixShape* shape;
  const std::uint64_t *a, *b;  // words
  std::uint64_t* sums;
};

unsigned BitsOf(LockstepElement element) {
  switch (element) {
    case LockstepElement::kF64: return 64;
    case LockstepElement::kTf32: return 32;
    case LockstepElement::kF16:
    case LockstepElement::kBf16: return 16;
    case LockstepElement::kS4:
    case LockstepElement::kU4: return 4;
    case LockstepElement::kB1: return 1;
    default: return 8;
  }
}

// Words that each lane holds of a matrix with that many elements.
std::size_t WordsOf(std::size_t elements, LockstepElement element) {
  return (elements * BitsOf(element) / kWarpSize + 63) / 64;
}

// Lanes that are not there have zeros, which CUDA leaves undefined.
void CompleteProduct(ThreadRun* lanes, std::uint32_t arrived) {
  auto factors_of = [&](unsigned lane) { return reinterpret_cast<const Factors*>(lanes[lane].operand); };
  const LockstepMatrixShape& shape = *factors_of(static_cast<unsigned>(std::countr_zero(arrived)))->shape;
  const std::size_t of_a = WordsOf(std::size_t{shape.rows} * shape.k, shape.a), of_b = WordsOf(8uz * shape.k, shape.b);
  std::vector<std::uint64_t> a(of_a * kWarpSize), b(of_b * kWarpSize);
  std::array<std::uint64_t*, kWarpSize> sums{};
  for (std::uint32_t left = arrived; left; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    const Factors& factors = *factors_of(lane);
    for (std::size_t i = 0; i < of_a; ++i) a[i * kWarpSize + lane] = factors.a[i];
    for (std::size_t i = 0; i < of_b; ++i) b[i * kWarpSize + lane] = factors.b[i];
    sums[lane] = factors.sums;
  }
  math::MultiplyMatrices(shape, a.data(), b.data(), sums);
  for (std::uint32_t left = arrived; left; left &= left - 1) lanes[std::countr_zero(left)].result = arrived;
}

void Multiply(const Factors& factors) {
  ThreadRun& self = CurrentThread();
  const std::uint64_t before = factors.sums[0];
  self.operand = reinterpret_cast<std::uint64_t>(&factors);
  self.caller = {};
  self.run->MeetWarp(self, ~0u, false, CompleteProduct);
  if (LaunchObserver* watcher = WatcherOf(self)) {
    watcher->UsesMatrix(self, {.lanes = static_cast<std::uint32_t>(self.result)});
    watcher->Exchanges(self, static_cast<std::uint32_t>(trace::WarpOperation::kMultiply), ~0u, before, factors.sums[0]);
  }
}

// Each lane gets the lanes that have come; `result` has 0 where the lanes name different matrices.
void CompleteUse(ThreadRun* lanes, std::uint32_t arrived) {
  const ThreadRun& first = lanes[std::countr_zero(arrived)];
  bool same = true;
  for (std::uint32_t left = arrived; left; left &= left - 1) {
    const ThreadRun& lane = lanes[std::countr_zero(left)];
    same &= lane.operand == first.operand && lane.operand_lane == first.operand_lane;
  }
  for (std::uint32_t left = arrived; left; left &= left - 1) lanes[std::countr_zero(left)].result = same ? arrived : 0;
}

// A LockstepMatrixShape in 32 bits, as mma.h builds it.
struct PackedShape {
  enum Flag : std::uint32_t { kHalfStarts = 1, kHalfSums = 2, kSaturates = 4, kAnds = 8 };
  std::uint32_t bits;

  bool Has(Flag flag) const { return bits >> 24 & flag; }
  LockstepMatrixShape Unpack() const {
    const auto element = static_cast<LockstepElement>(bits >> 16 & 0xff);
    return {.rows = bits & 0xff,
            .k = bits >> 8 & 0xff,
            .a = element,
            .b = element,
            .half_starts = Has(kHalfStarts),
            .half_sums = Has(kHalfSums),
            .saturates = Has(kSaturates),
            .ands = Has(kAnds)};
  }
};

// Accumulators side by side in words, as registers are, and each in a word of its own.
void Spread(const std::uint64_t* packed, unsigned bytes, unsigned count, std::uint64_t* words) {
  for (unsigned i = 0; i < count; ++i) {
    words[i] = 0;
    std::memcpy(&words[i], reinterpret_cast<const char*>(packed) + std::size_t{i} * bytes, bytes);
  }
}
void Pack(const std::uint64_t* words, unsigned bytes, unsigned count, std::uint64_t* packed) {
  for (unsigned i = 0; i < count; ++i)
    std::memcpy(reinterpret_cast<char*>(packed) + std::size_t{i} * bytes, &words[i], bytes);
}

}  // namespace
}  // namespace lockstep::launch

using namespace lockstep;
using namespace lockstep::launch;

#define LOCKSTEP_EXPORT extern "C" __attribute__((visibility("default")))

LOCKSTEP_EXPORT void __lockstep_multiply(const void* shape, const unsigned long long* a, const unsigned long long* b,
                                         unsigned long long* sums) {
  Multiply({.shape = static_cast<const LockstepMatrixShape*>(shape),
            .a = reinterpret_cast<const std::uint64_t*>(a),
            .b = reinterpret_cast<const std::uint64_t*>(b),
            .sums = reinterpret_cast<std::uint64_t*>(sums)});
}

LOCKSTEP_EXPORT void __lockstep_multiply_registers(unsigned shape_bits, unsigned long long a0, unsigned long long a1,
                                                   unsigned long long b, unsigned long long c0, unsigned long long c1,
                                                   unsigned long long* sums) {
  const PackedShape packed{shape_bits};
  const LockstepMatrixShape shape = packed.Unpack();
  const std::uint64_t left[] = {a0, a1}, right[] = {b}, starts[] = {c0, c1};
  const unsigned wide = shape.a == LockstepElement::kF64 ? 8 : 4, count = shape.rows / 4;
  std::uint64_t words[4], results[2]{};
  Spread(starts, shape.half_starts ? 2 : wide, count, words);
  Multiply({.shape = &shape, .a = left, .b = right, .sums = words});
  Pack(words, shape.half_sums ? 2 : wide, count, results);
  sums[0] = results[0], sums[1] = results[1];
}

LOCKSTEP_EXPORT void __lockstep_use_matrix(const void* matrix, unsigned long long pitch) {
  ThreadRun& self = CurrentThread();
  self.operand = reinterpret_cast<std::uint64_t>(matrix);
  self.operand_lane = static_cast<std::uint32_t>(pitch);
  self.caller = {};
  self.run->MeetWarp(self, ~0u, false, CompleteUse);
  if (LaunchObserver* watcher = WatcherOf(self))
    watcher->UsesMatrix(self,
                        {.address = self.operand, .pitch = pitch, .lanes = static_cast<std::uint32_t>(self.result)});
}
