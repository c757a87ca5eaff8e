#pragma once

// The state of one thread at the current moment: phase, place, call stack, variables.

#include <set>
#include <span>
#include <string>
#include <vector>

#include "shared/replay/model.h"

namespace lockstep::replay {

enum class ThreadPhase : std::uint8_t { kNotRecorded, kNotStarted, kRunning, kWaiting, kExited, kFaulted };

ThreadPhase PhaseOf(const Model& model, ThreadSlot thread);
// The name of a phase in a legend: "running", "waits at a barrier".
const char* Word(ThreadPhase phase);
// The description of the thread's fault in the recording; empty if it did not fault.
std::string_view FaultOf(const Model& model, ThreadSlot thread);

// The line that the thread is on; no line before its first.
Line LineOf(const Model& model, ThreadSlot thread);

// A variable of a frame: its storage, which was created by step `declared`.
struct LiveVariable {
  trace::VariableId variable = trace::VariableId::kNone;
  trace::ObjectId object = trace::ObjectId::kNone;  // kNone: a parameter whose value is known from the launch only
  StepIndex declared = kNoStep;
};

struct Frame {
  trace::FunctionId function = trace::FunctionId::kNone;
  Line line;                            // the current line; in an outer frame, the line of the call
  std::vector<LiveVariable> variables;  // in order of declaration; for equal names the latest
};

// Outermost frame (the kernel) first. Empty before the thread's first step and if it was not recorded.
std::vector<Frame> CallStack(const Model& model, ThreadSlot thread, Position position);

// The bytes of a variable at a moment. Empty before the first write of a local one.
struct Contents {
  std::vector<std::uint8_t> bytes;
  std::vector<std::uint8_t> written;  // for each of them: 1 if it holds a value, else 0

  // False if none of these bytes holds a value, and if they are not all there.
  bool HasValue(std::uint64_t offset, std::uint64_t size) const;
};
Contents ContentsOf(const Model& model, const LiveVariable& variable, Position position);

struct VariableRow {
  std::string name, type, value;  // value is empty if unknown
  std::string path;               // as an expression: "p.pos.x"
  bool has_parts = false;         // a struct or an array
  int depth = 0;                  // parts are one deeper than what they are parts of
  trace::ObjectId object = trace::ObjectId::kNone;
  bool known = false;    // false: declared, not yet written
  bool changed = false;  // written by the line that the thread is on
};

// The variables of a frame as text; each whose path is `opened` is followed by its parts (fields.h), and so are they.
std::vector<VariableRow> DescribeVariables(const Model& model, ThreadSlot thread, const Frame& frame,
                                           const std::set<std::string>& opened = {});

// A value of a thread as text. A pointer into the shared memory of its block names the place, as trace::FormatValue
// does for device memory: "&all[16]".
std::string FormatValueOf(const Model& model, ThreadSlot thread, trace::TypeId type,
                          std::span<const std::uint8_t> bytes, std::span<const std::uint8_t> written = {});

// The scalar type of the `size` bytes at `offset` of a value of `type`: for `float[16][17]` at 8 it is `float`. kNone
// if no scalar of that size is there.
trace::TypeId ScalarAt(const Model& model, trace::TypeId type, std::uint64_t offset, std::uint64_t size);

}  // namespace lockstep::replay
