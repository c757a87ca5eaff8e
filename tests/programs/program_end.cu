// Kernels that are launched after main has returned: by destructors of an object of the thread and of a global one, and by
// a handler of atexit that is older than the first call of CUDA.
#include <cstdio>
#include <cstdlib>

__global__ void Count(int* counter) { atomicAdd(counter, 1); }

int* counter = nullptr;
int launches = 0;

void LaunchOnceMore(const char* where) {
  Count<<<2, 32>>>(counter);
  int counted = 0;
  cudaMemcpy(&counted, counter, sizeof counted, cudaMemcpyDeviceToHost);
  if (counted == 64 * ++launches && cudaGetLastError() == cudaSuccess) return;
  std::printf("%s: %d instead of %d\n", where, counted, 64 * launches);
  std::fflush(stdout);
  std::_Exit(1);
}

struct OfProgram {
  ~OfProgram() {
    LaunchOnceMore("a destructor of a global object");
    if (launches == 4 && cudaFree(counter) == cudaSuccess) std::puts("ok");
  }
};
struct OfThread {
  int uses = 0;
  ~OfThread() { LaunchOnceMore("a destructor of an object of the thread"); }
};

OfProgram of_program;
thread_local OfThread of_thread;

int main() {
  std::atexit([] { LaunchOnceMore("a handler of atexit"); });
  ++of_thread.uses;
  cudaMalloc(&counter, sizeof *counter);
  cudaMemset(counter, 0, sizeof *counter);
  LaunchOnceMore("main");
}
