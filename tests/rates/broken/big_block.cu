#include <iostream>
#include <vector>

__global__ void addOne(float *v) { v[blockIdx.x * blockDim.x * blockDim.y + threadIdx.y * blockDim.x + threadIdx.x] += 1; }

int main()
{
    const int side = 64;
    std::vector<float> v(side * side, 41.0f);
    float *d;
    cudaMalloc((void **)&d, v.size() * sizeof(float));
    cudaMemcpy(d, v.data(), v.size() * sizeof(float), cudaMemcpyHostToDevice);
    // one block for the whole matrix: simple
    addOne<<<1, dim3(side, side)>>>(d);  // defect: launch-shape|error-ignored
    cudaMemcpy(v.data(), d, v.size() * sizeof(float), cudaMemcpyDeviceToHost);
    std::cout << "answer: " << v[0] << "\n";
    cudaFree(d);
    return 0;
}
