#pragma once

// The same work as the kernels of further.cu, as well-written plain C++ loops: OpenMP over the cores, the compiler's
// vectoriser inside. Compiled with -O3 -march=native.

void PlainSoftmax(float* out, const float* in, int rows, int width);
void PlainLayerNorm(float* out, const float* in, int rows, int width);
void PlainTranspose(float* out, const float* in, int n);
void PlainConvolve(float* out, const float* in, const float* weights, int height, int width);
void PlainRadixPass(unsigned* out, const unsigned* in, int n, int shift);
void PlainSparse(float* out, const int* starts, const int* columns, const float* values, const float* x, int rows);
bool PlainBreadth(int* level, const int* starts, const int* targets, int nodes, int depth);
void PlainAttention(float* out, const float* q, const float* k, const float* v, int n);
void PlainBlackScholes(float* call, float* put, const float* price, const float* strike, const float* years, int n);
void PlainCell(float* hidden, float* cell, const float* gates, int n);

inline constexpr int kHead = 32;  // the length of attention's vectors
