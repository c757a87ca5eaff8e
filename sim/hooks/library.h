#pragma once

// The requests of the host's libraries (cuBLAS) to the runtime: to do their work in a stream, on device memory that is
// checked before. C, because the libraries are files of their own.

#include <stdint.h>

struct CUstream_st;

// Rows of memory that a call reads or writes: an argument of the library's function.
struct LockstepOperand {
  const char* name;  // of the parameter; a constant
  const void* first;
  uint64_t width, height, pitch;  // bytes of a row; the number of rows; the distance from row to row in bytes
  uint32_t is_read, is_written;
};

struct LockstepLibraryCall {
  const char* function;  // a constant
  const struct LockstepOperand* operands;
  uint32_t operand_count;
  // Does the work, any number of times (a graph may be launched often). `release` ends the use of `data`.
  void (*work)(void* data);
  void (*release)(void* data);
  void* data;
};

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

// Puts the call into the stream, and returns a cudaError_t. Operands that are not the device's memory, or reach past
// its end, are the fault of a kernel: the call succeeds, is not done, and what follows fails. `caller` is the place in
// the program that called the library.
int __lockstep_call_library(struct CUstream_st* stream, const struct LockstepLibraryCall* call, const void* caller);
// The library returns an error that its arguments deserve. `why` is a clause: "`lda` is 3, and `A` has 5 rows".
void __lockstep_refuse_library_call(const char* function, const char* why, const void* caller);

// For NVRTC: the mode of the modules that cuModuleLoad takes in this process: "run", "check" or "record".
const char* __lockstep_mode_of_modules(void);
// For NVRTC: reports and recordings show the file by this name.
void __lockstep_show_file_as(const char* path, const char* name);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
