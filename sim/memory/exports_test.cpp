#include "sim/memory/exports.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstring>

#include "sim/memory/device_memory.h"

namespace lockstep::memory {
namespace {

constexpr std::uint64_t kMiB = 1 << 20, kGiB = 1 << 30;

int& ValueAt(std::uint64_t address) { return *reinterpret_cast<int*>(address); }

TEST(Exports, MemoryKeepsItsAddressAndItsContents) {
  DeviceMemory memory(4 * kGiB);
  for (const std::uint64_t size : {std::uint64_t{100}, 5000 * sizeof(int), 3 * kMiB, 70 * kMiB}) {
    const MemoryObject* object = memory.Allocate({size});
    ValueAt(object->address) = 3;
    ASSERT_TRUE(memory.Export(*object));
    EXPECT_EQ(ValueAt(object->address), 3);
    EXPECT_EQ(ValueAt(object->end() - 4), int(std::uint32_t{kPoison} << 16 | kPoison));
    // Large memory that shares pages of poison must not get pages of its own again.
    memory.PrepareToOverwrite(object->address, size);
    ValueAt(object->address + size / 2 / 4 * 4) = 4;
    EXPECT_EQ(ValueAt(object->address), 3);
  }
}

TEST(Exports, MemoryOfTheHostIsInNoPageThatIsExported) {
  DeviceMemory memory(kGiB);
  for (int i = 0; i < 10; ++i) {
    const std::uint64_t of_device = memory.Allocate({64})->address;
    for (const MemoryKind kind : {MemoryKind::kPinned, MemoryKind::kManaged})
      EXPECT_GT(memory.Allocate({64, kind})->address - of_device, kMiB);
  }
}

TEST(Exports, AHandleEndsWithItsMemory) {
  DeviceMemory memory(kGiB);
  const MemoryObject* object = memory.Allocate({64});
  const auto first = memory.Export(*object);
  ASSERT_TRUE(first);
  EXPECT_EQ(memory.Export(*object), first);
  memory.Free(object->address);
  const auto second = memory.Export(*memory.Allocate({64}));
  ASSERT_TRUE(second);
  EXPECT_NE(second->secret, first->secret);
  EXPECT_EQ(second->entry, first->entry) << "entries are used again";
}

TEST(Exports, FreedMemoryIsPoisonedWhenItIsReused) {
  DeviceMemory memory(4 * kGiB);
  const MemoryObject* object = memory.Allocate({300 * kMiB});
  const std::uint64_t address = object->address;
  ASSERT_TRUE(memory.Export(*object));
  ValueAt(address + 200 * kMiB) = 3;
  memory.Free(address);
  for (int i = 0; i < 2; ++i) memory.Free(memory.Allocate({300 * kMiB})->address);
  object = memory.Allocate({300 * kMiB});
  ASSERT_EQ(object->address, address);
  EXPECT_NE(ValueAt(address + 200 * kMiB), 3);
}

TEST(Exports, ALimitOnTheSizeOfFilesIsNotExceeded) {
  DeviceMemory memory(kGiB);
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const rlimit small{.rlim_cur = kMiB, .rlim_max = before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  EXPECT_FALSE(memory.Export(*memory.Allocate({64})));
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
  EXPECT_TRUE(memory.Export(*memory.Allocate({64})));
}

}  // namespace
}  // namespace lockstep::memory
