// Persistent blocks take tasks from a queue and may put new ones; quicksort-like splitting of ranges.
#include <algorithm>
#include <cstdio>
#include <vector>
struct Task { int lo, hi; };
struct Queue { Task* slots; int* ready; int head, tail, open, capacity; };
__device__ void push(Queue* q, Task t) {
  int at = atomicAdd(&q->tail, 1);
  q->slots[at] = t;
  __threadfence();
  atomicExch(&q->ready[at], 1);
}
__global__ void work(Queue* q, int* data) {
  __shared__ Task task;
  __shared__ int got;
  __shared__ int left;
  for (;;) {
    if (threadIdx.x == 0) {
      got = 0;  // defect3: race-shared defect4: race-shared defect1: race-shared
      int at = *(volatile int*)&q->head;  // defect5: host-argument
      if (at < atomicAdd(&q->tail, 0) && atomicCAS(&q->head, at, at + 1) == at) {
        while (atomicAdd(&q->ready[at], 0) == 0) {}
        __threadfence();
        task = q->slots[at];
        got = 1;  // defect1: race-shared
      } else if (atomicAdd(&q->open, 0) == 0) got = -1;
    }
#if DEFECT != 1
    __syncthreads();
#endif
    if (got < 0) return;  // defect1: race-shared defect3: race-shared
    if (got == 0) {
#if DEFECT != 3
      __syncthreads();
#endif
      continue;
    }
    Task t = task;  // defect4: race-shared
    int n = t.hi - t.lo;
    if (n <= 32) {
      if (threadIdx.x == 0) {
        for (int i = t.lo + 1; i < t.hi; ++i)
          for (int j = i; j > t.lo && data[j - 1] > data[j]; --j) { int v = data[j]; data[j] = data[j - 1]; data[j - 1] = v; }
        __threadfence();
        atomicSub(&q->open, 1);
      }
    } else {
      if (threadIdx.x == 0) {
        int pivot = data[(t.lo + t.hi) / 2], i = t.lo, j = t.hi - 1;
        while (i <= j) {
          while (data[i] < pivot) ++i;
          while (data[j] > pivot) --j;
          if (i <= j) { int v = data[i]; data[i] = data[j]; data[j] = v; ++i; --j; }
        }
        left = i;
        atomicAdd(&q->open, 1);
        push(q, {t.lo, j + 1});
        push(q, {i, t.hi});
        if (i - (j + 1) > 0) left = i;
      }
      __syncthreads();
    }
#if DEFECT != 4
    __syncthreads();  // nobody may overwrite `task` while others read it
#endif
  }
}
int main() {
  const int n = 600;
  std::vector<int> h(n);
  for (int i = 0; i < n; ++i) h[i] = (i * 7919) % 1009;
  int* data; cudaMalloc(&data, n * 4); cudaMemcpy(data, h.data(), n * 4, cudaMemcpyHostToDevice);
  Queue q{}; q.capacity = 1024; q.tail = 1; q.open = 1;
  cudaMalloc(&q.slots, q.capacity * sizeof(Task)); cudaMalloc(&q.ready, q.capacity * 4);
  cudaMemset(q.ready, 0, q.capacity * 4);
  Task first{0, n}; cudaMemcpy(q.slots, &first, sizeof first, cudaMemcpyHostToDevice);
  int one = 1; cudaMemcpy(q.ready, &one, 4, cudaMemcpyHostToDevice);
  Queue* d; cudaMalloc(&d, sizeof q);
#if DEFECT == 5
  work<<<4, 64>>>(&q, data);  // defect5: host-argument
#else
  cudaMemcpy(d, &q, sizeof q, cudaMemcpyHostToDevice);
  work<<<4, 64>>>(d, data);
#endif
  std::vector<int> r(n); cudaMemcpy(r.data(), data, n * 4, cudaMemcpyDeviceToHost);
  std::sort(h.begin(), h.end()); puts(r == h ? "ok" : "FAIL");
  cudaFree(data); cudaFree(q.slots); cudaFree(q.ready); cudaFree(d);
}
