#include <cstdio>

// Two arrays live in one piece of dynamic shared memory: keys (unsigned short) first, then values (float).
__global__ void weightedSum(const unsigned short *keys, const float *values, float *out, int n)
{
    extern __shared__ __align__(16) unsigned char raw[];
    unsigned short *k = reinterpret_cast<unsigned short *>(raw);
    float *v = reinterpret_cast<float *>(raw + n);  // forgot sizeof(unsigned short)
    int t = threadIdx.x;
    k[t] = keys[t];  // defect: race-shared
    v[t] = values[t];  // defect: race-shared
    __syncthreads();
    if (t == 0) {
        float s = 0;
        for (int i = 0; i < n; ++i)
            s += k[i] * v[i];
        *out = s;
    }
}

int main()
{
    constexpr int n = 64;
    unsigned short k[n];
    float v[n], result;
    for (int i = 0; i < n; ++i) { k[i] = i; v[i] = 0.5f; }
    unsigned short *dk;
    float *dv, *dr;
    cudaMalloc(&dk, sizeof k);
    cudaMalloc(&dv, sizeof v);
    cudaMalloc(&dr, sizeof(float));
    cudaMemcpy(dk, k, sizeof k, cudaMemcpyHostToDevice);
    cudaMemcpy(dv, v, sizeof v, cudaMemcpyHostToDevice);
    weightedSum<<<1, n, n * (sizeof(unsigned short) + sizeof(float))>>>(dk, dv, dr, n);
    cudaMemcpy(&result, dr, sizeof(float), cudaMemcpyDeviceToHost);
    printf("%f (expected %f)\n", result, 0.5 * n * (n - 1) / 2);
    cudaFree(dk);
    cudaFree(dv);
    cudaFree(dr);
    return 0;
}
