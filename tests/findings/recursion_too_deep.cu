// A quicksort of sorted numbers calls itself once for each number: that is more stack than a thread has by default.
// told: the recursion of `Sort` needs [0-9]+ bytes of stack or more, and a thread has 1024
// told: cudaDeviceSetLimit\(cudaLimitStackSize, [0-9]+\)
__device__ int Part(int* numbers, int low, int high) {
  int at = low;
  for (int i = low; i < high; ++i)
    if (numbers[i] < numbers[high]) {
      const int other = numbers[i];
      numbers[i] = numbers[at];
      numbers[at++] = other;
    }
  const int other = numbers[high];
  numbers[high] = numbers[at];
  numbers[at] = other;
  return at;
}

__device__ void Sort(int* numbers, int low, int high) {
  if (low >= high) return;
  const int middle = Part(numbers, low, high);
  Sort(numbers, low, middle - 1);  // expect: stack-overflow
  Sort(numbers, middle + 1, high);
}

__global__ void sort(int* numbers, int count) { Sort(numbers, 0, count - 1); }

int main() {
  const int count = 200;
  int host[count], *numbers;
  for (int i = 0; i < count; ++i) host[i] = i;
  cudaMalloc(&numbers, sizeof host);
  cudaMemcpy(numbers, host, sizeof host, cudaMemcpyHostToDevice);
  sort<<<1, 1>>>(numbers, count);
  cudaMemcpy(host, numbers, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(numbers);
}
