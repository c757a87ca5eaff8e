#pragma once

// Calls of the CUDA API that were refused: which argument is wrong, what it is, and what would be right. The order of
// the questions is that of the API's own checks (sim/api/copy.cpp).

#include <string>

#include "shared/report/kind.h"
#include "sim/machine/host_work.h"
#include "sim/machine/machine.h"

namespace lockstep::inspect {

struct Complaint {
  report::FindingKind kind = report::FindingKind::kApiMisuse;
  std::string fact, note, hint;
  const void* pointer = nullptr;       // into the memory that it is about
  const void* destroyed_by = nullptr;  // the call that destroyed what it uses
};

Complaint ExplainFree(const machine::Machine& machine, const void* pointer, const char* name);
Complaint ExplainCopy(const machine::Machine& machine, const machine::CopyOperation& copy);
Complaint ExplainFill(const machine::Machine& machine, const machine::FillOperation& fill);
Complaint ExplainOperand(const machine::Machine& machine, const char* function, const LockstepOperand& operand);
Complaint ExplainSymbol(const machine::Machine& machine, const machine::SymbolCopy& copy, cudaError_t error);
Complaint ExplainLaunch(const machine::RefusedLaunch& launch, cudaError_t error);

}  // namespace lockstep::inspect
