// The usual path must leave the notes that races.h leaves, and be taken by no access that races.h reports.

#include "sim/inspect/usual_access.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <latch>
#include <random>
#include <thread>
#include <vector>

namespace lockstep::inspect {
namespace {

constexpr std::uint32_t kThreads = 96, kCells = 3, kBlock = 1;

struct Shadow {
  check::Cell cells[kCells];
  check::SecondReader second[kCells] = {};
};

class ShortWay : public testing::TestWithParam<bool> {
 protected:
  std::uint32_t Any(std::uint32_t end) { return static_cast<std::uint32_t>(random_() % end); }

  void Meet(check::BlockOrder& order) {
    switch (Any(4)) {
      case 0: return order.PassBarrier();
      case 1: return order.Meet(Any(3), Any(2) ? ~0u : static_cast<std::uint32_t>(random_()) | 1);
      case 2: return order.ComeTogether(Any(3), ~0u);
      default:
        if (Any(3)) return;
        std::vector<std::uint32_t> threads;
        for (std::uint32_t thread = Any(2) * 32; thread < kThreads; thread += 1 + Any(2)) threads.push_back(thread);
        order.MeetThreads(threads);
    }
  }

  // As access.h has them noted. True if something was found.
  bool Note(const check::Toucher& who, Shadow& shadow, std::uint32_t cell, check::Note now, bool reads, bool writes) {
    bool found = false;
    auto on_conflict = [&](check::Note, bool) { found = true; };
    if (reads) check::NoteRead<false>(who, shadow.cells[cell], shadow.second[cell], now, on_conflict);
    if (writes) check::NoteWrite<false>(who, shadow.cells[cell], shadow.second[cell], now, now.bytes(), on_conflict);
    return found;
  }

  // Returns how many accesses took the usual path.
  int RunBlock() {
    check::BlockOrder order(episodes_, kBlock, kThreads, episodes_.next());
    Shadow slow, usual;
    check::Span span{.cells = usual.cells, .all_written = true, .is_shared = true, .of_one_block = GetParam()};
    int taken = 0;
    for (int step = 0; step < 60; ++step) {
      if (Any(6) == 0) Meet(order);
      const std::uint32_t thread = Any(3) ? Any(kThreads) : Any(4), cell = Any(kCells);
      const std::uint32_t bytes = Any(4) ? 15 : 1 + Any(15);
      const bool atomic = Any(12) == 0, writes = atomic || Any(5) == 0;
      LockstepSite site{.id = 1 + Any(3)};
      const check::Note now = check::Note::Of(order.segment(thread), site.id, bytes, atomic ? check::Note::kAtomic : 0);
      const check::Toucher who{episodes_, order, thread};
      const bool expected = Note(who, slow, cell, now, !writes || atomic, writes);
      const UsualAccess access{&span, &usual.cells[cell], bytes};
      const bool done = !atomic && (writes ? WriteUsually<false>(order, thread, access, &site)
                                           : ReadUsually<false>(order, thread, access, &site));
      const bool found = !done && Note(who, usual, cell, now, !writes || atomic, writes);
      taken += done;
      EXPECT_EQ(found, expected) << "step " << step;
      EXPECT_EQ(usual.cells[cell].write, slow.cells[cell].write) << "step " << step;
      EXPECT_EQ(usual.cells[cell].read, slow.cells[cell].read) << "step " << step;
      if (check::Note{slow.cells[cell].read}.spread() != check::Spread::kOne)
        EXPECT_EQ(usual.second[cell], slow.second[cell]) << "step " << step;
      if (HasFailure()) break;
    }
    return taken;
  }

  check::Episodes episodes_;
  std::mt19937 random_{11};
};

TEST_P(ShortWay, LeavesTheNotesOfTheLongWay) {
  int taken = 0;
  for (int block = 0; block < 20'000 && !HasFailure(); ++block) taken += RunBlock();
  EXPECT_GT(taken, 50'000);
}

// Blocks on two OS threads, each with a byte of every cell.
TEST(UsualAccessOfTwo, LosesNoByteThatTheOtherHasWritten) {
  constexpr std::uint32_t kMany = 4096;
  for (int round = 0; round < 100; ++round) {
    check::Episodes episodes;
    const std::uint32_t floor = episodes.next();
    std::vector<check::Cell> cells(kMany);
    std::vector<check::SecondReader> seconds(kMany);
    check::Span span{.cells = cells.data()};
    std::array<check::BlockOrder, 2> blocks{check::BlockOrder(episodes, 1, kThreads, floor),
                                            check::BlockOrder(episodes, 2, kThreads, floor)};
    std::latch begin(2);
    const auto write_all = [&](std::uint32_t number) {
      const LockstepSite site{.id = 1};
      begin.arrive_and_wait();
      for (std::uint32_t i = 0; i < kMany; ++i) {
        const std::uint32_t bytes = 1u << number;
        if (WriteUsually<true>(blocks[number], 0, {&span, &cells[i], bytes}, &site)) continue;
        const check::Note now = check::Note::Of(blocks[number].segment(0), site.id, bytes, 0);
        check::NoteWrite<true>({episodes, blocks[number], 0}, cells[i], seconds[i], now, bytes,
                               [](check::Note, bool) { ADD_FAILURE() << "bytes of their own are in no conflict"; });
      }
    };
    std::thread other(write_all, 1);
    write_all(0);
    other.join();
    const auto lost =
        std::ranges::count_if(cells, [](check::Cell& cell) { return check::Note{cell.write}.written() != 3; });
    ASSERT_EQ(lost, 0) << "in round " << round;
  }
}

INSTANTIATE_TEST_SUITE_P(OfSharedAndOtherMemory, ShortWay, testing::Bool());

}  // namespace
}  // namespace lockstep::inspect
