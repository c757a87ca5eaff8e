#include "shared/base/whole_number.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace lockstep {
namespace {

TEST(WholeNumber, IsAllOfTheText) {
  EXPECT_EQ(WholeNumber<std::uint32_t>("0"), 0u);
  EXPECT_EQ(WholeNumber<std::uint32_t>("4294967295"), 4294967295u);
  EXPECT_EQ(WholeNumber<std::uint64_t>("ff", 16), 255u);
  for (const char* text : {"", " 1", "1 ", "1x", "+1", "-1", "1.0", "4294967296"})
    EXPECT_FALSE(WholeNumber<std::uint32_t>(text)) << text;
}

}  // namespace
}  // namespace lockstep
