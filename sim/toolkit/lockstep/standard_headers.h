#pragma once

// The C++ headers that CUDA's own cuda/..., cuda/std/... and cooperative_groups.h include. Programs rely on them without
// including them.

#include <cassert>
#include <cctype>
#include <cerrno>
#include <cfloat>
#include <chrono>
#include <climits>
#include <clocale>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <cwchar>
#include <exception>
#include <iosfwd>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <typeinfo>
#if __has_include(<version>)
#include <version>
#endif
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <unistd.h>
