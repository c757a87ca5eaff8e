#pragma once

// How a thread came to its cell: the formula that the source computes the index by, with the thread's own numbers. It
// is worked out from the source and checked against the cell, so it holds for threads that were not recorded too.

#include <string>
#include <vector>

#include "shared/replay/arrays.h"

namespace lockstep::replay {

struct FormulaLine {
  std::string name;     // "i", "out[]"
  std::string source;   // "blockIdx.x*blockDim.x+threadIdx.x"
  std::string numbers;  // "3*16+5"
  std::string value;    // "53"
};

// In the order that one reads them: the variables that the index is made of, then the index itself. Empty where the
// source does not tell (the writing line has no such index, or the formula does not come to `cell`).
std::vector<FormulaLine> IndexFormula(const Model& model, const ArrayInfo& array, std::uint64_t cell, Dim3 block,
                                      Dim3 thread);

}  // namespace lockstep::replay
