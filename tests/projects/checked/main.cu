#include <cstdio>
#include <cstdlib>

#include "sums.h"

int main(int argc, char** argv) {
  int *in = MakeParts(), *out = MakeParts();
  AddNeighbours(in, out, !RACES);
  int sums[64];
  cudaMemcpy(sums, out, sizeof sums, cudaMemcpyDeviceToHost);
  if (!RACES) cudaFree(in);
  if (!RACES) cudaFree(out);
  std::puts("done");
  return argc > 1 ? std::atoi(argv[1]) : 0;
}
