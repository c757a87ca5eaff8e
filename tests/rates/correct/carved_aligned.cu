#include <cstdint>
#include <cstdio>

// Three arrays of different types in dynamic shared memory, the widest first.
__global__ void weightedSum(const unsigned short *keys, const double *values, float *out, int n)
{
    extern __shared__ __align__(16) unsigned char raw[];
    double *v = reinterpret_cast<double *>(raw);
    float *partial = reinterpret_cast<float *>(v + n);
    unsigned short *k = reinterpret_cast<unsigned short *>(partial + n);
    int t = threadIdx.x;
    k[t] = keys[t];
    v[t] = values[t];
    partial[t] = float(k[t] * v[t]);
    __syncthreads();
    if (t == 0) {
        float s = 0;
        for (int i = 0; i < n; ++i)
            s += partial[i];
        *out = s + k[n - 1];
    }
}

int main()
{
    constexpr int n = 61;
    unsigned short k[n], *dk;
    double v[n], *dv;
    float result, *dr;
    for (int i = 0; i < n; ++i) { k[i] = i; v[i] = 0.5; }
    cudaMalloc(&dk, sizeof k);
    cudaMalloc(&dv, sizeof v);
    cudaMalloc(&dr, sizeof(float));
    cudaMemcpy(dk, k, sizeof k, cudaMemcpyHostToDevice);
    cudaMemcpy(dv, v, sizeof v, cudaMemcpyHostToDevice);
    weightedSum<<<1, n, n * (sizeof(double) + sizeof(float) + sizeof(unsigned short))>>>(dk, dv, dr, n);
    cudaMemcpy(&result, dr, sizeof(float), cudaMemcpyDeviceToHost);
    printf("%f\n", result);
    cudaFree(dk);
    cudaFree(dv);
    cudaFree(dr);
    return 0;
}
