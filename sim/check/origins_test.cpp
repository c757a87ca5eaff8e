#include "sim/check/origins.h"

#include <gtest/gtest.h>

namespace lockstep::check {
namespace {

constexpr FindingKey kKey{report::FindingKind::kUninitializedGlobal, 1},
    kOther{report::FindingKind::kUninitializedGlobal, 2};

std::string FactOf(const Origins& origins, std::uint32_t number) {
  std::string fact = "none";
  origins.With(number, [&](const Origin& origin) { fact = origin.finding.fact; });
  return fact;
}

TEST(Origins, OnePlaceHasOneNumber) {
  Origins origins(3);
  const auto number = [&](const FindingKey& key) {
    return origins.NumberOf(key, {}, false, [] { return report::Finding{}; });
  };
  EXPECT_EQ(number(kKey), 3u);
  EXPECT_EQ(number(kOther), 4u);
  EXPECT_EQ(number(kKey), 3u);
}

TEST(Origins, TheFindingIsThatOfTheLowestRank) {
  Origins origins(3);
  std::uint32_t number = 0;
  for (const std::uint64_t thread : {5u, 2u, 9u})
    number = origins.NumberOf(kKey, {.thread = thread}, false,
                              [&] { return report::Finding{.fact = std::to_string(thread)}; });
  EXPECT_EQ(FactOf(origins, number), "2");
}

TEST(Origins, ThereIsNoneOfAnUnknownNumber) {
  const Origins origins(3);
  EXPECT_EQ(FactOf(origins, 0), "none");
  EXPECT_EQ(FactOf(origins, 3), "none");
}

}  // namespace
}  // namespace lockstep::check
