#pragma once

// Copying and filling memory: where the two sides lie, whether all of each side is the program's, and the work itself.

#include "sim/api/operation.h"
#include "sim/machine/location.h"

namespace lockstep {

Location Locate(const void* pointer);

// Resolves arrays, offsets and the direction; checks both sides. The error is the one that CUDA gives.
cudaError_t PlanCopy(const cudaMemcpy3DParms& parms, CopyPlan* plan);
void RunCopy(const CopyPlan& plan, const HostCall& call);

cudaError_t CheckFill(const FillOperation& fill);
void RunFill(const FillOperation& fill, const HostCall& call);

// The simple copies as the general one.
CopyOperation LinearCopy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                         CopyForm form = CopyForm::kLinear);

}  // namespace lockstep
