#include <cstdio>

struct Node {
    int count;
    int items[8];
    float bound;
};

__global__ void insertAll(Node *nodes, int nodeCount, const int *keys, int n)
{
    int t = threadIdx.x;
    if (t >= nodeCount) return;
    Node &node = nodes[t];
    node.count = 0;
    node.bound = 0.f;
    for (int i = 0; i < n; ++i) {
        if (keys[i] % nodeCount == t) {
            if (node.count <= 8)
                node.items[node.count++] = keys[i];  // defect: out-of-bounds-member
            node.bound = fmaxf(node.bound, float(keys[i]));
        }
    }
}

int main()
{
    const int n = 100, nodeCount = 12;
    int keys[n];
    for (int i = 0; i < n; ++i) keys[i] = i;
    int *dk;
    Node *dn, hn[nodeCount];
    cudaMalloc(&dk, sizeof keys);
    cudaMalloc(&dn, sizeof hn);
    cudaMemset(dn, 0, sizeof hn);
    cudaMemcpy(dk, keys, sizeof keys, cudaMemcpyHostToDevice);
    insertAll<<<1, 32>>>(dn, nodeCount, dk, n);
    cudaMemcpy(hn, dn, sizeof hn, cudaMemcpyDeviceToHost);
    for (const Node &node : hn) printf("%d items, bound %g\n", node.count, node.bound);
    cudaFree(dk);
    cudaFree(dn);
    return 0;
}
