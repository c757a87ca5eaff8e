#pragma once

// The rounding of conversions that take it as an argument (cuda_fp8.h).
enum cudaRoundMode { cudaRoundNearest, cudaRoundZero, cudaRoundPosInf, cudaRoundMinInf };
