#pragma once

#define CUDATYPEDEFS_H

// The types of pointers to the driver's functions, for what cuGetProcAddress finds: PFN_cuMemAlloc_v3020.

#include "cuda.h"

#define LOCKSTEP_ENTRY(name, function) typedef __typeof__(&function) PFN_##name;
// cuGetProcAddress finds none of these, so no program calls one: any arguments do.
#if defined(__cplusplus)
#define LOCKSTEP_NO_ENTRY(name) typedef CUresult (*PFN_##name)(...);
#else
#define LOCKSTEP_NO_ENTRY(name) typedef CUresult (*PFN_##name)();
#endif
#include "lockstep/driver_entries.def"
