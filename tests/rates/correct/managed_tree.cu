// Binary search tree in managed memory (operator new), queried by recursion on the device,
// changed by the host between launches.
#include <cstdio>
#include <cstdlib>
#include <new>

#define CHECK(call)                                                              \
    do {                                                                         \
        cudaError_t e = (call);                                                  \
        if (e != cudaSuccess) {                                                  \
            fprintf(stderr, "%s at line %d\n", cudaGetErrorString(e), __LINE__); \
            exit(1);                                                             \
        }                                                                        \
    } while (0)

struct Managed {
    void* operator new(size_t bytes) {
        void* p = nullptr;
        CHECK(cudaMallocManaged(&p, bytes));
        return p;
    }
    void operator delete(void* p) {
        CHECK(cudaDeviceSynchronize());
        CHECK(cudaFree(p));
    }
};

struct Node : Managed {
    int key, value;
    Node *left = nullptr, *right = nullptr;
    Node(int k, int v) : key(k), value(v) {}
    ~Node() {
        delete left;
        delete right;
    }
};

struct Query : Managed {
    int lo[64], hi[64];
    long long sum[64];
};

__managed__ int m_visited;

__device__ long long rangeSum(const Node* t, int lo, int hi) {
    if (t == nullptr) return 0;
    atomicAdd(&m_visited, 1);
    long long s = (t->key >= lo && t->key <= hi) ? t->value : 0;
    if (t->key > lo) s += rangeSum(t->left, lo, hi);
    if (t->key < hi) s += rangeSum(t->right, lo, hi);
    return s;
}

__global__ void answer(const Node* root, Query* q, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) q->sum[i] = rangeSum(root, q->lo[i], q->hi[i]);
}

static void insert(Node*& t, int key, int value) {
    if (t == nullptr)
        t = new Node(key, value);
    else if (key == t->key)
        t->value += value;
    else
        insert(key < t->key ? t->left : t->right, key, value);
}

int main() {
    CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 16 * 1024));
    const int queries = 50;
    Node* root = nullptr;
    unsigned s = 7;
    for (int i = 0; i < 120; ++i) {
        s = s * 1664525u + 1013904223u;
        insert(root, (int)(s >> 20) % 1000, i);
    }
    Query* q = new Query;
    for (int i = 0; i < queries; ++i) {
        q->lo[i] = i * 10;
        q->hi[i] = i * 10 + 300;
    }
    long long total = 0;
    for (int round = 0; round < 3; ++round) {
        m_visited = 0;
        answer<<<2, 32>>>(root, q, queries);
        CHECK(cudaGetLastError());
        CHECK(cudaDeviceSynchronize());
        for (int i = 0; i < queries; ++i) total += q->sum[i];
        printf("round %d: %d nodes visited\n", round, m_visited);
        insert(root, 37 * (round + 1), 1000);  // no kernel runs now
    }
    printf("total %lld\n", total);
    delete q;
    delete root;
    return 0;
}
