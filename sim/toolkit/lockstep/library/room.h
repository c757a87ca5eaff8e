#pragma once
#pragma GCC system_header

// Room for a `__shared__` variable whose constructor does something: on a GPU it does not run, and clang accepts no such
// variable (sim/compile/mended_source.h).
template <class Type>
union __lockstep_room {
  Type value;
  __host__ __device__ __lockstep_room() {}
  __host__ __device__ ~__lockstep_room() {}
};
