// A colour picture to grey, five times: from a plain loop to blocks of 16x16 threads.
//
//   lockstep run grey.cu [-- PICTURE [OUT.png]]
//   nvcc -I shared grey.cu -o grey && ./grey PICTURE OUT.png
//
// A picture is 3 x height x width bytes: all reds, then all greens, then all blues.
//
// The lines that begin with LOCKSTEP_ let Lockstep record the loops and name the arrays. They do nothing else.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "kernels/grey.h"
#include "lockstep/picture.h"
#include "lockstep/play.h"
#include "lockstep/publish.h"

using Bytes = std::vector<unsigned char>;

// --- 1. A loop over the pixels.

void grey_loop(const unsigned char* in, unsigned char* out, int n) {
  LOCKSTEP_LAUNCH(n);
  for (int i = 0; i < n; ++i) {
    LOCKSTEP_THREAD(i);
    float r = in[i];
    float g = in[i + n];
    float b = in[i + 2 * n];
    out[i] = 0.2989f * r + 0.5870f * g + 0.1140f * b;
  }
}

// --- 2. The body of the loop becomes a function of i, and running it n times becomes the job of another function.

template <class Function, class... Arguments>
void run_kernel(Function f, int times, Arguments... arguments) {
  LOCKSTEP_LAUNCH(times);
  for (int i = 0; i < times; ++i) f(i, arguments...);
}

void grey_pixel(int i, const unsigned char* in, unsigned char* out, int n) {
  LOCKSTEP_THREAD(i);
  float r = in[i];
  float g = in[i + n];
  float b = in[i + 2 * n];
  out[i] = 0.2989f * r + 0.5870f * g + 0.1140f * b;
}

// --- 3. The iterations are grouped into blocks of equal size. The last block may reach past the end: hence the guard.

template <class Function, class... Arguments>
void blk_kernel(Function f, int blocks, int threads, Arguments... arguments) {
  LOCKSTEP_LAUNCH(blocks, threads);
  for (int block = 0; block < blocks; ++block) {
    for (int thread = 0; thread < threads; ++thread) f(block, thread, threads, arguments...);
  }
}

void grey_in_blocks(int block, int thread, int threads, const unsigned char* in, unsigned char* out, int n) {
  LOCKSTEP_THREAD(block, thread);
  int i = block * threads + thread;
  if (i < n) {
    float r = in[i];
    float g = in[i + n];
    float b = in[i + 2 * n];
    out[i] = 0.2989f * r + 0.5870f * g + 0.1140f * b;
  }
}

// --- 4. and 5. are CUDA kernels: kernels/grey.h.

void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

// The number of pieces of size `size` that cover `n`.
int pieces(int n, int size) { return (n + size - 1) / size; }

void report(const char* version, const char* shape, const Bytes& grey, const Bytes& expected) {
  std::size_t different = 0;
  for (std::size_t i = 0; i < grey.size(); ++i) different += grey[i] != expected[i];
  std::printf("%-12s %-44s %s\n", version, shape,
              different == 0 ? "same picture" : (std::to_string(different) + " pixels differ").c_str());
}

int main(int argc, char** argv) {
  const std::string path = argc > 1 ? argv[1] : lockstep::ShippedPicture();
  const lockstep::Picture colour = lockstep::LoadPicture(path);
  const int height = colour.height, width = colour.width, n = height * width;
  const unsigned char* in = colour.bytes.data();
  std::printf("%s: %d x %d, %d pixels\n", path.c_str(), width, height, n);

  Bytes grey_1(n), grey_2(n), grey_3(n), grey(n);
  LOCKSTEP_ARRAY(in, 3, height, width);
  LOCKSTEP_ARRAY(grey_1, height, width);
  LOCKSTEP_ARRAY(grey_2, height, width);
  LOCKSTEP_ARRAY(grey_3, height, width);
  char shape[100];

  grey_loop(in, grey_1.data(), n);
  std::snprintf(shape, sizeof shape, "1 loop over %d pixels", n);
  report("loop", shape, grey_1, grey_1);

  run_kernel(grey_pixel, n, in, grey_2.data(), n);
  std::snprintf(shape, sizeof shape, "%d calls of one function", n);
  report("run_kernel", shape, grey_2, grey_1);

  const int threads = 256;
  blk_kernel(grey_in_blocks, pieces(n, threads), threads, in, grey_3.data(), n);
  std::snprintf(shape, sizeof shape, "%d blocks of %d calls", pieces(n, threads), threads);
  report("blk_kernel", shape, grey_3, grey_1);

  unsigned char *d_colour, *d_grey;
  check(cudaMalloc(&d_colour, 3 * n), "cudaMalloc");
  check(cudaMalloc(&d_grey, n), "cudaMalloc");
  check(cudaMemcpy(d_colour, in, 3 * n, cudaMemcpyHostToDevice), "cudaMemcpy");
  check(cudaMemset(d_grey, 0, n), "cudaMemset");
  LOCKSTEP_PUBLISH(d_colour, 3, height, width);
  LOCKSTEP_PUBLISH(d_grey, height, width);

  grey_1d<<<pieces(n, threads), threads>>>(d_colour, d_grey, n);
  check(cudaGetLastError(), "grey_1d");
  check(cudaMemcpy(grey.data(), d_grey, n, cudaMemcpyDeviceToHost), "cudaMemcpy");
  std::snprintf(shape, sizeof shape, "%d blocks of %d threads", pieces(n, threads), threads);
  report("grey_1d", shape, grey, grey_1);

  check(cudaMemset(d_grey, 0, n), "cudaMemset");
  const dim3 block(16, 16), grid(pieces(width, 16), pieces(height, 16));
  grey_2d<<<grid, block>>>(d_colour, d_grey, height, width);
  check(cudaGetLastError(), "grey_2d");
  check(cudaMemcpy(grey.data(), d_grey, n, cudaMemcpyDeviceToHost), "cudaMemcpy");
  std::snprintf(shape, sizeof shape, "%u x %u blocks of %u x %u threads", grid.x, grid.y, block.x, block.y);
  report("grey_2d", shape, grey, grey_1);

  check(cudaFree(d_colour), "cudaFree");
  check(cudaFree(d_grey), "cudaFree");
  if (argc > 2) {
    lockstep::SavePicture(argv[2], {1, height, width, grey});
    std::printf("written: %s\n", argv[2]);
  }
}
