#pragma once

// Conditions on the fields of a step that are plain numbers, decided without texts: a question about all of a recording
// asks them tens of millions of times.

#include <cstdint>
#include <optional>
#include <vector>

#include "shared/query/expression.h"
#include "shared/replay/model.h"

namespace lockstep::query {

class FastCondition {
 public:
  enum class Verdict : std::uint8_t { kFalse, kTrue, kAsk };

  // The parts of the condition that are comparisons of numbers, kinds, blocks and threads, joined by `and`, `or` and
  // `not`. What is none of these makes the verdict kAsk, unless another part of an `and` is false.
  explicit FastCondition(const Expression& condition);

  // kAsk: only Evaluate can say. The model is in the step's launch.
  Verdict Judge(const replay::Model& model, const trace::Step& step) const;

 private:
  enum class Operation : std::uint8_t {
    kAsk,
    kNumber,
    kField,
    kKind,    // the step's kind is `number`
    kBlock,   // the block's index is `index`
    kThread,  // the thread's index is `index`
    kNot,
    kAnd,
    kOr,
    kEqual,
    kUnequal,
    kLess,
    kLessOrEqual,
    kGreater,
    kGreaterOrEqual,
    kAdd,
    kSubtract,
    kRemainder,
  };
  struct Node {
    Operation operation = Operation::kAsk;
    Field field{};
    std::int64_t number = 0;
    trace::Dim3 index{0, 0, 0};
    std::uint32_t left = 0, right = 0;  // in nodes_
  };

  std::uint32_t Add(const Expression& expression);
  std::uint32_t Push(Node node);
  Node Compare(const Expression& left, const Expression& right) const;
  // Nothing: only Evaluate can say.
  std::optional<std::int64_t> ValueOf(const Node& node, const replay::Model& model, const trace::Step& step) const;
  std::optional<std::int64_t> OfLogical(const Node& node, const replay::Model& model, const trace::Step& step) const;

  std::vector<Node> nodes_;
  std::uint32_t root_ = 0;
};

}  // namespace lockstep::query
