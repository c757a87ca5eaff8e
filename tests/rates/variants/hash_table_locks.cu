// A hash table of buckets with a lock each and chains from a pool; then lookups.
#include <cstdio>
#include <vector>
#define BUCKETS 32
struct Node { unsigned key; int value; int next; };
class Table {
 public:
  Node* pool; int *heads, *locks, *used; int capacity;
  __device__ void lock(int b) { while (atomicCAS(&locks[b], 0, 1) != 0) {} // defect7: uninitialized-global  // defect5: deadlock
#if DEFECT != 1
    __threadfence();
#endif
  }
  __device__ void unlock(int b) {
#if DEFECT != 2
    __threadfence();
#endif
#if DEFECT == 3
    locks[b] = 0;  // defect3: race-atomic
#else
    atomicExch(&locks[b], 0);
#endif
  }
  __device__ bool add(unsigned key, int v) {
    int b = hash(key);
#if DEFECT != 4
    lock(b);
#endif
    int n = heads[b];  // defect2: race-global defect4: race-global|lost-update
    while (n >= 0 && pool[n].key != key) n = pool[n].next;  // defect6: uninitialized-global
    if (n >= 0) pool[n].value += v;
    else {
      n = atomicAdd(used, 1);
      if (n >= capacity) {
#if DEFECT != 5
        unlock(b);
#endif
        return false;
      }
      pool[n].key = key; pool[n].value = v;
#if DEFECT != 6
      pool[n].next = heads[b];
#endif
      heads[b] = n;  // defect2: race-global defect4: race-global|lost-update
    }
#if DEFECT != 4
    unlock(b);
#endif
    return true;
  }
  __device__ int find(unsigned key) const {
    for (int n = heads[hash(key)]; n >= 0; n = pool[n].next) if (pool[n].key == key) return pool[n].value;  // defect6: uninitialized-global
    return -1;
  }
 private:
  __device__ static int hash(unsigned k) { return (k * 2654435761u >> 16) % BUCKETS; }
};
__global__ void insert(Table t, const unsigned* keys, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) t.add(keys[i], 1);
}
__global__ void query(Table t, const unsigned* keys, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = t.find(keys[i]);
}
int main() {
  const int n = 300;
  std::vector<unsigned> k(n); for (int i = 0; i < n; ++i) k[i] = i % 100;
  Table t; t.capacity = 128;
#if DEFECT == 5
  t.capacity = 64;
#endif
  cudaMalloc(&t.pool, t.capacity * sizeof(Node)); cudaMalloc(&t.heads, BUCKETS * 4); cudaMalloc(&t.locks, BUCKETS * 4); cudaMalloc(&t.used, 4);
  cudaMemset(t.heads, 0xff, BUCKETS * 4); cudaMemset(t.used, 0, 4);
#if DEFECT != 7
  cudaMemset(t.locks, 0, BUCKETS * 4);
#endif
  unsigned* dk; int* dv; cudaMalloc(&dk, n * 4); cudaMalloc(&dv, n * 4);
  cudaMemcpy(dk, k.data(), n * 4, cudaMemcpyHostToDevice);
  insert<<<5, 64>>>(t, dk, n);
  query<<<5, 64>>>(t, dk, dv, n);
  std::vector<int> v(n); cudaMemcpy(v.data(), dv, n * 4, cudaMemcpyDeviceToHost);
  puts(v[5] == 3 && v[299] == 3 ? "ok" : "FAIL");
  cudaFree(t.pool); cudaFree(t.heads); cudaFree(t.locks); cudaFree(t.used); cudaFree(dk); cudaFree(dv);
}
