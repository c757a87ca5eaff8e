#include <cstdio>
#include <new>

// A binary search tree built on the host in managed memory, searched on the device.

class Managed {
public:
    void *operator new(size_t n) { void *p; if (cudaMallocManaged(&p, n) != cudaSuccess) throw std::bad_alloc(); return p; }
    void operator delete(void *p) { cudaDeviceSynchronize(); cudaFree(p); }
};

struct TreeNode : Managed {
    int key = 0;
    TreeNode *child[2] = {nullptr, nullptr};
};

static void insert(TreeNode *&root, int key)
{
    TreeNode **at = &root;
    while (*at) at = &(*at)->child[key > (*at)->key];
    *at = new TreeNode;
    (*at)->key = key;
}

static void destroy(TreeNode *node)
{
    if (!node) return;
    destroy(node->child[0]);
    destroy(node->child[1]);
    delete node;
}

__global__ void depths(const TreeNode *root, int *depth, int n)
{
    int key = blockIdx.x * blockDim.x + threadIdx.x;
    if (key >= n) return;
    int d = 0;
    const TreeNode *node = root;
    for (; node && node->key != key; node = node->child[key > node->key]) ++d;
    depth[key] = node ? d : -1;
}

int main()
{
    const int n = 64;
    TreeNode *root = nullptr;
    for (int i = 0; i < n; i += 2) insert(root, (i * 37) % n);
    int *depth;
    cudaMallocManaged(&depth, n * sizeof(int));
    depths<<<2, 32>>>(root, depth, n);
    cudaDeviceSynchronize();
    int found = 0;
    for (int i = 0; i < n; ++i) found += depth[i] >= 0;
    printf("%d found\n", found);
    cudaFree(depth);
    destroy(root);
    return 0;
}
