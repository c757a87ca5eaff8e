// Open addressing with atomicCAS on keys; values are written by the winner, read by a later kernel.
#include <cstdint>
#include <cstdio>
#include <vector>
struct KeyValue { uint32_t key, value; };
const uint32_t kEmpty = 0xffffffff, kCapacity = 2048;
__device__ uint32_t hash(uint32_t k) { k ^= k >> 16; k *= 0x85ebca6b; k ^= k >> 13; k *= 0xc2b2ae35; k ^= k >> 16; return k & (kCapacity - 1); }
__global__ void insert(KeyValue *table, const KeyValue *kvs, unsigned n) {
  unsigned tid = blockIdx.x * blockDim.x + threadIdx.x;
  if (tid >= n) return;
  uint32_t key = kvs[tid].key, value = kvs[tid].value, slot = hash(key);
  while (true) {
    uint32_t prev = atomicCAS(&table[slot].key, kEmpty, key);
    if (prev == kEmpty || prev == key) { table[slot].value = value; return; }
    slot = (slot + 1) & (kCapacity - 1);
  }
}
__global__ void lookup(const KeyValue *table, KeyValue *kvs, unsigned n) {
  unsigned tid = blockIdx.x * blockDim.x + threadIdx.x;
  if (tid >= n) return;
  uint32_t key = kvs[tid].key, slot = hash(key);
  while (true) {
    if (table[slot].key == key) { kvs[tid].value = table[slot].value; return; }
    if (table[slot].key == kEmpty) { kvs[tid].value = kEmpty; return; }
    slot = (slot + 1) & (kCapacity - 1);
  }
}
int main() {
  const unsigned n = 1000;
  std::vector<KeyValue> h(n);
  for (unsigned i = 0; i < n; ++i) h[i] = {i * 2654435761u >> 1, i};
  KeyValue *t, *d;
  cudaMalloc(&t, kCapacity * sizeof(KeyValue));
  cudaMalloc(&d, n * sizeof(KeyValue));
  cudaMemset(t, 0xff, kCapacity * sizeof(KeyValue));
  cudaMemcpy(d, h.data(), n * sizeof(KeyValue), cudaMemcpyHostToDevice);
  insert<<<(n + 255) / 256, 256>>>(t, d, n);
  lookup<<<(n + 255) / 256, 256>>>(t, d, n);
  std::vector<KeyValue> r(n);
  cudaMemcpy(r.data(), d, n * sizeof(KeyValue), cudaMemcpyDeviceToHost);
  cudaFree(t); cudaFree(d);
  for (unsigned i = 0; i < n; ++i) if (r[i].value != i) return 1;
  puts("found all");
}
