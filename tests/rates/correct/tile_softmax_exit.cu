// Masked row softmax with one tile of eight lanes per row; tiles without a row return early,
// and rows of fully masked scores skip the reductions as a whole tile.
#include <cooperative_groups.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace cg = cooperative_groups;

#define CHECK(call)                                                              \
    do {                                                                         \
        cudaError_t e = (call);                                                  \
        if (e != cudaSuccess) {                                                  \
            fprintf(stderr, "%s at line %d\n", cudaGetErrorString(e), __LINE__); \
            exit(1);                                                             \
        }                                                                        \
    } while (0)

constexpr int LANES = 8;
constexpr int TILES = 12;  // per block: three warps

__global__ void softmax(const float* x, float* y, int rows, int cols) {
    __shared__ float rowMax[TILES];
    auto tile = cg::tiled_partition<LANES>(cg::this_thread_block());
    const int slot = threadIdx.x / LANES;
    const int r = blockIdx.x * TILES + slot;
    if (r >= rows) return;  // whole tiles only, and no block barrier follows
    const float* row = x + r * cols;
    float* dst = y + r * cols;
    const int lane = tile.thread_rank();

    float m = -INFINITY;
    for (int c = lane; c < cols; c += LANES) m = fmaxf(m, row[c]);
    if (!tile.any(m > -INFINITY)) {
        for (int c = lane; c < cols; c += LANES) dst[c] = 0.0f;
        return;
    }
    for (int o = LANES / 2; o > 0; o /= 2) m = fmaxf(m, tile.shfl_down(m, o));
    if (lane == 0) rowMax[slot] = m;
    tile.sync();
    m = rowMax[slot];

    float sum = 0.0f;
    for (int c = lane; c < cols; c += LANES) {
        dst[c] = expf(row[c] - m);
        sum += dst[c];
    }
    for (int o = LANES / 2; o > 0; o /= 2) sum += tile.shfl_xor(sum, o);
    for (int c = lane; c < cols; c += LANES) dst[c] /= sum;
}

int main() {
    const int rows = 77, cols = 27;
    std::vector<float> x(rows * cols), y(rows * cols);
    int masked = 0;
    for (int r = 0; r < rows; ++r) {
        if (r % 10 == 9) ++masked;
        for (int c = 0; c < cols; ++c) {
            bool hide = r % 10 == 9 || c > r;
            x[r * cols + c] = hide ? -INFINITY : 0.1f * ((r * 7 + c * 3) % 40);
        }
    }
    float *dx, *dy;
    CHECK(cudaMalloc(&dx, x.size() * sizeof(float)));
    CHECK(cudaMalloc(&dy, y.size() * sizeof(float)));
    CHECK(cudaMemcpy(dx, x.data(), x.size() * sizeof(float), cudaMemcpyHostToDevice));
    softmax<<<(rows + TILES - 1) / TILES, TILES * LANES>>>(dx, dy, rows, cols);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(y.data(), dy, y.size() * sizeof(float), cudaMemcpyDeviceToHost));
    double sum = 0;
    for (float v : y) sum += v;
    printf("sum %.4f (expect %d)\n", sum, rows - masked);
    CHECK(cudaFree(dx));
    CHECK(cudaFree(dy));
    return 0;
}
