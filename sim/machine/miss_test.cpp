#include "sim/machine/miss.h"

#include <gtest/gtest.h>

namespace lockstep::machine {
namespace {

// A block whose arena has two variables, and its dynamic shared memory; far from all other memory of the tests.
constexpr std::uint64_t kArena = 0x10000;
const SharedMemory kTwoVariables{.begin = kArena,
                                 .end = kArena + 0x180,
                                 .dynamic = kArena + 0x100,
                                 .variables = {{kArena, kArena + 0x40}, {kArena + 0x40, kArena + 0x80}}};

SharedMemory WithDynamic(std::uint64_t bytes) {
  SharedMemory shared = kTwoVariables;
  shared.variables.push_back({shared.dynamic, shared.dynamic + bytes});
  return shared;
}

class Misses : public testing::Test {
 protected:
  memory::MemoryObject& Allocate(std::uint64_t size) { return *machine_.memory().Allocate({.size = size}); }
  Miss Of(std::uint64_t address, std::uint64_t base = 0, const SharedMemory& shared = kTwoVariables) {
    return Classify(machine_, shared, address, base);
  }
  Machine machine_{std::uint64_t{1} << 30};
};

TEST_F(Misses, TheFirstPageIsTheNullPointers) {
  EXPECT_EQ(Of(0).kind, MissKind::kNull);
  EXPECT_EQ(Of(4095).kind, MissKind::kNull);
}

TEST_F(Misses, AnAddressPastTheEndMissesTheAllocationBeforeIt) {
  const memory::MemoryObject& object = Allocate(100);
  const Miss miss = Of(object.end());
  EXPECT_EQ(miss.kind, MissKind::kAllocation);
  EXPECT_EQ(miss.object, &object);
  EXPECT_TRUE(miss.is_near);
}

TEST_F(Misses, AnAddressBeforeTheFirstAllocationMissesThatOne) {
  const memory::MemoryObject& first = Allocate(100);
  Allocate(100);
  ASSERT_FALSE(machine_.memory().Owns(first.address - 71));
  const Miss miss = Of(first.address - 71);
  EXPECT_EQ(miss.kind, MissKind::kAllocation);
  EXPECT_EQ(miss.object, &first);
  EXPECT_FALSE(miss.is_near);
}

TEST_F(Misses, AnAddressComputedFromAnAllocationMissesThatOneHoweverFar) {
  const memory::MemoryObject& meant = Allocate(100);
  const memory::MemoryObject& other = Allocate(100);
  const Miss miss = Of(other.address + 4, meant.address);
  EXPECT_EQ(miss.kind, MissKind::kAllocation);
  EXPECT_EQ(miss.object, &meant);
}

TEST_F(Misses, AnAddressFarFromEveryAllocationMissesNone) {
  const memory::MemoryObject& object = Allocate(100);
  EXPECT_EQ(Of(object.address + (64 << 20)).kind, MissKind::kNoAllocation);
}

TEST_F(Misses, FreedMemoryIsKnown) {
  const memory::MemoryObject& object = Allocate(100);
  ASSERT_EQ(machine_.memory().Free(object.address), memory::FreeOutcome::kFreed);
  const Miss miss = Of(object.address + 8);
  EXPECT_EQ(miss.kind, MissKind::kFreed);
  EXPECT_EQ(miss.object, &object);
}

TEST_F(Misses, SharedMemoryGoesToTheVariableBeforeTheAddress) {
  const Miss miss = Of(kArena + 0x90);
  EXPECT_EQ(miss.kind, MissKind::kShared);
  EXPECT_EQ(miss.shared, 1u);
}

TEST_F(Misses, SharedMemoryGoesToTheVariableThatTheAddressWasComputedFrom) {
  const Miss miss = Of(kArena + 0x44, kArena);
  EXPECT_EQ(miss.kind, MissKind::kShared);
  EXPECT_EQ(miss.shared, 0u);
}

TEST_F(Misses, AKernelWithoutSharedVariablesMissesNone) {
  EXPECT_EQ(Of(kArena + 8, 0, {.begin = kArena, .end = kArena + 0x100}).kind, MissKind::kNoShared);
}

TEST_F(Misses, DynamicSharedMemoryIsAsLongAsTheLaunchSays) {
  EXPECT_EQ(Of(kArena + 0x100, kArena + 0x100, WithDynamic(0)).kind, MissKind::kNoDynamicShared);
  EXPECT_EQ(Of(kArena + 0x180, kArena + 0x100, WithDynamic(0x80)).kind, MissKind::kPastDynamicShared);
  EXPECT_EQ(Of(kArena + 0xfc, kArena + 0x100, WithDynamic(0x80)).kind, MissKind::kShared);
}

TEST_F(Misses, AnAddressJustPastAVariableMissesTheVariable) {
  static char storage[256];
  const auto begin = reinterpret_cast<std::uint64_t>(storage);
  LockstepGlobal global{.name = "table", .address = storage, .size = 64};
  LockstepUnit unit{.abi = LOCKSTEP_ABI, .id = "unit", .globals = &global, .global_count = 1};
  machine_.AddUnit(unit);
  EXPECT_EQ(Of(begin + 64).kind, MissKind::kVariable);
  EXPECT_EQ(Of(begin + 64).global->global, &global);
  EXPECT_EQ(Of(begin + 64 + 64).kind, MissKind::kOther);
  EXPECT_EQ(Of(begin + 200, begin).kind, MissKind::kVariable);
}

TEST_F(Misses, TheHostsOwnMemoryIsNotTheDevices) {
  int mine = 0;
  EXPECT_EQ(Of(reinterpret_cast<std::uint64_t>(&mine)).kind, MissKind::kOther);
}

}  // namespace
}  // namespace lockstep::machine
