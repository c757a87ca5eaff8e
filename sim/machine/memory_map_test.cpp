#include "sim/machine/memory_map.h"

#include <gtest/gtest.h>

#include <array>

namespace lockstep::machine {
namespace {

constexpr std::uint64_t kStack = 0x1000'0000;
constexpr std::uint64_t kArenaSize = 0x400;

// A block of a cluster of two, with two variables and dynamic shared memory of two names, and a program with two
// variables that lie side by side.
class MemoryMaps : public testing::Test {
 protected:
  MemoryMaps() { machine_.AddUnit(unit_); }

  static std::uint64_t AddressOf(const void* pointer) { return reinterpret_cast<std::uint64_t>(pointer); }
  const memory::MemoryObject& Allocate(std::uint64_t size, memory::MemoryKind kind = memory::MemoryKind::kDevice) {
    return *machine_.memory().Allocate({.size = size, .kind = kind});
  }
  std::optional<Spot> Find(const MemoryAccess& access) const {
    return MemoryMap{.machine = machine_, .own = {kStack, kStack + 0x1000}, .shared = shared_, .cluster = &cluster_}
        .Find(access);
  }

  Machine machine_{std::uint64_t{1} << 30};
  alignas(64) std::array<std::array<char, kArenaSize>, 2> arenas_{};
  const std::uint64_t arena_ = AddressOf(arenas_[1].data());
  SharedMemory shared_{.begin = arena_,
                       .end = arena_ + 0x180,
                       .dynamic = arena_ + 0x100,
                       .variables = {{arena_, arena_ + 0x40},
                                     {arena_ + 0x80, arena_ + 0xc0},
                                     {arena_ + 0x100, arena_ + 0x180},
                                     {arena_ + 0x100, arena_ + 0x180}}};
  ClusterMemory cluster_{.arenas = {arenas_[0].data(), arenas_[1].data()}, .arena_size = kArenaSize};
  alignas(16) std::array<char, 96> storage_{};
  std::array<LockstepGlobal, 2> globals_{LockstepGlobal{.name = "first", .address = storage_.data(), .size = 32},
                                         LockstepGlobal{.name = "second", .address = storage_.data() + 32, .size = 32}};
  LockstepUnit unit_{.abi = LOCKSTEP_ABI, .id = "unit", .globals = globals_.data(), .global_count = 2};
};

TEST_F(MemoryMaps, TheStackIsTheThreadsOwn) {
  EXPECT_EQ(Find({.address = kStack}).value().holder, Holder::kOwn);
  EXPECT_EQ(Find({.address = kStack + 0xfff}).value().holder, Holder::kOwn);
  EXPECT_FALSE(Find({.address = kStack + 0x1000}));
}

TEST_F(MemoryMaps, AnAccessLiesInTheSharedVariableThatHoldsAllOfIt) {
  const Spot spot = Find({.address = arena_ + 0xbc, .size = 4}).value();
  EXPECT_EQ(spot.holder, Holder::kShared);
  EXPECT_EQ(spot.index, 1u);
  EXPECT_FALSE(Find({.address = arena_ + 0xbc, .size = 8}));
}

TEST_F(MemoryMaps, OfSeveralNamesOfDynamicMemoryTheFirstCounts) {
  EXPECT_EQ(Find({.address = arena_ + 0x110, .size = 4}).value().index, 2u);
}

TEST_F(MemoryMaps, BetweenTheVariablesOfItsOwnBlockLiesNothing) {
  EXPECT_FALSE(Find({.address = arena_ + 0x40}));
  EXPECT_EQ(Classify(machine_, shared_, arena_ + 0x40, 0).kind, MissKind::kShared);
}

TEST_F(MemoryMaps, AnAccessThatWasComputedFromAnotherSharedVariableStrays) {
  EXPECT_FALSE(Find({.address = arena_ + 0x80, .size = 4, .base = arena_}));
  EXPECT_TRUE(Find({.address = arena_ + 0x80, .size = 4, .base = arena_ + 0x80}));
  // Perhaps a pointer that the program moved itself.
  EXPECT_TRUE(Find({.address = arena_ + 0x80, .size = 4, .base = arena_ + 0x10}));
}

TEST_F(MemoryMaps, ABlockOfTheClusterIsNamedByItsRank) {
  const Spot spot = Find({.address = AddressOf(arenas_[0].data()) + 8, .size = 4}).value();
  EXPECT_EQ(spot.holder, Holder::kPeer);
  EXPECT_EQ(spot.index, 0u);
}

TEST_F(MemoryMaps, AllocationsAreKnownWhileTheyLive) {
  const memory::MemoryObject& object = Allocate(100);
  const Spot spot = Find({.address = object.address + 96, .size = 4}).value();
  EXPECT_EQ(spot.holder, Holder::kProgram);
  EXPECT_EQ(spot.location.object, &object);
  EXPECT_FALSE(Find({.address = object.address + 96, .size = 8}));
  ASSERT_EQ(machine_.memory().Free(object.address), memory::FreeOutcome::kFreed);
  EXPECT_FALSE(Find({.address = object.address, .size = 4}));
}

TEST_F(MemoryMaps, AnAccessThatWasComputedFromAnotherAllocationStrays) {
  const memory::MemoryObject& meant = Allocate(100);
  const memory::MemoryObject& other = Allocate(100);
  EXPECT_FALSE(Find({.address = other.address, .size = 4, .base = meant.address}));
  EXPECT_TRUE(Find({.address = other.address, .size = 4, .base = other.address}));
}

TEST_F(MemoryMaps, AnAccessThatWasComputedFromAnAllocationAndReachesAVariableStraysAndTheOtherWayRound) {
  const memory::MemoryObject& object = Allocate(100);
  const std::uint64_t first = AddressOf(storage_.data());
  EXPECT_FALSE(Find({.address = first, .size = 4, .base = object.address}));
  EXPECT_FALSE(Find({.address = object.address, .size = 4, .base = first}));
  EXPECT_EQ(Classify(machine_, shared_, object.address, first).global->global, &globals_[0]);
}

TEST_F(MemoryMaps, APointerPastTheEndStillMeansWhatEndsThere) {
  const memory::MemoryObject& object = Allocate(100);
  EXPECT_TRUE(Find({.address = object.address + 96, .size = 4, .base = object.end()}));
  // One variable begins at the end of the other.
  const std::uint64_t second = AddressOf(storage_.data()) + 32;
  EXPECT_TRUE(Find({.address = second - 4, .size = 4, .base = second}));
  EXPECT_TRUE(Find({.address = second, .size = 4, .base = second}));
}

TEST_F(MemoryMaps, RegisteredPartsOfTheHostsMemoryMayBeOneArray) {
  std::array<char, 64> host{};
  const std::uint64_t begin = AddressOf(host.data());
  ASSERT_TRUE(machine_.memory().Adopt(begin, {.size = 32, .kind = memory::MemoryKind::kRegistered}));
  ASSERT_TRUE(machine_.memory().Adopt(begin + 32, {.size = 32, .kind = memory::MemoryKind::kRegistered}));
  EXPECT_TRUE(Find({.address = begin + 40, .size = 4, .base = begin}));
  EXPECT_FALSE(Find({.address = begin + 40, .size = 4, .base = Allocate(100).address}));
}

TEST_F(MemoryMaps, OnlyAnObjectOfTheProgramsIsMeantByAPointerIntoIt) {
  const std::uint64_t first = AddressOf(storage_.data());
  EXPECT_TRUE(IsOfObject(machine_, Allocate(100).address + 99));
  EXPECT_TRUE(IsOfObject(machine_, first));
  EXPECT_FALSE(IsOfObject(machine_, 0));
  EXPECT_FALSE(IsOfObject(machine_, AddressOf("a literal")));
}

TEST_F(MemoryMaps, VariablesEndWhereTheNextOneBegins) {
  const std::uint64_t first = AddressOf(storage_.data());
  EXPECT_EQ(Find({.address = first + 28, .size = 4}).value().location.global, &globals_[0]);
  EXPECT_EQ(Find({.address = first + 32, .size = 4}).value().location.global, &globals_[1]);
  EXPECT_FALSE(Find({.address = first + 28, .size = 8}));
  EXPECT_FALSE(Find({.address = first + 64, .size = 4}));
}

TEST_F(MemoryMaps, AnAccessThatWasComputedFromAnotherVariableStrays) {
  const std::uint64_t first = AddressOf(storage_.data());
  EXPECT_FALSE(Find({.address = first + 32, .size = 4, .base = first}));
  EXPECT_TRUE(Find({.address = first + 36, .size = 4, .base = first + 32}));
  // An offset from a null pointer says nothing.
  EXPECT_TRUE(Find({.address = first + 36, .size = 4, .base = 8}));
}

TEST_F(MemoryMaps, NoAccessReachesAcrossTheEndOfAllAddresses) {
  EXPECT_FALSE(Find({.address = ~std::uint64_t{0} - 3, .size = 8}));
  const memory::MemoryObject& object = Allocate(100);
  EXPECT_FALSE(Find({.address = object.address + 8, .size = ~std::uint64_t{0}}));
}

TEST_F(MemoryMaps, PinnedAndManagedMemoryIsTheDevicesToo) {
  EXPECT_EQ(Find({.address = Allocate(8, memory::MemoryKind::kPinned).address, .size = 8}).value().location.kind,
            LocationKind::kPinned);
  EXPECT_EQ(Find({.address = Allocate(8, memory::MemoryKind::kManaged).address, .size = 8}).value().location.kind,
            LocationKind::kManaged);
}

TEST_F(MemoryMaps, TheHostsOwnMemoryIsInNone) {
  int mine = 0;
  EXPECT_FALSE(Find({.address = AddressOf(&mine), .size = sizeof mine}));
}

}  // namespace
}  // namespace lockstep::machine
