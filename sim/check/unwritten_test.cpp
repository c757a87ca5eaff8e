#include "sim/check/unwritten.h"

#include <gtest/gtest.h>

namespace lockstep::check {
namespace {

TEST(UnwrittenValue, IsADefectWhereItDecides) {
  EXPECT_TRUE(IsDefect(UseOfValue::kDecides, false));
  EXPECT_TRUE(IsDefect(UseOfValue::kDecides, true));
}

TEST(UnwrittenValue, MayBeStoredUnlessInitialisationIsStrict) {
  EXPECT_FALSE(IsDefect(UseOfValue::kStoredForLater, false));
  EXPECT_TRUE(IsDefect(UseOfValue::kStoredForLater, true));
}

TEST(UnwrittenValue, MayBeStoredWhereTheKernelsEndEndsIt) {
  EXPECT_FALSE(IsDefect(UseOfValue::kStored, false));
  EXPECT_FALSE(IsDefect(UseOfValue::kStored, true));
}

}  // namespace
}  // namespace lockstep::check
