#include "shared/session/order.h"

#include <gtest/gtest.h>

namespace lockstep::session {
namespace {

TEST(Order, ReadsWhatItWrites) {
  for (const char* text : {"serial", "lockstep", "consumer-first", "shuffled:7", "shuffled:18446744073709551615"}) {
    const std::optional<Order> order = ParseOrder(text);
    ASSERT_TRUE(order) << text;
    EXPECT_EQ(OrderName(*order), text);
  }
  EXPECT_EQ(ParseOrder("shuffled")->seed, 1u);
}

TEST(Order, RefusesOtherTexts) {
  for (const char* text : {"", "Serial", "consumer", "shuffled:", "shuffled:x", "shuffled:1x", "shuffled:-1",
                           "shuffled:18446744073709551616"})
    EXPECT_FALSE(ParseOrder(text)) << text;
}

TEST(Chance, GivesTheSameNumbersForTheSameSeedAndStaysBelowItsLimit) {
  Chance first(5), second(5), other(6);
  int differences = 0;
  for (int i = 0; i < 1000; ++i) {
    const std::uint32_t number = first.Below(7);
    EXPECT_LT(number, 7u);
    EXPECT_EQ(number, second.Below(7));
    differences += number != other.Below(7);
  }
  EXPECT_GT(differences, 500);
}

}  // namespace
}  // namespace lockstep::session
