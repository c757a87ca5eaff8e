#include "shared/base/find_tool.h"

#include <gtest/gtest.h>

namespace lockstep {
namespace {

TEST(CompilerOfWheel, LiesBesideThePackage) {
  EXPECT_EQ(CompilerOfWheel("/site/lockstep/app/bin/lockstep"), "/site/lockstep_cuda_compiler");
  EXPECT_EQ(CompilerOfWheel("/site/lockstep/app/lib/lockstep/liblockstep.so"), "/site/lockstep_cuda_compiler");
}

// Elsewhere, others might write to the folder.
TEST(CompilerOfWheel, IsSoughtForFilesOfAWheelOnly) {
  EXPECT_EQ(CompilerOfWheel("/usr/bin/lockstep"), "");
  EXPECT_EQ(CompilerOfWheel("/tmp/app/bin/lockstep"), "");
  EXPECT_EQ(CompilerOfWheel("lockstep"), "");
  EXPECT_EQ(CompilerOfWheel(""), "");
}

TEST(FindTool, FindsAProgramOfTheSystem) {
  EXPECT_EQ(FindTool("sh").filename(), "sh");
  EXPECT_EQ(FindTool("no-such-program"), "");
}

}  // namespace
}  // namespace lockstep
