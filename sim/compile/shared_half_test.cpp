#include "sim/compile/shared_half.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace lockstep::compile {
namespace {

TEST(SharedHalf, IsCompiledOnceForEachKey) {
  const auto half = SharedHalf::Make();
  ASSERT_TRUE(half);
  int compiled = 0;
  const auto compile = [&] { return ProcessResult{.status = ++compiled}; };
  std::vector<int> statuses(4);
  {
    std::vector<std::jthread> builds;
    for (int& status : statuses) builds.emplace_back([&] { status = half->Get("a", compile).status; });
  }
  EXPECT_EQ(statuses, std::vector<int>(4, 1));
  EXPECT_EQ(half->Get("b", compile).status, 2);
}

}  // namespace
}  // namespace lockstep::compile
