#include <cstdio>
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#include <thrust/transform.h>

struct Bucket { __host__ __device__ int operator()(int x) const { return x % 7; } };

int main()
{
    thrust::device_vector<int> value(200);
    for (int i = 0; i < 200; ++i) value[i] = (i * 53) % 101;
    thrust::device_vector<int> key(value.size());
    thrust::transform(value.begin(), value.end(), key.begin(), Bucket());
    thrust::sort_by_key(key.begin(), key.end(), value.begin());
    thrust::device_vector<int> outKey(7), outSum(7);
    auto end = thrust::reduce_by_key(key.begin(), key.end(), value.begin(), outKey.begin(), outSum.begin());
    for (int k = 0; k < end.first - outKey.begin(); ++k) printf("%d: %d\n", (int)outKey[k], (int)outSum[k]);
    return 0;
}
