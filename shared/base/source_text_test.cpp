#include "shared/base/source_text.h"

#include <gtest/gtest.h>

#include <fstream>

namespace lockstep {
namespace {

TEST(SourceTextOf, ReturnsTheTextOfSourcesOnly) {
  std::ofstream("source.cu") << "int i;\n";
  EXPECT_EQ(SourceTextOf("source.cu"), "int i;\n");
  EXPECT_EQ(SourceTextOf("no_such_file"), "");
  EXPECT_EQ(SourceTextOf("."), "");
  EXPECT_EQ(SourceTextOf("/dev/zero"), "");
  std::ofstream("binary") << std::string("ELF\0", 4);
  EXPECT_EQ(SourceTextOf("binary"), "");
  std::ofstream("large") << std::string((4 << 20) + 1, ' ');
  EXPECT_EQ(SourceTextOf("large"), "");
}

}  // namespace
}  // namespace lockstep
