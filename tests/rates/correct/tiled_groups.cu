#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>
namespace cg = cooperative_groups;

// Each tile of 8 threads takes one row; tiles run different numbers of rounds, and some have none.
__global__ void rowMaxima(const int *m, const int *length, int rows, int pitch, int *best)
{
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<8>(block);
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 8;
    if (row >= rows) return;     // whole tiles leave
    int mine = -1;
    for (int base = 0; base < length[row]; base += 8) {
        int c = base + tile.thread_rank();
        int x = c < length[row] ? m[row * pitch + c] : -1;
        mine = max(mine, cg::reduce(tile, x, cg::greater<int>()));
    }
    if (tile.thread_rank() == 0) best[row] = mine;
}

int main()
{
    const int rows = 21, pitch = 40;
    int m[rows * pitch], length[rows], best[rows], *dm, *dl, *db;
    for (int r = 0; r < rows; ++r) {
        length[r] = (r * 5) % (pitch + 1);
        for (int c = 0; c < pitch; ++c) m[r * pitch + c] = (r * 31 + c * 17) % 100;
    }
    cudaMalloc(&dm, sizeof m);
    cudaMalloc(&dl, sizeof length);
    cudaMalloc(&db, sizeof best);
    cudaMemcpy(dm, m, sizeof m, cudaMemcpyHostToDevice);
    cudaMemcpy(dl, length, sizeof length, cudaMemcpyHostToDevice);
    rowMaxima<<<2, 96>>>(dm, dl, rows, pitch, db);
    cudaMemcpy(best, db, sizeof best, cudaMemcpyDeviceToHost);
    for (int r = 0; r < rows; ++r) printf("%d ", best[r]);
    printf("\n");
    cudaFree(dm);
    cudaFree(dl);
    cudaFree(db);
    return 0;
}
