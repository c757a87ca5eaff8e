#include "sim/record/block_scope.h"

#include <gtest/gtest.h>

namespace lockstep::record {
namespace {

constexpr trace::ObjectId kFirst{1}, kSecond{2}, kThird{3};

TEST(ThreadScope, FindsTheLocalThatHoldsAllOfAnAccess) {
  ThreadScope scope;
  scope.Declare({.range = {100, 108}, .object = kFirst});
  const Target target = scope.Find(104, 4);
  EXPECT_EQ(target.object, kFirst);
  EXPECT_EQ(target.offset, 4u);
  EXPECT_TRUE(target.is_local);
  EXPECT_EQ(scope.Find(104, 8).object, trace::ObjectId::kNone);
  EXPECT_TRUE(scope.Find(500, 4).is_local);
}

TEST(ThreadScope, ALocalTakesOverTheStorageOfOneWhoseScopeHasEnded) {
  ThreadScope scope;
  scope.Declare({.range = {100, 108}, .object = kFirst});
  scope.Declare({.range = {108, 112}, .object = kSecond});
  scope.Declare({.range = {104, 108}, .object = kThird});
  EXPECT_EQ(scope.Find(104, 4).object, kThird);
  EXPECT_EQ(scope.Find(100, 4).object, trace::ObjectId::kNone);
  EXPECT_EQ(scope.Find(108, 4).object, kSecond);
}

TEST(ThreadScope, LocalsOfAFunctionEndWithIt) {
  ThreadScope scope;
  scope.Enter();
  scope.Declare({.range = {100, 104}, .object = kFirst});
  scope.Enter();
  // An argument that is passed by reference lies in the caller's frame; what the callee declares does not replace it.
  scope.Declare({.range = {100, 104}, .object = kSecond});
  EXPECT_EQ(scope.Find(100, 4).object, kSecond);
  scope.Leave();
  EXPECT_EQ(scope.Find(100, 4).object, kFirst);
  scope.Leave();
  EXPECT_EQ(scope.Find(100, 4).object, trace::ObjectId::kNone);
  scope.Leave();
}

TEST(ThreadScope, KnowsWhichArrayAnAccessIsPast) {
  ThreadScope scope;
  scope.Declare({.range = {1000, 1032}, .object = kFirst, .has_room = true});
  scope.Declare({.range = {2000, 2032}, .object = kSecond});
  EXPECT_EQ(scope.PastWhich(999), nullptr);
  ASSERT_NE(scope.PastWhich(1030), nullptr);
  EXPECT_EQ(scope.PastWhich(1032)->object, kFirst);
  EXPECT_EQ(scope.PastWhich(1031 + LOCKSTEP_LOCAL_ROOM)->object, kFirst);
  EXPECT_EQ(scope.PastWhich(1032 + LOCKSTEP_LOCAL_ROOM), nullptr);
  EXPECT_EQ(scope.PastWhich(2032), nullptr);
}

// A kernel with `float tile[16][17]` and `extern __shared__ float rest[]`, in a unit of its own.
struct Program {
  LockstepType types[4] = {
      {.name = "float", .size = 4, .element = 0xffffffff, .kind = static_cast<std::uint32_t>(trace::TypeKind::kFloat)},
      {.name = "float[17]",
       .size = 68,
       .count = 17,
       .element = 0,
       .kind = static_cast<std::uint32_t>(trace::TypeKind::kArray)},
      {.name = "float[16][17]",
       .size = 1088,
       .count = 16,
       .element = 1,
       .kind = static_cast<std::uint32_t>(trace::TypeKind::kArray)},
      {.name = "float[]", .element = 0, .kind = static_cast<std::uint32_t>(trace::TypeKind::kArray)}};
  LockstepVariable variables[2] = {
      {.name = "tile", .file = "a.cu", .type = 2, .kind = static_cast<std::uint32_t>(trace::VariableKind::kShared)},
      {.name = "rest",
       .file = "a.cu",
       .type = 3,
       .kind = static_cast<std::uint32_t>(trace::VariableKind::kDynamicShared)}};
  LockstepShared shared[2] = {{.offset = 64, .size = 1088, .variable = 0}, {.variable = 1, .dynamic = 1}};
  std::uint32_t used[2] = {0, 1};
  LockstepKernel kernel{.shared = used, .shared_count = 2};
  LockstepUnit unit{.types = types,
                    .variables = variables,
                    .shared = shared,
                    .type_count = 4,
                    .variable_count = 2,
                    .shared_count = 2,
                    .shared_base = 128};
};

TEST(BlockScope, SharedVariablesBecomeObjectsOfTheLaunch) {
  Program program;
  trace::Recording recording;
  ProgramTables tables(recording);
  tables.AddUnit(program.unit);
  trace::RecordedLaunch launch;
  launch.blocks.resize(3);
  static char arena[2048];
  LockstepBlock block{};
  block.shared = arena;
  block.dynamic_shared = arena + 1536;
  block.dynamic_size = 40;
  block.index[0] = 5;
  const BlockScope scope =
      OpenBlock({.unit = &program.unit, .kernel = &program.kernel}, block, 32, recording, tables, launch);
  EXPECT_EQ(scope.index, 3u);
  EXPECT_EQ(launch.blocks.back().index.x, 5u);
  EXPECT_EQ(scope.threads.size(), 32u);
  ASSERT_EQ(launch.objects.size(), 2u);
  const auto begin = reinterpret_cast<std::uint64_t>(arena);
  EXPECT_EQ(launch.objects[0].address, begin + 128 + 64);
  EXPECT_EQ(launch.objects[0].Copy().shape, (std::vector<std::uint64_t>{16, 17}));
  EXPECT_EQ(launch.objects[1].name, "rest");
  EXPECT_EQ(launch.objects[1].size, 40u);
  EXPECT_TRUE(launch.objects[1].shape.empty());
  const std::uint64_t inside = begin + 128 + 64 + 4;
  const Target target = scope.InShared(scope.shared.Find(inside, 4).value(), inside);
  EXPECT_EQ(target.object, trace::ObjectId{trace::kLaunchObjectBit});
  EXPECT_EQ(target.offset, 4u);
}

}  // namespace
}  // namespace lockstep::record
