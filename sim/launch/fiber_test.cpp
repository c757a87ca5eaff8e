#include "sim/launch/fiber.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace lockstep::launch {
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

Context outside, inside;
unsigned depth, sum;

[[gnu::noinline]] void Fill(char* frame, unsigned size) {
  for (unsigned i = 0; i < size; ++i) frame[i] = 1;
}

// Descends `left` frames and leaves from there by a jump. Frames of this size are on the stack itself, whatever
// AddressSanitizer does with smaller ones.
template <unsigned kSize>
[[gnu::noinline]] void Descend(unsigned left) {
  char frame[kSize];
  Fill(frame, kSize);
  ++sum;
  if (left != 0) {
    Descend<kSize>(left - 1);
    Fill(frame, kSize);
  }
  try {
    throw depth;
  } catch (unsigned thrown) {
    sum += 1000 * thrown;
  }
  SwitchContext(&inside, outside);
  std::abort();
}

void FiberMain(boost::context::detail::transfer_t transfer) {
  FinishSwitch(transfer);
  if (depth % 2)
    Descend<70000>(depth);
  else
    Descend<90010>(depth);
}

// Abandoned frames must not count, nor must the frames of one stack be mistaken for those of another.
TEST(Fiber, RunsOnAStackThatAnotherHasAbandoned) {
  StackPool pool(kFarWorker);
  const Stack stack = pool.Take();
  for (const unsigned d : {1u, 8u, 5u, 2u}) {
    depth = d;
    sum = 0;
    inside = MakeContext(stack, FiberMain);
    SwitchContext(&outside, inside);
    EXPECT_EQ(sum, d + 1 + 1000 * d);
  }
}

}  // namespace
}  // namespace lockstep::launch
