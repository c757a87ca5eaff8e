#include "shapes/shapes.h"

__device__ int shapes_made = 0;

namespace {

struct Square : Shape {
  float side;
  __device__ explicit Square(float side) : side(side) {}
  __device__ float Area() const override { return side * side * unit; }
};

}  // namespace

__device__ Shape* MakeSquare(float side) {
  atomicAdd(&shapes_made, 1);
  return new Square(side);
}
