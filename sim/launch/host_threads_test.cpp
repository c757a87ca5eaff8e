#include "sim/launch/host_threads.h"

#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <string>
#include <thread>

namespace lockstep::launch {
namespace {

// Threads of the host that take turns and write down what they do.
class Game {
 public:
  explicit Game(std::uint32_t threads, session::Order order = {})
      : turns(*new HostThreads(mutex, [this](HostThreads::Stuck how) { GetsStuck(how); })) {
    turns.Begin(threads, order);
  }
  ~Game() {
    Join();
    const std::lock_guard lock(mutex);
    EXPECT_FALSE(turns.Any());
  }

  template <class Body>
  void Start(std::uint64_t block, std::uint32_t thread, Body body) {
    threads_.emplace_back([=, this] {
      HostThreads::One* one = With([&] { return turns.Come({block, thread}); });
      if (!one) return;
      Say(block, thread, "+");
      const bool is_on = body(*one);
      if (!is_on) return;
      Say(block, thread, "-");
      With([&] {
        turns.End(*one);
        return 0;
      });
    });
  }
  void Join() {
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
  }

  template <class Wait>
  bool WaitBy(HostThreads::One& one, Wait&& wait) {
    With([&] {
      turns.Wait(one);
      return 0;
    });
    wait();
    const auto back = With([&] { return turns.Mine() ? turns.Return(one) : HostThreads::Back::kGivenUp; });
    if (back == HostThreads::Back::kGivenUp) return false;
    Say(one.place.block, one.place.thread, back == HostThreads::Back::kMet ? "=" : "!");
    return true;
  }

  std::string said() {
    const std::lock_guard lock(mutex);
    return said_;
  }
  std::string stuck() {
    const std::lock_guard lock(mutex);
    return stuck_;
  }

  // Never freed: the thread that watches over the turns never ends.
  HostThreads::Mutex& mutex = *new HostThreads::Mutex;
  HostThreads& turns;

 private:
  template <class Work>
  auto With(Work work) {
    const std::lock_guard lock(mutex);
    return work();
  }
  void Say(std::uint64_t block, std::uint32_t thread, const char* what) {
    const std::lock_guard lock(mutex);
    said_ += (block ? std::to_string(block) + "/" : "") + std::to_string(thread) + what + " ";
  }
  void GetsStuck(HostThreads::Stuck how) {
    stuck_ = how == HostThreads::Stuck::kDeadlock ? "deadlock"
             : how == HostThreads::Stuck::kInWait ? "in wait"
                                                  : "in play";
    turns.GiveUp();
  }

  std::vector<std::thread> threads_;
  std::string said_, stuck_;
};

const auto kDoNothing = [](HostThreads::One&) { return true; };

TEST(HostThreads, GoOnLowestFirstWhicheverComesFirst) {
  Game game(4);
  for (std::uint32_t thread : {2u, 0u, 3u, 1u}) game.Start(0, thread, kDoNothing);
  game.Join();
  EXPECT_EQ(game.said(), "0+ 0- 1+ 1- 2+ 2- 3+ 3- ");
}

TEST(HostThreads, MeetAndBeginAnew) {
  Game game(3);
  std::barrier barrier(3);
  for (std::uint32_t thread : {2u, 1u, 0u})
    game.Start(0, thread, [&](HostThreads::One& one) { return game.WaitBy(one, [&] { barrier.arrive_and_wait(); }); });
  game.Join();
  EXPECT_EQ(game.said(), "0+ 1+ 2+ 0= 0- 1= 1- 2= 2- ");
}

TEST(HostThreads, TakeTheOrderOfThePolicy) {
  Game game(3, {session::OrderKind::kConsumerFirst, 0});
  std::barrier barrier(3);
  for (std::uint32_t thread : {2u, 1u, 0u})
    game.Start(0, thread, [&](HostThreads::One& one) { return game.WaitBy(one, [&] { barrier.arrive_and_wait(); }); });
  game.Join();
  EXPECT_EQ(game.said(), "2+ 1+ 0+ 2= 2- 1= 1- 0= 0- ");
}

TEST(HostThreads, HaveMetNobodyWhereNothingHoldsThem) {
  Game game(3);
  for (std::uint32_t thread : {2u, 1u, 0u})
    game.Start(0, thread, [&](HostThreads::One& one) { return game.WaitBy(one, [] {}); });
  game.Join();
  EXPECT_EQ(game.said(), "0+ 1+ 2+ 0! 0- 1! 1- 2! 2- ");
}

TEST(HostThreads, HaveMetNobodyWhereABarrierCountsTooFew) {
  Game game(4);
  std::barrier barrier(2);
  for (std::uint32_t thread : {3u, 2u, 1u, 0u})
    game.Start(0, thread, [&](HostThreads::One& one) { return game.WaitBy(one, [&] { barrier.arrive_and_wait(); }); });
  game.Join();
  EXPECT_EQ(game.said(), "0+ 1+ 2+ 3+ 0! 0- 1! 1- 2! 2- 3! 3- ");
}

TEST(HostThreads, MeetWithoutThoseThatHaveLeftWhereTheBarrierLetsThem) {
  Game game(3);
  std::barrier barrier(2);
  game.Start(0, 0, kDoNothing);
  for (std::uint32_t thread : {2u, 1u})
    game.Start(0, thread, [&](HostThreads::One& one) { return game.WaitBy(one, [&] { barrier.arrive_and_wait(); }); });
  game.Join();
  EXPECT_EQ(game.said(), "0+ 0- 1+ 2+ 1= 1- 2= 2- ");
}

TEST(HostThreads, PlayBlockAfterBlock) {
  Game game(2);
  for (std::uint64_t block : {2u, 0u, 1u})
    for (std::uint32_t thread : {1u, 0u}) game.Start(block, thread, kDoNothing);
  game.Join();
  EXPECT_EQ(game.said(), "0+ 0- 1+ 1- 1/0+ 1/0- 1/1+ 1/1- 2/0+ 2/0- 2/1+ 2/1- ");
}

TEST(HostThreads, BeginWithoutThoseThatNeverCome) {
  Game game(8);
  for (std::uint32_t thread : {5u, 1u}) game.Start(0, thread, kDoNothing);
  game.Join();
  EXPECT_EQ(game.said(), "1+ 1- 5+ 5- ");
}

TEST(HostThreads, ComeAgainInAnotherRound) {
  Game game(2);
  for (int round = 0; round < 2; ++round) {
    for (std::uint32_t thread : {1u, 0u}) game.Start(0, thread, kDoNothing);
    game.Join();
  }
  EXPECT_EQ(game.said(), "0+ 0- 1+ 1- 0+ 0- 1+ 1- ");
}

TEST(HostThreads, AreStuckWhereABarrierWaitsForMore) {
  std::barrier barrier(3);
  Game game(2);
  for (std::uint32_t thread : {1u, 0u})
    game.Start(0, thread, [&](HostThreads::One& one) { return game.WaitBy(one, [&] { barrier.arrive_and_wait(); }); });
  while (game.stuck().empty()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_EQ(game.stuck(), "deadlock");
  barrier.arrive_and_drop();
  game.Join();
  EXPECT_EQ(game.said(), "0+ 1+ ");
}

TEST(HostThreads, AreStuckSoonWhereABarrierGoesRoundForMore) {
  std::atomic<int> here = 0;
  Game game(2);
  const auto before = OsThread::TimeUsedByAll();
  for (std::uint32_t thread : {1u, 0u})
    game.Start(0, thread, [&](HostThreads::One& one) {
      return game.WaitBy(one, [&] {
        for (++here; here < 3;) std::this_thread::yield();
      });
    });
  while (game.stuck().empty()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_LT(OsThread::TimeUsedByAll() - before, std::chrono::seconds(2));
  EXPECT_EQ(game.stuck(), "deadlock");
  here = 3;
  game.Join();
  EXPECT_EQ(game.said(), "0+ 1+ ");
}

TEST(HostThreads, AreStuckWhereOneKeepsWhatTheNextNeeds) {
  std::barrier barrier(2);
  std::mutex lock;
  Game game(2);
  for (std::uint32_t thread : {1u, 0u})
    game.Start(0, thread, [&, thread](HostThreads::One& one) {
      std::unique_lock held(lock, std::defer_lock);
      const bool is_on = game.WaitBy(one, [&] {
        barrier.arrive_and_wait();
        if (thread == 0) std::this_thread::sleep_for(std::chrono::milliseconds(20));
        held.lock();
      });
      return is_on;
    });
  game.Join();
  EXPECT_EQ(game.stuck(), "in wait");
}

}  // namespace
}  // namespace lockstep::launch
