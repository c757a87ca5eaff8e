#include "shared/base/index_set.h"

#include <gtest/gtest.h>

#include <array>

namespace lockstep {
namespace {

TEST(IndexSet, KnowsWhichOneAnIndexIs) {
  constexpr std::array<std::uint32_t, 7> kIndices = {0, 1, 63, 64, 130, 191, 199};
  const IndexSet set(kIndices, 200);
  std::uint32_t next = 0;
  for (std::uint32_t i = 0; i < 300; ++i) {
    if (next < kIndices.size() && kIndices[next] == i)
      EXPECT_EQ(set.Find(i), next++);
    else
      EXPECT_EQ(set.Find(i), std::nullopt) << i;
  }
  EXPECT_EQ(next, kIndices.size());
}

TEST(IndexSet, MayBeEmpty) {
  EXPECT_EQ(IndexSet().Find(0), std::nullopt);
  EXPECT_EQ(IndexSet({}, 64).Find(64), std::nullopt);
}

}  // namespace
}  // namespace lockstep
