// A function pointer and the destination of a copy are used that nobody has set.
// told: a thread uses a null pointer
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
typedef int (*Function)(int);

__global__ void Call(int* out, Function function) {
  out[threadIdx.x] = function(threadIdx.x);  // expect: null-pointer
}

__global__ void Copy(char* to, const char* from, int bytes) {
  memcpy(to, from, bytes);  // expect: null-pointer
}

void Run(int which) {
  char* memory;
  cudaMalloc(&memory, 64 * sizeof(float));
  cudaMemset(memory, 0, 64 * sizeof(float));
  if (which == 0) Call<<<1, 32>>>(reinterpret_cast<int*>(memory), nullptr);
  if (which == 1) Copy<<<1, 1>>>(nullptr, memory, 16);
  cudaFree(memory);
}

// Each in a process of its own, because the first fault ends all kernels of one.
int main() {
  for (int which = 0; which < 2; ++which) {
    if (fork() == 0) return Run(which), 0;
    wait(nullptr);
  }
}
