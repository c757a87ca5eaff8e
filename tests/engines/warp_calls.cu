// What a warp calls on behalf of each of its threads: printf, malloc, assert. All engines must print the same, in the same
// order (same_output). `lockstep build -v --engine warps-always` must print for each kernel what the comment says.

#include <cassert>
#include <cstdio>

// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void PrintsBetweenBarriers() {
  const int t = threadIdx.x + blockDim.x * threadIdx.y;
  printf("%d begins\n", t);
  for (int round = 0; round < t % 4; ++round) {
    if (t % 3 == 1) continue;
    printf("%d: round %d, %s, %.2f\n", t, round, t % 2 ? "odd" : "even", t / 8.0);
  }
  __syncthreads();
  if (t % 5 == 0) {
    printf("%d is a fifth\n", t);
    if (t % 2) return;
  }
  printf("%d goes on\n", t);
  __syncthreads();
  printf("%d ends %s", t, "");
  const int written = printf("(%d)\n", t * t);
  if (written != 1) printf("%d\n", written);
}

// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void PrintsBetweenShuffles() {
  const int t = threadIdx.x;
  printf("%d brings %d\n", t, t * 3);
  const int other = __shfl_xor_sync(~0u, t * 3, 1);
  if (t % 4 < 2) printf("%d gets %d\n", t, other);
  const int sum = __reduce_add_sync(~0u, other);
  printf("%d: %d\n", t, sum);
}

struct Node {
  int value;
  Node* next;
};

// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void BuildsLists(int* sums) {
  Node* list = nullptr;
  const int length = threadIdx.x % 6;
  for (int i = 0; i < length; ++i) {
    Node* node = static_cast<Node*>(malloc(sizeof(Node)));
    *node = {static_cast<int>(threadIdx.x) * 10 + i, list};
    list = node;
  }
  int sum = 0;
  while (list) {
    Node* next = list->next;
    sum += list->value;
    free(list);
    list = next;
  }
  sums[threadIdx.x] = sum;
}

// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void FailsInOneLane(const int* values) {
  __shared__ int shown[96];
  const int t = threadIdx.x;
  shown[t] = values[t];
  __syncthreads();
  assert(shown[95 - t] != 886);
  __syncthreads();
}

int main() {
  PrintsBetweenBarriers<<<1, 40>>>();
  cudaDeviceSynchronize();
  PrintsBetweenBarriers<<<1, dim3(16, 4)>>>();
  cudaDeviceSynchronize();
  PrintsBetweenBarriers<<<1, dim3(5, 9)>>>();
  cudaDeviceSynchronize();
  PrintsBetweenShuffles<<<1, 64>>>();
  cudaDeviceSynchronize();

  int* sums;
  cudaMallocManaged(&sums, 96 * sizeof(int));
  BuildsLists<<<1, 96>>>(sums);
  cudaDeviceSynchronize();
  for (int t = 0; t < 96; ++t) printf("%d ", sums[t]);
  printf("\n");

  FailsInOneLane<<<1, 96>>>(sums);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
