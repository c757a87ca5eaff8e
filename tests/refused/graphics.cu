// The header alone is no reason to refuse a program.
#include <cuda_gl_interop.h>
int main() {
  cudaGraphicsResource_t resource;
  cudaError_t error = cudaGraphicsGLRegisterBuffer(&resource, 1, cudaGraphicsRegisterFlagsNone);  // refused: cudaGraphicsGLRegisterBuffer.*OpenGL
  error = cudaGraphicsMapResources(1, &resource);  // refused: cudaGraphicsMapResources
  return error;
}
