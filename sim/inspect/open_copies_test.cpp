#include "sim/inspect/open_copies.h"

#include <gtest/gtest.h>

namespace lockstep::inspect {
namespace {

TEST(OpenCopies, EndAtAWaitThatCoversTheirGroup) {
  OpenCopies copies;
  copies.Begin({.address = 100, .size = 16, .thread = 3});
  copies.Commit(3);
  copies.Begin({.address = 200, .size = 16, .thread = 3});
  copies.Commit(3);
  copies.Wait(3, 2);
  EXPECT_TRUE(copies.Find(100, 4));
  copies.Wait(3, 1);
  EXPECT_FALSE(copies.Find(100, 4));
  EXPECT_TRUE(copies.Find(212, 8));
  copies.Wait(3, 0);
  EXPECT_TRUE(copies.empty());
}

TEST(OpenCopies, AWaitCoversCommittedCopiesOnly) {
  OpenCopies copies;
  copies.Begin({.address = 100, .size = 16, .thread = 0});
  copies.Wait(0, 0);
  EXPECT_TRUE(copies.Find(100, 1));
  copies.EndAll(0);
  EXPECT_TRUE(copies.empty());
}

TEST(OpenCopies, AThreadWaitsForItsOwnOnly) {
  OpenCopies copies;
  copies.Begin({.address = 100, .size = 4, .thread = 0});
  copies.Begin({.address = 104, .size = 4, .thread = 1});
  copies.Commit(0);
  copies.Commit(1);
  copies.Wait(0, 0);
  EXPECT_FALSE(copies.Find(96, 8));
  ASSERT_TRUE(copies.Find(96, 16));
  EXPECT_EQ(copies.Find(96, 16)->thread, 1);
  EXPECT_FALSE(copies.Find(108, 4));
}

TEST(OpenCopies, AnotherThreadsCopyToTheSamePlaceTakesItOver) {
  OpenCopies copies;
  copies.Begin({.address = 100, .size = 4, .thread = 0});
  copies.Begin({.address = 100, .size = 4, .thread = 1});
  copies.EndAll(0);
  ASSERT_TRUE(copies.Find(100, 4));
  EXPECT_EQ(copies.Find(100, 4)->thread, 1);
}

}  // namespace
}  // namespace lockstep::inspect
