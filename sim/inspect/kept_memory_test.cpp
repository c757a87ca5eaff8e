#include "sim/inspect/kept_memory.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>

namespace lockstep::inspect {
namespace {

class KeptMemoryTest : public testing::Test {
 protected:
  void Write(std::size_t at, std::uint32_t value) {
    kept_.Keep(reinterpret_cast<std::uint64_t>(&memory_.at(at)), sizeof value);
    memory_[at] = value;
  }

  KeptMemory kept_;
  alignas(8) std::array<std::uint32_t, 8> memory_{};
};

TEST_F(KeptMemoryTest, IsAsItWasOnceEveryWordIs) {
  kept_.Begin();
  EXPECT_TRUE(kept_.IsAsKept());
  Write(1, 5);
  Write(6, 7);
  EXPECT_FALSE(kept_.IsAsKept());
  Write(1, 0);
  EXPECT_FALSE(kept_.IsAsKept());
  Write(6, 0);
  EXPECT_TRUE(kept_.IsAsKept());
}

TEST_F(KeptMemoryTest, BeginsAnew) {
  kept_.Begin();
  Write(1, 5);
  kept_.Begin();
  EXPECT_TRUE(kept_.IsAsKept());
  Write(1, 0);
  EXPECT_FALSE(kept_.IsAsKept());
}

TEST_F(KeptMemoryTest, IsInDoubtWhereOthersMayWrite) {
  kept_.Begin();
  kept_.Doubt();
  EXPECT_FALSE(kept_.IsAsKept());
}

}  // namespace
}  // namespace lockstep::inspect
