#pragma once
#pragma GCC system_header

#include "cuda/pipeline"
#include "cuda_pipeline_primitives.h"
