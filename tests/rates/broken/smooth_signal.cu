// why do I get garbage for the last sample? three-point moving average
#include <iostream>
using namespace std;

__global__ void smooth(float *out, const float *in, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i > 0 && i < n) {
        out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3.0f;  // defect: out-of-bounds-global
    } else if (i == 0) {
        out[i] = in[i];
    }
}

int main()
{
    const int n = 500;
    float *h = new float[n];
    for (int i = 0; i < n; i++) h[i] = (i * 37) % 100;
    float *in, *out;
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    cudaMemcpy(in, h, n * sizeof(float), cudaMemcpyHostToDevice);
    smooth<<<(n + 63) / 64, 64>>>(out, in, n);
    cudaMemcpy(h, out, n * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = n - 5; i < n; i++) cout << h[i] << endl;
    cudaFree(in);
    cudaFree(out);
    delete[] h;
}
