#include <cstdio>
#include <thread>
#include <vector>

__global__ void fill(int *p, int value, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x) p[i] = value + i;
}

// Each host thread has a stream and memory of its own.
static void work(int id, long *result)
{
    const int n = 200;
    int *d;
    std::vector<int> h(n);
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaMalloc(&d, n * sizeof(int));
    fill<<<1, 64, 0, s>>>(d, 1000 * id, n);
    cudaMemcpyAsync(h.data(), d, n * sizeof(int), cudaMemcpyDeviceToHost, s);
    cudaStreamSynchronize(s);
    long sum = 0;
    for (int x : h) sum += x;
    *result = sum;
    cudaFree(d);
    cudaStreamDestroy(s);
}

int main()
{
    long results[4] = {};
    std::vector<std::thread> threads;
    for (int id = 0; id < 4; ++id) threads.emplace_back(work, id, &results[id]);
    for (auto &t : threads) t.join();
    for (long r : results) printf("%ld\n", r);
    return 0;
}
