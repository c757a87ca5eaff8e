#include "sim/inspect/rounds.h"

#include <time.h>

#include <algorithm>
#include <span>
#include <utility>

#include "sim/hooks/check.h"

namespace lockstep::inspect {
namespace {

// Iterations between two rows, at first and at most; and those of a row.
constexpr std::uint64_t kFirst = 1 << 12, kMost = 1 << 20, kFirstRow = 1 << 6, kMostRow = 1 << 16;
constexpr std::uint32_t kManyRows = 20;

constexpr std::uint64_t kSecond = 1'000'000'000;
// Blocks on other cores had that long to write what the loop reads.
constexpr std::uint64_t kPatience = kSecond / 4;
// A thread of a solver takes seconds for millions of iterations.
constexpr std::uint64_t kMostTime = 60 * kSecond;

std::uint64_t ProcessorTime() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * kSecond + static_cast<std::uint64_t>(time.tv_nsec);
}

// True if the values of this iteration are those that were kept in this call of the function. If not, they are kept
// now and then, at distances that double, so that every period is found.
bool Repeats(std::uint64_t* state, std::uint64_t how) {
  const std::uint64_t count = how & 0xffff, which = (how & 0xffffffff) + 1;
  const std::span values(state + LOCKSTEP_ROUND_VALUES, count), kept(values.data() + count, count);
  std::uint64_t &of = state[0], &left = state[1], &distance = state[2];
  if (of == which) {
    if (std::ranges::equal(values, kept)) return true;
    if (--left > 0) return false;
    left = distance *= 2;
  } else {
    of = which;
    left = distance = 1;
  }
  std::ranges::copy(values, kept.begin());
  return false;
}

void Give(launch::ThreadRun& thread, std::uint64_t most) {
  launch::RoundsOfThread& rounds = thread.rounds;
  const std::uint64_t usual = rounds.row > 0 ? 1 : std::min(kMost, kFirst << std::min(rounds.rows, kManyRows));
  thread.rounds_left = most ? std::min(usual, most - rounds.gone) : usual;
  rounds.gone += thread.rounds_left;
}

}  // namespace

std::uint64_t FirstRounds(std::uint64_t most) { return most ? std::min(most, kFirst) : kFirst; }

void RoundWatch::Count(launch::ThreadRun& thread) {
  const std::uint64_t now = ProcessorTime();
  if (last_ == &thread) thread.rounds.time += now - counted_until_;
  last_ = &thread;
  counted_until_ = now;
}

Rounds RoundWatch::EndRow(launch::ThreadRun& thread) {
  Count(thread);
  launch::RoundsOfThread& rounds = thread.rounds;
  if (!std::exchange(rounds.repeats, false))
    rounds.repeats_since = 0;
  else if (rounds.repeats_since == 0)
    rounds.repeats_since = rounds.time + 1;
  else if (rounds.time - rounds.repeats_since > kPatience)
    return Rounds::kReadAgain;
  return rounds.time > kMostTime ? Rounds::kTooLong : Rounds::kGoOn;
}

Rounds RoundWatch::Look(launch::ThreadRun& thread, std::uint64_t* state, std::uint64_t how, std::uint64_t most) {
  launch::RoundsOfThread& rounds = thread.rounds;
  if (rounds.rows == 0) {
    rounds.gone = FirstRounds(most);
    last_ = nullptr;
  }
  rounds.awaits_nan = how & LOCKSTEP_ROUND_NAN;
  if (most && rounds.gone >= most) return Rounds::kTooMany;
  if (how & LOCKSTEP_ROUND_STAYS) return Rounds::kStay;
  if (last_ != &thread) Count(thread);
  if (rounds.row == 0) rounds.row = std::min(kMostRow, kFirstRow << std::min(rounds.rows++, kManyRows));
  if (how & LOCKSTEP_ROUND_KNOWN && Repeats(state, how)) {
    if (!(how & LOCKSTEP_ROUND_READS)) return Rounds::kRepeat;
    rounds.repeats = true;
  }
  if (const Rounds verdict = --rounds.row == 0 ? EndRow(thread) : Rounds::kGoOn; verdict != Rounds::kGoOn)
    return verdict;
  Give(thread, most);
  return Rounds::kGoOn;
}

}  // namespace lockstep::inspect
