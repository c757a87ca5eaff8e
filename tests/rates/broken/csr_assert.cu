#undef NDEBUG
#include <cassert>
#include <cstdio>

// Sparse matrix times vector; the assertion guards against broken row pointers.
__global__ void spmv(const int *rowPtr, const int *col, const float *val, const float *x, float *y, int rows)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) {
        assert(rowPtr[r] < rowPtr[r + 1]);  // defect: assert-failed
        float s = 0;
        for (int k = rowPtr[r]; k < rowPtr[r + 1]; ++k)
            s += val[k] * x[col[k]];
        y[r] = s;
    }
}

int main()
{
    int rowPtr[] = {0, 2, 3, 3, 5}, col[] = {0, 1, 2, 0, 3};  // row 2 is empty, which is legal
    float val[] = {1, 2, 3, 4, 5}, x[] = {1, 1, 1, 1}, y[4];
    int *dr, *dc;
    float *dv, *dx, *dy;
    cudaMalloc(&dr, sizeof rowPtr);
    cudaMalloc(&dc, sizeof col);
    cudaMalloc(&dv, sizeof val);
    cudaMalloc(&dx, sizeof x);
    cudaMalloc(&dy, sizeof y);
    cudaMemcpy(dr, rowPtr, sizeof rowPtr, cudaMemcpyHostToDevice);
    cudaMemcpy(dc, col, sizeof col, cudaMemcpyHostToDevice);
    cudaMemcpy(dv, val, sizeof val, cudaMemcpyHostToDevice);
    cudaMemcpy(dx, x, sizeof x, cudaMemcpyHostToDevice);
    spmv<<<1, 32>>>(dr, dc, dv, dx, dy, 4);
    cudaError_t e = cudaMemcpy(y, dy, sizeof y, cudaMemcpyDeviceToHost);
    if (e == cudaSuccess) printf("%g %g %g %g\n", y[0], y[1], y[2], y[3]);
    else printf("%s\n", cudaGetErrorString(e));
    cudaFree(dr); cudaFree(dc); cudaFree(dv); cudaFree(dx); cudaFree(dy);
    return 0;
}
