#pragma once

// The same work as the kernels of workloads.cu, as well-written plain C++ loops: OpenMP over the cores, the compiler's
// vectoriser inside. Compiled with -O3 -march=native.

void PlainVecadd(float* out, const float* a, const float* b, int n);
void PlainSaxpy(float* y, const float* x, float a, int n);
void PlainGrey(unsigned char* out, const unsigned char* in, int n);
void PlainStencil(float* out, const float* in, int height, int width);
void PlainMatmul(float* c, const float* a, const float* b, int n);
float PlainSum(const float* in, int n);
void PlainScan(float* out, const float* in, int n);
void PlainHistogram(unsigned* bins, const unsigned char* in, int n);
void PlainNbody(float* forces, const float* bodies, int n);
void PlainMandelbrot(int* out, int height, int width, int limit);
