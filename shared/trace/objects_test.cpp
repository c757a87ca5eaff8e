#include "shared/trace/objects.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace lockstep::trace {
namespace {

using testing::ElementsAre;

constexpr std::uint64_t kStack = 0x7f1200000000, kBytesOfStack = 1 << 16;

Object Local(std::uint32_t variable, std::uint32_t block, std::uint32_t thread) {
  return {.kind = ObjectKind::kLocal,
          .name = "variable " + std::to_string(variable),
          .variable = VariableId{variable},
          .address = kStack + kBytesOfStack * thread + 16 * variable,
          .size = 4 + 4 * (variable % 2),
          .block = block,
          .thread = thread};
}

Object Tile(std::uint32_t block) {
  return {.kind = ObjectKind::kShared,
          .name = "tile",
          .variable = VariableId{9},
          .element = TypeId{3},
          .shape = {16, 17},
          .address = 0x7d0000000000,
          .size = 16 * 17 * 4,
          .block = block};
}

// Of a kernel: each block has a tile, each of its threads the same five variables.
std::vector<Object> OfKernel(std::uint32_t blocks, std::uint32_t threads) {
  std::vector<Object> objects;
  for (std::uint32_t block = 0; block < blocks; ++block) {
    objects.push_back(Tile(block));
    for (std::uint32_t thread = 0; thread < threads; ++thread)
      for (std::uint32_t variable = 0; variable < 5; ++variable) objects.push_back(Local(variable, block, thread));
  }
  return objects;
}

// Of all kinds, with the largest and the least numbers.
std::vector<Object> Random(std::size_t count) {
  std::mt19937_64 random(1);
  const auto any = [&](std::uint64_t often) { return random() % 2 ? often : random(); };
  std::vector<Object> objects;
  for (std::size_t i = 0; i < count; ++i) {
    objects.push_back({.kind = static_cast<ObjectKind>(random() % 4),
                       .name = std::string(random() % 40, static_cast<char>('a' + random() % 3)),
                       .variable = static_cast<VariableId>(any(7)),
                       .element = static_cast<TypeId>(any(1)),
                       .shape = std::vector<std::uint64_t>(random() % 3, any(2)),
                       .address = any(0x1000),
                       .size = any(4),
                       .allocated_at = static_cast<SiteId>(any(0xffffffff)),
                       .block = static_cast<std::uint32_t>(any(0xffffffff)),
                       .thread = static_cast<std::uint32_t>(any(31))});
  }
  return objects;
}

Objects ListOf(const std::vector<Object>& objects) {
  Objects list;
  for (const Object& object : objects) list.Add(object);
  return list;
}

void ExpectEqual(const Objects& list, const std::vector<Object>& objects) {
  ASSERT_EQ(list.size(), objects.size());
  std::size_t i = 0;
  for (const ObjectView object : list) {
    ASSERT_EQ(object.Copy(), objects[i]) << i;
    ASSERT_EQ(list.FormOf(i).name, objects[i].name);
    ASSERT_EQ(list.FormOf(i).kind, objects[i].kind);
    ASSERT_EQ(list.FormOf(i).size, objects[i].size);
    ++i;
  }
}

TEST(Objects, GivesBackWhatWasAdded) {
  ExpectEqual({}, {});
  for (const std::size_t count : {1, 255, 256, 257, 3000}) ExpectEqual(ListOf(Random(count)), Random(count));
  ExpectEqual(ListOf(OfKernel(3, 100)), OfKernel(3, 100));
}

TEST(Objects, KeepsWhatThreadsHaveInCommonOnce) {
  const Objects list = ListOf(OfKernel(40, 256));
  EXPECT_EQ(list.forms().size(), 6u);
  EXPECT_EQ(list.forms()[0].block, Object{}.block) << "a form has no place";
  EXPECT_LT(list.bytes(), 6 * list.size());
}

TEST(Objects, KnowsThoseInSharedMemory) {
  const Objects list = ListOf({Tile(0), Local(0, 0, 0), Local(0, 0, 1), Tile(1), {.kind = ObjectKind::kVariable}});
  EXPECT_THAT(list.shared(), ElementsAre(0, 3));
}

TEST(Objects, ChangesOneAndNoOther) {
  for (const std::size_t i : {0, 255, 256, 599}) {
    std::vector<Object> objects = Random(600);
    Objects list = ListOf(objects);
    objects[i].name = "renamed";
    objects[i].shape = {1, 2, 3};
    objects[i].address = ~std::uint64_t{0};
    list.Change(i, objects[i]);
    ExpectEqual(list, objects);
    EXPECT_NE(list, ListOf(Random(600)));
    EXPECT_EQ(list, ListOf(objects));
  }
}

TEST(Objects, ACopyIsOnItsOwn) {
  Objects list = ListOf(OfKernel(2, 200));
  Objects copy = list;
  list.Add(Local(7, 0, 0));
  list.Change(0, Tile(1));
  list = {};
  copy.Add(Local(8, 1, 1));
  std::vector<Object> expected = OfKernel(2, 200);
  expected.push_back(Local(8, 1, 1));
  ExpectEqual(copy, expected);
}

TEST(Objects, CanBeFilledAfterTheyWereMovedAway) {
  Objects list = ListOf(OfKernel(2, 200));
  const Objects moved = std::move(list);
  ExpectEqual(moved, OfKernel(2, 200));
  list = {};
  for (const Object& object : OfKernel(1, 2)) list.Add(object);
  ExpectEqual(list, OfKernel(1, 2));
}

}  // namespace
}  // namespace lockstep::trace
