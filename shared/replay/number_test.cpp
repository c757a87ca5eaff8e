#include "shared/replay/number.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lockstep::replay {
namespace {

using Kind = Number::Kind;

TEST(Number, ReadsLiteralsAsCppDoes) {
  EXPECT_EQ(ParseLiteral("256")->kind(), Kind::kInt);
  EXPECT_EQ(ParseLiteral("0x1F")->AsSigned(), 31);
  EXPECT_EQ(ParseLiteral("0xffffffff")->kind(), Kind::kUnsigned);
  EXPECT_EQ(ParseLiteral("3000000000")->kind(), Kind::kLong);
  EXPECT_EQ(ParseLiteral("1u")->kind(), Kind::kUnsigned);
  EXPECT_EQ(ParseLiteral("0.2989f")->Text(), "0.2989");
  EXPECT_EQ(ParseLiteral("2e-3")->AsDouble(), 0.002);
  EXPECT_EQ(ParseLiteral("1'000")->AsSigned(), 1000);
  EXPECT_EQ(ParseLiteral("'a'")->AsSigned(), 'a');
  EXPECT_FALSE(ParseLiteral("1.2.3"));
}

TEST(Number, WrapsAtTheSizeOfItsType) {
  const Number most = Number::OfSigned(Kind::kInt, 2147483647);
  EXPECT_EQ(Apply("+", most, Number::OfSigned(Kind::kInt, 1))->AsSigned(), -2147483648LL);
  const Number zero = Number::OfSigned(Kind::kUnsigned, 0);
  EXPECT_EQ(Apply("-", zero, Number::OfSigned(Kind::kInt, 1))->AsSigned(), 4294967295LL);
}

TEST(Number, HasNoValueIfCppDefinesNone) {
  const Number one = Number::OfSigned(Kind::kInt, 1);
  EXPECT_FALSE(Apply("/", one, Number::OfSigned(Kind::kInt, 0)));
  EXPECT_FALSE(Apply("<<", one, Number::OfSigned(Kind::kInt, 32)));
  EXPECT_FALSE(Apply("%", Number::OfFloat(Kind::kFloat, 1), one));
}

TEST(Number, DividesTheLowestIntegerByMinusOneWithoutATrap) {
  const Number lowest = Number::OfSigned(Kind::kLong, INT64_MIN), minus = Number::OfSigned(Kind::kInt, -1);
  EXPECT_EQ(Apply("/", lowest, minus)->AsSigned(), INT64_MIN);
  EXPECT_EQ(Apply("%", lowest, minus)->AsSigned(), 0);
}

TEST(Number, ReadsMemoryByType) {
  trace::Recording recording;
  recording.types = {{.kind = trace::TypeKind::kSigned, .name = "short", .size = 2},
                     {.kind = trace::TypeKind::kHalf, .name = "__half", .size = 2},
                     {.kind = trace::TypeKind::kFloat, .name = "float", .size = 4},
                     {.kind = trace::TypeKind::kStruct, .name = "P", .size = 2},
                     {.kind = trace::TypeKind::kE4m3, .name = "__nv_fp8_e4m3", .size = 1},
                     {.kind = trace::TypeKind::kE5m2, .name = "__nv_fp8_e5m2", .size = 1}};
  const std::uint8_t minus_two[] = {0xfe, 0xff}, one_and_half[] = {0x00, 0x3e};
  EXPECT_EQ(ReadNumber(recording, trace::TypeId{0}, minus_two)->AsSigned(), -2);
  EXPECT_EQ(ReadNumber(recording, trace::TypeId{1}, one_and_half)->AsDouble(), 1.5);
  EXPECT_FALSE(ReadNumber(recording, trace::TypeId{2}, minus_two)) << "two bytes are no float";
  EXPECT_FALSE(ReadNumber(recording, trace::TypeId{3}, minus_two));
  EXPECT_FALSE(ReadNumber(recording, trace::TypeId::kNone, minus_two));
  const auto of_eight_bits = [&](std::uint32_t type, std::uint8_t bits) {
    return ReadNumber(recording, trace::TypeId{type}, std::span(&bits, 1))->AsDouble();
  };
  EXPECT_EQ(of_eight_bits(4, 0x38), 1);
  EXPECT_EQ(of_eight_bits(4, 0xfe), -448);
  EXPECT_EQ(of_eight_bits(4, 0x01), 0x1p-9);
  EXPECT_TRUE(std::isnan(of_eight_bits(4, 0xff)));
  EXPECT_EQ(of_eight_bits(5, 0x3c), 1);
  EXPECT_EQ(of_eight_bits(5, 0x7b), 57344);
  EXPECT_TRUE(std::isinf(of_eight_bits(5, 0x7c)));
}

}  // namespace
}  // namespace lockstep::replay
