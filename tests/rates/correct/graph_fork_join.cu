// A fork/join over two streams captured into a graph with copies, replayed several times.
#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                              \
    do {                                                                         \
        cudaError_t e = (call);                                                  \
        if (e != cudaSuccess) {                                                  \
            fprintf(stderr, "%s at line %d\n", cudaGetErrorString(e), __LINE__); \
            exit(1);                                                             \
        }                                                                        \
    } while (0)

__global__ void squares(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] * in[i];
}

__global__ void neighbours(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[(i + 1) % n] - in[(i + n - 1) % n];
}

__global__ void accumulate(const float* a, const float* b, float* acc, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) acc[i] += a[i] + 0.5f * b[i];
}

int main() {
    const int n = 1900, threads = 128, blocks = (n + threads - 1) / threads;
    const size_t bytes = n * sizeof(float);
    float *hIn, *hAcc, *dIn, *dA, *dB, *dAcc;
    CHECK(cudaMallocHost(&hIn, bytes));
    CHECK(cudaMallocHost(&hAcc, bytes));
    CHECK(cudaMalloc(&dIn, bytes));
    CHECK(cudaMalloc(&dA, bytes));
    CHECK(cudaMalloc(&dB, bytes));
    CHECK(cudaMalloc(&dAcc, bytes));
    cudaStream_t s0, s1;
    cudaEvent_t fork, join;
    CHECK(cudaStreamCreateWithFlags(&s0, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithFlags(&s1, cudaStreamNonBlocking));
    CHECK(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
    CHECK(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));
    CHECK(cudaMemsetAsync(dAcc, 0, bytes, s0));  // before the capture, same stream as the replays

    cudaGraph_t graph;
    cudaGraphExec_t exec;
    CHECK(cudaStreamBeginCapture(s0, cudaStreamCaptureModeThreadLocal));
    CHECK(cudaMemcpyAsync(dIn, hIn, bytes, cudaMemcpyHostToDevice, s0));
    CHECK(cudaEventRecord(fork, s0));
    CHECK(cudaStreamWaitEvent(s1, fork, 0));
    squares<<<blocks, threads, 0, s0>>>(dIn, dA, n);
    CHECK(cudaGetLastError());
    neighbours<<<blocks, threads, 0, s1>>>(dIn, dB, n);
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(join, s1));
    CHECK(cudaStreamWaitEvent(s0, join, 0));
    accumulate<<<blocks, threads, 0, s0>>>(dA, dB, dAcc, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpyAsync(hAcc, dAcc, bytes, cudaMemcpyDeviceToHost, s0));
    CHECK(cudaStreamEndCapture(s0, &graph));
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    CHECK(cudaGraphDestroy(graph));  // the executable graph does not need it

    // Nothing has run so far, so the input may be filled in only now.
    for (int rep = 0; rep < 3; ++rep) {
        for (int i = 0; i < n; ++i) hIn[i] = (float)((i + rep) % 6);
        CHECK(cudaGraphLaunch(exec, s0));
        if (rep == 2) CHECK(cudaGraphLaunch(exec, s0));  // runs after the one before
        CHECK(cudaStreamSynchronize(s0));
    }
    double sum = 0;
    for (int i = 0; i < n; ++i) sum += hAcc[i];
    printf("sum %.1f\n", sum);

    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaEventDestroy(fork));
    CHECK(cudaEventDestroy(join));
    CHECK(cudaStreamDestroy(s0));
    CHECK(cudaStreamDestroy(s1));
    float* dev[] = {dIn, dA, dB, dAcc};
    for (float* p : dev) CHECK(cudaFree(p));
    CHECK(cudaFreeHost(hIn));
    CHECK(cudaFreeHost(hAcc));
    return 0;
}
