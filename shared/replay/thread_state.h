#pragma once

// One thread at the moment: what it does, where it stands, which functions it is in, what its variables hold.

#include <string>
#include <vector>

#include "shared/replay/model.h"

namespace lockstep::replay {

enum class ThreadPhase : std::uint8_t { kNotRecorded, kNotStarted, kRunning, kWaiting, kExited, kFaulted };

ThreadPhase PhaseOf(const Model& model, ThreadSlot thread);
// One word for a legend: "running", "waits at a barrier".
const char* Word(ThreadPhase phase);
// What the thread did wrong, as the recording tells it; empty unless it faulted.
std::string_view FaultOf(const Model& model, ThreadSlot thread);

// The line that the thread has reached and not left; no line before its first.
Line LineOf(const Model& model, ThreadSlot thread);

// A variable of a frame: its storage, which came into being with step `declared`.
struct LiveVariable {
  VariableId variable = VariableId::kNone;
  ObjectId object = ObjectId::kNone;  // kNone: a parameter whose value is known from the launch only
  StepIndex declared = kNoStep;
};

struct Frame {
  FunctionId function = FunctionId::kNone;
  Line line;                            // where it stands: in an outer frame, the line of the call
  std::vector<LiveVariable> variables;  // in the order of their declaration; of one name the latest
};

// Outermost (the kernel) first. Empty before the thread's first step and where it was not recorded.
std::vector<Frame> CallStack(const Model& model, ThreadSlot thread, Position position);

// What a local variable held at a moment. Empty while nobody has written to it.
std::vector<std::uint8_t> LocalBytes(const Model& model, const LiveVariable& variable, Position position);

struct VariableRow {
  std::string name, type, value;  // value is empty while unknown
  ObjectId object = ObjectId::kNone;
  bool known = false;    // false: declared, not yet written
  bool changed = false;  // written by the line that the thread is on
};

// The variables of a frame as a learner reads them.
std::vector<VariableRow> DescribeVariables(const Model& model, ThreadSlot thread, const Frame& frame);

// The scalar type of the `size` bytes at `offset` of a value of `type`: of `float[16][17]` at 8 it is `float`. kNone
// where no scalar of that size lies there.
TypeId ScalarAt(const Model& model, TypeId type, std::uint64_t offset, std::uint64_t size);

}  // namespace lockstep::replay
