// A forked process uses memory of the first one past its end, and races in it.
// recorded: the recording is of the other process
// told: ^global memory of another process$
#include <sys/wait.h>
#include <unistd.h>

__global__ void past_the_end(int* theirs, int n) {
  if (threadIdx.x <= n) theirs[threadIdx.x] = 1;  // expect: out-of-bounds-global
}

__global__ void last_wins(int* theirs) {
  theirs[0] = threadIdx.x;  // expect: race-global
}

__global__ void sum(const int* mine, int* out) { *out = mine[0] + mine[1]; }

int main() {
  int ends[2];
  if (pipe(ends) != 0) return 1;
  pid_t child = fork();
  if (child == 0) {
    cudaIpcMemHandle_t handle;
    int* theirs;
    if (read(ends[0], &handle, sizeof handle) != sizeof handle) _exit(1);
    cudaIpcOpenMemHandle((void**)&theirs, handle, cudaIpcMemLazyEnablePeerAccess);
    last_wins<<<1, 64>>>(theirs);
    past_the_end<<<1, 64>>>(theirs, 20);
    cudaDeviceSynchronize();
    cudaIpcCloseMemHandle(theirs);
    _exit(0);
  }
  int *mine, *out;
  cudaMalloc(&mine, 20 * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaIpcMemHandle_t handle;
  cudaIpcGetMemHandle(&handle, mine);
  if (write(ends[1], &handle, sizeof handle) != sizeof handle) return 1;
  int status = 0;
  waitpid(child, &status, 0);
  sum<<<1, 1>>>(mine, out);  // what the other process has written is no finding
  cudaDeviceSynchronize();
  cudaFree(mine);
  cudaFree(out);
  return status != 0;
}
