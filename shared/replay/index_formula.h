#pragma once

// The formula by which the source computes the index of a thread's cell, with the thread's own numbers. It is derived
// from the source and verified against the cell, so it also holds for threads that were not recorded.

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

// In reading order: the variables that the index is made of, then the index itself. Empty if the source does not show
// it: the writing line has no such index, or the formula's value is not `cell`.
std::vector<FormulaLine> IndexFormula(const Model& model, const ArrayInfo& array, std::uint64_t cell, trace::Dim3 block,
                                      trace::Dim3 thread);

}  // namespace lockstep::replay
