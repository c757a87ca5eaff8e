#pragma once

#include <cstdio>
#include <cstdlib>

// MUST(cond, "what went wrong"): a fact that only our own mistake can break. Always on.
#define MUST(cond, what)                                                                         \
  do {                                                                                           \
    if (!(cond)) [[unlikely]] {                                                                  \
      std::fprintf(stderr, "lockstep: internal error at %s:%d: %s\n", __FILE__, __LINE__, what); \
      std::abort();                                                                              \
    }                                                                                            \
  } while (false)
