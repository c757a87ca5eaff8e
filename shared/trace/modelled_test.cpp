#include "shared/trace/modelled.h"

#include <gtest/gtest.h>

#include <bit>
#include <set>

namespace lockstep::trace {
namespace {

constexpr ModelledSet kLater = ModelledSet{1} << 30;

TEST(Modelled, IsTheBitsOfTheFeatures) {
  const ModelledSet both = Only(Modelled::kMath) | Only(Modelled::kStreams);
  EXPECT_EQ(FormatFidelity(both),
            "modelled: math functions (last bits may differ), streams (work is done when it is submitted)");
  EXPECT_EQ(FormatFidelity(0), "exact: each feature that was used gives what a GPU gives");
}

TEST(Modelled, TellsOfFeaturesThatItDoesNotKnow) {
  EXPECT_EQ(FormatFidelity(kLater), "modelled: features of a later version");
  EXPECT_EQ(FormatFidelity(kLater | Only(Modelled::kMath)), "modelled: math functions (last bits may differ)");
}

TEST(Modelled, HasOneKeyForEachFeature) {
  std::set<std::string_view> keys;
  for (const ModelledFeature& feature : FeaturesOf(~ModelledSet{0})) {
    EXPECT_TRUE(keys.insert(feature.key).second) << feature.key;
    EXPECT_FALSE(feature.name.empty() || feature.difference.empty()) << feature.key;
  }
  EXPECT_EQ(keys.size(), std::size_t{static_cast<std::uint32_t>(Modelled::kDeviceLaunches)} + 1);
}

}  // namespace
}  // namespace lockstep::trace
