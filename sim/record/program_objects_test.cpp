#include "sim/record/program_objects.h"

#include <gtest/gtest.h>

#include <cstring>

#include "shared/lockstep/array.h"
#include "sim/record/bad_access.h"
#include "sim/record/snapshots.h"
#include "sim/record/writer_maps.h"

namespace lockstep::record {
namespace {

// A program with `__device__ float factor[4]` and a kernel `scale(float* out, int n)`.
class Programs : public testing::Test {
 protected:
  Programs() {
    machine_.AddUnit(unit_);
    tables_.AddUnit(unit_);
  }
  memory::MemoryObject& Allocate(std::uint64_t size) { return *machine_.memory().Allocate({.size = size}); }
  void NameArguments(const memory::MemoryObject& out) {
    int n = 3;
    std::uint64_t pointer = out.address;
    void* arguments[] = {&pointer, &n};
    objects_.NameArguments({.unit = &unit_, .kernel = &kernel_, .arguments = arguments});
  }
  std::uint8_t* BytesOf(const memory::MemoryObject& memory) { return reinterpret_cast<std::uint8_t*>(memory.address); }

  alignas(16) float storage_[4] = {1, 2, 3, 4};
  LockstepType types_[4] = {
      {.name = "float", .size = 4, .element = 0xffffffff, .kind = static_cast<std::uint32_t>(trace::TypeKind::kFloat)},
      {.name = "float[4]",
       .size = 16,
       .count = 4,
       .element = 0,
       .kind = static_cast<std::uint32_t>(trace::TypeKind::kArray)},
      {.name = "float *", .size = 8, .element = 0, .kind = static_cast<std::uint32_t>(trace::TypeKind::kPointer)},
      {.name = "int", .size = 4, .element = 0xffffffff, .kind = static_cast<std::uint32_t>(trace::TypeKind::kSigned)}};
  LockstepVariable variables_[3] = {
      {.name = "factor", .file = "a.cu", .type = 1, .kind = static_cast<std::uint32_t>(trace::VariableKind::kDevice)},
      {.name = "out", .file = "a.cu", .type = 2, .kind = static_cast<std::uint32_t>(trace::VariableKind::kParameter)},
      {.name = "n", .file = "a.cu", .type = 3, .kind = static_cast<std::uint32_t>(trace::VariableKind::kParameter)}};
  LockstepGlobal global_{.name = "_ZL6factor",
                         .address = storage_,
                         .size = sizeof storage_,
                         .variable = 0,
                         .kind = static_cast<std::uint32_t>(trace::VariableKind::kDevice)};
  LockstepParameter parameters_[2] = {{.name = "out", .size = 8, .type = 2, .variable = 1},
                                      {.name = "n", .size = 4, .type = 3, .variable = 2}};
  LockstepKernel kernel_{.name = "scale", .pretty_name = "scale", .parameters = parameters_, .parameter_count = 2};
  LockstepUnit unit_{.abi = LOCKSTEP_ABI,
                     .mode = LOCKSTEP_RECORD,
                     .id = "unit",
                     .types = types_,
                     .variables = variables_,
                     .globals = &global_,
                     .type_count = 4,
                     .variable_count = 3,
                     .global_count = 1};
  machine::Machine machine_{std::uint64_t{1} << 30};
  trace::Recording recording_;
  ProgramTables tables_{recording_};
  ProgramObjects objects_{recording_, tables_, machine_};
  trace::RecordedLaunch launch_;
};

using ProgramObjectsTest = Programs;

TEST_F(ProgramObjectsTest, VariablesHaveTheNamesAndCellsOfTheSource) {
  objects_.AddVariables();
  objects_.AddVariables();
  ASSERT_EQ(recording_.objects.size(), 1u);
  EXPECT_EQ(recording_.objects[0].name, "factor");
  EXPECT_EQ(recording_.objects[0].shape, std::vector<std::uint64_t>{4});
  EXPECT_EQ(objects_.Of(machine_.Locate(&storage_[2])).value().id, trace::ObjectId{0});
}

TEST_F(ProgramObjectsTest, AVariableThatIsNotRecordedIsNoObject) {
  EXPECT_FALSE(objects_.Of(machine_.Locate(&storage_[2])));
}

TEST_F(ProgramObjectsTest, AnAllocationIsOneObject) {
  const memory::MemoryObject& memory = Allocate(64);
  const trace::ObjectId id = objects_.Of(memory).id;
  EXPECT_EQ(objects_.Of(memory).id, id);
  EXPECT_EQ(objects_.NameOf(memory), "an allocation of 64 bytes");
  EXPECT_NE(objects_.Of(Allocate(64)).id, id);
}

TEST_F(ProgramObjectsTest, AllocationsAreNamedByTheFirstParameterThatPointsToThem) {
  const memory::MemoryObject& memory = Allocate(64);
  NameArguments(memory);
  EXPECT_EQ(objects_.NameOf(memory), "`out`");
  EXPECT_EQ(objects_.ElementSize(objects_.Of(memory).id), 4u);
}

TEST_F(ProgramObjectsTest, WhatTheProgramPublishesCountsMore) {
  const memory::MemoryObject& memory = Allocate(64);
  objects_.NotePublication({.address = memory.address, .name = "old", .shape = {16}});
  objects_.NotePublication({.address = memory.address, .name = "image", .shape = {4, 4}});
  NameArguments(memory);
  EXPECT_EQ(objects_.NameOf(memory), "`image`");
  EXPECT_EQ(objects_.Get(objects_.Of(memory).id).shape, (std::vector<std::uint64_t>{4, 4}));
}

TEST_F(ProgramObjectsTest, APublishedShapeCountsCellsAsPublished) {
  const memory::MemoryObject& memory = Allocate(64);
  objects_.NotePublication({.address = memory.address,
                            .name = "bytes",
                            .type = "unsigned char",
                            .element = lockstep_element_uint8,
                            .element_size = 1,
                            .shape = {64}});
  NameArguments(memory);
  const trace::Object& object = objects_.Get(objects_.Of(memory).id);
  EXPECT_EQ(object.shape, std::vector<std::uint64_t>{64});
  EXPECT_EQ(recording_.types[trace::Index(object.element)].name, "unsigned char");
  EXPECT_EQ(objects_.ElementSize(objects_.Of(memory).id), 1u);
}

TEST_F(ProgramObjectsTest, AShapeForWhichThereIsNoRoomIsNotTaken) {
  const memory::MemoryObject& memory = Allocate(64);
  for (const std::vector<std::uint64_t>& shape :
       {std::vector<std::uint64_t>{17}, {4, 5}, {~std::uint64_t{0}, ~std::uint64_t{0}}}) {
    objects_.NotePublication({.address = memory.address, .name = "image", .element_size = 4, .shape = shape});
    NameArguments(memory);
    EXPECT_EQ(objects_.NameOf(memory), "`image`");
    EXPECT_TRUE(objects_.Get(objects_.Of(memory).id).shape.empty());
  }
}

// The file has a row for each object as it was at the end of the launch that brought it.
TEST_F(ProgramObjectsTest, WhatIsPublishedBecomesAnObjectWithItsFirstUse) {
  const memory::MemoryObject& first = Allocate(64);
  const memory::MemoryObject& later = Allocate(32);
  const memory::MemoryObject& linked = Allocate(16);
  objects_.NotePublication({.address = later.address, .name = "later", .shape = {8}});
  objects_.NotePublication({.address = linked.address, .name = "linked", .shape = {16}});
  NameArguments(first);
  EXPECT_EQ(recording_.objects.size(), 1u);
  NameArguments(later);
  ASSERT_EQ(recording_.objects.size(), 2u);
  EXPECT_EQ(recording_.objects[1].name, "later");
  EXPECT_EQ(objects_.ElementSize(objects_.Of(later).id), 4u);
  EXPECT_EQ(objects_.Get(objects_.Of(linked).id).name, "linked");
}

using SnapshotsTest = Programs;

TEST_F(SnapshotsTest, ShowMemoryAtTheFirstUseAndAtTheEnd) {
  const memory::MemoryObject& memory = Allocate(8);
  std::memset(BytesOf(memory), 1, 8);
  Snapshots snapshots;
  snapshots.Begin(&launch_, 1000);
  snapshots.NoteUse(objects_.Of(memory), trace::ObjectKind::kAllocation, 4);
  std::memset(BytesOf(memory), 2, 8);
  snapshots.NoteUse(objects_.Of(memory), trace::ObjectKind::kAllocation, 4);
  snapshots.TakeLast(machine_.memory());
  ASSERT_EQ(launch_.memory_before.size(), 1u);
  EXPECT_EQ(launch_.memory_before[0].bytes, std::vector<std::uint8_t>(8, 1));
  ASSERT_EQ(launch_.memory_after.size(), 1u);
  EXPECT_EQ(launch_.memory_after[0].bytes, std::vector<std::uint8_t>(8, 2));
}

TEST_F(SnapshotsTest, LeaveOutWhatTheBudgetHasNoRoomFor) {
  Snapshots snapshots;
  snapshots.Begin(&launch_, 100);
  snapshots.NoteUse(objects_.Of(Allocate(101)), trace::ObjectKind::kAllocation, 0);
  snapshots.NoteUse(objects_.Of(Allocate(100)), trace::ObjectKind::kAllocation, 0);
  ASSERT_EQ(launch_.memory_before.size(), 2u);
  EXPECT_TRUE(launch_.memory_before[0].left_out);
  EXPECT_FALSE(launch_.memory_before[1].left_out);
}

TEST_F(SnapshotsTest, KnowWhatNobodyHasWritten) {
  const memory::MemoryObject& memory = Allocate(16);
  std::memset(BytesOf(memory), 0, 8);
  Snapshots snapshots;
  snapshots.Begin(&launch_, 100);
  snapshots.NoteUse(objects_.Of(memory), trace::ObjectKind::kAllocation, 4);
  ASSERT_EQ(launch_.unwritten.size(), 1u);
  EXPECT_EQ(launch_.unwritten[0].ranges[0].begin, 8u);
}

TEST_F(SnapshotsTest, ShowNothingOfFreedMemory) {
  const memory::MemoryObject& memory = Allocate(8);
  Snapshots snapshots;
  snapshots.Begin(&launch_, 1000);
  snapshots.NoteUse(objects_.Of(memory), trace::ObjectKind::kAllocation, 4);
  ASSERT_EQ(machine_.memory().Free(memory.address), memory::FreeOutcome::kFreed);
  snapshots.TakeLast(machine_.memory());
  EXPECT_TRUE(launch_.memory_after.empty());
}

TEST_F(SnapshotsTest, AreNotTakenOfALaunchThatIsNotRecorded) {
  Snapshots snapshots;
  snapshots.Begin(nullptr, 1000);
  snapshots.NoteUse(objects_.Of(Allocate(8)), trace::ObjectKind::kAllocation, 4);
  EXPECT_TRUE(launch_.memory_before.empty());
}

using WriterMapsTest = Programs;

TEST_F(WriterMapsTest, KeepTheLastWriterOfEachCell) {
  const memory::MemoryObject& out = Allocate(16);
  const memory::MemoryObject& other = Allocate(6);
  NameArguments(out);
  WriterMaps maps(objects_, machine_.memory());
  maps.Begin(&launch_);
  maps.Note(out.address + 4, 8, 0);
  maps.Note(other.address + 5, 1, 6);
  maps.Note(out.address + 8, 1, 9);
  ASSERT_EQ(launch_.writers.size(), 2u);
  EXPECT_EQ(launch_.writers[0].cell, 4u);
  EXPECT_EQ(launch_.writers[0].writer, (std::vector<std::uint64_t>{0, 1, 10, 0}));
  EXPECT_EQ(launch_.writers[1].cell, 1u);
  EXPECT_EQ(launch_.writers[1].writer, (std::vector<std::uint64_t>{0, 0, 0, 0, 0, 7}));
}

TEST_F(WriterMapsTest, ThereIsNoneOfAVariableOrOfALaunchThatIsNotRecorded) {
  WriterMaps maps(objects_, machine_.memory());
  maps.Begin(&launch_);
  maps.Note(reinterpret_cast<std::uint64_t>(storage_), 4, 0);
  EXPECT_TRUE(launch_.writers.empty());
  maps.Begin(nullptr);
  maps.Note(Allocate(16).address, 4, 0);
  EXPECT_TRUE(launch_.writers.empty());
}

using BadAccessTest = Programs;

TEST_F(BadAccessTest, IsDescribedByWhatItMissed) {
  const memory::MemoryObject& memory = Allocate(64);
  const auto describe = [&](std::uint64_t address) {
    return DescribeMiss({.kind = machine::MissKind::kAllocation, .object = &memory}, address, "`a`");
  };
  EXPECT_EQ(describe(memory.address - 1), "beginning 1 byte before the start of `a` (64 bytes)");
  EXPECT_EQ(describe(memory.address + 62), "across the end of `a` (64 bytes)");
  EXPECT_EQ(describe(memory.address + 64), "just past the end of `a` (64 bytes)");
  EXPECT_EQ(describe(memory.address + 68), "beginning 4 bytes past the end of `a` (64 bytes)");
  EXPECT_EQ(DescribeMiss({.kind = machine::MissKind::kNull}, 8, ""), "through a null pointer");
  const machine::Machine::Global variable{&unit_, &global_};
  EXPECT_EQ(DescribeMiss({.kind = machine::MissKind::kVariable, .global = &variable},
                         reinterpret_cast<std::uint64_t>(storage_ + 4), ""),
            "just past the end of `factor` (16 bytes)");
  EXPECT_EQ(DescribeMiss({.kind = machine::MissKind::kShared}, 0, "`tile`"), "of shared memory outside `tile`");
}

TEST_F(BadAccessTest, IsHarmlessInARedZoneOfLiveMemory) {
  const memory::MemoryObject& memory = Allocate(64);
  const LockstepBlock block{};
  const machine::Miss miss{.kind = machine::MissKind::kAllocation, .object = &memory};
  EXPECT_TRUE(IsHarmless(machine_.memory(), block, miss, memory.end(), 4));
  EXPECT_FALSE(IsHarmless(machine_.memory(), block, miss, memory.end() + (8 << 20), 4));
  ASSERT_EQ(machine_.memory().Free(memory.address), memory::FreeOutcome::kFreed);
  EXPECT_FALSE(IsHarmless(machine_.memory(), block, miss, memory.end(), 4));
}

}  // namespace
}  // namespace lockstep::record
