#include <cstdio>

// Objects with virtual functions made on the device, with new, and deleted there.
class Shape {
public:
    __device__ virtual ~Shape() {}
    __device__ virtual float area() const = 0;
};

class Circle : public Shape {
    float r_;
public:
    __device__ explicit Circle(float r) : r_(r) {}
    __device__ float area() const override { return 3.14159f * r_ * r_; }
};

class Box : public Shape {
    float a_, b_;
public:
    __device__ Box(float a, float b) : a_(a), b_(b) {}
    __device__ float area() const override { return a_ * b_; }
};

__global__ void make(Shape **shapes, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) shapes[i] = i % 2 ? static_cast<Shape *>(new Circle(i)) : new Box(i, 2);
}

__global__ void areas(Shape *const *shapes, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = shapes[n - 1 - i]->area();
}

__global__ void destroy(Shape **shapes, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) delete shapes[i];
}

int main()
{
    const int n = 40;
    Shape **shapes;
    float *out, h[n];
    cudaMalloc(&shapes, n * sizeof(Shape *));
    cudaMalloc(&out, sizeof h);
    make<<<2, 32>>>(shapes, n);
    areas<<<2, 32>>>(shapes, out, n);
    destroy<<<2, 32>>>(shapes, n);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%g %g\n", h[0], h[n - 1]);
    cudaFree(shapes);
    cudaFree(out);
    return 0;
}
