#include <cstdio>
#include <utility>

// A small owner of device memory.
template <class T>
class DeviceBuffer {
public:
    explicit DeviceBuffer(size_t count) : count_(count) { cudaMalloc(&data_, count * sizeof(T)); }
    ~DeviceBuffer() { cudaFree(data_); }  // defect: double-free
    T* data() const { return data_; }
    size_t size() const { return count_; }

private:
    T* data_ = nullptr;
    size_t count_;
};

__global__ void iota(int* p, size_t n)
{
    size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
    if (i < n) p[i] = int(i);
}

int last(DeviceBuffer<int> buffer)
{
    int value = -1;
    cudaMemcpy(&value, buffer.data() + buffer.size() - 1, sizeof value, cudaMemcpyDeviceToHost);
    return value;
}  // defect: double-free

int main()
{
    DeviceBuffer<int> buffer(100);
    iota<<<4, 32>>>(buffer.data(), buffer.size());
    printf("last element %d\n", last(buffer));
    return 0;
}  // defect: double-free
