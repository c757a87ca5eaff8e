// A program that only includes the header is not refused.
#include <cuda_gl_interop.h>
int main() {
  cudaGraphicsResource_t resource;
  cudaError_t error = cudaGraphicsGLRegisterBuffer(&resource, 1, cudaGraphicsRegisterFlagsNone);  // refused: cudaGraphicsGLRegisterBuffer.*OpenGL
  error = cudaGraphicsMapResources(1, &resource);  // refused: cudaGraphicsMapResources
  return error;
}
