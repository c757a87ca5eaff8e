#include "sim/inspect/element_layout.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "shared/trace/recording.h"

namespace lockstep::inspect {
namespace {

constexpr std::uint32_t kNone = 0xffffffff;

constexpr std::uint32_t Kind(trace::TypeKind kind) { return static_cast<std::uint32_t>(kind); }

enum : std::uint32_t { kChar, kDouble, kEmpty, kUnion, kRecord, kRecords, kBits, kDense, kTypes };

class ElementLayouts : public testing::Test {
 protected:
  ElementLayouts() {
    types_[kChar] = {.name = "char", .size = 1, .element = kNone, .kind = Kind(trace::TypeKind::kCharacter)};
    types_[kDouble] = {.name = "double", .size = 8, .element = kNone, .kind = Kind(trace::TypeKind::kFloat)};
    types_[kEmpty] = Struct("Empty", 1, nullptr, 0);
    types_[kUnion] = Struct("Either", 16, either_.data(), 2);
    types_[kRecord] = Struct("Record", 40, record_.data(), 4);
    types_[kRecords] = {
        .name = "Record[3]", .size = 120, .count = 3, .element = kRecord, .kind = Kind(trace::TypeKind::kArray)};
    types_[kBits] = Struct("Bits", 16, record_.data() + 1, 1);
    types_[kBits].count = 1;
    types_[kDense] = Struct("Dense", 8, record_.data() + 1, 1);
  }

  static LockstepType Struct(const char* name, std::uint64_t size, const LockstepMember* members, std::uint32_t count) {
    return {.name = name,
            .size = size,
            .members = members,
            .member_count = count,
            .element = kNone,
            .kind = Kind(trace::TypeKind::kStruct)};
  }

  // '-' where padding is.
  std::string Bytes(std::uint32_t type) const {
    const std::optional<ElementLayout> layout = LayoutOf(unit_, type);
    std::string text;
    for (const bool padding : layout ? layout->padding : std::vector<bool>{}) text += padding ? '-' : 'x';
    return text;
  }

  std::array<LockstepMember, 2> either_{LockstepMember{.name = "a", .offset = 0, .type = kChar},
                                        LockstepMember{.name = "b", .offset = 0, .type = kDouble}};
  std::array<LockstepMember, 4> record_{LockstepMember{.name = "none", .offset = 8, .type = kEmpty},
                                        LockstepMember{.name = "number", .offset = 0, .type = kDouble},
                                        LockstepMember{.name = "letter", .offset = 9, .type = kChar},
                                        LockstepMember{.name = "either", .offset = 16, .type = kUnion}};
  std::array<LockstepType, kTypes> types_{};
  LockstepUnit unit_{.types = types_.data(), .type_count = kTypes};
};

TEST_F(ElementLayouts, PaddingLiesWhereNoMemberDoes) {
  EXPECT_EQ(Bytes(kRecord), "xxxxxxxx-x------xxxxxxxx----------------");
  EXPECT_EQ(Bytes(kRecords), Bytes(kRecord));
}

TEST_F(ElementLayouts, OfAUnionEveryMemberCounts) { EXPECT_EQ(Bytes(kUnion), "xxxxxxxx--------"); }

TEST_F(ElementLayouts, AreUnknownWithBitFieldsAndEmptyWithoutPadding) {
  EXPECT_EQ(Bytes(kBits), "");
  EXPECT_EQ(Bytes(kDense), "");
  EXPECT_EQ(Bytes(kDouble), "");
  EXPECT_EQ(Bytes(kNone), "");
}

TEST_F(ElementLayouts, RepeatFromTheFirstElementOn) {
  const ElementLayout layout{.offset = 2, .padding = {false, true, true}};
  EXPECT_FALSE(layout.IsPadding(0));
  EXPECT_FALSE(layout.IsPadding(2));
  EXPECT_TRUE(layout.IsPadding(4));
  EXPECT_FALSE(layout.IsPadding(5));
  EXPECT_TRUE(layout.IsPadding(6));
}

}  // namespace
}  // namespace lockstep::inspect
