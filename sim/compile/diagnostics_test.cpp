#include "sim/compile/diagnostics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lockstep {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr char kError[] = "a.cu:3:5: error: use of undeclared identifier 'x'\n    3 |   x = 1;\n      |   ^\n";

TEST(Diagnostics, TellWhatBothHalvesSayOnce) {
  const std::string merged = MergeDiagnostics(std::string(kError) + "1 error generated.\n",
                                              std::string(kError) + "1 error generated when compiling for znver4.\n");
  EXPECT_EQ(merged, kError);
}

TEST(Diagnostics, KeepWhatOnlyTheDeviceHalfSays) {
  const std::string other = "a.cu:9:1: warning: only here\n";
  EXPECT_EQ(MergeDiagnostics(kError, other + kError), kError + other);
}

TEST(Diagnostics, TellTheSameMessageOnceWhateverItsColours) {
  const std::string coloured = "\033[1ma.cu:9:1: \033[0;1;35mwarning: \033[0mw\n";
  EXPECT_EQ(MergeDiagnostics(coloured, "a.cu:9:1: warning: w\n"), coloured);
}

TEST(LinkErrors, NameDeviceSymbolsAsTheUserWroteThem) {
  const std::string told =
      ExplainLinkErrors("ld.lld: error: undefined symbol: __device___Z5helpfi\n>>> referenced by a.cu\n");
  EXPECT_THAT(told, HasSubstr("device function or variable `helpf(int)`"));
  EXPECT_THAT(told, HasSubstr("-rdc=true"));
  EXPECT_THAT(told, Not(HasSubstr("__device__")));
}

}  // namespace
}  // namespace lockstep
