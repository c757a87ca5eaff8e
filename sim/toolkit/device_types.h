#pragma once

// The rounding direction as an argument of conversions (cuda_fp8.h).
enum cudaRoundMode { cudaRoundNearest, cudaRoundZero, cudaRoundPosInf, cudaRoundMinInf };
