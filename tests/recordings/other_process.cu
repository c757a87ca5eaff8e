// Memory of another process is named as such; the process that used CUDA first is recorded.
#include <sys/wait.h>
#include <unistd.h>

__global__ void add(int* sum, const int* theirs) { *sum = theirs[0] + theirs[1]; }

int other(int from, int to) {
  const int values[2] = {3, 4};
  int* memory;
  cudaIpcMemHandle_t handle;
  char word;
  if (read(from, &word, 1) != 1) return 1;
  cudaMalloc(&memory, sizeof values);
  cudaMemcpy(memory, values, sizeof values, cudaMemcpyHostToDevice);
  cudaIpcGetMemHandle(&handle, memory);
  if (write(to, &handle, sizeof handle) != sizeof handle) return 1;
  return read(from, &word, 1) == 1 ? 0 : 1;
}

int main() {
  int to[2], from[2], *sum, *theirs, result = 0, status = 0;
  if (pipe(to) != 0 || pipe(from) != 0) return 1;
  if (fork() == 0) _exit(other(to[0], from[1]));
  cudaMalloc(&sum, sizeof result);  // host: allocate cudaMalloc: allocated sum: 4 bytes
  cudaIpcMemHandle_t handle;
  if (write(to[1], "1", 1) != 1 || read(from[0], &handle, sizeof handle) != sizeof handle) return 1;
  cudaIpcOpenMemHandle((void**)&theirs, handle, 1);  // host: allocate cudaIpcOpenMemHandle: opened memory of another process, theirs: 8 bytes
  add<<<1, 1>>>(sum, theirs);  // host: launch <<<...>>>: launched add<<<(1,1,1), (1,1,1)>>>
  cudaMemcpy(&result, sum, sizeof result, cudaMemcpyDeviceToHost);  // host: copy cudaMemcpy: copied 4 bytes from sum to the host
  cudaIpcCloseMemHandle(theirs);  // host: free cudaIpcCloseMemHandle: closed memory of another process, theirs
  if (write(to[1], "2", 1) != 1) return 1;
  wait(&status);
  cudaFree(sum);  // host: free cudaFree: freed sum
  return result == 7 ? status : 1;
}
