#pragma once

// The sum of `count` floats in host memory, added up by a kernel. Each is multiplied by `weight`.
float Sum(const float* values, int count);
float WeightedSum(const float* values, int count, float weight);
