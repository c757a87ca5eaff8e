#include "shared/replay/arrangement.h"

#include <gtest/gtest.h>

namespace lockstep::replay {
namespace {

TEST(Arrangement, IsAMapOfNames) {
  const auto product = ReadArrangement("ms+ns,d_n/d_m,d_out");
  ASSERT_TRUE(product) << product.error().message;
  ASSERT_EQ(product->rows.size(), 2u);
  EXPECT_EQ(product->rows[0], (std::vector<Arrangement::Cell>{{"ms", "ns"}, {"d_n"}}));
  EXPECT_EQ(product->rows[1], (std::vector<Arrangement::Cell>{{"d_m"}, {"d_out"}}));
  EXPECT_EQ(product->Names(), (std::vector<std::string>{"ms", "ns", "d_n", "d_m", "d_out"}));
}

TEST(Arrangement, HasEmptyPlaces) {
  const auto corner = ReadArrangement(".,n/m,out");
  ASSERT_TRUE(corner);
  EXPECT_TRUE(corner->rows[0][0].empty());
  EXPECT_EQ(Text(*corner), ".,n/m,out");
  EXPECT_EQ(ReadArrangement(Text(*corner)), *corner);
}

TEST(Arrangement, RefusesWhatIsNoMap) {
  for (const char* text : {"", ".", "./.", "a,,b", "a/", "a+", "+a", "a,a", "a/b+a", "a+."})
    EXPECT_FALSE(ReadArrangement(text)) << text;
  EXPECT_EQ(ReadArrangement("a,b/b").error().message, "`scene=a,b/b`: `b` is in two places");
  std::string many = "a0";
  for (int i = 1; i < 17; ++i) many += ",a" + std::to_string(i);
  EXPECT_EQ(ReadArrangement(many).error().message.substr(many.size() + 10), "it has 17 arrays, and 16 is the most");
}

}  // namespace
}  // namespace lockstep::replay
