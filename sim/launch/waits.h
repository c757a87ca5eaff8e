#pragma once

// The waits of a block's threads, in words.

#include <span>
#include <string>

#include "sim/launch/thread_run.h"

namespace lockstep::launch {

// The waits of the threads, in one sentence: threads that wait for the same at the same line are one group.
std::string DescribeWaits(std::span<const ThreadRun> threads);

}  // namespace lockstep::launch
