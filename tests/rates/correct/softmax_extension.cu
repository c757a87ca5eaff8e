// The kernel of a PyTorch-like extension: rowwise softmax, dispatched by type, with a plain main for testing.
#include <cfloat>
#include <cstdint>
#include <cstdio>
#include <vector>

template <typename T> struct Acc { using type = float; };
template <> struct Acc<double> { using type = double; };

template <typename acc_t, typename Op>
__device__ acc_t blockReduce(acc_t x, acc_t *shared, Op op, acc_t identity)
{
    for (int o = 16; o; o >>= 1) x = op(x, __shfl_xor_sync(0xffffffff, x, o));
    __syncthreads();   // `shared` may still be read from the last call
    if (threadIdx.x % 32 == 0) shared[threadIdx.x / 32] = x;
    __syncthreads();
    x = threadIdx.x < blockDim.x / 32 ? shared[threadIdx.x] : identity;
    if (threadIdx.x < 32) {
        for (int o = 16; o; o >>= 1) x = op(x, __shfl_xor_sync(0xffffffff, x, o));
        if (threadIdx.x == 0) shared[0] = x;
    }
    __syncthreads();
    return shared[0];
}

template <typename scalar_t>
__global__ void softmax(const scalar_t *__restrict__ in, scalar_t *__restrict__ out, int dim)
{
    using acc_t = typename Acc<scalar_t>::type;
    __shared__ acc_t shared[32];
    const scalar_t *row = in + blockIdx.x * (int64_t)dim;
    acc_t m = -FLT_MAX;
    for (int c = threadIdx.x; c < dim; c += blockDim.x) m = max(m, (acc_t)row[c]);
    m = blockReduce(m, shared, [](acc_t a, acc_t b) { return a > b ? a : b; }, (acc_t)-FLT_MAX);
    acc_t sum = 0;
    for (int c = threadIdx.x; c < dim; c += blockDim.x) sum += exp((acc_t)row[c] - m);
    sum = blockReduce(sum, shared, [](acc_t a, acc_t b) { return a + b; }, (acc_t)0);
    for (int c = threadIdx.x; c < dim; c += blockDim.x) out[blockIdx.x * (int64_t)dim + c] = exp((acc_t)row[c] - m) / sum;
}

template <typename scalar_t>
static void run(int rows, int dim)
{
    std::vector<scalar_t> h(rows * dim);
    for (size_t i = 0; i < h.size(); ++i) h[i] = scalar_t(i % 13) / 4;
    scalar_t *in, *out;
    cudaMalloc(&in, h.size() * sizeof(scalar_t));
    cudaMalloc(&out, h.size() * sizeof(scalar_t));
    cudaMemcpy(in, h.data(), h.size() * sizeof(scalar_t), cudaMemcpyHostToDevice);
    softmax<scalar_t><<<rows, 64>>>(in, out, dim);
    cudaMemcpy(h.data(), out, h.size() * sizeof(scalar_t), cudaMemcpyDeviceToHost);
    double sum = 0;
    for (int c = 0; c < dim; ++c) sum += h[c];
    printf("%.5f\n", sum);
    cudaFree(in);
    cudaFree(out);
}

int main()
{
    run<float>(3, 150);
    run<double>(2, 70);
    return 0;
}
