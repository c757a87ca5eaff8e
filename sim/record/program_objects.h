#pragma once

// The memory of the program as objects of the recording: each allocation from its first use on, each variable of the
// device half; what they are called, and what their cells are.

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "shared/trace/pointers.h"
#include "shared/trace/recording.h"
#include "sim/launch/launch.h"
#include "sim/launch/played_launch.h"
#include "sim/machine/machine.h"
#include "sim/record/tables.h"

namespace lockstep::record {

// An object where it lies.
struct ProgramObject {
  std::uint64_t address = 0, size = 0;
  trace::ObjectId id = trace::ObjectId::kNone;
  bool Holds(std::uint64_t at, std::uint64_t bytes) const {
    return at - address < size && bytes <= size - (at - address);
  }
};

// The program's words on an array (shared/lockstep/publish.h).
struct Publication {
  std::uint64_t address = 0;
  std::string name, type;  // `type`: of a cell, "float"
  int element = 0;         // enum lockstep_element
  std::uint64_t element_size = 0;
  std::vector<std::uint64_t> shape;  // slowest first
};

class ProgramObjects {
 public:
  // Objects are added to `recording`, which `tables` describes.
  ProgramObjects(trace::Recording& recording, ProgramTables& tables, machine::Machine& machine)
      : recording_(recording), tables_(tables), machine_(machine) {}

  void NotePublication(Publication publication);
  // The variables of all units, at the first call.
  void AddVariables();
  // Memory that the arguments of a launch point to is named after the kernel's parameters, unless the program has
  // published a name.
  void NameArguments(const launch::LaunchRequest& request);

  // The arrays of a launch that the host plays have the names, types and shapes that the program has given them.
  void NameArrays(const launch::PlayedLaunch& launch);
  // The type of a cell: its name, enum lockstep_element, bytes.
  trace::TypeId TypeOf(const std::string& name, int element, std::uint64_t size);

  ProgramObject Of(const memory::MemoryObject& memory);
  // The same for memory that may be gone by now.
  trace::ObjectId OfAllocation(std::uint64_t serial, std::uint64_t address, std::uint64_t size);
  // Nothing for a variable of a unit that was not compiled for recording.
  std::optional<ProgramObject> Of(const machine::Location& location);
  const std::unordered_map<std::uint64_t, trace::ObjectId>& allocations() const { return allocations_; }
  const trace::Object& Get(trace::ObjectId id) const { return recording_.objects[trace::Index(id)]; }
  // As messages have it: "`a`", "an allocation of 64 bytes".
  std::string NameOf(const memory::MemoryObject& memory) const;
  // Bytes of one of its cells, 0 where that is not known.
  std::uint64_t ElementSize(trace::ObjectId id) const;

 private:
  void AddVariable(const LockstepUnit& unit, const LockstepGlobal& global);
  void NameByParameters(const launch::LaunchRequest& request);
  void NamePointee(const trace::PointerInValue& pointer, bool is_parameter);
  void NameAsPublished();
  void NameAsPublished(std::uint64_t address, trace::ObjectId id);

  trace::Recording& recording_;
  ProgramTables& tables_;
  machine::Machine& machine_;
  std::vector<Publication> publications_;
  std::unordered_map<std::uint64_t, trace::ObjectId> allocations_;  // by serial number
  std::vector<ProgramObject> variables_;                            // by address
  std::size_t units_ = 0;                                           // the first ones, whose variables are added
};

}  // namespace lockstep::record
