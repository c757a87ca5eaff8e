#include "shared/trace/read_index.h"

#include <gtest/gtest.h>

namespace lockstep::trace {
namespace {

TEST(ReadIndex, TakesOneToThreeNumbers) {
  EXPECT_EQ(ReadIndex("3"), (Dim3{3, 0, 0}));
  EXPECT_EQ(ReadIndex("3,4"), (Dim3{3, 4, 0}));
  EXPECT_EQ(ReadIndex("3,4,5"), (Dim3{3, 4, 5}));
  EXPECT_EQ(ReadIndex("4294967295"), (Dim3{0xffffffff, 0, 0}));
}

TEST(ReadIndex, RefusesAllElse) {
  for (const char* text : {"", "x", "3,", ",3", "3,4,5,6", "-1", "3 ,4", "3,4,5 ", "4294967296", "0x3", "3,,5"})
    EXPECT_FALSE(ReadIndex(text)) << text;
}

TEST(ReadThread, TakesABlockBeforeTheThread) {
  EXPECT_EQ(ReadThread("5")->thread, (Dim3{5, 0, 0}));
  EXPECT_FALSE(ReadThread("5")->block);
  EXPECT_EQ(ReadThread("3,1/5,0,2")->block, (Dim3{3, 1, 0}));
  EXPECT_EQ(ReadThread("3,1/5,0,2")->thread, (Dim3{5, 0, 2}));
  for (const char* text : {"", "/", "3/", "/5", "1/2/3", "b/1"}) EXPECT_FALSE(ReadThread(text)) << text;
}

}  // namespace
}  // namespace lockstep::trace
