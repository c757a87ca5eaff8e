#pragma once

namespace lockstep {

// An open file without a name, which ends with its last use; -1 if the system has none. It lies in memory, or, in a
// sandbox that refuses such memory because nobody could measure it (shared/base/sandbox_filter.h), in the folder for
// temporary files. `name` is for people who look at /proc.
int MakeNamelessFile(const char* name);

}  // namespace lockstep
