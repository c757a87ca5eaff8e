#include "shared/metrics/warp_request.h"

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <random>
#include <set>

namespace lockstep::metrics {
namespace {

WarpRequest Each(std::uint32_t size, const std::function<std::uint64_t(std::uint32_t)>& address,
                 std::uint32_t lanes = ~0u) {
  WarpRequest request{.lanes = lanes, .size = size};
  for (std::uint32_t lane = 0; lane < trace::kWarpSize; ++lane) request.addresses[lane] = address(lane);
  return request;
}

// The definitions, applied byte by byte.
std::set<std::uint64_t> BytesOf(const WarpRequest& request, std::uint32_t first, std::uint32_t count) {
  std::set<std::uint64_t> bytes;
  for (std::uint32_t lane = first; lane < first + count; ++lane)
    for (std::uint32_t i = 0; i < request.size && request.lanes >> lane & 1; ++i)
      bytes.insert(request.addresses[lane] + i);
  return bytes;
}

std::uint32_t NaiveSectors(const WarpRequest& request) {
  std::set<std::uint64_t> sectors;
  for (std::uint64_t byte : BytesOf(request, 0, 32)) sectors.insert(byte / 32);
  return static_cast<std::uint32_t>(sectors.size());
}

std::uint32_t NaiveWavefronts(const WarpRequest& request) {
  const std::uint32_t together = request.size > 8 ? 8 : request.size > 4 ? 16 : 32;
  std::uint32_t rounds = 0;
  for (std::uint32_t first = 0; first < 32; first += together) {
    std::map<std::uint64_t, std::set<std::uint64_t>> words_of_bank;
    for (std::uint64_t byte : BytesOf(request, first, together)) words_of_bank[byte / 4 % 32].insert(byte / 4);
    std::size_t most = 0;
    for (const auto& [bank, words] : words_of_bank) most = std::max(most, words.size());
    rounds += static_cast<std::uint32_t>(most);
  }
  return rounds;
}

std::uint32_t NaiveSame(const WarpRequest& request) {
  std::map<std::uint64_t, std::uint32_t> count;
  std::uint32_t most = 0;
  for (std::uint32_t lane = 0; lane < 32; ++lane)
    if (request.lanes >> lane & 1) most = std::max(most, ++count[request.addresses[lane]]);
  return most;
}

void ExpectAsDefined(const WarpRequest& request) {
  ASSERT_EQ(Sectors(request), NaiveSectors(request));
  ASSERT_EQ(IdealSectors(request), (BytesOf(request, 0, 32).size() + 31) / 32);
  ASSERT_EQ(BankWavefronts(request), NaiveWavefronts(request));
  ASSERT_EQ(LanesOnOneAddress(request), NaiveSame(request));
  ASSERT_GE(BankWavefronts(request), IdealWavefronts(request));
  ASSERT_GE(Sectors(request), IdealSectors(request));
}

TEST(LocalSectors, OfOneIndexAreFourForEachWord) {
  EXPECT_EQ(LocalSectors(Each(4, [](std::uint32_t) { return 8; })), 4u);
  EXPECT_EQ(LocalSectors(Each(1, [](std::uint32_t) { return 9; })), 4u);
  EXPECT_EQ(LocalSectors(Each(16, [](std::uint32_t) { return 32; })), 16u);
  EXPECT_EQ(LocalSectors(Each(4, [](std::uint32_t) { return 8; }, 0x000000ff)), 1u);
}

TEST(LocalSectors, OfDifferentIndicesAreOneForEachWordOfEightLanes) {
  EXPECT_EQ(LocalSectors(Each(4, [](std::uint32_t lane) { return 4 * lane; })), 32u);
  EXPECT_EQ(LocalSectors(Each(4, [](std::uint32_t lane) { return lane / 8 * 4; })), 4u);
  EXPECT_EQ(LocalSectors(Each(4, [](std::uint32_t lane) { return lane % 2 * 4; })), 8u);
}

TEST(WarpRequest, CountsAsDefinedForEveryStrideOffsetAndSize) {
  for (std::uint32_t size : {1u, 2u, 4u, 8u, 16u})
    for (std::uint32_t stride = 0; stride <= 160; ++stride)
      for (std::uint32_t offset = 0; offset < 64; offset += size)
        ExpectAsDefined(Each(size, [&](std::uint32_t lane) { return 4096 + offset + std::uint64_t{lane} * stride; }));
}

TEST(WarpRequest, CountsAsDefinedForAnyAddressesAndLanes) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 20000; ++round) {
    const std::uint32_t size = 1u << random() % 5;
    const std::uint64_t range = 1ull << random() % 14;
    const auto lanes = static_cast<std::uint32_t>(random() & random());
    ExpectAsDefined(Each(size, [&](std::uint32_t) { return 1000 + random() % range * (round % 2 ? size : 1); }, lanes));
  }
}

TEST(WarpRequest, ServesNeighboursWithFourSectors) {
  const WarpRequest request = Each(4, [](std::uint32_t lane) { return 256 + lane * 4; });
  EXPECT_EQ(Sectors(request), 4u);
  EXPECT_EQ(IdealSectors(request), 4u);
}

TEST(WarpRequest, NeedsASectorForEachLaneOfALargeStride) {
  const WarpRequest request = Each(4, [](std::uint32_t lane) { return 256 + lane * 128; });
  EXPECT_EQ(Sectors(request), 32u);
  EXPECT_EQ(IdealSectors(request), 4u);
}

TEST(WarpRequest, NeedsOneMoreSectorIfItBeginsInsideOne) {
  EXPECT_EQ(Sectors(Each(4, [](std::uint32_t lane) { return 260 + lane * 4; })), 5u);
}

TEST(WarpRequest, SharesOneWordAmongAllLanes) {
  const WarpRequest request = Each(4, [](std::uint32_t) { return 256; });
  EXPECT_EQ(Sectors(request), 1u);
  EXPECT_EQ(BankWavefronts(request), 1u);
  EXPECT_EQ(LanesOnOneAddress(request), 32u);
}

TEST(WarpRequest, GoesThirtyTwoWaysDownAColumnAndOneWayDownAPaddedOne) {
  EXPECT_EQ(BankWavefronts(Each(4, [](std::uint32_t lane) { return lane * 32 * 4; })), 32u);
  EXPECT_EQ(BankWavefronts(Each(4, [](std::uint32_t lane) { return lane * 33 * 4; })), 1u);
}

TEST(WarpRequest, IsServedInHalvesForEightBytesAndInQuartersForSixteen) {
  const WarpRequest eight = Each(8, [](std::uint32_t lane) { return lane * 8; });
  EXPECT_EQ(BankWavefronts(eight), 2u);
  EXPECT_EQ(IdealWavefronts(eight), 2u);
  const WarpRequest sixteen = Each(16, [](std::uint32_t lane) { return lane * 16; });
  EXPECT_EQ(BankWavefronts(sixteen), 4u);
  EXPECT_EQ(IdealWavefronts(sixteen), 4u);
  EXPECT_EQ(IdealWavefronts(Each(16, [](std::uint32_t lane) { return lane * 16; }, 0xff)), 1u);
}

TEST(WarpRequest, CostsNothingWithoutLanes) {
  const WarpRequest request = Each(4, [](std::uint32_t) { return 0; }, 0);
  EXPECT_EQ(Sectors(request) + IdealSectors(request) + BankWavefronts(request) + IdealWavefronts(request) +
                LanesOnOneAddress(request),
            0u);
}

}  // namespace
}  // namespace lockstep::metrics
