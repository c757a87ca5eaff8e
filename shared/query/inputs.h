#pragma once

// The values that a step's own value was computed from, each as far as the step itself says: a link that is complete,
// or one to be followed from a piece of memory.

#include <cstdint>
#include <vector>

#include "shared/query/link.h"
#include "shared/query/operands.h"

namespace lockstep::query {

// Which bytes of a value are asked for, and of which parameter, of what a call passes.
struct Wanted {
  std::uint64_t begin = 0, end = 0;
  trace::VariableId parameter = trace::VariableId::kNone;
};

// A value that a step used: a link that is complete, or one to be followed from a piece of memory as it was `before`
// this position, or from what a function used for what it returned.
struct Input {
  Link link;
  Piece piece{trace::ObjectId::kNone, 0, 0};
  replay::Position before = 0;
  bool moves = false;
  std::vector<Input> inputs;
};

class Inputs {
 public:
  explicit Inputs(replay::Model& model) : model_(model) {}

  // Of the step `at`, by the rows of `site`. Moves the model within its launch.
  std::vector<Input> Of(trace::SiteId site, replay::StepIndex at, const Wanted& wanted);

 private:
  Input Of(const trace::Operand& operand, replay::StepIndex at, const Piece& source);
  Link IndexOf(const trace::Operand& operand, replay::StepIndex at) const;
  Input VariableOf(const trace::Operand& operand, replay::StepIndex at, Piece source);
  Input OfArgument(const trace::Operand& operand, const std::string& name);
  Input ReadOf(const trace::Operand& operand, replay::StepIndex at, Piece source);
  Input ExchangeOf(const trace::Operand& operand, replay::StepIndex at, const Piece& source);
  Input BroughtBy(replay::StepIndex exchange, const Piece& source);
  // The bytes of the value that another step made: its moment and statement become the link's.
  Input FromStep(Link link, replay::StepIndex at, const Piece& source);
  Input ReturnOf(const trace::Operand& operand, replay::StepIndex at, const Piece& source);

  replay::Model& model_;
  int depth_ = 0;
  std::size_t made_ = 0;
};

}  // namespace lockstep::query
