// Two processes use the same memory, one after the other, inside its bounds.
#include <sys/wait.h>
#include <unistd.h>

__global__ void inside(int* theirs, int n) {
  if (threadIdx.x < n) theirs[threadIdx.x] = 1;
}

__global__ void one_writes(int* theirs) {
  if (threadIdx.x == 0) theirs[0] = 2;
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
    one_writes<<<1, 64>>>(theirs);
    inside<<<1, 64>>>(theirs, 20);
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
