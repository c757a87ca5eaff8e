#include "sim/launch/fiber.h"

#include <gtest/gtest.h>

namespace lockstep {
namespace {

constexpr unsigned kFarWorker = 60;

class StackPoolTest : public testing::TestWithParam<GuardKind> {
 protected:
  void SetUp() override {
    if (GetParam() == GuardKind::kMarked && BestGuards() != GuardKind::kMarked)
      GTEST_SKIP() << "this kernel cannot mark guards";
  }
};

TEST_P(StackPoolTest, HasMoreStacksThanAFullDeviceHasThreads) {
  StackPool pool(kFarWorker, GetParam());
  for (int i = 0; i < 16 * 2048 + 1000; ++i) {
    const Stack stack = pool.Take();
    ASSERT_NE(stack.low, nullptr) << i;
    if (i % 1000 == 0) *stack.low = stack.high()[-1] = 'x';
  }
}

TEST_P(StackPoolTest, GivesStacksWithAGuardBelow) {
  StackPool pool(kFarWorker, GetParam());
  pool.Take();
  const Stack stack = pool.Take();
  EXPECT_TRUE(pool.IsGuard(stack.low - 1));
  EXPECT_FALSE(pool.IsGuard(stack.low));
  *stack.low = 'x';
  EXPECT_DEATH(stack.low[-1] = 'x', "");
}

TEST_P(StackPoolTest, TakesAStackBack) {
  StackPool pool(kFarWorker, GetParam());
  const Stack stack = pool.Take();
  pool.Give(stack);
  EXPECT_EQ(pool.Take().low, stack.low);
}

INSTANTIATE_TEST_SUITE_P(Guards, StackPoolTest, testing::Values(GuardKind::kMarked, GuardKind::kMapped));

}  // namespace
}  // namespace lockstep
