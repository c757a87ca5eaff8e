#pragma once

// One random kernel, or a function that kernels call, as text. Programs are free of races and of undefined behaviour by
// construction: a thread writes its own elements only; what others wrote is read between two barriers; barriers and
// warp operations stand where all threads that are left come together, or all that a mask names.

#include "tests/fuzz/engines/expressions.h"

namespace lockstep::fuzz {

// The threads that come to a statement, which decides what it may be.
enum class ReachedBy {
  kBlock,      // every thread of the block that has not returned is here
  kWarp,       // every thread of the warp that has not returned is here
  kDivergent,  // some threads may be here
};

class KernelText {
 public:
  // `functions`: what the kernel may call, as made by FunctionNamed.
  KernelText(std::uint64_t seed, std::vector<Function> functions);

  // `is_flat`: for blocks of one dimension only.
  std::string KernelNamed(const std::string& name, bool is_flat);
  std::string FunctionNamed(const std::string& name, Type result);

 private:
  struct At {
    ReachedBy reached_by;
    int depth;
    bool in_loop;  // `break` and `continue` are allowed
  };

  std::string Block(At at, int most);
  std::string Statement(At at);
  std::string Simple(At at);
  std::string Assignment();
  std::string If(At at);
  std::string Loop(At at);
  std::string Switch(At at);
  std::string Leave(At at);
  std::string Local(At at);
  std::string OwnMemory();
  std::string Atomic();
  std::string Pointer();
  std::string Struct();
  std::string Meeting(At at);
  std::string Exchange(At at);
  std::string WarpOperation();
  std::string DivergentOperation();
  std::string AmongLanes(const std::string& lanes);
  std::string ExchangeAmong(const std::string& lanes);
  std::string PartedLanes(const std::string& lanes, int depth);
  std::string LeavingLanes();
  std::string BlockVote();
  std::string Declarations();
  std::string SharedArrays();
  std::string Sum();

  std::string NewName(const char* kind) { return kind + std::to_string(names_++); }
  const Variable& Target() { return dice_.Pick(scope_.variables); }
  std::string Of(Type type, int depth) { return expressions_.Of(type, depth, scope_); }

  Dice dice_;
  Expressions expressions_;
  Scope scope_;
  std::vector<Array> shared_;  // of the kernel; readable inside an exchange
  std::string leave_;          // what a thread does to end early
  int names_ = 0, budget_ = 0;
  bool is_function_ = false;
};

}  // namespace lockstep::fuzz
