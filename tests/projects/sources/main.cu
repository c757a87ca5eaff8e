// Uses every part, and prints `ok` if all are right.

#include <cstdio>
#include <string>
#include <vector>

#include "picture/picture.h"
#include "shapes/shapes.h"
#include "sum/sum.h"

std::string DeviceName();

__global__ void areas(float* out) {
  Shape* shape = threadIdx.x % 2 ? MakeCircle(2.0f) : MakeSquare(3.0f);
  out[threadIdx.x] = shape->Area();
  delete shape;
}

static int Check(const char* what, double is, double wanted) {
  if (is == wanted) return 0;
  std::printf("%s: %g, not %g\n", what, is, wanted);
  return 1;
}

int main() {
  int wrong = 0;
  const std::vector<float> ones(1000, 1.0f);
  wrong += Check("the sum", Sum(ones.data(), 1000), 1000);
  wrong += Check("the weighted sum", WeightedSum(ones.data(), 1000, 0.5f), 500);

  Picture picture(20, 10, std::vector<unsigned char>(200, SHADE));
  picture.Invert();
  wrong += Check("a pixel", picture.Pixels()[199], 255 - SHADE);

  float* out = nullptr;
  cudaMallocManaged(&out, 4 * sizeof(float));
  const float twice = 2.0f;
  cudaMemcpyToSymbol(unit, &twice, sizeof twice);
  areas<<<1, 4>>>(out);
  cudaDeviceSynchronize();
  int made = 0;
  cudaMemcpyFromSymbol(&made, shapes_made, sizeof made);
  wrong += Check("the square", out[0], 18);
  wrong += Check("the circle", out[3], 24);
  wrong += Check("the shapes", made, 4);
  wrong += Check("errors", cudaGetLastError(), cudaSuccess);
  wrong += Check("the device's name", DeviceName().empty(), false);
  std::puts(wrong ? "wrong" : TITLE);
  return wrong;
}
