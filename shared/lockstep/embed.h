// Kernels of shared libraries, for programs in other languages: found by name, asked for their parameters, launched.
// Lockstep's runtime defines the functions; it is the library that every library of kernels is linked with.
//
//   lockstep build --shared -o add.so add.cu
//
//   void* library = dlopen("/path/add.so", RTLD_NOW);
//   const void* add = lockstep_find_kernel(library, "add");
//   const uint32_t grid[] = {4, 1, 1}, block[] = {256, 1, 1};
//   void* arguments[] = {&x, &n};
//   if (lockstep_launch(add, grid, block, 0, arguments, 0) != 0) puts(lockstep_last_message());
//
// Any thread may call these functions; launches run one after the other. Texts live until the calling thread's next
// launch, or as long as the library where nothing else is said.
#ifndef LOCKSTEP_EMBED_H
#define LOCKSTEP_EMBED_H

#include <stdint.h>

#include "array.h"

#ifdef __cplusplus
extern "C" {
#endif

// A parameter of a kernel. A cell is what a pointer points to, else the parameter itself.
struct lockstep_parameter {
  const char* name;    // as the source has it; may be empty
  const char* type;    // "const float*"
  uint64_t size;       // bytes of the argument
  uint64_t cell_size;  // bytes of a cell; 0: unknown, void
  int is_pointer;
  int is_read_only;  // a pointer to const
  int element;       // enum lockstep_element of a cell; of a struct or array with members of one type only, of these
};

// The kernel of the library (a handle of dlopen) with this name: that of the source ("scale", "image::blur<3>"), or the
// linkage name ("_Z5scalePf"). Null: there is none, or several.
const void* lockstep_find_kernel(void* library, const char* name);
// The kernel that host code calls by this address (`(const void*)&blur<3>`); null: it is no kernel.
const void* lockstep_kernel_of(const void* function);
// The name of one of the library's kernels, in the order of the source; null past the last.
const char* lockstep_name_of_kernel(void* library, uint32_t index);

uint32_t lockstep_parameter_count(const void* kernel);
void lockstep_describe_parameter(const void* kernel, uint32_t index, struct lockstep_parameter* parameter);

// The address of a __device__, __constant__ or __managed__ variable of the library with this name, as for kernels, and
// what it is (of an array, a cell is an element; the pointer's members are 0). Its bytes may be read and written
// between launches. Null: there is none, or several.
void* lockstep_find_variable(void* library, const char* name, struct lockstep_parameter* variable);

// As cudaFuncGetAttributes.
struct lockstep_attributes {
  uint64_t shared_bytes, const_bytes, local_bytes;
  int max_threads_per_block, registers, ptx_version, binary_version, cache_mode, max_dynamic_shared_bytes,
      preferred_carveout;
};
void lockstep_attributes_of(const void* kernel, struct lockstep_attributes* attributes);

// As cudaFuncSetAttribute with cudaFuncAttributeMaxDynamicSharedMemorySize; a launch may otherwise have 48 KiB of
// shared memory. Returns a cudaError_t.
int lockstep_set_max_dynamic_shared(const void* kernel, int bytes);
int lockstep_max_dynamic_shared(const void* kernel);

// Runs the grid and returns after its end. arguments[i] points to the argument i. Returns a cudaError_t: 0, the refusal
// of this shape, or the fault that ended the grid. Unlike in a CUDA program, a later launch is not affected by it. If
// the main thread has launched it and the process handles SIGINT, that ends the grid too (cudaErrorLaunchFailure).
int lockstep_launch(const void* kernel, const uint32_t grid[3], const uint32_t block[3], uint64_t dynamic_shared,
                    void** arguments, int cooperative);
// Runs host code of a library, which may launch kernels and call the CUDA API, and returns after its end. Returns a
// cudaError_t: the fault of one of its kernels, which later calls are not affected by, or the refusal of a launch that
// the code has not asked for (cudaGetLastError). SIGINT ends a kernel of the library as in lockstep_launch. What the
// code and its kernels print is printed, or kept if `takes_output` is not 0: then it includes what other threads of the
// process write meanwhile, and ends after 16 MiB.
int lockstep_call(void (*function)(void*), void* argument, int takes_output);
// Of the calling thread's last launch or call: CUDA's name of its error, why it failed in one sentence, and what the
// kernel of a launch, or a call that takes it, has written to standard output and standard error.
const char* lockstep_last_error_name(void);
const char* lockstep_last_message(void);
const char* lockstep_last_output(uint64_t* size);
const char* lockstep_last_errors(uint64_t* size);

// For a program that Lockstep runs: gives the reason why it will end badly, which the command and Python report.
// Without it, a program ends "with exit status 1", whatever it prints.
void lockstep_say(const char* reason);

#ifdef __cplusplus
}
#endif

#endif  // LOCKSTEP_EMBED_H
