#pragma once

// nvcc's command line for front ends that accept it: words in, a BuildRequest out.

#include "sim/compile/nvcc_command_line.h"
