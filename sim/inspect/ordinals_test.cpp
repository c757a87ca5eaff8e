// Findings that know which of its thread's accesses each side is.

#include <gmock/gmock.h>

#include "sim/inspect/family_bench.h"

namespace lockstep::inspect {
namespace {

class Ordinals : public FamilyBench {
 protected:
  Ordinals() : FamilyBench(true) {}
};

TEST_F(Ordinals, CountTheAccessesOfAThreadAtAPlace) {
  for (std::uint32_t round = 0; round < 5; ++round) Write(0, 3, Shared() + 4 * round);
  Read(0, 3, Shared());
  Write(1, 4, Shared() + 8);
  Write(1, 4, Shared() + 12);
  const std::vector<report::Finding> found = Found();
  ASSERT_EQ(found.size(), 1u);
  ASSERT_EQ(found[0].sides.size(), 2u);
  EXPECT_EQ(found[0].sides[0].ordinal, 3u) << "the third round of the loop";
  EXPECT_EQ(found[0].sides[1].ordinal, 1u);
}

TEST_F(Ordinals, AreThoseOfTheLastWriteAndOfTheFirstRead) {
  Write(0, 3, Shared());
  Write(0, 3, Shared());
  Read(1, 4, Shared());
  EXPECT_EQ(Found().at(0).sides.at(0).ordinal, 2u);
}

TEST_F(Ordinals, KnowTheSecondReader) {
  Read(0, 3, Shared() + 4);
  Read(0, 3, Shared());
  Read(40, 4, Shared() + 8);
  Read(40, 4, Shared() + 12);
  Read(40, 4, Shared());
  Write(0, 5, Shared());
  const report::Finding found = Found().at(0);
  EXPECT_EQ(found.sides.at(1).thread.x, 40u);
  EXPECT_EQ(found.sides.at(1).ordinal, 3u);
}

TEST_F(Ordinals, AccessesOutsideCountToo) {
  const memory::MemoryObject& object = Allocate(64);
  for (std::uint64_t i = 14; i < 17; ++i) Write(0, 3, object.address + 4 * i, 4, object.address);
  EXPECT_EQ(Found().at(0).sides.at(0).ordinal, 3u);
}

TEST_F(Ordinals, SitesOfOnePlaceCountTogether) {
  SiteAt(4)->line = 3;
  const CheckContext context({.path = "/dev/null", .with_ordinals = true}, machine_, false);
  EXPECT_EQ(context.PlaceNumber(*SiteAt(3)), context.PlaceNumber(*SiteAt(4)));
  EXPECT_NE(context.PlaceNumber(*SiteAt(3)), context.PlaceNumber(*SiteAt(5)));
}

}  // namespace
}  // namespace lockstep::inspect
