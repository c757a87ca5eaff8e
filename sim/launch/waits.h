#pragma once

// What the threads of a block wait for, in words.

#include <span>
#include <string>

#include "sim/launch/thread_run.h"

namespace lockstep::launch {

// Who waits where, in one sentence: threads that wait for the same at the same line are one group.
std::string DescribeWaits(std::span<const ThreadRun> threads);

}  // namespace lockstep::launch
