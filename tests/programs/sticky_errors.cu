// A fault in a kernel stops the grid, and every later call reports it. Each fault has a process of its own.
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>

__global__ void nullWrite(int* a) { *a = 1; }
__global__ void failAssert(int n) { assert(n == 0); }
__global__ void trap() { __trap(); }
__global__ void fine(int* a) { *a = 2; }

enum Fault { kNull, kAssert, kTrap };

// The error of a later call, as the exit status of a child.
int provoke(Fault fault) {
  int* d = nullptr;
  if (cudaMalloc(&d, sizeof(int)) != cudaSuccess) return 90;
  switch (fault) {
    case kNull: nullWrite<<<1, 1>>>(nullptr); break;
    case kAssert: failAssert<<<1, 1>>>(1); break;
    case kTrap: trap<<<1, 1>>>(); break;
  }
  cudaError_t e = cudaDeviceSynchronize();
  if (cudaDeviceSynchronize() != e) return 91;
  if (cudaMemset(d, 0, sizeof(int)) != e) return 92;
  fine<<<1, 1>>>(d);
  if (cudaGetLastError() != e) return 93;
  if (cudaFree(d) != e) return 94;
  switch (e) {
    case cudaErrorIllegalAddress: return 1;
    case cudaErrorAssert: return 2;
    case cudaErrorLaunchFailure: return 3;
    case cudaErrorIllegalInstruction: return 3;
    default: return 99;
  }
}

int main() {
  for (Fault fault : {kNull, kAssert, kTrap}) {
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
      freopen("/dev/null", "w", stderr);
      _exit(provoke(fault));
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != (int)fault + 1) {
      printf("fault %d: status %d\n", (int)fault, status);
      return 1;
    }
  }
  printf("ok\n");
  return 0;
}
