#include <cstdio>

class GpuTimer {
public:
    GpuTimer() { cudaEventCreate(&begin_); cudaEventCreate(&end_); }
    void start() { cudaEventRecord(begin_); }  // defect: api-misuse
    float stop()
    {
        cudaEventRecord(end_);  // defect: api-misuse
        cudaEventSynchronize(end_);  // defect: api-misuse
        float ms = 0;
        cudaEventElapsedTime(&ms, begin_, end_);  // defect: api-misuse
        cudaEventDestroy(begin_);  // defect: api-misuse
        cudaEventDestroy(end_);  // defect: api-misuse
        return ms;
    }

private:
    cudaEvent_t begin_, end_;
};

__global__ void busy(float *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float x = i;
        for (int k = 0; k < 20; ++k) x = x * 0.5f + 1.0f;
        p[i] = x;
    }
}

int main()
{
    float *p;
    cudaMalloc(&p, 512 * sizeof(float));
    GpuTimer timer;
    for (int round = 0; round < 2; ++round) {
        timer.start();
        busy<<<4, 128>>>(p, 512);
        printf("round %d took %s\n", round, timer.stop() >= 0 ? "some time" : "?");
    }
    cudaFree(p);
    return 0;
}
