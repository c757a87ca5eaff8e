#include <cstdio>
#include <vector>

#define OK(call)                                                                      \
    do {                                                                              \
        cudaError_t e_ = (call);                                                      \
        if (e_ != cudaSuccess) {                                                      \
            fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e_)); \
        }                                                                             \
    } while (0)

__global__ void saxpy(int n, float a, const float* x, float* y) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) y[i] = a * x[i] + y[i];
}

int main() {
    int n = 333;
    std::vector<float> x(n, 1.f), y(n, 2.f);
    float *dx, *dy;
    OK(cudaMalloc(&dx, n * sizeof(float)));
    OK(cudaMalloc(&dy, n * sizeof(float)));
    OK(cudaMemcpy(dx, x.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    OK(cudaMemcpy(dy, y.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    saxpy<<<2, 64>>>(n, 3.f, dx, dy);
    OK(cudaGetLastError());
    OK(cudaMemcpy(y.data(), dy, n * sizeof(float), cudaMemcpyHostToDevice));  // defect: copy-direction|host-pointer|device-pointer
    float sum = 0;
    for (float v : y) sum += v;
    printf("sum %f\n", sum);
    OK(cudaFree(dx));
    OK(cudaFree(dy));
}
