#include <stdio.h>
#include <stdlib.h>

/* evaluates a polynomial in many points, Horner's scheme */
__constant__ double coeff[6];

__global__ void horner(const double *x, double *y, int n)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i >= n) return;
    double r = 0.0;
    for (int d = 6; d >= 0; d--)
        r = r * x[i] + coeff[d];  // defect: out-of-bounds-variable
    y[i] = r;
}

int main()
{
    const int n = 200;
    double c[6] = {1, -1, 0.5, -0.25, 0.125, -0.0625};
    double *x = (double *)malloc(n * sizeof(double)), *y = (double *)malloc(n * sizeof(double));
    for (int i = 0; i < n; i++) x[i] = i / (double)n;
    cudaMemcpyToSymbol(coeff, c, sizeof(c));
    double *dx, *dy;
    cudaMalloc((void **)&dx, n * sizeof(double));
    cudaMalloc((void **)&dy, n * sizeof(double));
    cudaMemcpy(dx, x, n * sizeof(double), cudaMemcpyHostToDevice);
    horner<<<(n + 31) / 32, 32>>>(dx, dy, n);
    cudaMemcpy(y, dy, n * sizeof(double), cudaMemcpyDeviceToHost);
    printf("p(%g) = %g\n", x[n - 1], y[n - 1]);
    cudaFree(dx); cudaFree(dy);
    free(x); free(y);
    return 0;
}
