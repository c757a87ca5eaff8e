#include <cstdio>
#include <cstdlib>

struct Mesh {
    int vertexCount;
    float *x, *y;
    int *flags;
};

__global__ void classify(Mesh mesh)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= mesh.vertexCount) return;
    float r = mesh.x[v] * mesh.x[v] + mesh.y[v] * mesh.y[v];
    mesh.flags[v] = r < 1.0f;  // defect: null-pointer
}

static Mesh upload(const float *x, const float *y, int n)
{
    Mesh m = {n, NULL, NULL, NULL};
    cudaMalloc((void **)&m.x, n * sizeof(float));
    cudaMalloc((void **)&m.y, n * sizeof(float));
    cudaMemcpy(m.x, x, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(m.y, y, n * sizeof(float), cudaMemcpyHostToDevice);
    return m;
}

int main(void)
{
    enum { N = 50 };
    float x[N], y[N];
    for (int i = 0; i < N; i++) { x[i] = i * 0.05f; y[i] = 1 - i * 0.02f; }
    Mesh m = upload(x, y, N);
    classify<<<1, 64>>>(m);
    cudaError_t e = cudaDeviceSynchronize();
    printf("classify: %s\n", cudaGetErrorString(e));
    cudaFree(m.x);
    cudaFree(m.y);
    cudaFree(m.flags);
    return e == cudaSuccess ? 0 : 1;
}
