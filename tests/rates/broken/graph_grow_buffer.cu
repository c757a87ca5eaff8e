// A captured graph is replayed for usual batches; a larger batch runs directly
// with a scratch buffer that grows on demand.
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                              \
    do {                                                                         \
        cudaError_t e = (call);                                                  \
        if (e != cudaSuccess) {                                                  \
            fprintf(stderr, "%s at line %d\n", cudaGetErrorString(e), __LINE__); \
            exit(1);                                                             \
        }                                                                        \
    } while (0)

__global__ void square(const float* in, float* tmp, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        tmp[i] = in[i] * in[i];  // defect: use-after-free
    }
}

__global__ void reduce(const float* tmp, float* out, int n) {
    __shared__ float s[256];
    float v = 0.0f;
    for (int i = threadIdx.x; i < n; i += 256) {
        v += tmp[i];  // defect: use-after-free
    }
    s[threadIdx.x] = v;
    __syncthreads();
    for (int k = 128; k > 0; k >>= 1) {
        if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
        __syncthreads();
    }
    if (threadIdx.x == 0) *out = s[0];
}

struct Scratch {
    float* ptr = nullptr;
    int cap = 0;
    void ensure(int n) {
        if (n <= cap) return;
        float* bigger;
        CHECK(cudaMalloc(&bigger, n * sizeof(float)));
        CHECK(cudaFree(ptr));
        ptr = bigger;
        cap = n;
    }
};

static void enqueue(const float* in, Scratch& tmp, float* out, int n, cudaStream_t st) {
    square<<<(n + 127) / 128, 128, 0, st>>>(in, tmp.ptr, n);
    CHECK(cudaGetLastError());
    reduce<<<1, 256, 0, st>>>(tmp.ptr, out, n);
    CHECK(cudaGetLastError());
}

int main() {
    const int usual = 1000, large = 4000;
    std::vector<float> h(large);
    for (int i = 0; i < large; ++i) h[i] = (float)(i % 4);
    float *in, *out, r = 0.0f;
    Scratch tmp;
    cudaStream_t st;
    CHECK(cudaStreamCreate(&st));
    CHECK(cudaMalloc(&in, large * sizeof(float)));
    CHECK(cudaMalloc(&out, sizeof(float)));
    CHECK(cudaMemcpy(in, h.data(), large * sizeof(float), cudaMemcpyHostToDevice));
    tmp.ensure(usual);

    cudaGraph_t graph;
    cudaGraphExec_t exec;
    CHECK(cudaStreamBeginCapture(st, cudaStreamCaptureModeGlobal));
    enqueue(in, tmp, out, usual, st);
    CHECK(cudaStreamEndCapture(st, &graph));
    CHECK(cudaGraphInstantiate(&exec, graph, 0));

    const int batches[4] = {usual, usual, large, usual};
    for (int n : batches) {
        if (n == usual) {
            CHECK(cudaGraphLaunch(exec, st));  // defect: use-after-free
        } else {
            tmp.ensure(n);
            enqueue(in, tmp, out, n, st);
        }
        CHECK(cudaMemcpyAsync(&r, out, sizeof(float), cudaMemcpyDeviceToHost, st));
        CHECK(cudaStreamSynchronize(st));
        printf("batch %d: %.1f\n", n, r);
    }
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaStreamDestroy(st));
    CHECK(cudaFree(tmp.ptr));
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return 0;
}
