// Allocation, copies, fills, symbols, pointers: successful calls, and the error of each mistake.

#include <cstring>
#include <numeric>

#include "sim/api/api_test.h"

namespace lockstep::api {
namespace {

using Memory = ApiTest;

std::vector<int> Counting(std::size_t count) {
  std::vector<int> values(count);
  std::iota(values.begin(), values.end(), 0);
  return values;
}

TEST_F(Memory, CopiesToTheDeviceAndBack) {
  const std::vector<int> values = Counting(1000);
  DeviceArray<int> a(values), b(1000);
  EXPECT_OK(cudaMemcpy(b.data, a.data, 4000, cudaMemcpyDeviceToDevice));
  EXPECT_EQ(b.Get(), values);
  std::vector<int> back(1000);
  EXPECT_OK(cudaMemcpy(back.data(), b.data, 4000, cudaMemcpyDefault));
  EXPECT_EQ(back, values);
}

TEST_F(Memory, RefusesCopiesThatLeaveTheirAllocation) {
  DeviceArray<int> a(10);
  int host[64] = {};
  EXPECT_EQ(cudaMemcpy(a.data, host, 41, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(host, a.data + 5, 24, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
  EXPECT_OK(cudaMemcpy(a.data + 5, host, 20, cudaMemcpyHostToDevice));
}

TEST_F(Memory, RefusesCopiesInAWrongDirection) {
  DeviceArray<int> a(10), b(10);
  int host[10] = {}, other[10] = {};
  EXPECT_EQ(cudaMemcpy(host, other, 40, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(host, other, 40, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(a.data, host, 40, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(a.data, b.data, 40, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(host, a.data, 40, static_cast<cudaMemcpyKind>(9)), cudaErrorInvalidMemcpyDirection);
  EXPECT_EQ(cudaMemcpy(nullptr, host, 40, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_OK(cudaMemcpy(host, other, 40, cudaMemcpyHostToHost));
  EXPECT_OK(cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyHostToDevice)) << "nothing to copy";
}

TEST_F(Memory, FreesOnlyAllocatedMemoryAndOnlyOnce) {
  int host = 0, *a = nullptr;
  ASSERT_OK(cudaMalloc(reinterpret_cast<void**>(&a), 400));
  EXPECT_EQ(cudaFree(a + 1), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFree(&host), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFreeHost(a), cudaErrorInvalidValue);
  EXPECT_OK(cudaFree(a));
  EXPECT_EQ(cudaFree(a), cudaErrorInvalidValue);
  EXPECT_OK(cudaFree(nullptr));
  EXPECT_EQ(cudaMemcpy(&host, a, 4, cudaMemcpyDeviceToHost), cudaErrorInvalidValue) << "it was freed";
}

TEST_F(Memory, IsLimitedToThatOfTheDevice) {
  std::size_t free_bytes, total;
  ASSERT_OK(cudaMemGetInfo(&free_bytes, &total));
  void* p = &p;
  EXPECT_EQ(cudaMalloc(&p, total + 1), cudaErrorMemoryAllocation);
  EXPECT_EQ(p, nullptr);
  EXPECT_OK(cudaMalloc(&p, 0));
  DeviceArray<int> a(1 << 20);
  std::size_t now;
  ASSERT_OK(cudaMemGetInfo(&now, &total));
  EXPECT_EQ(free_bytes - now, 4u << 20);
}

TEST_F(Memory, PitchedRowsAreCopiedRowByRow) {
  const std::vector<int> values = Counting(7 * 5);
  int* d = nullptr;
  std::size_t pitch = 0;
  ASSERT_OK(cudaMallocPitch(reinterpret_cast<void**>(&d), &pitch, 28, 5));
  EXPECT_EQ(pitch, 512u);
  ASSERT_OK(cudaMemcpy2D(d, pitch, values.data(), 28, 28, 5, cudaMemcpyHostToDevice));
  std::vector<int> back(35);
  ASSERT_OK(cudaMemcpy2D(back.data(), 28, d, pitch, 28, 5, cudaMemcpyDeviceToHost));
  EXPECT_EQ(back, values);
  EXPECT_EQ(cudaMemcpy2D(d, 20, values.data(), 28, 28, 5, cudaMemcpyHostToDevice), cudaErrorInvalidPitchValue);
  EXPECT_EQ(cudaMemcpy2D(d, pitch, values.data(), 28, 28, 6, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  ASSERT_OK(cudaMemset2D(d, pitch, 0xff, 8, 5));
  ASSERT_OK(cudaMemcpy2D(back.data(), 28, d, pitch, 28, 5, cudaMemcpyDeviceToHost));
  EXPECT_EQ(back[7], -1);
  EXPECT_EQ(back[9], 9);
  EXPECT_OK(cudaFree(d));
}

TEST_F(Memory, SizesThatOverflowAreRefused) {
  constexpr std::size_t kHuge = std::size_t{1} << 62, kMost = SIZE_MAX;
  DeviceArray<int> array(1);
  int* const device = array.data;
  int host = 0;
  EXPECT_EQ(cudaMemcpy2D(&host, 4, device, 4, 4, kHuge, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy2D(device, 4, &host, 4, 4, kHuge + 1, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy2D(device, kMost, device, kMost, kMost, kMost, cudaMemcpyDeviceToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy2D(&host, 4, &host, 4, 4, kHuge, cudaMemcpyHostToHost), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(&host, device, kMost, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemset2D(device, 4, 0, 4, kHuge), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemset2D(device, kMost, 0, kMost, 2), cudaErrorInvalidValue);

  const cudaPitchedPtr row{device, 4, 4, 1}, tall{device, 4, 4, kHuge};
  for (const cudaExtent& extent : {cudaExtent{4, kHuge, 1}, cudaExtent{4, 1, kHuge}, cudaExtent{4, kHuge, kHuge},
                                   cudaExtent{4, std::size_t{1} << 32, std::size_t{1} << 32}}) {
    EXPECT_EQ(cudaMemset3D(row, 0, extent), cudaErrorInvalidValue);
    cudaMemcpy3DParms p{};
    p.srcPtr = row;
    p.dstPtr = {&host, 4, 4, 1};
    p.extent = extent;
    p.kind = cudaMemcpyDeviceToHost;
    EXPECT_EQ(cudaMemcpy3D(&p), cudaErrorInvalidValue);
  }
  EXPECT_EQ(cudaMemset3D(tall, 0, {4, 1, 2}), cudaErrorInvalidValue);
  for (const cudaPos& at : {cudaPos{0, kHuge, 0}, cudaPos{0, 0, kHuge}, cudaPos{kMost, 0, 0}}) {
    cudaMemcpy3DParms p{};
    p.srcPtr = row;
    p.srcPos = at;
    p.dstPtr = {&host, 4, 4, 1};
    p.extent = {4, 1, 1};
    p.kind = cudaMemcpyDeviceToHost;
    EXPECT_EQ(cudaMemcpy3D(&p), cudaErrorInvalidValue);
  }
}

TEST_F(Memory, ArraysRefuseSizesThatOverflow) {
  constexpr std::size_t kHuge = std::size_t{1} << 62;
  const cudaChannelFormatDesc ints{32, 0, 0, 0, cudaChannelFormatKindSigned};
  cudaArray_t array = nullptr;
  ASSERT_OK(cudaMallocArray(&array, &ints, 4, 4));
  int host[16] = {};
  EXPECT_EQ(cudaMemcpy2DToArray(array, 0, 0, host, 16, 16, kHuge, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy2DFromArray(host, 16, array, 0, SIZE_MAX, 16, 2, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
  cudaMemcpy3DParms p{};
  p.srcPtr = {host, 16, 4, 4};
  p.dstArray = array;
  p.extent = {kHuge, 1, 1};
  p.kind = cudaMemcpyHostToDevice;
  EXPECT_EQ(cudaMemcpy3D(&p), cudaErrorInvalidValue);
  EXPECT_NE(cudaMallocArray(&array, &ints, kHuge, kHuge), cudaSuccess);
  void* memory = nullptr;
  std::size_t pitch = 0;
  EXPECT_NE(cudaMallocPitch(&memory, &pitch, SIZE_MAX, SIZE_MAX), cudaSuccess);
  cudaPitchedPtr box{};
  EXPECT_NE(cudaMalloc3D(&box, {SIZE_MAX, kHuge, 4}), cudaSuccess);
  EXPECT_OK(cudaFreeArray(array));
}

TEST_F(Memory, BoxesAreCopiedFromTheirOffset) {
  cudaPitchedPtr box;
  ASSERT_OK(cudaMalloc3D(&box, make_cudaExtent(16, 4, 3)));
  ASSERT_OK(cudaMemset3D(box, 0, make_cudaExtent(16, 4, 3)));
  std::vector<char> source(8, 'x');
  cudaMemcpy3DParms p{};
  p.srcPtr = make_cudaPitchedPtr(source.data(), 2, 2, 2);
  p.dstPtr = box;
  p.dstPos = make_cudaPos(3, 1, 1);
  p.extent = make_cudaExtent(2, 2, 2);
  p.kind = cudaMemcpyHostToDevice;
  ASSERT_OK(cudaMemcpy3D(&p));
  std::vector<char> back(16 * 4 * 3);
  cudaMemcpy3DParms q{};
  q.srcPtr = box;
  q.dstPtr = make_cudaPitchedPtr(back.data(), 16, 16, 4);
  q.extent = make_cudaExtent(16, 4, 3);
  q.kind = cudaMemcpyDeviceToHost;
  ASSERT_OK(cudaMemcpy3D(&q));
  EXPECT_EQ(std::count(back.begin(), back.end(), 'x'), 8);
  EXPECT_EQ(back[1 * 64 + 1 * 16 + 3], 'x');
  EXPECT_EQ(back[2 * 64 + 2 * 16 + 4], 'x');
  EXPECT_OK(cudaFree(box.ptr));
}

TEST_F(Memory, ArraysHoldElements) {
  const std::vector<int> values = Counting(6 * 4);
  const cudaChannelFormatDesc format = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindSigned);
  cudaArray_t a = nullptr, b = nullptr;
  ASSERT_OK(cudaMallocArray(&a, &format, 6, 4, 0));
  ASSERT_OK(cudaMallocArray(&b, &format, 6, 4, 0));
  ASSERT_OK(cudaMemcpy2DToArray(a, 0, 0, values.data(), 24, 24, 4, cudaMemcpyHostToDevice));
  ASSERT_OK(cudaMemcpy2DArrayToArray(b, 4, 1, a, 0, 0, 8, 2, cudaMemcpyDeviceToDevice));
  int corner[4];
  ASSERT_OK(cudaMemcpy2DFromArray(corner, 8, b, 4, 1, 8, 2, cudaMemcpyDeviceToHost));
  EXPECT_THAT(corner, testing::ElementsAre(0, 1, 6, 7));
  ASSERT_OK(cudaMemcpyToArray(a, 20, 0, values.data(), 32, cudaMemcpyHostToDevice));
  int line[8];
  ASSERT_OK(cudaMemcpyFromArray(line, a, 20, 0, 32, cudaMemcpyDeviceToHost));
  EXPECT_THAT(line, testing::ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
  EXPECT_EQ(cudaMemcpy2DToArray(a, 8, 0, values.data(), 24, 24, 4, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy2DToArray(a, 2, 0, values.data(), 24, 8, 1, cudaMemcpyHostToDevice), cudaErrorInvalidValue)
      << "half an element";
  cudaExtent extent;
  cudaChannelFormatDesc told;
  ASSERT_OK(cudaArrayGetInfo(&told, &extent, nullptr, a));
  EXPECT_EQ(extent.width, 6u);
  EXPECT_EQ(extent.depth, 0u);
  EXPECT_EQ(told.x, 32);
  EXPECT_OK(cudaFreeArray(a));
  EXPECT_EQ(cudaFreeArray(a), cudaErrorInvalidResourceHandle);
  EXPECT_OK(cudaFreeArray(b));
}

TEST_F(Memory, SymbolsAreVariablesOfTheDevice) {
  const int values[4] = {5, 6, 7, 8};
  EXPECT_OK(cudaMemcpyToSymbol(&counter_shadow, values, 16, 0, cudaMemcpyHostToDevice));
  EXPECT_THAT(device_counter, testing::ElementsAre(5, 6, 7, 8));
  int one = 0;
  EXPECT_OK(cudaMemcpyFromSymbol(&one, &counter_shadow, 4, 8, cudaMemcpyDeviceToHost));
  EXPECT_EQ(one, 7);
  EXPECT_EQ(cudaMemcpyToSymbol(&counter_shadow, values, 16, 4, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpyToSymbol(&unknown_stub, values, 4, 0, cudaMemcpyHostToDevice), cudaErrorInvalidSymbol);
  void* address = nullptr;
  std::size_t size = 0;
  EXPECT_OK(cudaGetSymbolAddress(&address, &counter_shadow));
  EXPECT_OK(cudaGetSymbolSize(&size, &counter_shadow));
  EXPECT_EQ(address, device_counter);
  EXPECT_EQ(size, 16u);
  EXPECT_OK(cudaMemset(address, 0, 16));
  EXPECT_EQ(device_counter[3], 0);
}

TEST_F(Memory, PointersHaveAttributes) {
  const auto type = [](const void* p) {
    cudaPointerAttributes attributes;
    EXPECT_OK(cudaPointerGetAttributes(&attributes, p));
    return attributes.type;
  };
  int local = 0;
  DeviceArray<int> d(4);
  int *pinned, *managed;
  ASSERT_OK(cudaMallocHost(reinterpret_cast<void**>(&pinned), 64));
  ASSERT_OK(cudaMallocManaged(reinterpret_cast<void**>(&managed), 64, cudaMemAttachGlobal));
  EXPECT_EQ(type(&local), cudaMemoryTypeUnregistered);
  EXPECT_EQ(type(d.data + 2), cudaMemoryTypeDevice);
  EXPECT_EQ(type(pinned), cudaMemoryTypeHost);
  EXPECT_EQ(type(managed), cudaMemoryTypeManaged);
  EXPECT_EQ(type(device_counter), cudaMemoryTypeDevice);
  EXPECT_OK(cudaHostRegister(&local, sizeof local, cudaHostRegisterMapped));
  EXPECT_EQ(type(&local), cudaMemoryTypeHost);
  EXPECT_EQ(cudaHostRegister(&local, sizeof local, 0), cudaErrorHostMemoryAlreadyRegistered);
  void* mapped = nullptr;
  EXPECT_OK(cudaHostGetDevicePointer(&mapped, &local, 0));
  EXPECT_EQ(mapped, &local);
  EXPECT_OK(cudaHostUnregister(&local));
  EXPECT_EQ(cudaHostUnregister(&local), cudaErrorHostMemoryNotRegistered);
  EXPECT_OK(cudaMemcpy(managed, &local, 4, cudaMemcpyHostToDevice));
  EXPECT_OK(cudaMemcpy(pinned, managed, 4, cudaMemcpyDeviceToHost));
  EXPECT_OK(cudaFreeHost(pinned));
  EXPECT_OK(cudaFree(managed));
}

TEST_F(Memory, AdviceIsStored) {
  int* managed;
  ASSERT_OK(cudaMallocManaged(reinterpret_cast<void**>(&managed), 4096, cudaMemAttachGlobal));
  const cudaMemLocation device{cudaMemLocationTypeDevice, 0};
  EXPECT_OK(cudaMemAdvise(managed, 4096, cudaMemAdviseSetReadMostly, device));
  EXPECT_OK(cudaMemAdvise(managed, 4096, cudaMemAdviseSetPreferredLocation, cudaCpuDeviceId));
  EXPECT_OK(cudaMemPrefetchAsync(managed, 4096, 0));
  const auto attribute = [&](cudaMemRangeAttribute which) {
    int value = -9;
    EXPECT_OK(cudaMemRangeGetAttribute(&value, sizeof value, which, managed, 4096));
    return value;
  };
  EXPECT_EQ(attribute(cudaMemRangeAttributeReadMostly), 1);
  EXPECT_EQ(attribute(cudaMemRangeAttributePreferredLocation), cudaCpuDeviceId);
  EXPECT_EQ(attribute(cudaMemRangeAttributeLastPrefetchLocation), 0);
  EXPECT_EQ(cudaMemPrefetchAsync(managed, 5000, 0), cudaErrorInvalidValue);
  DeviceArray<int> d(4);
  EXPECT_EQ(cudaMemPrefetchAsync(d.data, 16, 0), cudaErrorInvalidValue) << "only managed memory moves";
  EXPECT_OK(cudaFree(managed));
}

TEST_F(Memory, PoolsCountTheirAllocations) {
  cudaMemPool_t pool;
  ASSERT_OK(cudaDeviceGetDefaultMemPool(&pool, 0));
  const auto used = [&] {
    std::uint64_t bytes = 0;
    EXPECT_OK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &bytes));
    return bytes;
  };
  const std::uint64_t before = used();
  void *a, *b;
  ASSERT_OK(cudaMallocAsync(&a, 1000, nullptr));
  EXPECT_EQ(used(), before + 1000);
  EXPECT_OK(cudaFree(a)) << "cudaFree takes it too";
  EXPECT_EQ(used(), before);
  cudaMemPoolProps props{};
  props.allocType = cudaMemAllocationTypePinned;
  props.location = {cudaMemLocationTypeDevice, 0};
  props.maxSize = 512;
  cudaMemPool_t own;
  ASSERT_OK(cudaMemPoolCreate(&own, &props));
  EXPECT_EQ(cudaMallocFromPoolAsync(&b, 1000, own, nullptr), cudaErrorMemoryAllocation);
  EXPECT_OK(cudaMallocFromPoolAsync(&b, 500, own, nullptr));
  EXPECT_OK(cudaFreeAsync(b, nullptr));
  EXPECT_EQ(cudaFreeAsync(b, nullptr), cudaErrorInvalidValue);
  EXPECT_OK(cudaMemPoolDestroy(own));
}

}  // namespace
}  // namespace lockstep::api
