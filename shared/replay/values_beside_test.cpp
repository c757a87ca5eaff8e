#include "shared/replay/values_beside.h"

#include <gtest/gtest.h>

#include "shared/replay/testing/recording_builder.h"

namespace lockstep::replay {
namespace {

struct Side {
  std::vector<VariableRow> rows;
  std::vector<ValueBeside> beside;
};

Side Compare(const Model& model, ThreadSlot thread, ThreadSlot other, std::size_t depth = 0) {
  const auto stack = CallStack(model, thread, model.position());
  if (stack.size() <= depth) return {};
  Side side{.rows = DescribeVariables(model, thread, stack[depth])};
  const auto theirs = CallStack(model, other, model.position());
  side.beside = ValuesBeside(model, other, FrameOf(theirs, depth, stack[depth].function), side.rows);
  return side;
}

const ValueBeside* Of(const Side& side, std::string_view path) {
  for (std::size_t i = 0; i < side.rows.size(); ++i)
    if (side.rows[i].path == path) return &side.beside[i];
  return nullptr;
}

TEST(ValuesBeside, AreThoseOfTheOtherThread) {
  Model model(GreyRecording({}));
  model.MoveTo(0, model.end() / 2);
  ThreadSlot last{0};
  for (std::uint32_t slot = 0; slot < model.index().threads_per_block(); ++slot)
    if (!CallStack(model, ThreadSlot{slot}, model.position()).empty()) last = ThreadSlot{slot};
  ASSERT_NE(last, ThreadSlot{0}) << "no second thread has started";
  const Side side = Compare(model, ThreadSlot{0}, last);
  const ValueBeside* i = Of(side, "i");
  ASSERT_TRUE(i && i->exists);
  const Side own = Compare(model, last, last);
  EXPECT_EQ(i->value, Of(own, "i")->value);
  EXPECT_TRUE(!i->known || i->differs);
  EXPECT_FALSE(Of(own, "i")->differs);
}

TEST(ValuesBeside, AreMissingWhereTheOtherThreadIsNotInTheFunction) {
  Model model(ReduceRecording());
  for (const StepIndex step : model.index().StepsOf(ThreadSlot{9})) {
    model.MoveTo(0, step + 1);
    if (!Compare(model, ThreadSlot{9}, ThreadSlot{8}, 1).rows.empty()) break;
  }
  const Side called = Compare(model, ThreadSlot{9}, ThreadSlot{8}, 1);
  ASSERT_FALSE(called.rows.empty());
  for (const ValueBeside& value : called.beside) EXPECT_FALSE(value.exists);
  const Side unrecorded = Compare(model, ThreadSlot{9}, ThreadSlot::kNone);
  for (const ValueBeside& value : unrecorded.beside) EXPECT_FALSE(value.exists);
}

}  // namespace
}  // namespace lockstep::replay
