#pragma once

#include <string>

#include "sim/hooks/submit.h"
#include "sim/rand/sequence.h"

// The place in the program that called the function in which this stands.
#define LOCKSTEP_RAND_CALLER __builtin_return_address(0)

namespace lockstep::rand {

// Reports a call that the library refuses; `status` is what it returns.
inline curandStatus_t Refuse(curandStatus_t status, const char* function, const std::string& why, const void* caller) {
  __lockstep_refuse_library_call(function, why.c_str(), caller);
  return status;
}

}  // namespace lockstep::rand
