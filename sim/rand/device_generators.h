#pragma once

// The device generators, for the host.

#define QUALIFIERS static inline
#include "sim/toolkit/curand_kernel.h"
#undef QUALIFIERS
