#pragma once

// Recordings made by hand, for tests of the model and of the window: what a recorder would have written, without one.

#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "shared/trace/recording.h"

namespace lockstep::replay {

// The values of one thread's step: (block index into RecordedLaunch::blocks, linear thread index).
struct Actor {
  std::uint32_t block = 0, thread = 0;
};

class RecordingBuilder {
 public:
  RecordingBuilder(std::string path, std::string text);

  TypeId AddType(TypeKind kind, std::string name, std::uint64_t size);
  TypeId AddPointer(TypeId to);
  TypeId AddArray(TypeId of, std::uint64_t count);
  FunctionId AddFunction(std::string name, std::uint32_t line);
  VariableId AddVariable(std::string name, TypeId type, VariableKind kind, FunctionId function, std::uint32_t line);
  KernelId AddKernel(std::string name, FunctionId function, std::vector<VariableId> parameters);
  // An allocation that holds `bytes` when the launch starts.
  ObjectId AddAllocation(std::string name, TypeId element, std::vector<std::uint64_t> shape,
                         std::vector<std::uint8_t> bytes);
  std::uint64_t AddressOf(ObjectId object) const;

  // The launch that everything below goes into.
  RecordedLaunch& BeginLaunch(KernelId kernel, Dim3 grid, Dim3 block, std::vector<Dim3> recorded_blocks);
  template <class T>
  void AddArgument(const T& value) {
    std::vector<std::uint8_t> bytes(sizeof value);
    std::memcpy(bytes.data(), &value, sizeof value);
    launch().arguments.push_back(std::move(bytes));
  }
  ObjectId AddShared(std::uint32_t block, VariableId variable, std::uint64_t size);

  void Line(Actor actor, std::uint32_t line);
  void Enter(Actor actor, FunctionId function);
  void Leave(Actor actor, FunctionId function);
  ObjectId Declare(Actor actor, VariableId variable);
  void Exit(Actor actor);
  void Arrive(Actor actor, std::uint32_t line);
  void Pass(Actor actor, std::uint32_t line);
  template <class T>
  void Write(Actor actor, std::uint32_t line, ObjectId object, std::uint64_t offset, const T& value) {
    std::uint64_t word = 0;
    std::memcpy(&word, &value, sizeof value);
    WriteWord(actor, line, object, offset, sizeof value, word);
  }
  // An access that begins `offset` bytes from the object's start and is not inside it.
  void Fault(Actor actor, std::uint32_t line, ObjectId object, std::int64_t offset, std::uint16_t size, bool writes);
  void Read(Actor actor, std::uint32_t line, ObjectId object, std::uint64_t offset, std::uint16_t size);

  // Every write so far has changed these bytes.
  const std::vector<std::uint8_t>& Bytes(ObjectId object) const;

  RecordedLaunch& launch() { return recording_.launches.back(); }
  Recording& recording() { return recording_; }
  // Notes what memory holds at the end of the launch.
  Recording Finish();

 private:
  SiteId SiteOf(std::uint32_t line);
  Step& Push(Actor actor, StepKind kind, std::uint32_t line);
  std::vector<std::uint8_t>& BytesOf(ObjectId object);
  void WriteWord(Actor actor, std::uint32_t line, ObjectId object, std::uint64_t offset, std::uint16_t size,
                 std::uint64_t word);

  Recording recording_;
  std::vector<std::vector<std::uint8_t>> program_bytes_, launch_bytes_;
  std::uint64_t next_address_ = 0x7f0000000000;
};

// The classic first kernel: a colour picture (planar 3 x height x width) to grey, 1D blocks, recorded in the `lockstep`
// order. The writer map and the memory afterwards cover all blocks, the steps only the first `recorded_blocks`.
struct GreyShape {
  std::uint32_t width = 64, height = 48, threads = 64, recorded_blocks = 2;
  std::function<std::uint8_t(std::uint32_t x, std::uint32_t y, std::uint32_t channel)> picture;  // default: a pattern
};
Recording GreyRecording(const GreyShape& shape);

// A block that sums eight numbers a thread through shared memory, with a barrier and a branch that splits its warps.
Recording ReduceRecording();

// What `lockstep check` makes of a program that forgets a barrier: 64 threads that each write an element of `tile` on
// line 4 and read their neighbour's on line 5. Two findings: the race, and memory that the host never frees (line 11).
Recording RacyRecording();

}  // namespace lockstep::replay
