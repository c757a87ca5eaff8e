#include "shared/query/fast_condition.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "shared/trace/lookup.h"
#include "shared/trace/read_index.h"
#include "shared/trace/step_word.h"
#include "shared/trace/words.h"

namespace lockstep::query {
namespace {

using replay::Model;
using trace::Step;

bool IsNumeric(Field field) {
  switch (field) {
    case Field::kLaunch:
    case Field::kBlockX:
    case Field::kBlockY:
    case Field::kBlockZ:
    case Field::kThreadX:
    case Field::kThreadY:
    case Field::kThreadZ:
    case Field::kWarp:
    case Field::kLane:
    case Field::kLine: return true;
    default: return false;
  }
}

std::optional<std::int64_t> OfField(Field field, const Model& model, const Step& step) {
  const trace::RecordedLaunch& launch = model.launch();
  const auto block = [&] {
    return step.block < launch.blocks.size() ? launch.blocks[step.block].index : trace::Dim3{};
  };
  const auto thread = [&] { return trace::FromLinearIndex(step.thread, launch.block); };
  switch (field) {
    case Field::kLaunch: return model.launch_place();
    case Field::kBlockX: return block().x;
    case Field::kBlockY: return block().y;
    case Field::kBlockZ: return block().z;
    case Field::kThreadX: return thread().x;
    case Field::kThreadY: return thread().y;
    case Field::kThreadZ: return thread().z;
    case Field::kWarp: return step.thread / trace::kWarpSize;
    case Field::kLane: return step.thread % trace::kWarpSize;
    case Field::kLine: {
      // A step without a line of its own has that of the line before.
      const std::uint32_t line = model.LineOfSite(step.site).number;
      return line > 0 ? std::optional<std::int64_t>(line) : std::nullopt;
    }
    default: return std::nullopt;
  }
}

std::optional<trace::StepKind> KindNamed(std::string_view word) {
  for (int kind = 0; kind < trace::kStepKinds; ++kind)
    if (trace::Word(static_cast<trace::StepKind>(kind)) == word) return static_cast<trace::StepKind>(kind);
  return std::nullopt;
}

// "(3,0,0)", or a number that stands for (3,0,0).
std::optional<trace::Dim3> IndexOf(const Value& value) {
  std::string_view text = value.text;
  if (text.starts_with('(') && text.ends_with(')')) text = text.substr(1, text.size() - 2);
  return trace::ReadIndex(text);
}

bool IsField(const Expression& expression, Field field) {
  return expression.kind == Expression::Kind::kField && expression.field == field;
}

}  // namespace

FastCondition::FastCondition(const Expression& condition) { root_ = Add(condition); }

std::uint32_t FastCondition::Push(Node node) {
  nodes_.push_back(node);
  return static_cast<std::uint32_t>(nodes_.size() - 1);
}

// `kind == atomic`, `block == (3,0,0)`.
FastCondition::Node FastCondition::Compare(const Expression& left, const Expression& right) const {
  if (right.kind != Expression::Kind::kConstant) return {};
  if (IsField(left, Field::kKind)) {
    const auto kind = KindNamed(right.constant.text);
    return kind ? Node{.operation = Operation::kKind, .number = static_cast<std::int64_t>(*kind)} : Node{};
  }
  if (!IsField(left, Field::kBlock) && !IsField(left, Field::kThread)) return {};
  const auto index = IndexOf(right.constant);
  if (!index) return {};
  return {.operation = IsField(left, Field::kBlock) ? Operation::kBlock : Operation::kThread, .index = *index};
}

std::uint32_t FastCondition::Add(const Expression& expression) {
  switch (expression.kind) {
    case Expression::Kind::kConstant: {
      const auto& number = expression.constant.number;
      if (!number || number->IsFloating() || number->kind() == replay::Number::Kind::kUnsignedLong) return Push({});
      return Push({.operation = Operation::kNumber, .number = number->AsSigned()});
    }
    case Expression::Kind::kField:
      return Push(IsNumeric(expression.field) ? Node{.operation = Operation::kField, .field = expression.field}
                                              : Node{});
    case Expression::Kind::kUnary:
      if (expression.text != "!") return Push({});
      return Push({.operation = Operation::kNot, .left = Add(expression.parts[0])});
    case Expression::Kind::kBinary: break;
    default: return Push({});
  }
  static constexpr std::array<std::pair<std::string_view, Operation>, 11> kOperations = {
      {{"&&", Operation::kAnd},
       {"||", Operation::kOr},
       {"==", Operation::kEqual},
       {"!=", Operation::kUnequal},
       {"<", Operation::kLess},
       {"<=", Operation::kLessOrEqual},
       {">", Operation::kGreater},
       {">=", Operation::kGreaterOrEqual},
       {"+", Operation::kAdd},
       {"-", Operation::kSubtract},
       {"%", Operation::kRemainder}}};
  const auto found = std::ranges::find(kOperations, expression.text, &std::pair<std::string_view, Operation>::first);
  if (found == kOperations.end()) return Push({});
  const bool equal = found->second == Operation::kEqual, unequal = found->second == Operation::kUnequal;
  if (equal || unequal) {
    const Node node = Compare(expression.parts[0], expression.parts[1]);
    if (node.operation != Operation::kAsk) {
      const std::uint32_t compared = Push(node);
      return equal ? compared : Push({.operation = Operation::kNot, .left = compared});
    }
  }
  const std::uint32_t left = Add(expression.parts[0]), right = Add(expression.parts[1]);
  return Push({.operation = found->second, .left = left, .right = right});
}

std::optional<std::int64_t> FastCondition::OfLogical(const Node& node, const Model& model, const Step& step) const {
  const bool is_and = node.operation == Operation::kAnd;
  const auto left = ValueOf(nodes_[node.left], model, step);
  if (left && (*left != 0) != is_and) return !is_and;
  const auto right = ValueOf(nodes_[node.right], model, step);
  if (right && (*right != 0) != is_and) return !is_and;
  return left && right ? std::optional<std::int64_t>(is_and) : std::nullopt;
}

std::optional<std::int64_t> FastCondition::ValueOf(const Node& node, const Model& model, const Step& step) const {
  switch (node.operation) {
    case Operation::kAsk: return std::nullopt;
    case Operation::kNumber: return node.number;
    case Operation::kField: return OfField(node.field, model, step);
    case Operation::kKind: return static_cast<std::int64_t>(step.kind) == node.number;
    case Operation::kBlock:
      if (step.block >= model.launch().blocks.size()) return std::nullopt;
      return model.launch().blocks[step.block].index == node.index;
    case Operation::kThread: return trace::FromLinearIndex(step.thread, model.launch().block) == node.index;
    case Operation::kNot: {
      const auto operand = ValueOf(nodes_[node.left], model, step);
      return operand ? std::optional<std::int64_t>(*operand == 0) : std::nullopt;
    }
    case Operation::kAnd:
    case Operation::kOr: return OfLogical(node, model, step);
    default: break;
  }
  const auto left = ValueOf(nodes_[node.left], model, step);
  const auto right = left ? ValueOf(nodes_[node.right], model, step) : std::nullopt;
  if (!right) return std::nullopt;
  switch (node.operation) {
    case Operation::kEqual: return *left == *right;
    case Operation::kUnequal: return *left != *right;
    case Operation::kLess: return *left < *right;
    case Operation::kLessOrEqual: return *left <= *right;
    case Operation::kGreater: return *left > *right;
    case Operation::kGreaterOrEqual: return *left >= *right;
    case Operation::kRemainder: return *right > 0 ? std::optional(*left % *right) : std::nullopt;
    default: break;
  }
  // Sums of fields and small numbers; what might overflow is left to Evaluate.
  constexpr std::int64_t kSmall = std::int64_t{1} << 40;
  if (std::max(*left, *right) > kSmall || std::min(*left, *right) < -kSmall) return std::nullopt;
  return node.operation == Operation::kAdd ? *left + *right : *left - *right;
}

FastCondition::Verdict FastCondition::Judge(const Model& model, const Step& step) const {
  const auto value = ValueOf(nodes_[root_], model, step);
  return !value ? Verdict::kAsk : *value != 0 ? Verdict::kTrue : Verdict::kFalse;
}

}  // namespace lockstep::query
