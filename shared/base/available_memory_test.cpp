#include "shared/base/available_memory.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

namespace lockstep {
namespace {

TEST(AvailableMemory, IsSomethingAndNoMoreThanAnAddressSpace) {
  EXPECT_GT(AvailableMemory(), 1u << 20);
  EXPECT_LT(AvailableMemory(), std::uint64_t{1} << 47);
}

TEST(AvailableMemory, KnowsTheLimitOfTheProcess) {
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  GTEST_SKIP() << "The sanitizer reserves more address space than any limit allows";
#endif
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_AS, &before), 0);
  const rlimit small{.rlim_cur = std::uint64_t{1} << 34, .rlim_max = before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_AS, &small), 0);
  const std::uint64_t left = AvailableMemory();
  setrlimit(RLIMIT_AS, &before);
  EXPECT_LT(left, std::uint64_t{1} << 34);
}

}  // namespace
}  // namespace lockstep
