#pragma once

#include <cstdio>
#include <cstdlib>

// MUST(cond, "what went wrong") asserts a fact that only a bug of Lockstep can break. It is always checked.
#define MUST(cond, what)                                                                         \
  do {                                                                                           \
    if (!(cond)) [[unlikely]] {                                                                  \
      std::fprintf(stderr, "lockstep: internal error at %s:%d: %s\n", __FILE__, __LINE__, what); \
      std::abort();                                                                              \
    }                                                                                            \
  } while (false)
