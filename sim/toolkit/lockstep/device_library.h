#pragma once
#pragma GCC system_header

// The public header of the device library: everything that a program may use in device code after <cuda_runtime.h>. The
// order matters: device overloads of the C library's math must come before the C++ library's headers (see
// library/math_standard.h). A plain C++ file, which has no device code, gets only the vector types and the qualifiers.

#include "../vector_functions.h"
#include "library/qualifiers.h"

#if defined(__CUDA__)
#include "library/math_standard.h"
#include "library/runtime_calls.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmath>
#include <cstdlib>
#include <math.h>
#include <utility>

#include "library/new.h"
#include "library/math_cuda.h"
#include "library/conversions.h"
#include "library/integers.h"
#include "library/words.h"
#include "library/atomics.h"
#include "library/atomic_builtins.h"
#include "library/cache_hints.h"
#include "library/warp.h"
#include "library/clusters.h"
#include "library/room.h"
#endif
