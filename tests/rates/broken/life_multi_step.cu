// Game of life; several generations per launch to save launch overhead.
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                            \
    do {                                                                       \
        cudaError_t e = (call);                                                \
        if (e != cudaSuccess) {                                                \
            fprintf(stderr, "%s, line %d\n", cudaGetErrorString(e), __LINE__); \
            exit(1);                                                           \
        }                                                                      \
    } while (0)

constexpr int SIZE = 64;   // multiple of the block edge
constexpr int EDGE = 16;

__global__ void life(unsigned char* a, unsigned char* b, int generations) {
    const int x = blockIdx.x * EDGE + threadIdx.x;
    const int y = blockIdx.y * EDGE + threadIdx.y;
    unsigned char* cur = a;
    unsigned char* next = b;
    for (int g = 0; g < generations; ++g) {
        int alive = 0;
        for (int dy = -1; dy <= 1; ++dy) {
            for (int dx = -1; dx <= 1; ++dx) {
                int xx = x + dx, yy = y + dy;
                if ((dx == 0 && dy == 0) || xx < 0 || yy < 0 || xx >= SIZE || yy >= SIZE) continue;
                alive += cur[yy * SIZE + xx];  // defect: race-global
            }
        }
        unsigned char me = cur[y * SIZE + x];
        next[y * SIZE + x] = (alive == 3 || (me && alive == 2)) ? 1 : 0;  // defect: race-global
        __syncthreads();  // generation finished, swap
        unsigned char* t = cur;
        cur = next;
        next = t;
    }
}

int main() {
    const int cells = SIZE * SIZE, perLaunch = 4, launches = 3;
    std::vector<unsigned char> h(cells);
    unsigned s = 2024;
    for (int i = 0; i < cells; ++i) {
        s = s * 1103515245u + 12345u;
        h[i] = (s >> 16) % 3 == 0;
    }
    unsigned char *a, *b;
    CHECK(cudaMalloc(&a, cells));
    CHECK(cudaMalloc(&b, cells));
    CHECK(cudaMemcpy(a, h.data(), cells, cudaMemcpyHostToDevice));
    CHECK(cudaMemset(b, 0, cells));

    dim3 block(EDGE, EDGE), grid(SIZE / EDGE, SIZE / EDGE);
    for (int l = 0; l < launches; ++l) {
        life<<<grid, block>>>(a, b, perLaunch);  // even count: result is in a again
        CHECK(cudaGetLastError());
    }
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(h.data(), a, cells, cudaMemcpyDeviceToHost));
    int alive = 0;
    for (unsigned char c : h) alive += c;
    printf("%d cells alive\n", alive);
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
    return 0;
}
