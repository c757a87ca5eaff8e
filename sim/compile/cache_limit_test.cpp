#include "sim/compile/cache_limit.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <time.h>

#include <atomic>
#include <fstream>
#include <thread>

#include "sim/compile/cache_folder.h"

namespace lockstep::compile {
namespace {

namespace fs = std::filesystem;
using std::chrono::hours;

constexpr std::uint64_t kProgram = 64 << 10;  // bytes of an entry's program

class CacheLimits : public testing::Test {
 protected:
  CacheLimits() : folder_(fs::absolute(testing::UnitTest::GetInstance()->current_test_info()->name())) {
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "headers");
  }

  static std::string NameOf(char digit) { return std::string(32, digit); }
  fs::path EntryOf(char digit) const { return folder_ / NameOf(digit); }

  static void Write(const fs::path& path) { std::ofstream(path, std::ios::binary) << std::string(kProgram, 'p'); }
  static void SetLastUse(const fs::path& lock, hours ago) {
    std::ofstream(lock).close();
    const timespec then{.tv_sec = time(nullptr) - std::chrono::seconds(ago).count(), .tv_nsec = 0};
    const timespec times[] = {then, then};
    ASSERT_EQ(utimensat(AT_FDCWD, lock.c_str(), times, 0), 0);
  }
  void AddProgram(char digit, hours ago) const {
    fs::create_directories(EntryOf(digit));
    Write(EntryOf(digit) / "program");
    SetLastUse(EntryOf(digit) / "lock", ago);
  }
  void AddHeaders(char digit, hours ago) const {
    const fs::path file = folder_ / "headers" / NameOf(digit);
    Write(file.native() + ".pch");
    std::ofstream(file.native() + ".pch.manifest") << "manifest";
    SetLastUse(file.native() + ".lock", ago);
  }

  // A limit with room for this many entries, with the files beside their programs.
  static CacheLimit RoomFor(std::uint64_t entries) {
    return {.bytes = entries * (kProgram + kProgram / 2), .kept = hours(1)};
  }

  fs::path folder_;
};

TEST_F(CacheLimits, RemoveWhatWasUnusedForLongest) {
  AddProgram('a', hours(30));
  AddProgram('b', hours(50));
  AddProgram('c', hours(10));
  AddHeaders('d', hours(40));
  TrimCache(folder_, RoomFor(2));
  EXPECT_TRUE(fs::exists(EntryOf('a') / "program"));
  EXPECT_FALSE(fs::exists(EntryOf('b')));
  EXPECT_TRUE(fs::exists(EntryOf('c') / "program"));
  EXPECT_FALSE(fs::exists(folder_ / "headers" / (NameOf('d') + ".pch")));
  EXPECT_FALSE(fs::exists(folder_ / "headers" / (NameOf('d') + ".pch.manifest")));
}

TEST_F(CacheLimits, LeaveWhatFits) {
  for (const char digit : {'a', 'b', 'c'}) AddProgram(digit, hours(1000));
  TrimCache(folder_, RoomFor(3));
  for (const char digit : {'a', 'b', 'c'}) EXPECT_TRUE(fs::exists(EntryOf(digit) / "program"));
}

TEST_F(CacheLimits, LeaveWhatWasUsedJustNow) {
  AddProgram('a', hours(0));
  AddProgram('b', hours(2));
  ASSERT_TRUE(CacheLock::Take(EntryOf('b') / "lock")) << "which is a use";
  TrimCache(folder_, RoomFor(0));
  EXPECT_TRUE(fs::exists(EntryOf('a') / "program"));
  EXPECT_TRUE(fs::exists(EntryOf('b') / "program"));
}

TEST_F(CacheLimits, LeaveWhatAnotherProcessHasLocked) {
  AddProgram('a', hours(20));
  AddProgram('b', hours(10));
  const auto lock = CacheLock::TakeIfFree(EntryOf('a') / "lock");
  ASSERT_TRUE(lock);
  TrimCache(folder_, RoomFor(0));
  EXPECT_TRUE(fs::exists(EntryOf('a') / "program"));
  EXPECT_FALSE(fs::exists(EntryOf('b')));
}

TEST_F(CacheLimits, LeaveWhatIsNotTheCaches) {
  fs::create_directories(folder_ / "photos");
  fs::create_directories(folder_ / "removed-photos");
  Write(folder_ / "photos/cat");
  Write(folder_ / "headers/cat.pch");
  TrimCache(folder_, RoomFor(0));
  EXPECT_TRUE(fs::exists(folder_ / "photos/cat"));
  EXPECT_TRUE(fs::exists(folder_ / "headers/cat.pch"));
  EXPECT_TRUE(fs::exists(folder_ / "removed-photos"));
}

TEST_F(CacheLimits, FinishWhatAKilledProcessHasBegun) {
  fs::create_directories(folder_ / ("removed-" + NameOf('a')));
  Write(folder_ / ("removed-" + NameOf('a')) / "program");
  TrimCache(folder_, RoomFor(1));
  EXPECT_FALSE(fs::exists(folder_ / ("removed-" + NameOf('a'))));
}

TEST_F(CacheLimits, AreLookedAtNowAndThen) {
  AddProgram('a', hours(20));
  TrimCacheIfDue(folder_, RoomFor(0));
  EXPECT_FALSE(fs::exists(EntryOf('a')));
  AddProgram('a', hours(20));
  TrimCacheIfDue(folder_, RoomFor(0));
  EXPECT_TRUE(fs::exists(EntryOf('a') / "program")) << "it was looked at just now";
  SetLastUse(folder_ / "trimmed", hours(1));
  TrimCacheIfDue(folder_, RoomFor(0));
  EXPECT_FALSE(fs::exists(EntryOf('a')));
}

// As in BuildCached(): while a process holds an entry's lock, the entry is complete and is not removed.
TEST_F(CacheLimits, TakeNoEntryFromAProcessThatHoldsIt) {
  // Of the two entries; made again, they have been removed while somebody used them. A busy machine takes long for it.
  constexpr int kMade = 4;
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(5);
  std::atomic<bool> ends{false};
  std::atomic<int> made{0}, lost{0};
  const auto use = [&](char digit) {
    const fs::path entry = EntryOf(digit), program = entry / "program";
    std::error_code error;
    for (int i = 0; i < 300 || (made < kMade && std::chrono::steady_clock::now() < deadline); ++i) {
      const auto lock = CacheLock::Take(entry / "lock");
      if (!fs::exists(program)) Write(program), ++made;
      std::this_thread::yield();
      lost += !fs::exists(program) || fs::file_size(program, error) != kProgram;
    }
  };
  std::thread trims([&] {
    while (!ends) TrimCache(folder_, {.bytes = 0, .kept = hours(-1)});
  });
  std::vector<std::thread> users;
  for (const char digit : {'a', 'a', 'b'}) users.emplace_back(use, digit);
  for (std::thread& user : users) user.join();
  ends = true;
  trims.join();
  EXPECT_EQ(lost, 0);
  EXPECT_GE(made, kMade) << "no entry was removed";
}

TEST_F(CacheLimits, StopWaitingForALockWhenTheBuildIsCancelled) {
  const fs::path path = folder_ / "lock";
  const auto held = CacheLock::Take(path);
  ASSERT_TRUE(held);
  int asked = 0;
  EXPECT_FALSE(CacheLock::Take(path, [&] { return ++asked == 3; }));
  EXPECT_EQ(asked, 3);
}

TEST_F(CacheLimits, LetAWaitForALockEndWithIt) {
  const fs::path path = folder_ / "lock";
  std::optional<CacheLock> held = CacheLock::Take(path);
  int asked = 0;
  EXPECT_TRUE(CacheLock::Take(path, [&] {
    if (++asked == 2) held.reset();
    return false;
  }));
}

}  // namespace
}  // namespace lockstep::compile
