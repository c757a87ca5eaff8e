#pragma once

__device__ float power_elsewhere(float x);
