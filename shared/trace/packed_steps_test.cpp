#include "shared/trace/packed_steps.h"

#include <gtest/gtest.h>

#include <random>

#include "shared/trace/sample_recording.h"
#include "shared/trace/steps.h"

namespace lockstep::trace {
namespace {

void ExpectPackedAlike(const std::vector<Step>& steps) {
  const PackedSteps packed(steps);
  for (std::size_t i = 0; i < steps.size(); ++i) ASSERT_EQ(packed[i], steps[i]) << i;
  std::vector<Step> unpacked(steps.size());
  packed.Unpack(unpacked);
  EXPECT_EQ(unpacked, steps);
}

TEST(PackedSteps, GiveBackEqualSteps) {
  ExpectPackedAlike(std::vector<Step>(PackedSteps::kMost, {.kind = StepKind::kRead, .size = 4, .thread = 7}));
}

TEST(PackedSteps, GiveBackAnyFields) {
  std::mt19937_64 random(1);
  for (const unsigned bits : {1u, 7u, 31u, 32u, 63u, 64u}) {
    const auto number = [&] { return random() >> (64 - bits); };
    std::vector<Step> steps;
    for (std::size_t i = 0; i < PackedSteps::kMost; ++i) {
      steps.push_back({.kind = static_cast<StepKind>(number() % 16),
                       .flags = static_cast<std::uint8_t>(number() % 2),
                       .size = static_cast<std::uint16_t>(number()),
                       .block = static_cast<std::uint32_t>(number()),
                       .thread = static_cast<std::uint32_t>(number()),
                       .site = static_cast<SiteId>(number() % 4),
                       .object = static_cast<ObjectId>(number()),
                       .offset = static_cast<std::uint32_t>(number()),
                       .before = number(),
                       .after = number()});
    }
    ExpectPackedAlike(steps);
  }
}

TEST(PackedSteps, GiveBackASingleStepAndNone) {
  ExpectPackedAlike({});
  ExpectPackedAlike({{.kind = StepKind::kExit, .block = 0xffffffff, .before = ~std::uint64_t{0}}});
}

TEST(PackedSteps, KeepAChangeThatIsShorterThanTheValues) {
  std::vector<Step> steps;
  for (std::uint64_t i = 0; i < 100; ++i)
    steps.push_back({.kind = StepKind::kWrite, .size = 8, .before = (i << 40) - i % 3, .after = i << 40});
  ExpectPackedAlike(steps);
}

TEST(Steps, AreTheSameWhenPacked) {
  const Recording recording = SampleRecording({.blocks = 8, .threads = 64});
  const Steps& open = recording.launches[0].steps;
  Steps packed = open;
  packed.Pack();
  EXPECT_TRUE(std::ranges::equal(open, packed));
  EXPECT_EQ(packed, open);
  EXPECT_EQ(packed.back(), open.back());
  EXPECT_EQ(packed.Copy(1000, 100), open.Copy(1000, 100));
  std::vector<Step> in_turn;
  packed.ForEach([&](std::size_t i, const Step& step) {
    EXPECT_EQ(i, in_turn.size());
    in_turn.push_back(step);
  });
  EXPECT_EQ(Steps(in_turn), open);
}

TEST(Steps, TakeAFractionOfTheirMemoryWhenPacked) {
  Steps steps = SampleRecording({.blocks = 100, .threads = 256}).launches[0].steps;
  steps.Pack();
  EXPECT_LT(steps.bytes(), 10 * steps.size());
}

TEST(Steps, GrowAfterTheyWerePacked) {
  Steps steps;
  for (std::uint32_t i = 0; i < 2 * PackedSteps::kMost + 5; ++i) steps.Add({.kind = StepKind::kLine, .thread = i});
  steps.Pack();
  steps.Add({.kind = StepKind::kLine, .thread = 2 * PackedSteps::kMost + 5});
  steps.Change(steps.size() - 1).offset = 3;
  for (std::uint32_t i = 0; i < steps.size(); ++i) ASSERT_EQ(steps[i].thread, i);
  EXPECT_EQ(steps.back().offset, 3);
}

TEST(Steps, AreEditedPackedOrNot) {
  Steps steps;
  for (std::uint32_t i = 0; i < 2 * PackedSteps::kMost + 5; ++i) steps.Add({.kind = StepKind::kLine, .thread = i});
  steps.Pack();
  const std::size_t bytes = steps.bytes();
  steps.Edit([](Step& step) {
    const bool is_odd = step.thread % 2 == 1;
    if (is_odd) step.offset = step.thread;
    return is_odd;
  });
  EXPECT_TRUE(steps.is_packed());
  EXPECT_GT(steps.bytes(), bytes);
  for (std::uint32_t i = 0; i < steps.size(); ++i) {
    ASSERT_EQ(steps[i].thread, i);
    ASSERT_EQ(steps[i].offset, i % 2 == 1 ? i : 0);
  }
}

}  // namespace
}  // namespace lockstep::trace
