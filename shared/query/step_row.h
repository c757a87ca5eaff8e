#pragma once

// A step of the model's current launch as a row: its fields, and expressions of the program just after it.

#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "shared/query/expression.h"
#include "shared/replay/replay.h"

namespace lockstep::query {

class StepRow : public Row {
 public:
  explicit StepRow(replay::Model& model) : model_(model), arithmetic_(ArithmeticOf(model.recording())) {}

  // Of the launch of the last MoveTo.
  void Choose(replay::StepIndex step) { step_ = step; }

  Value Of(Field field) const override;
  // Moves the model to the moment after the step.
  Value Of(const std::string& program_expression) const override;

  Arithmetic arithmetic() const override { return arithmetic_; }

  // Of its site; of a step without one, the line that the thread was on.
  replay::Line Line() const;

 private:
  trace::Step step() const { return model_.launch().steps[step_]; }
  replay::ThreadSlot Slot() const { return model_.index().ThreadOf(step()); }
  Value OfAccess(Field field) const;
  Value OfBytes(std::span<const std::uint8_t> bytes) const;
  Value Visit() const;
  Value Text() const;
  std::optional<trace::ObjectView> Object() const;

  replay::Model& model_;
  const Arithmetic arithmetic_;
  replay::StepIndex step_ = 0;
  // The line steps of a thread on a line, in the order of time; of `visits_launch_`.
  mutable std::map<std::pair<replay::ThreadSlot, replay::Line>, std::vector<replay::StepIndex>> visits_;
  mutable std::uint32_t visits_launch_ = 0xffffffff;
};

// The step that a moment is just after, as the column `step` counts it.
inline std::uint64_t StepBefore(const replay::Cursor& moment) { return moment.step == 0 ? 0 : moment.step - 1; }

// Bytes as a number if they are one, else as text.
Value ValueOf(const replay::Model& model, trace::TypeId type, std::span<const std::uint8_t> bytes);

// The fields that say which thread of which block it is, `linear` in its block; nothing for other fields.
std::optional<Value> FieldOfThread(Field field, trace::Dim3 block, trace::Dim3 thread, std::uint32_t linear);

// A step in words: "wrote 7 to d_out[3] (was 0)", "reached line 12".
std::string DescribeStep(const replay::Model& model, replay::StepIndex step);

}  // namespace lockstep::query
