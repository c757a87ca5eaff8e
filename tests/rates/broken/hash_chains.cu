// Hash table with chains of nodes from the device heap.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#define CHECK(call)                                                          \
    do {                                                                     \
        cudaError_t e_ = (call);                                             \
        if (e_ != cudaSuccess) {                                             \
            std::printf("line %d: %s\n", __LINE__, cudaGetErrorString(e_));  \
            std::exit(1);                                                    \
        }                                                                    \
    } while (0)

struct Node {
    int key;
    int count;
    Node* next;
};

// a bucket belongs to one thread, so no locks are needed
__global__ void build(const int* keys, int n, Node** heads, int buckets)
{
    int b = blockIdx.x * blockDim.x + threadIdx.x;
    if (b >= buckets) return;
    Node* head = nullptr;
    for (int i = 0; i < n; ++i) {
        if (keys[i] % buckets != b) continue;
        Node* p = head;
        while (p != nullptr && p->key != keys[i]) p = p->next;
        if (p != nullptr) {
            ++p->count;
        } else {
            Node* fresh = static_cast<Node*>(malloc(sizeof(Node)));
            if (fresh == nullptr) break;
            fresh->key = keys[i];
            fresh->count = 1;
            fresh->next = head;
            head = fresh;
        }
    }
    heads[b] = head;
}

__global__ void measure(Node* const* heads, int buckets, int* distinct, int* total)
{
    int b = blockIdx.x * blockDim.x + threadIdx.x;
    if (b >= buckets) return;
    for (const Node* p = heads[b]; p != nullptr; p = p->next) {
        atomicAdd(distinct, 1);
        atomicAdd(total, p->count);
    }
}

__global__ void destroy(Node** heads, int buckets)
{
    int b = blockIdx.x * blockDim.x + threadIdx.x;
    if (b >= buckets) return;
    for (Node* p = heads[b]; p != nullptr; p = p->next)  // defect: use-after-free
        free(p);
    heads[b] = nullptr;
}

int main()
{
    const int n = 700, buckets = 61, threads = 32;
    const int blocks = (buckets + threads - 1) / threads;
    std::vector<int> keys(n);
    for (int i = 0; i < n; ++i) keys[i] = (i * i + 17) % 409;

    int *d_keys = nullptr, *d_counts = nullptr;
    Node** d_heads = nullptr;
    CHECK(cudaMalloc(&d_keys, n * sizeof(int)));
    CHECK(cudaMalloc(&d_counts, 2 * sizeof(int)));
    CHECK(cudaMalloc(&d_heads, buckets * sizeof(Node*)));
    CHECK(cudaMemcpy(d_keys, keys.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(d_counts, 0, 2 * sizeof(int)));

    build<<<blocks, threads>>>(d_keys, n, d_heads, buckets);
    CHECK(cudaGetLastError());
    measure<<<blocks, threads>>>(d_heads, buckets, d_counts, d_counts + 1);
    CHECK(cudaGetLastError());
    int counts[2] = {0, 0};
    CHECK(cudaMemcpy(counts, d_counts, sizeof(counts), cudaMemcpyDeviceToHost));
    destroy<<<blocks, threads>>>(d_heads, buckets);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    std::printf("%d distinct keys, %d in all\n", counts[0], counts[1]);

    CHECK(cudaFree(d_keys));
    CHECK(cudaFree(d_counts));
    CHECK(cudaFree(d_heads));
    return 0;
}
