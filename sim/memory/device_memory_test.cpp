#include "sim/memory/device_memory.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstring>
#include <thread>

namespace lockstep::memory {
namespace {

constexpr std::uint64_t kMiB = 1 << 20, kGiB = 1 << 30;

template <class T>
T Value(std::uint64_t address) {
  T value;
  std::memcpy(&value, reinterpret_cast<void*>(address), sizeof value);
  return value;
}

TEST(DeviceMemory, ReturnsTheSameAddressesInEveryRun) {
  std::vector<std::uint64_t> first, second;
  for (auto* addresses : {&first, &second}) {
    DeviceMemory memory(4 * kGiB);
    for (std::uint64_t size : {1u, 100u, 4096u, 3u << 20, 7u}) addresses->push_back(memory.Allocate({size})->address);
  }
  EXPECT_EQ(first, second);
}

TEST(DeviceMemory, AlignsAndKeepsRedZonesBetweenObjects) {
  DeviceMemory memory(kGiB);
  const auto* a = memory.Allocate({256});
  const auto* b = memory.Allocate({1});
  const auto* c = memory.Allocate({2 * kMiB});
  for (const auto* object : {a, b, c}) EXPECT_EQ(object->address % 256, 0u);
  EXPECT_GE(b->address, a->end() + 256);
  EXPECT_EQ(memory.Find(a->address + 300), a) << "the red zone belongs to the object before it";
  EXPECT_EQ(memory.Find(c->end() + 100), c);
  EXPECT_EQ(memory.FindLive(a->end()), nullptr);
  EXPECT_EQ(memory.FindLive(a->address, 256), a);
  EXPECT_EQ(memory.FindLive(a->address + 1, 256), nullptr);
}

TEST(DeviceMemory, FreshMemoryIsNoNumberAtAnySizeAndNowhereZero) {
  DeviceMemory memory(4 * kGiB);
  for (std::uint64_t size : {std::uint64_t{8}, 5 * kMiB, 100 * kMiB, kGiB}) {
    const auto* object = memory.Allocate({size});
    ASSERT_NE(object, nullptr);
    for (std::uint64_t at : {object->address, object->address + size / 2 / 8 * 8, object->end() - 8}) {
      EXPECT_TRUE(std::isnan(Value<float>(at)));
      EXPECT_TRUE(std::isnan(Value<double>(at)));
      EXPECT_EQ(Value<std::uint16_t>(at), kPoison);
    }
  }
  EXPECT_EQ(Value<int>(memory.Allocate({64, MemoryKind::kManaged})->address), 0);
}

TEST(DeviceMemory, FreshMemoryIsPoisonedAgainAfterReuse) {
  DeviceMemory memory(kGiB);
  for (int i = 0; i < 40000; ++i) {
    auto* object = memory.Allocate({4});
    ASSERT_EQ(Value<std::uint16_t>(object->address), kPoison);
    std::memset(reinterpret_cast<void*>(object->address), 0, 4);
    ASSERT_EQ(memory.Free(object->address), FreeOutcome::kFreed);
  }
}

TEST(DeviceMemory, AGigabyteIsFastAndCostsNothingBeforeItIsUsed) {
  DeviceMemory memory(64 * kGiB);
  memory.Allocate({100 * kMiB});
  const auto start = std::chrono::steady_clock::now();
  ASSERT_NE(memory.Allocate({32 * kGiB}), nullptr);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(500));
}

TEST(DeviceMemory, RefusesMoreThanTheDeviceHas) {
  DeviceMemory memory(10 * kMiB);
  EXPECT_EQ(memory.Allocate({10 * kMiB + 1}), nullptr);
  auto* object = memory.Allocate({6 * kMiB});
  EXPECT_EQ(memory.used(), 6 * kMiB);
  EXPECT_EQ(memory.Allocate({6 * kMiB}), nullptr);
  memory.Free(object->address);
  EXPECT_EQ(memory.used(), 0u);
  EXPECT_NE(memory.Allocate({6 * kMiB}), nullptr);
  EXPECT_NE(memory.Allocate({20 * kMiB, MemoryKind::kPinned}), nullptr) << "pinned memory is host memory";
}

TEST(DeviceMemory, ReturnsTheReasonForAWrongFree) {
  DeviceMemory memory(kGiB);
  int on_the_host = 0;
  auto* object = memory.Allocate({1000});
  EXPECT_EQ(memory.Free(reinterpret_cast<std::uint64_t>(&on_the_host)), FreeOutcome::kUnknown);
  EXPECT_EQ(memory.Free(object->address + 4), FreeOutcome::kInnerPointer);
  EXPECT_EQ(memory.Free(object->address, 1u << static_cast<int>(MemoryKind::kPinned)), FreeOutcome::kWrongKind);
  EXPECT_EQ(memory.Free(object->address, ~0u, &on_the_host), FreeOutcome::kFreed);
  EXPECT_EQ(memory.Free(object->address), FreeOutcome::kAlreadyFreed);
  EXPECT_EQ(memory.Find(object->address + 500), object) << "a freed object stays known";
  EXPECT_EQ(object->freed_by, &on_the_host);
}

TEST(DeviceMemory, TheDeviceHeapHasItsOwnLimit) {
  DeviceMemory memory(kGiB);
  memory.set_heap_limit(1000);
  auto* object = memory.Allocate({600, MemoryKind::kHeap});
  ASSERT_NE(object, nullptr);
  EXPECT_EQ(memory.Allocate({600, MemoryKind::kHeap}), nullptr);
  EXPECT_EQ(memory.Find(object->address + 599), object);
  EXPECT_EQ(memory.used(), 0u);
}

TEST(DeviceMemory, OverwritingSharedPoisonKeepsItsNeighbours) {
  DeviceMemory memory(kGiB);
  auto* object = memory.Allocate({100 * kMiB});
  auto* bytes = reinterpret_cast<unsigned char*>(object->address);
  bytes[0] = 1;
  bytes[50 * kMiB] = 2;
  memory.PrepareToOverwrite(object->address + 100, 49 * kMiB);
  std::memset(bytes + 100, 3, 49 * kMiB);
  EXPECT_EQ(bytes[0], 1);
  EXPECT_EQ(bytes[50 * kMiB], 2);
  EXPECT_EQ(bytes[49 * kMiB + 99], 3);
  EXPECT_EQ(Value<std::uint16_t>(object->address + 49 * kMiB + 100), kPoison);
  EXPECT_EQ(Value<std::uint16_t>(object->end() - 2), kPoison);
}

TEST(DeviceMemory, ListsLiveObjectsInOrderOfAllocation) {
  DeviceMemory memory(kGiB);
  auto* a = memory.Allocate({8});
  auto* b = memory.Allocate({3 * kMiB});
  auto* c = memory.Allocate({8});
  memory.Free(b->address);
  EXPECT_EQ(memory.LiveObjects(), (std::vector<const MemoryObject*>{a, c}));
  memory.FreeAll();
  EXPECT_TRUE(memory.LiveObjects().empty());
  EXPECT_EQ(memory.used(), 0u);
}

TEST(DeviceMemory, AdoptsHostMemoryForAWhile) {
  DeviceMemory memory(kGiB);
  std::vector<char> host(1000);
  const auto at = reinterpret_cast<std::uint64_t>(host.data());
  const auto* object = memory.Adopt(at + 100, {.size = 500, .kind = MemoryKind::kRegistered});
  ASSERT_NE(object, nullptr);
  EXPECT_EQ(memory.FindLive(at + 100, 500), object);
  EXPECT_EQ(memory.Find(at + 99), nullptr);
  EXPECT_EQ(memory.Find(at + 600), nullptr);
  EXPECT_EQ(memory.Adopt(at, {.size = 101, .kind = MemoryKind::kRegistered}), nullptr);
  EXPECT_EQ(memory.Adopt(at + 300, {.size = 10, .kind = MemoryKind::kRegistered}), nullptr);
  EXPECT_EQ(memory.Free(at + 100), FreeOutcome::kUnknown);
  EXPECT_TRUE(memory.Disown(at + 100));
  EXPECT_FALSE(memory.Disown(at + 100));
  EXPECT_EQ(memory.Find(at + 100), nullptr);
}

TEST(DeviceMemory, SeveralThreadsMayAllocateFreeAndFind) {
  DeviceMemory memory(kGiB);
  const auto work = [&](MemoryKind kind) {
    for (int i = 0; i < 20000; ++i) {
      auto* object = memory.Allocate({16, kind});
      ASSERT_NE(object, nullptr);
      ASSERT_EQ(memory.Find(object->address + 15), object);
      ASSERT_EQ(memory.Free(object->address), FreeOutcome::kFreed);
    }
  };
  std::thread a(work, MemoryKind::kHeap), b(work, MemoryKind::kHeap), c(work, MemoryKind::kDevice);
  a.join(), b.join(), c.join();
  EXPECT_TRUE(memory.LiveObjects().empty());
}

}  // namespace
}  // namespace lockstep::memory
