#pragma once

// The place in the program that called the function in which this stands.
#define LOCKSTEP_BLAS_CALLER __builtin_return_address(0)
