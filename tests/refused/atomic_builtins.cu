struct Three {
  int values[3];
};
__global__ void Change(int* x, float* f, char* c, Three* three, int order) {
  __nv_atomic_fetch_add(x, 1, order);  // refused: the order of an atomic operation is a constant
  __nv_atomic_fetch_add(x, 1, 7);  // refused: there is no such memory order
  __nv_atomic_fetch_add(x, 1, __NV_ATOMIC_RELAXED, 9);  // refused: there is no such scope
  __nv_atomic_fetch_add(c, 1, __NV_ATOMIC_RELAXED);  // refused: is on an object of 4 or 8 bytes
  __nv_atomic_min(f, 1.0f, __NV_ATOMIC_RELAXED);  // refused: is not on floating-point numbers
  f[0] = __nv_atomic_load_n(f, __NV_ATOMIC_RELAXED);  // refused: is on an integer
  x[0] = __nv_atomic_load_n(x, __NV_ATOMIC_RELEASE);  // refused: cannot be release or acq_rel
  __nv_atomic_store_n(x, 1, __NV_ATOMIC_ACQUIRE);  // refused: cannot be consume, acquire or acq_rel
  Three seen;
  __nv_atomic_load(three, &seen, __NV_ATOMIC_RELAXED);  // refused: 1, 2, 4, 8 or 16 bytes
  char old = 1;
  __nv_atomic_compare_exchange_n(c, &old, 2, false, __NV_ATOMIC_RELAXED, __NV_ATOMIC_RELAXED);  // refused: 2, 4, 8 or 16 bytes
  __nv_atomic_thread_fence(-1);  // refused: there is no such memory order
}
int main() {}
