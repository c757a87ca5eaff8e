// How many warps of a shape find room on one multiprocessor; and one kernel in three shapes.
//
//   lockstep run shapes.cu

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

// What a multiprocessor has, and how it gives shared memory out: in portions, and so much more to each block.
struct Room {
  int warps, blocks, bytes, portion, extra;
};

// What a block needs: threads, bytes of shared memory, registers of a thread.
struct Shape {
  int threads, bytes, registers;
};

// A block for each device, a thread for each shape.
__global__ void how_many(const Room* rooms, const Shape* shapes, int* at_once) {
  Room room = rooms[blockIdx.x];
  Shape shape = shapes[threadIdx.x];
  int warps = (shape.threads + 31) / 32;
  int by_warps = room.warps / warps;
  int by_blocks = room.blocks;

  int portions = (shape.bytes + room.portion - 1) / room.portion;
  int bytes = portions * room.portion + room.extra;
  int by_memory = bytes > 0 ? room.bytes / bytes : by_blocks;

  int registers = (shape.registers + 7) / 8 * 8;
  int by_registers = 65536 / (32 * registers) / warps;

  int blocks = min(min(by_warps, by_blocks), min(by_memory, by_registers));
  at_once[blockIdx.x * blockDim.x + threadIdx.x] = blocks * warps;
}

constexpr int kDelay = 512;  // samples until the echo

// Each sample, and half of what was heard 512 samples
// before it. A block has `tile` samples.
template <int threads, int tile>
__global__ void echo(const float* in, float* out) {
  __shared__ float heard[kDelay + tile];
  int first = blockIdx.x * tile;
  for (int k = threadIdx.x; k < kDelay + tile; k += threads) {
    heard[k] = in[first + k];
  }
  __syncthreads();
  for (int k = threadIdx.x; k < tile; k += threads) {
    out[first + k] = heard[kDelay + k] + heard[k] / 2;
  }
}

int main() {
  const std::vector<Room> rooms = {{32, 16, 65536, 256, 0},       // T4
                                   {48, 16, 102400, 128, 1024},   // RTX 3090
                                   {64, 32, 233472, 128, 1024}};  // H100
  const std::vector<Shape> shapes = {{32, 0, 32},      {1024, 0, 32},   {128, 16384, 32}, {512, 16384, 32},
                                     {128, 16388, 32}, {128, 4096, 32}, {512, 16384, 72}};
  const int devices = static_cast<int>(rooms.size()), kinds = static_cast<int>(shapes.size());
  const int n = 7168;  // samples
  const std::vector<float> in = lockstep::RandomInput<float>(kDelay + n, -1, 1);

  Room* d_rooms = nullptr;
  Shape* d_shapes = nullptr;
  int* d_at_once = nullptr;
  float *d_in = nullptr, *d_out = nullptr;
  cudaMalloc(&d_rooms, devices * sizeof(Room));
  cudaMalloc(&d_shapes, kinds * sizeof(Shape));
  cudaMalloc(&d_at_once, devices * kinds * sizeof(int));
  cudaMalloc(&d_in, (kDelay + n) * sizeof(float));
  cudaMalloc(&d_out, n * sizeof(float));
  cudaMemcpy(d_rooms, rooms.data(), devices * sizeof(Room), cudaMemcpyHostToDevice);
  cudaMemcpy(d_shapes, shapes.data(), kinds * sizeof(Shape), cudaMemcpyHostToDevice);
  cudaMemcpy(d_in, in.data(), (kDelay + n) * sizeof(float), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_rooms, devices);
  LOCKSTEP_PUBLISH(d_shapes, kinds);
  LOCKSTEP_PUBLISH(d_at_once, devices, kinds);
  LOCKSTEP_PUBLISH(d_in, kDelay + n);
  LOCKSTEP_PUBLISH(d_out, n);

  how_many<<<devices, kinds>>>(d_rooms, d_shapes, d_at_once);
  echo<128, 3584><<<n / 3584, 128>>>(d_in, d_out);
  echo<512, 3584><<<n / 3584, 512>>>(d_in, d_out);
  echo<128, 512><<<n / 512, 128>>>(d_in, d_out);
  std::vector<float> out(n);
  const cudaError_t error = cudaMemcpy(out.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_rooms);
  cudaFree(d_shapes);
  cudaFree(d_at_once);
  cudaFree(d_in);
  cudaFree(d_out);
}
