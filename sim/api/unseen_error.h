#pragma once

// A launch that was refused, or a kernel that did not finish, and that the program has not looked at: what a program of
// few checks prints is then not what its kernels made, so the last line of its standard error says so when it ends.
//
// The program has looked once cudaGetLastError or cudaPeekAtLastError was called, or some call returned an error to
// code that uses what it returns. Calls whose result is thrown away (and `<<<>>>`, which returns nothing) are marked in
// code that Lockstep compiled (sim/compile/pass/ignored_results.h); all others count as looked at. A program under
// `lockstep check` says nothing: its report does.

#include <string>

#include "sim/toolkit/driver_types.h"

namespace lockstep {

// Called before the program's own constructors, so that what it says comes after all that the program does at its end.
void TellUnseenErrorAtTheEnd();
// `what` failed: "the launch of `k` with ..."; the rest of the sentence is made here.
void NoteUnseenError(std::string what, cudaError_t error);
// A call returns an error.
void NoteErrorReturned();
// The program asks for the last error.
void NoteErrorAskedFor();

}  // namespace lockstep
