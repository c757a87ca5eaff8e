#include "sim/inspect/fault_words.h"

#include <fmt/format.h>

#include <bit>
#include <string_view>

#include "sim/hooks/check.h"

namespace lockstep::inspect {
namespace {

// "kernel `k`: assertion `i < n` failed for thread ..." says more than its text, which may have quotes of its own.
std::string FactOfAssertion(const std::string& what) {
  constexpr std::string_view kBegin = "assertion `", kEnd = "` failed for ";
  const std::size_t begin = what.find(kBegin), end = what.rfind(kEnd);
  if (begin == std::string::npos || end == std::string::npos || end < begin) return "an assertion of the kernel fails";
  const std::size_t first = begin + kBegin.size();
  return fmt::format("the assertion `{}` of the kernel fails", what.substr(first, end - first));
}

// The upper half says what is undefined, the lower one has the width.
constexpr bool Is(std::uint64_t what, std::uint64_t kind) { return what >> 32 == kind >> 32; }

}  // namespace

report::FindingKind KindOf(const launch::LaunchOutcome& outcome) {
  // No hook has seen the address: of a call, of a copy, of what a texture object stands for.
  if (outcome.is_null) return report::FindingKind::kNullPointer;
  switch (outcome.fault) {
    case launch::LaunchFault::kAssert: return report::FindingKind::kAssert;
    case launch::LaunchFault::kStackOverflow: return report::FindingKind::kStackOverflow;
    case launch::LaunchFault::kIllegalAddress: return report::FindingKind::kWildPointer;
    case launch::LaunchFault::kMisalignedAddress: return report::FindingKind::kMisaligned;
    case launch::LaunchFault::kTimeout: return report::FindingKind::kEndless;
    case launch::LaunchFault::kDeadlock: return report::FindingKind::kDeadlock;
    default: return report::FindingKind::kTrap;
  }
}

std::string FactOf(const launch::LaunchOutcome& outcome) {
  if (outcome.is_null) return "a thread uses a null pointer";
  switch (outcome.fault) {
    case launch::LaunchFault::kAssert: return FactOfAssertion(outcome.what);
    case launch::LaunchFault::kTrap: return "the kernel calls `__trap()`";
    case launch::LaunchFault::kStackOverflow: return "a thread needs more stack than it has";
    case launch::LaunchFault::kIllegalInstruction: return "the kernel runs an invalid instruction";
    case launch::LaunchFault::kIllegalAddress: return "a thread touches memory that is not there";
    default: return outcome.what;
  }
}

std::string HintFor(const launch::LaunchOutcome& outcome) {
  if (!outcome.is_null) return "";
  return "a pointer to memory or to a function, or a texture or surface object, is 0: is it set before it is used, and "
         "was the error of the call that makes it looked at?";
}

report::FindingKind KindOfUndefined(std::uint64_t what) {
  return what == LOCKSTEP_UNDEFINED_BY_ZERO ? report::FindingKind::kDivisionByZero : report::FindingKind::kUndefined;
}

std::string FactOfUndefined(std::uint64_t what, std::uint64_t operand) {
  const auto width = static_cast<std::uint32_t>(what);
  if (Is(what, LOCKSTEP_UNDEFINED_BY_ZERO)) return "a thread divides a whole number by zero";
  if (Is(what, LOCKSTEP_UNDEFINED_SHIFT))
    return fmt::format("a thread shifts {} bits by {}", width,
                       width == 32 ? static_cast<std::int32_t>(operand) : static_cast<std::int64_t>(operand));
  if (Is(what, LOCKSTEP_UNDEFINED_CONVERSION))
    return fmt::format("a thread converts {:g} to a whole number of {} bits, which it does not fit",
                       std::bit_cast<double>(operand), width);
  return "a thread divides the least whole number by -1, and the quotient does not fit";
}

const char* HintForUndefined(std::uint64_t what) {
  if (Is(what, LOCKSTEP_UNDEFINED_BY_ZERO)) return "a GPU goes on with all bits set; test the divisor first";
  if (Is(what, LOCKSTEP_UNDEFINED_SHIFT))
    return "C++ leaves this open; a GPU shifts every bit out, the host's processor does not: test the count first";
  if (Is(what, LOCKSTEP_UNDEFINED_CONVERSION))
    return "C++ leaves this open; a GPU gives the nearest number of 32 or 64 bits, the host's processor does not: "
           "clamp the number first";
  return "C++ leaves this open; a GPU gives the same number again, the host's processor ends the program";
}

const char* FactOfEndless(Rounds why, bool awaits_nan) {
  const bool is_shown = why != Rounds::kTooMany && why != Rounds::kTooLong;
  if (awaits_nan && is_shown) return "a loop does not end: the value that would end it is NaN";
  return is_shown ? "a loop does not end" : "a loop has not ended after very many iterations";
}

namespace {
constexpr const char* kLookForNan =
    "every comparison with NaN is false, but `!=`: look for 0/0, an infinity, or a root of a negative number before "
    "the "
    "loop and in it";
}  // namespace

const char* NoteOfEndless(launch::Waits waits) {
  switch (waits) {
    case launch::Waits::kWarp: return "meets lanes of its warp in each iteration";
    case launch::Waits::kGridBarrier: return "comes to the barrier of the grid in each iteration";
    default: return "comes to its barrier in each iteration";
  }
}

const char* HintForEndlessBlock(bool awaits_nan) {
  if (awaits_nan) return kLookForNan;
  return "all memory and all variables are in some iteration as they were before: look at which thread is to change "
         "what ends the loop";
}

const char* HintForEndless(Rounds why, bool awaits_nan) {
  if (awaits_nan && why != Rounds::kStay) return kLookForNan;
  switch (why) {
    case Rounds::kRepeat:
      return "nothing that decides its end changes from one iteration to the next: look at its step";
    case Rounds::kReadAgain:
      return "it reads the same memory again, nothing that decides its end changes, and it waits for nobody: look at "
             "its step; what another thread is to change must be read as `volatile` or by an atomic";
    case Rounds::kStay: return "nothing in it leaves it: it needs a condition, a `break` or a `return`";
    case Rounds::kTooMany: return "look at what ends the loop; `--rounds N` lets loops go on longer";
    default: return "look at what ends the loop; it may end all the same: `--rounds N` lets it go on for N iterations";
  }
}

}  // namespace lockstep::inspect
