#pragma once

// Recordings built in code, for tests of the model and of the window: the same as a recorder would write.

#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "shared/trace/recording.h"
#include "shared/trace/words.h"

namespace lockstep::replay {

// The thread that takes a step: (block index into RecordedLaunch::blocks, linear thread index).
struct Actor {
  std::uint32_t block = 0, thread = 0;
};

class RecordingBuilder {
 public:
  RecordingBuilder(std::string path, std::string text);

  trace::TypeId AddType(trace::TypeKind kind, std::string name, std::uint64_t size);
  trace::TypeId AddPointer(trace::TypeId to);
  trace::TypeId AddStruct(std::string name, std::uint64_t size, std::vector<trace::Member> members);
  trace::TypeId AddArray(trace::TypeId of, std::uint64_t count);
  trace::FunctionId AddFunction(std::string name, std::uint32_t line);
  trace::VariableId AddVariable(std::string name, trace::TypeId type, trace::VariableKind kind,
                                trace::FunctionId function, std::uint32_t line);
  trace::KernelId AddKernel(std::string name, trace::FunctionId function, std::vector<trace::VariableId> parameters);
  // An allocation that holds `bytes` at the start of the launch.
  trace::ObjectId AddAllocation(std::string name, trace::TypeId element, std::vector<std::uint64_t> shape,
                                std::vector<std::uint8_t> bytes);
  std::uint64_t AddressOf(trace::ObjectId object) const;

  // Starts the launch that all following steps belong to.
  trace::RecordedLaunch& BeginLaunch(trace::KernelId kernel, trace::Dim3 grid, trace::Dim3 block,
                                     std::vector<trace::Dim3> recorded_blocks);
  template <class T>
  void AddArgument(const T& value) {
    std::vector<std::uint8_t> bytes(sizeof value);
    std::memcpy(bytes.data(), &value, sizeof value);
    launch().arguments.push_back(std::move(bytes));
  }
  trace::ObjectId AddShared(std::uint32_t block, trace::VariableId variable, std::uint64_t size);

  // A place of its own for an access, a call or a return, which the last step then has; and what its value comes from.
  trace::SiteId AddSite(std::uint32_t line, std::uint32_t column);
  void At(trace::SiteId site) { launch().steps.Change(launch().steps.size() - 1).site = site; }
  void From(trace::Operand operand) { recording_.operands.push_back(std::move(operand)); }

  void Line(Actor actor, std::uint32_t line);
  void Enter(Actor actor, trace::FunctionId function);
  void Leave(Actor actor, trace::FunctionId function);
  trace::ObjectId Declare(Actor actor, trace::VariableId variable);
  void Exit(Actor actor);
  void Arrive(Actor actor, std::uint32_t line);
  void Pass(Actor actor, std::uint32_t line);
  template <class T>
  void Write(Actor actor, std::uint32_t line, trace::ObjectId object, std::uint64_t offset, const T& value) {
    std::uint64_t word = 0;
    std::memcpy(&word, &value, sizeof value);
    WriteWord(actor, line, object, offset, sizeof value, word);
  }
  // An access that begins `offset` bytes from the object's start and is not inside the object.
  void Fault(Actor actor, std::uint32_t line, trace::ObjectId object, std::int64_t offset, std::uint16_t size,
             bool writes);
  // A warp operation, and what the lane brought and got.
  void Exchange(Actor actor, std::uint32_t line, trace::WarpExchange exchange, std::uint64_t brought,
                std::uint64_t got);
  void Print(Actor actor, std::uint32_t line, std::string text);
  void Read(Actor actor, std::uint32_t line, trace::ObjectId object, std::uint64_t offset, std::uint16_t size);

  // The object's bytes after all writes so far.
  const std::vector<std::uint8_t>& Bytes(trace::ObjectId object) const;

  trace::RecordedLaunch& launch() { return recording_.launches.back(); }
  trace::Recording& recording() { return recording_; }
  // Stores the contents of memory at the end of the launch.
  trace::Recording Finish();

 private:
  trace::SiteId SiteOf(std::uint32_t line);
  trace::Step& Push(Actor actor, trace::StepKind kind, std::uint32_t line);
  std::vector<std::uint8_t>& BytesOf(trace::ObjectId object);
  void WriteWord(Actor actor, std::uint32_t line, trace::ObjectId object, std::uint64_t offset, std::uint16_t size,
                 std::uint64_t word);

  trace::Recording recording_;
  std::vector<std::vector<std::uint8_t>> program_bytes_, launch_bytes_;
  std::uint64_t next_address_ = 0x7f0000000000;
};

// The classic first kernel: a colour picture (planar 3 x height x width) to grey, with 1D blocks, recorded in the
// `lockstep` order. The writer map and the memory after the launch cover all blocks, the steps only the first
// `recorded_blocks`.
struct GreyShape {
  std::uint32_t width = 64, height = 48, threads = 64, recorded_blocks = 2;
  std::function<std::uint8_t(std::uint32_t x, std::uint32_t y, std::uint32_t channel)> picture;  // default: a pattern
};
trace::Recording GreyRecording(const GreyShape& shape);

// A block that sums eight numbers for each thread in shared memory, with a barrier and a branch that splits its warps.
trace::Recording ReduceRecording();

// A warp: on line 2 each lane gets the value of another one by a shuffle, that of lane i ^ 3; on line 3 it votes.
trace::Recording ShuffleRecording();

// A kernel over 16 structs `ps` (three floats in `pos`, two ints in `id`, a double `mass`): 16 threads each load one
// into a local variable `p`, add 1 to `p.pos.x`, and store its `pos` and `id[1]`. Of the elements' masses, those from 8
// on were never written.
trace::Recording ParticlesRecording();

// The recording of `lockstep check` for a program that lacks a barrier: 64 threads each write an element of `tile` on
// line 4 and read their neighbour's on line 5. Two findings: the race, and memory that the host never frees (line 11).
trace::Recording RacyRecording();

// Four threads write `d_out[i] = factor * i` on line 3, those before `stop` alone; `head` are lines above the kernel.
trace::Recording ScaleRecording(int factor, int stop = 4, const std::string& head = {});
// Three launches: `make` writes 6 to x[0], a launch of `make` knows nothing of x, and `use` reads x[0] in its line 5.
// The host filled x before; it changed x between the last two only if asked for.
trace::Recording PipeRecording(bool is_changed_between);

}  // namespace lockstep::replay
