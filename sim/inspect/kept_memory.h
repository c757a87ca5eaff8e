#pragma once

// The contents of memory before a thread of an OS thread wrote to it, from some moment on: it tells whether memory is
// as it was then.

#include <cstdint>
#include <unordered_map>

namespace lockstep::inspect {

class KeptMemory {
 public:
  void Begin();
  void End();
  bool is_on() const { return is_on_; }
  // Before a write.
  void Keep(std::uint64_t address, std::uint64_t size);
  // Something may change that Keep is not told of.
  void Doubt() { in_doubt_ = true; }
  bool IsAsKept() const;

 private:
  bool is_on_ = false, in_doubt_ = false;
  std::unordered_map<std::uint64_t, std::uint64_t> words_;  // aligned, by address
};

}  // namespace lockstep::inspect
