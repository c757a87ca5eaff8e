// Persistent blocks take tasks from a queue by a ticket in shared memory; tasks make more tasks.
#include <cstdio>
#include <vector>
struct Task { int begin, end; };
struct Queue { Task tasks[1024]; int ready[1024]; int head, tail, open; };

__device__ void push(Queue *q, Task t) {
  atomicAdd(&q->open, 1);
  int i = atomicAdd(&q->tail, 1);
  q->tasks[i] = t;
  __threadfence();
  atomicExch(&q->ready[i], 1);
}
__global__ void work(Queue *q, int *leaves) {
  __shared__ Task mine;
  __shared__ int state;
  for (;;) {
    if (threadIdx.x == 0) {
      state = 0;
      int ticket = atomicAdd(&q->head, 1);
      while (ticket < 1024) {
        if (atomicAdd(&q->ready[ticket], 0)) { __threadfence(); mine = q->tasks[ticket]; state = 1; break; }
        if (atomicAdd(&q->open, 0) == 0) break;
      }
    }
    __syncthreads();
    if (!state) return;
    Task t = mine;
    if (t.end - t.begin > 8) {
      if (threadIdx.x == 0) {
        int middle = (t.begin + t.end) / 2;
        push(q, {t.begin, middle});
        push(q, {middle, t.end});
      }
    } else {
      for (int i = t.begin + threadIdx.x; i < t.end; i += blockDim.x) atomicAdd(&leaves[i], 1);
    }
    __syncthreads();
    if (threadIdx.x == 0) atomicSub(&q->open, 1);
    __syncthreads();
  }
}
int main() {
  static Queue h{};
  h.tasks[0] = {0, 200};
  h.ready[0] = 1;
  h.tail = 1;
  h.open = 1;
  Queue *q; int *leaves;
  cudaMalloc(&q, sizeof h);
  cudaMalloc(&leaves, 200 * sizeof(int));
  cudaMemcpy(q, &h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemset(leaves, 0, 200 * sizeof(int));
  work<<<4, 32>>>(q, leaves);
  std::vector<int> r(200);
  cudaMemcpy(r.data(), leaves, 200 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(q); cudaFree(leaves);
  for (int x : r) if (x != 1) return 1;
  puts("all once");
}
