#pragma once

// The contents of the program's arrays after its launches, for whoever compares its results
// (shared/session/kept_arrays.h). Arrays have the names by which a recording knows them: as published, else that of the
// first parameter that pointed to the array, or a variable's own.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "shared/session/kept_arrays.h"
#include "shared/session/report_file.h"
#include "sim/launch/launch.h"
#include "sim/machine/machine.h"

namespace lockstep::inspect {

class ArrayKeeper {
 public:
  ArrayKeeper(const session::ArraysToKeep& wanted, const machine::Machine& machine)
      : wanted_(wanted), machine_(machine) {}

  void NotePublication(std::uint64_t address, std::string name) { published_[address] = std::move(name); }
  void LaunchBegins(const launch::LaunchRequest& request);
  void LaunchEnds();

  // One for each wanted name that there is.
  std::vector<session::KeptArray> Kept() const;
  void Write() const;

 private:
  struct Array {
    std::uint64_t address = 0, size = 0;
    std::uint64_t serial = 0;  // of its memory; 0: a variable
    std::string name;
    bool is_used = false;              // by the launch that runs, as far as its arguments say
    std::uint32_t last = 0;            // the launch, from 1, after which it was kept; 0: none
    std::vector<std::uint8_t> bytes;   // then
    std::vector<std::uint8_t> before;  // the launch that runs, where nothing says that it is used
    const std::uint8_t* Bytes() const { return reinterpret_cast<const std::uint8_t*>(address); }
  };

  bool IsWanted(const Array& array) const;
  bool IsKept() const { return !wanted_.names.empty() && launch_ <= wanted_.launches; }
  Array& Of(std::uint64_t address, std::uint64_t size, std::uint64_t serial);
  Array& Of(const memory::MemoryObject& memory) { return Of(memory.address, memory.size, memory.serial); }
  // Null where no live memory is there.
  Array* At(std::uint64_t address);
  void UseArguments(const launch::LaunchRequest& request);
  void AddVariables();
  void GivePublishedNames();
  bool IsGone(const Array& array) const;
  void Keep(Array& array);
  void MakeRoom();

  const session::ArraysToKeep& wanted_;
  const machine::Machine& machine_;
  std::map<std::uint64_t, std::string> published_;  // names by address
  std::vector<Array> arrays_;                       // in the order of first use
  std::uint32_t launch_ = 0;                        // the one that runs, from 1
  std::size_t units_ = 0;                           // whose variables are among the arrays
};

}  // namespace lockstep::inspect
