#include "shared/metrics/request_counts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

namespace lockstep::metrics {
namespace {

std::uint64_t KeyOf(std::uint64_t number) { return (number + 1) * 0x9e3779b97f4a7c15u; }

RequestPart Load(std::uint64_t number, std::uint64_t address) {
  return {.key = KeyOf(number),
          .site = 1,
          .kind = RequestKind::kLoad,
          .memory = CountedMemory::kGlobal,
          .size = 4,
          .address = address};
}

Counts CountsOf(const SiteCounts& counts, RequestKind kind, CountedMemory memory) {
  const auto found = counts.sites().find(SiteCounts::Key(1, kind, memory));
  return found == counts.sites().end() ? Counts{} : SiteCounts::Whole(found->second);
}

TEST(WarpRequests, JoinsLanesThatArriveOneAfterTheOther) {
  SiteCounts counts;
  WarpRequests warp(~0u);
  for (std::uint32_t lane = 0; lane < 32; ++lane)
    for (std::uint64_t i = 0; i < 100; ++i) warp.Add(lane, Load(i, 4096 * i + 4 * lane), counts);
  EXPECT_EQ(warp.open(), 0u);
  const Counts found = CountsOf(counts, RequestKind::kLoad, CountedMemory::kGlobal);
  EXPECT_EQ(found.requests, 100u);
  EXPECT_EQ(found.lanes, 3200u);
  EXPECT_EQ(found.sectors, 400u);
  EXPECT_EQ(found.ideal_sectors, 400u);
}

// Each lane takes a path of its own: 400 of 500 requests, in order.
std::array<std::vector<std::uint64_t>, 32> WaysOfLanes() {
  std::array<std::vector<std::uint64_t>, 32> ways;
  for (std::uint32_t lane = 0; lane < 32; ++lane)
    for (std::uint64_t i = 0; i < 500; ++i)
      if (i % 5 != lane % 5) ways[lane].push_back(i);
  return ways;
}

TEST(WarpRequests, CountsTheSameInWhateverOrderLanesRun) {
  std::mt19937 random(3);
  const auto way = WaysOfLanes();
  std::map<std::string, Counts> by_order;
  for (const std::string order : {"serial", "rounds", "random"}) {
    SiteCounts counts;
    WarpRequests warp(~0u);
    std::array<std::size_t, 32> next{};
    const auto step = [&](std::uint32_t lane) {
      const std::uint64_t i = way[lane][next[lane]++];
      warp.Add(lane, Load(i, i * 64 + lane * (i % 7) * 4), counts);
      if (next[lane] == way[lane].size()) warp.Leave(lane);
    };
    if (order == "serial")
      for (std::uint32_t lane = 0; lane < 32; ++lane)
        while (next[lane] < way[lane].size()) step(lane);
    else
      for (int left = 32 * 400; left > 0;)
        for (std::uint32_t lane = 0; lane < 32; ++lane)
          if (next[lane] < way[lane].size() && (order == "rounds" || random() % 3 == 0)) step(lane), --left;
    warp.Finish(counts);
    by_order[order] = CountsOf(counts, RequestKind::kLoad, CountedMemory::kGlobal);
  }
  for (const auto& [order, found] : by_order) {
    EXPECT_EQ(found.requests, 500u) << order;
    EXPECT_EQ(found.lanes, 12800u) << order;
    EXPECT_EQ(found.sectors, by_order["serial"].sectors) << order;
  }
}

TEST(WarpRequests, ReportsTheLaneThatRunsAhead) {
  SiteCounts counts;
  WarpRequests warp(3);
  EXPECT_TRUE(warp.Add(0, Load(1, 0), counts));
  EXPECT_FALSE(warp.Add(1, Load(1, 4), counts));
}

TEST(WarpRequests, DoesNotWaitForLanesThatHaveLeft) {
  SiteCounts counts;
  WarpRequests warp(3);
  warp.Leave(1);
  warp.Add(0, Load(1, 0), counts);
  EXPECT_EQ(warp.open(), 0u);
  const Counts found = CountsOf(counts, RequestKind::kLoad, CountedMemory::kGlobal);
  EXPECT_EQ(found.lanes, 1u);
  EXPECT_EQ(found.possible, 2u);
}

TEST(WarpRequests, CountsALaneThatReturnsAsAnotherRequest) {
  SiteCounts counts;
  WarpRequests warp(~0u);
  for (int round = 0; round < 3; ++round) warp.Add(5, Load(1, 0), counts);
  warp.Finish(counts);
  EXPECT_EQ(CountsOf(counts, RequestKind::kLoad, CountedMemory::kGlobal).requests, 3u);
}

TEST(WarpRequests, KeepsNoMoreOpenThanItsLimit) {
  SiteCounts counts;
  WarpRequests warp(~0u);
  for (std::uint64_t i = 0; i < 100000; ++i) {
    warp.Add(0, Load(i, i * 4), counts);
    ASSERT_LE(warp.open(), WarpRequests::kMostOpen);
  }
  warp.Finish(counts);
  EXPECT_EQ(CountsOf(counts, RequestKind::kLoad, CountedMemory::kGlobal).requests, 100000u);
}

TEST(SiteCounts, CallsABranchDivergentIfLanesTakeDifferentPaths) {
  SiteCounts counts;
  WarpRequests warp(15);
  for (std::uint64_t number : {1, 2})
    for (std::uint32_t lane = 0; lane < 4; ++lane)
      warp.Add(lane,
               {.key = KeyOf(number), .site = 1, .kind = RequestKind::kBranch, .address = number == 1 ? lane % 2 : 1},
               counts);
  const Counts found = CountsOf(counts, RequestKind::kBranch, CountedMemory::kNone);
  EXPECT_EQ(found.requests, 2u);
  EXPECT_EQ(found.divergent, 1u);
}

TEST(SiteCounts, KnowsTheAddressWithMostAtomics) {
  SiteCounts one, other;
  for (SiteCounts* counts : {&one, &other}) {
    WarpRequests warp(~0u);
    for (std::uint32_t lane = 0; lane < 32; ++lane)
      warp.Add(lane,
               {.key = KeyOf(1),
                .site = 1,
                .kind = RequestKind::kAtomic,
                .memory = CountedMemory::kGlobal,
                .size = 4,
                .address = 256 + lane / 8 * 4},
               *counts);
  }
  one.Add(other);
  const Counts found = CountsOf(one, RequestKind::kAtomic, CountedMemory::kGlobal);
  EXPECT_EQ(found.same_address, 16u);
  EXPECT_EQ(found.most_same_address, 8u);
  EXPECT_EQ(found.hottest, 16u);
}

TEST(Counts, SurviveTheFileThatPassesThemOn) {
  const std::string path = "counts.json";
  KernelCounts kernel{.name = "k",
                      .file = "a.cu",
                      .line = 3,
                      .static_shared = 64,
                      .max_threads = 256,
                      .shapes = {{{1, 2, 3}, {4, 5, 6}, 7, 8, 9}},
                      .lines = {{"a.cu",
                                 4,
                                 "k",
                                 RequestKind::kAtomic,
                                 CountedMemory::kShared,
                                 {.requests = 9, .lanes = 8, .hottest = 7, .hottest_is_least = true}}},
                      .arrays = {{"tile", CountedMemory::kShared, 1, 2, 3, 4, 5}},
                      .work = {1, 2, 3, 4, 5, 6, 7}};
  ASSERT_TRUE(WriteCounts({.kernels = {kernel}, .host = {1, 2, 3, 4, 5, 6, 7, 8, 9}}, path));
  const auto read = ReadCounts(path);
  ASSERT_TRUE(read);
  ASSERT_EQ(read->kernels.size(), 1u);
  EXPECT_EQ(read->host.bytes_to_device, 2u);
  EXPECT_EQ(read->host.peak_bytes, 7u);
  EXPECT_EQ(read->host.stored_bytes, 8u);
  EXPECT_EQ(read->host.argument_bytes, 9u);
  const KernelCounts& again = read->kernels.front();
  ASSERT_EQ(again.arrays.size(), 1u);
  EXPECT_EQ(again.arrays.front().name, "tile");
  EXPECT_EQ(again.arrays.front().memory, CountedMemory::kShared);
  EXPECT_EQ(again.arrays.front().bytes_written, 5u);
  EXPECT_EQ(again.work.operations, 1u);
  EXPECT_EQ(again.work.busiest_thread, 6u);
  EXPECT_EQ(again.shapes.front().launches, 8u);
  EXPECT_EQ(again.shapes.front().first, 9u);
  EXPECT_EQ(again.lines.front().counts.hottest, 7u);
  EXPECT_EQ(again.lines.front().memory, CountedMemory::kShared);
  EXPECT_TRUE(again.lines.front().counts.hottest_is_least);
}

}  // namespace
}  // namespace lockstep::metrics
