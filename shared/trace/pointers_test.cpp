#include "shared/trace/pointers.h"

#include <gtest/gtest.h>

#include <cstring>

namespace lockstep::trace {
namespace {

// struct View { float* data; long n; };  struct Batch : View { View more[2]; };
class PointersTest : public testing::Test {
 protected:
  PointersTest() {
    recording_.types = {{.kind = TypeKind::kFloat, .name = "float", .size = 4},
                        {.kind = TypeKind::kPointer, .name = "float*", .size = 8, .element = TypeId{0}},
                        {.kind = TypeKind::kSigned, .name = "long", .size = 8},
                        {.kind = TypeKind::kStruct,
                         .name = "View",
                         .size = 16,
                         .members = {{"data", TypeId{1}, 0}, {"n", TypeId{2}, 8}}},
                        {.kind = TypeKind::kArray, .name = "View[2]", .size = 32, .element = TypeId{3}, .count = 2},
                        {.kind = TypeKind::kStruct,
                         .name = "Batch",
                         .size = 48,
                         .members = {{"View", TypeId{3}, 0}, {"more", TypeId{4}, 16}}}};
  }

  std::vector<std::string> Find(std::uint32_t type, std::size_t size = 48) {
    const std::uint64_t words[6] = {0x100, 1, 0x200, 2, 0x300, 3};
    std::vector<std::uint8_t> bytes(size);
    std::memcpy(bytes.data(), words, std::min(size, sizeof words));
    std::vector<std::string> found;
    ForEachPointer(recording_, TypeId{type}, bytes, "b", [&](const PointerInValue& pointer) {
      EXPECT_EQ(pointer.element, TypeId{0});
      found.push_back(pointer.path + "=" + std::to_string(pointer.address >> 8));
    });
    return found;
  }

  Recording recording_;
};

TEST_F(PointersTest, AreFoundByThemselvesAndInStructsArraysAndBases) {
  EXPECT_EQ(Find(1), std::vector<std::string>{"b=1"});
  EXPECT_EQ(Find(5), (std::vector<std::string>{"b.data=1", "b.more[0].data=2", "b.more[1].data=3"}));
  EXPECT_TRUE(Find(0).empty());
}

TEST_F(PointersTest, AreFoundInWhatIsThereOfAValue) {
  EXPECT_EQ(Find(5, 24), std::vector<std::string>{"b.data=1"});
  EXPECT_TRUE(Find(1, 7).empty());
  EXPECT_TRUE(Find(0xffffffff).empty());
}

TEST_F(PointersTest, EndInTypesThatContainThemselves) {
  recording_.types[3].members.push_back({"again", TypeId{3}, 0});
  recording_.types[4].count = ~std::uint64_t{0};
  recording_.types[4].element = TypeId{4};
  recording_.types[4].size = 0;
  EXPECT_LE(Find(5).size(), 256u);
  recording_.types[4].size = 1;
  EXPECT_LE(Find(5).size(), 256u);
}

}  // namespace
}  // namespace lockstep::trace
