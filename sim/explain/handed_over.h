#pragma once

// The data that the host hands to kernels without a copy: bytes that it stores into memory that both sides can access,
// and the arguments of launches, their shapes, and the values of fills.
//
// The host's stores are not instrumented. Such memory is therefore compared with what it held when a kernel, a copy or
// a fill last wrote it. Fresh memory of this kind is zero, so zeros that the host stores first are not seen; what a
// variable is initialised with counts as stored.

#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "sim/launch/launch.h"

namespace lockstep::machine {
class Machine;
struct CopyPlan;
struct FillOperation;
}  // namespace lockstep::machine

namespace lockstep::explain {

class HandedOver {
 public:
  explicit HandedOver(machine::Machine& machine) : machine_(machine) {}

  // A variable of the program that both sides can access (`__managed__`).
  void Watch(std::uint64_t address, std::uint64_t size);
  // A variable of the device alone, where its initial value is no matter. Its bytes lie in the program's memory too, so
  // that a host can store there what no GPU would let it.
  void WatchOfDevice(std::uint64_t address, std::uint64_t size);
  void LaunchBegins(const launch::LaunchRequest& request);
  void LaunchEnds();
  // They are told before they happen.
  void Copies(const machine::CopyPlan& plan);
  void Fills(const machine::FillOperation& fill);

  std::uint64_t stored_bytes() const { return stored_bytes_; }
  // Each value of a parameter counts once, in words of up to four bytes: the first one whole, and others with the bytes
  // that their numbers need; of addresses of the device's memory, the offset in the allocation. So does each shape of
  // launches but the first, with four bytes, and the value of each fill.
  std::uint64_t argument_bytes() const { return argument_bytes_; }

 private:
  struct Watched {
    std::uint64_t serial;             // of the object; 0: a variable
    std::vector<std::uint8_t> known;  // its bytes; none: it is too large, and has been counted as a whole
  };

  void WatchObjects();
  // The object that holds the address, with its bytes; or null.
  std::pair<const std::uint64_t, Watched>* Find(std::uint64_t address);
  void Count(std::uint64_t address, Watched& watched);
  void CountAt(std::uint64_t address);
  void CountArguments(const launch::LaunchRequest& request);
  void CountWord(const launch::LaunchRequest& request, std::uint64_t place, std::uint64_t word, std::uint64_t bytes);
  void CountShape(const launch::LaunchRequest& request);
  std::uint64_t OffsetOf(std::uint64_t address) const;
  void Expect(std::uint64_t to, const void* from, std::uint64_t size);
  bool IsOfDevice(std::uint64_t address) const;

  machine::Machine& machine_;
  std::map<std::uint64_t, Watched> watched_;  // by address
  std::uint64_t watched_bytes_ = 0;
  // Kernel, place in its parameters, word.
  std::set<std::tuple<const LockstepKernel*, std::uint64_t, std::uint64_t>> words_;
  std::set<std::vector<std::uint64_t>> shapes_;  // kernel, grid, block, dynamic shared memory
  std::uint64_t stored_bytes_ = 0, argument_bytes_ = 0;
};

}  // namespace lockstep::explain
