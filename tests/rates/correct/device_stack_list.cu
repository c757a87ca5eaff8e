// A linked stack on the device heap: pushed with CAS, read and freed by later kernels.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call)                                                          \
    do {                                                                     \
        cudaError_t e_ = (call);                                             \
        if (e_ != cudaSuccess) {                                             \
            std::printf("line %d: %s\n", __LINE__, cudaGetErrorString(e_));  \
            std::exit(1);                                                    \
        }                                                                    \
    } while (0)

typedef unsigned long long Link;

struct Node {
    Link next;
    int value;
};

__device__ Link d_head = 0;

__global__ void push(int n, int* dropped)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Node* node = static_cast<Node*>(malloc(sizeof(Node)));
    if (node == nullptr) {
        atomicAdd(dropped, 1);
        return;
    }
    node->value = i;
    Link mine = reinterpret_cast<Link>(node);
    Link seen = 0;  // a guess; the first CAS tells the truth
    for (;;) {
        node->next = seen;
        __threadfence();
        Link old = atomicCAS(&d_head, seen, mine);
        if (old == seen) break;
        seen = old;
    }
}

__global__ void addUp(long long* sum)
{
    long long s = 0;
    for (const Node* p = reinterpret_cast<const Node*>(d_head); p != nullptr;
         p = reinterpret_cast<const Node*>(p->next))
        s += p->value;
    *sum = s;
}

// one thread frees every other node at once, then the rest: next is read before the free
__global__ void dropAll(int* freed)
{
    int count = 0;
    Node* p = reinterpret_cast<Node*>(d_head);
    for (Node* q = p; q != nullptr; q = reinterpret_cast<Node*>(q->next)) {
        Node* victim = reinterpret_cast<Node*>(q->next);
        if (victim != nullptr) {
            q->next = victim->next;
            free(victim);
            ++count;
        }
    }
    while (p != nullptr) {
        Node* next = reinterpret_cast<Node*>(p->next);
        free(p);
        ++count;
        p = next;
    }
    d_head = 0;
    *freed = count;
}

int main()
{
    const int n = 501;
    int* d_numbers = nullptr;
    long long* d_sum = nullptr;
    CHECK(cudaMalloc(&d_numbers, 2 * sizeof(int)));
    CHECK(cudaMalloc(&d_sum, sizeof(long long)));
    CHECK(cudaMemset(d_numbers, 0, 2 * sizeof(int)));

    push<<<(n + 63) / 64, 64>>>(n, d_numbers);
    CHECK(cudaGetLastError());
    addUp<<<1, 1>>>(d_sum);
    CHECK(cudaGetLastError());
    dropAll<<<1, 1>>>(d_numbers + 1);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());

    int numbers[2] = {0, 0};
    long long sum = 0;
    CHECK(cudaMemcpy(numbers, d_numbers, sizeof(numbers), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(&sum, d_sum, sizeof(sum), cudaMemcpyDeviceToHost));
    std::printf("sum %lld, %d dropped, %d freed\n", sum, numbers[0], numbers[1]);

    CHECK(cudaFree(d_numbers));
    CHECK(cudaFree(d_sum));
    return numbers[0] + numbers[1] == n ? 0 : 1;
}
