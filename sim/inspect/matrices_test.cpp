#include "sim/inspect/matrices.h"

#include <gmock/gmock.h>

#include "sim/inspect/family_bench.h"

namespace lockstep::inspect {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Matrices : public FamilyBench {
 protected:
  void Use(std::uint32_t line, const launch::MatrixUse& use) {
    ThreadAt(0).site = SiteAt(line);
    families_->matrices.Uses(ThreadAt(0), use);
  }
};

TEST_F(Matrices, WholeWarpsAtAlignedPlacesAreFine) {
  Use(5, {.address = 0x1020, .pitch = 0x30, .lanes = ~0u});
  Use(6, {.lanes = ~0u});
  EXPECT_THAT(Kinds(), IsEmpty());
}

TEST_F(Matrices, AnAddressThatIsNoMultipleOf32IsReported) {
  Use(5, {.address = 0x1010, .pitch = 0x20, .lanes = ~0u});
  ASSERT_THAT(Kinds(), ElementsAre("misaligned"));
  EXPECT_THAT(Found()[0].fact,
              HasSubstr("a multiple of 16 bytes, where warps load and store matrices at multiples of 32"));
}

TEST_F(Matrices, ALeadingDimensionOf18BytesIsReported) {
  Use(5, {.address = 0x1000, .pitch = 18, .lanes = ~0u});
  ASSERT_THAT(Kinds(), ElementsAre("misaligned"));
  EXPECT_THAT(Found()[0].fact, HasSubstr("leading dimension of a matrix is 18 bytes"));
}

TEST_F(Matrices, MissingLanesAreReported) {
  Use(5, {.lanes = 0xffff});
  ASSERT_THAT(Kinds(), ElementsAre("warp-mask"));
  EXPECT_THAT(Found()[0].fact, HasSubstr("needs all 32 lanes of the warp, and 16 come"));
}

TEST_F(Matrices, LanesThatNameDifferentMatricesAreReported) {
  Use(5, {.address = 0x1000, .pitch = 32, .lanes = 0});
  ASSERT_THAT(Kinds(), ElementsAre("warp-mask"));
  EXPECT_THAT(Found()[0].hint, HasSubstr("the same pointer and leading dimension"));
}

}  // namespace
}  // namespace lockstep::inspect
