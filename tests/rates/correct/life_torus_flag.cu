// Game of life on a torus with odd size, ping-pong buffers and shared tiles; inner and border
// blocks use different barriers, and the blocks vote whether anything changed.
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#define CHECK(call)                                                              \
    do {                                                                         \
        cudaError_t e = (call);                                                  \
        if (e != cudaSuccess) {                                                  \
            fprintf(stderr, "%s at line %d\n", cudaGetErrorString(e), __LINE__); \
            exit(1);                                                             \
        }                                                                        \
    } while (0)

constexpr int T = 16, S = T + 2;

__global__ void life(const unsigned char* cur, unsigned char* next, int w, int h, int* changed) {
    __shared__ unsigned char tile[S * S];
    const int x0 = blockIdx.x * T - 1, y0 = blockIdx.y * T - 1;
    const int tid = threadIdx.y * T + threadIdx.x;
    const bool inner = x0 >= 0 && y0 >= 0 && x0 + S <= w && y0 + S <= h;

    if (inner) {  // uniform in the block, so each branch may have its barrier
        for (int k = tid; k < S * S; k += T * T) tile[k] = cur[(y0 + k / S) * w + x0 + k % S];
        __syncthreads();
    } else {
        for (int k = tid; k < S * S; k += T * T) {
            int y = (y0 + k / S + h) % h, x = (x0 + k % S + w) % w;
            tile[k] = cur[y * w + x];
        }
        __syncthreads();
    }

    const int x = blockIdx.x * T + threadIdx.x, y = blockIdx.y * T + threadIdx.y;
    int differs = 0;
    if (x < w && y < h) {
        const unsigned char* c = tile + (threadIdx.y + 1) * S + threadIdx.x + 1;
        int n = c[-S - 1] + c[-S] + c[-S + 1] + c[-1] + c[1] + c[S - 1] + c[S] + c[S + 1];
        unsigned char v = n == 3 || (n == 2 && c[0]);
        differs = v != c[0];
        next[y * w + x] = v;
    }
    if (__syncthreads_or(differs) && tid == 0) atomicExch(changed, 1);
}

int main() {
    const int w = 83, h = 61, cells = w * h, limit = 30;
    std::vector<unsigned char> g(cells, 0);
    // a glider, a blinker and a block
    const int alive[][2] = {{2, 1}, {3, 2}, {1, 3}, {2, 3}, {3, 3}, {40, 30}, {41, 30},
                            {42, 30}, {81, 59}, {82, 59}, {81, 60}, {82, 60}};
    for (auto& p : alive) g[p[1] * w + p[0]] = 1;

    unsigned char *a, *b;
    int* changed;
    CHECK(cudaMalloc(&a, cells));
    CHECK(cudaMalloc(&b, cells));
    CHECK(cudaMalloc(&changed, sizeof(int)));
    CHECK(cudaMemcpy(a, g.data(), cells, cudaMemcpyHostToDevice));
    dim3 block(T, T), grid((w + T - 1) / T, (h + T - 1) / T);
    int gen = 0, flag = 1;
    while (flag && gen < limit) {
        CHECK(cudaMemsetAsync(changed, 0, sizeof(int)));
        life<<<grid, block>>>(a, b, w, h, changed);
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpy(&flag, changed, sizeof(int), cudaMemcpyDeviceToHost));
        std::swap(a, b);
        ++gen;
    }
    CHECK(cudaMemcpy(g.data(), a, cells, cudaMemcpyDeviceToHost));
    int count = 0;
    for (unsigned char v : g) count += v;
    printf("generation %d: %d alive\n", gen, count);
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
    CHECK(cudaFree(changed));
    return 0;
}
