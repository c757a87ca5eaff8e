#pragma once

// The files that the compiler read for a unit in record mode. A `#line` directive can name any file of the machine, and
// recordings are passed on to other people, so a recording contains the text of these files only.

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Called by a unit's constructor. `files` are absolute paths, constants of the program.
__attribute__((visibility("default"))) void __lockstep_register_read_files(const char* const* files, uint64_t count);

#ifdef __cplusplus
}
#endif
