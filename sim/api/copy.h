#pragma once

// Copies and fills: resolving the two sides, checking that the program owns all of each, and the work itself.

#include "sim/api/operation.h"
#include "sim/machine/location.h"

namespace lockstep::api {

machine::Location Locate(const void* pointer);

// Resolves arrays, offsets and the direction, and checks both sides. Returns CUDA's error.
cudaError_t PlanCopy(const cudaMemcpy3DParms& parms, machine::CopyPlan* plan);
void RunCopy(const machine::CopyPlan& plan, const machine::HostCall& call);

cudaError_t CheckFill(const machine::FillOperation& fill);
void RunFill(const machine::FillOperation& fill, const machine::HostCall& call);

// The simple copies in the general form.
machine::CopyOperation LinearCopy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                                  machine::CopyForm form = machine::CopyForm::kLinear);

}  // namespace lockstep::api
