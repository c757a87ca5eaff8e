// What does each recipe cost? A matrix with few numbers in it, times a vector of prices.
//
//   lockstep run recipes.cu

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

#include "lockstep/publish.h"

constexpr int kRecipes = 64, kThings = 40;
constexpr int kThreads = 64;
constexpr unsigned kAll = 0xffffffff;

// The whole table: a row for each recipe, a column for each thing one can buy. A thread for each row.
__global__ void whole_table(const int* table, const int* prices, int* costs) {
  int row = blockIdx.x * kThreads + threadIdx.x;
  int sum = 0;
  for (int thing = 0; thing < kThings; ++thing) {
    sum += table[row * kThings + thing] * prices[thing];
  }
  costs[row] = sum;
}

// Only what is needed. A thread for each row.
__global__ void row_by_thread(const int* begins, const int* things, const int* amounts, const int* prices, int* costs) {
  int row = blockIdx.x * kThreads + threadIdx.x;
  int begin = begins[row], end = begins[row + 1];
  int sum = 0;
  for (int k = begin; k < end; ++k) {
    int thing = things[k];
    sum += amounts[k] * prices[thing];
  }
  costs[row] = sum;
}

// A warp for each row.
__global__ void row_by_warp(const int* begins, const int* things, const int* amounts, const int* prices, int* costs) {
  int row = (blockIdx.x * kThreads + threadIdx.x) / 32;
  int lane = threadIdx.x % 32;
  int begin = begins[row], end = begins[row + 1];
  int sum = 0;
  for (int k = begin + lane; k < end; k += 32) {
    int thing = things[k];
    sum += amounts[k] * prices[thing];
  }
  for (int step = 16; step > 0; step /= 2) {
    sum += __shfl_down_sync(kAll, sum, step);
  }
  if (lane == 0) costs[row] = sum;
}

// Eight lanes for each row, four rows in a warp.
__global__ void row_by_eight(const int* begins, const int* things, const int* amounts, const int* prices, int* costs) {
  int row = (blockIdx.x * kThreads + threadIdx.x) / 8;
  int lane = threadIdx.x % 8;
  int begin = begins[row], end = begins[row + 1];
  int sum = 0;
  for (int k = begin + lane; k < end; k += 8) {
    int thing = things[k];
    sum += amounts[k] * prices[thing];
  }
  for (int step = 4; step > 0; step /= 2) {
    sum += __shfl_down_sync(kAll, sum, step, 8);
  }
  if (lane == 0) costs[row] = sum;
}

int main() {
  std::vector<int> table(kRecipes * kThings), prices(kThings), begins{0}, things, amounts;
  for (int thing = 0; thing < kThings; ++thing) prices[thing] = 1 + (7 * thing + 3) % 19;
  for (int row = 0; row < kRecipes; ++row) {
    const int length = row == 13 ? kThings : 2 + 7 * row % 6;  // recipe 13 is a feast
    for (int j = 0; j < length; ++j) {
      const int thing = j * kThings / length + (row * 5) % (kThings / length);
      const int amount = 1 + (row + 3 * j) % 5;
      table[row * kThings + thing] = amount;
      things.push_back(thing);
      amounts.push_back(amount);
    }
    begins.push_back(static_cast<int>(things.size()));
  }

  const auto on_device = [](const std::vector<int>& from) {
    int* array = nullptr;
    cudaMalloc(&array, from.size() * sizeof(int));
    cudaMemcpy(array, from.data(), from.size() * sizeof(int), cudaMemcpyHostToDevice);
    return array;
  };
  int *d_table = on_device(table), *d_prices = on_device(prices);
  int *d_begins = on_device(begins), *d_things = on_device(things), *d_amounts = on_device(amounts);
  int* d_costs[4] = {};
  for (int*& costs : d_costs) cudaMalloc(&costs, kRecipes * sizeof(int));
  int *d_slowly = d_costs[0], *d_by_thread = d_costs[1], *d_by_warp = d_costs[2], *d_by_eight = d_costs[3];
  LOCKSTEP_PUBLISH(d_table, kRecipes, kThings);
  LOCKSTEP_PUBLISH(d_prices, kThings);
  LOCKSTEP_PUBLISH(d_begins, kRecipes + 1);
  LOCKSTEP_PUBLISH(d_things, things.size());
  LOCKSTEP_PUBLISH(d_amounts, amounts.size());
  LOCKSTEP_PUBLISH(d_slowly, kRecipes);
  LOCKSTEP_PUBLISH(d_by_thread, kRecipes);
  LOCKSTEP_PUBLISH(d_by_warp, kRecipes);
  LOCKSTEP_PUBLISH(d_by_eight, kRecipes);

  whole_table<<<kRecipes / kThreads, kThreads>>>(d_table, d_prices, d_slowly);
  row_by_thread<<<kRecipes / kThreads, kThreads>>>(d_begins, d_things, d_amounts, d_prices, d_by_thread);
  row_by_warp<<<kRecipes * 32 / kThreads, kThreads>>>(d_begins, d_things, d_amounts, d_prices, d_by_warp);
  row_by_eight<<<kRecipes * 8 / kThreads, kThreads>>>(d_begins, d_things, d_amounts, d_prices, d_by_eight);

  std::vector<int> costs(kRecipes);
  const cudaError_t error = cudaMemcpy(costs.data(), d_by_warp, kRecipes * sizeof(int), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  std::printf("the feast costs %d\n", costs[13]);
  for (int* array : {d_table, d_prices, d_begins, d_things, d_amounts, d_slowly, d_by_thread, d_by_warp, d_by_eight}) {
    cudaFree(array);
  }
}
