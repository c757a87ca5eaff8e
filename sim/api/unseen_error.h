#pragma once

// An error of a launch or a kernel that the program has not checked. The output of such a program may not come from its
// kernels, so a message at its end, the last line of its standard error, reports the error.
//
// An error counts as checked once cudaGetLastError or cudaPeekAtLastError was called, or some call returned an error to
// code that uses the result. Calls whose result is ignored (and `<<<>>>`, which returns nothing) are marked in code
// that Lockstep compiled (sim/compile/pass/language/ignored_results.h); all others count as checked. Under `lockstep
// check` there is no message, because the report covers it.

#include <string>

#include "sim/toolkit/driver_types.h"

namespace lockstep::api {

// Must be called before the program's own constructors, so that the message follows everything that the program prints.
void ReportUnseenErrorAtEnd();
// `what` failed: "the launch of `k` with ..."; the rest of the sentence is added here.
void NoteUnseenError(std::string what, cudaError_t error);
// Returns what failed, in one sentence, and forgets it; empty: everything was checked.
std::string TakeUnseenError();
// A call returns this error.
void NoteErrorReturned(cudaError_t error);
// The program reads the last error.
void NoteErrorAskedFor();

}  // namespace lockstep::api
