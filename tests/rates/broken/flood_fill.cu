#include <cstdio>
#include <cstring>

// recursive flood fill of a maze by one thread per seed
__device__ void fill(char *maze, int w, int h, int x, int y, char colour)
{
    if (x < 0 || y < 0 || x >= w || y >= h) return;
    char &cell = maze[y * w + x];
    if (cell != '.') return;
    cell = colour;
    fill(maze, w, h, x + 1, y, colour);  // defect: stack-overflow
    fill(maze, w, h, x - 1, y, colour);  // defect: stack-overflow
    fill(maze, w, h, x, y + 1, colour);  // defect: stack-overflow
    fill(maze, w, h, x, y - 1, colour);  // defect: stack-overflow
}

__global__ void fillFrom(char *maze, int w, int h, int x, int y)
{
    fill(maze, w, h, x, y, '#');  // defect: stack-overflow
}

int main()
{
    const int w = 256, h = 128;
    static char maze[w * h];
    memset(maze, '.', sizeof maze);
    char *d;
    cudaMalloc(&d, sizeof maze);
    cudaMemcpy(d, maze, sizeof maze, cudaMemcpyHostToDevice);
    fillFrom<<<1, 1>>>(d, w, h, 3, 3);
    cudaError_t e = cudaDeviceSynchronize();
    if (e != cudaSuccess) {
        printf("kernel: %s\n", cudaGetErrorString(e));
        cudaFree(d);
        return 1;
    }
    cudaMemcpy(maze, d, sizeof maze, cudaMemcpyDeviceToHost);
    int filled = 0;
    for (char c : maze) filled += c == '#';
    printf("%d cells filled\n", filled);
    cudaFree(d);
    return 0;
}
