#include "shared/trace/build_command.h"

#include <gtest/gtest.h>

namespace lockstep::trace {
namespace {

TEST(BuildCommand, HasTheSourcesAndTheFlags) {
  EXPECT_EQ(BuildCommand({.program = "a.cu"}), "a.cu");
  EXPECT_EQ(
      BuildCommand({.program = "b.cu",
                    .build = {"input=b.cu", "input=main file.cpp", "compile=-DN=4", "compile=-DNAME=\"it's\"",
                              "optimize=3", "standard=c++20", "debug", "gpu=A100", "architecture=80", "engine=warps"}}),
      "b.cu 'main file.cpp' -O3 -std=c++20 -g -arch=sm_80 -DN=4 '-DNAME=\"it'\\''s\"' --device=A100");
}

}  // namespace
}  // namespace lockstep::trace
