#pragma once

// Device code in several files: a class with virtual functions, a function, two variables.
struct Shape {
  __device__ virtual ~Shape() {}
  __device__ virtual float Area() const = 0;
};

__device__ Shape* MakeSquare(float side);
__device__ Shape* MakeCircle(float radius);
extern __device__ int shapes_made;
extern __constant__ float unit;
