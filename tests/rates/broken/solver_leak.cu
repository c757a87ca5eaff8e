#include <cmath>
#include <cstdio>

__global__ void relax(const double *u, double *v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    v[i] = (i == 0 || i == n - 1) ? u[i] : 0.5 * (u[i - 1] + u[i + 1]);
}

__global__ void difference(const double *u, const double *v, double *d, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) d[i] = fabs(u[i] - v[i]);
}

// Returns the residual after one sweep.
double sweep(double *u, double *v, int n)
{
    double *d;
    cudaMalloc(&d, n * sizeof(double));  // defect: leak
    relax<<<(n + 31) / 32, 32>>>(u, v, n);
    difference<<<(n + 31) / 32, 32>>>(u, v, d, n);
    double *h = new double[n], worst = 0;
    cudaMemcpy(h, d, n * sizeof(double), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) worst = fmax(worst, h[i]);
    delete[] h;
    if (worst < 1e-3)
        return 0;
    cudaFree(d);
    return worst;
}

int main()
{
    const int n = 40;
    double init[n] = {};
    init[n - 1] = 1;
    double *u, *v;
    cudaMalloc(&u, sizeof init);
    cudaMalloc(&v, sizeof init);
    cudaMemcpy(u, init, sizeof init, cudaMemcpyHostToDevice);
    int steps = 0;
    while (sweep(u, v, n) > 0 && steps < 3000) {
        double *t = u; u = v; v = t;
        ++steps;
    }
    printf("%d sweeps\n", steps);
    cudaFree(u);
    cudaFree(v);
}
