#include "shapes/shapes.h"

__constant__ float unit = 1.0f;

namespace {

struct Circle : Shape {
  float radius;
  __device__ explicit Circle(float radius) : radius(radius) {}
  __device__ float Area() const override { return 3.0f * radius * radius * unit; }
};

}  // namespace

__device__ Shape* MakeCircle(float radius) {
  atomicAdd(&shapes_made, 1);
  return new Circle(radius);
}
