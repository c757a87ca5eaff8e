#include "sim/compile/pass/facts/short_names.h"

#include <gtest/gtest.h>

#include <string>

namespace lockstep::pass {
namespace {

TEST(ShortNames, KeepWhatFits) {
  EXPECT_EQ(ShortName("scale"), "scale");
  EXPECT_EQ(ShortName("std::sort<std::less<int>, 4>"), "std::sort<std::less<int>, 4>");
}

TEST(ShortNames, AreTheSameInEachFolder) {
  const std::string near = "run<int, (lambda at sum.cu:7:3)>";
  EXPECT_EQ(ShortName(near), near);
  EXPECT_EQ(ShortName("run<int, (lambda at /home/me/sum.cu:7:3)>"), near);
  EXPECT_EQ(ShortName("run<int, (lambda at /a very long/folder (the 2nd)/of: <many>/" + std::string(200, 'x') +
                      "/sum.cu:7:3)>"),
            near);
  EXPECT_EQ(ShortName("both<(lambda at /a/b.cu:1:2), (lambda at /a/c.h:34:5)>"),
            "both<(lambda at b.cu:1:2), (lambda at c.h:34:5)>");
}

TEST(ShortNames, LoseNamespacesAndThenTheDeepestArguments) {
  EXPECT_EQ(
      ShortName("thrust::kernel<thrust::detail::first<thrust::use<int>, long>, thrust::detail::second<float, double>>"),
      "thrust::kernel<first<use<int>, long>, second<float, double>>");
  const std::string deep = "kernel<" + std::string(40, 'a') + "<" + std::string(40, 'b') + "<int>>, long>";
  EXPECT_EQ(ShortName(deep), "kernel<" + std::string(40, 'a') + "<...>, long>");
  const std::string long_first = "kernel<" + std::string(100, 'a') + ", long>";
  EXPECT_EQ(ShortName(long_first), "kernel<...>");
}

TEST(ShortNames, LeaveOperatorsAlone) {
  const std::string shift = "operator<<" + std::string(90, 'x');
  EXPECT_EQ(ShortName(shift), shift);
}

}  // namespace
}  // namespace lockstep::pass
