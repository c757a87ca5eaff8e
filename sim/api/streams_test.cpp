// Streams, events, capture.

#include "sim/api/api_test.h"

namespace lockstep::api {
namespace {

using StreamsAndEvents = ApiTest;

TEST_F(StreamsAndEvents, LiveFromCreateToDestroy) {
  cudaStream_t stream;
  ASSERT_OK(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, -100));
  int priority = 0;
  unsigned flags = 0;
  EXPECT_OK(cudaStreamGetPriority(stream, &priority));
  EXPECT_OK(cudaStreamGetFlags(stream, &flags));
  EXPECT_EQ(priority, -5) << "clamped to the range of the device";
  EXPECT_EQ(flags, unsigned(cudaStreamNonBlocking));
  EXPECT_OK(cudaStreamQuery(stream));
  EXPECT_OK(cudaStreamSynchronize(stream));
  EXPECT_OK(cudaStreamDestroy(stream));
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaErrorInvalidResourceHandle);
  EXPECT_OK(cudaStreamSynchronize(cudaStreamPerThread));
}

TEST_F(StreamsAndEvents, TimeOnlyWhatWasRecorded) {
  cudaEvent_t start, stop, untimed;
  ASSERT_OK(cudaEventCreate(&start));
  ASSERT_OK(cudaEventCreate(&stop));
  ASSERT_OK(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
  float ms = -1;
  EXPECT_OK(cudaEventQuery(start)) << "never recorded counts as complete";
  EXPECT_EQ(cudaEventElapsedTime(&ms, start, stop), cudaErrorInvalidResourceHandle);
  EXPECT_OK(cudaEventRecord(start, nullptr));
  DeviceArray<int> a(std::vector<int>(1 << 16, 0));
  EXPECT_OK(LaunchAdd(a.data, 1, 256, 256));
  EXPECT_OK(cudaEventRecord(stop, nullptr));
  EXPECT_OK(cudaEventSynchronize(stop));
  EXPECT_OK(cudaEventElapsedTime(&ms, start, stop));
  EXPECT_GT(ms, 0);
  EXPECT_OK(cudaEventRecord(untimed, nullptr));
  EXPECT_EQ(cudaEventElapsedTime(&ms, start, untimed), cudaErrorInvalidResourceHandle);
  for (cudaEvent_t event : {start, stop, untimed}) EXPECT_OK(cudaEventDestroy(event));
  EXPECT_EQ(cudaEventRecord(start, nullptr), cudaErrorInvalidResourceHandle);
}

TEST_F(StreamsAndEvents, CallbacksGetTheirData) {
  cudaStream_t seen = reinterpret_cast<cudaStream_t>(1);
  EXPECT_OK(cudaStreamAddCallback(
      nullptr, [](cudaStream_t stream, cudaError_t, void* data) { *static_cast<cudaStream_t*>(data) = stream; }, &seen,
      0));
  EXPECT_EQ(seen, nullptr);
}

struct Capturing : ApiTest {
  cudaStream_t stream = nullptr, other = nullptr;
  Capturing() {
    EXPECT_OK(cudaStreamCreate(&stream));
    EXPECT_OK(cudaStreamCreate(&other));
  }
  ~Capturing() override {
    cudaStreamDestroy(stream);
    cudaStreamDestroy(other);
  }
};

TEST_F(Capturing, WorkBecomesAGraphAndRunsWhenTheGraphDoes) {
  DeviceArray<int> a(std::vector<int>(32, 0));
  std::vector<int> host(32, -1);
  ASSERT_OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  EXPECT_OK(cudaMemsetAsync(a.data, 0, 128, stream));
  EXPECT_OK(LaunchAdd(a.data, 5, 1, 32, stream));
  EXPECT_OK(LaunchAdd(a.data, 6, 1, 32, stream));
  EXPECT_OK(cudaMemcpyAsync(host.data(), a.data, 128, cudaMemcpyDeviceToHost, stream));
  cudaGraph_t graph;
  ASSERT_OK(cudaStreamEndCapture(stream, &graph));
  EXPECT_THAT(host, testing::Each(-1)) << "nothing has run yet";
  size_t nodes = 0, edges = 0;
  EXPECT_OK(cudaGraphGetNodes(graph, nullptr, &nodes));
  EXPECT_OK(cudaGraphGetEdges(graph, nullptr, nullptr, &edges));
  EXPECT_EQ(nodes, 4u);
  EXPECT_EQ(edges, 3u);
  cudaGraphExec_t exec;
  ASSERT_OK(cudaGraphInstantiate(&exec, graph, 0));
  EXPECT_OK(cudaGraphDestroy(graph));
  for (int i = 0; i < 3; ++i) EXPECT_OK(cudaGraphLaunch(exec, stream));
  EXPECT_THAT(host, testing::Each(11));
  EXPECT_OK(cudaGraphExecDestroy(exec));
}

TEST_F(Capturing, EventsForkAndJoinStreams) {
  DeviceArray<int> a(std::vector<int>(32, 0)), b(std::vector<int>(32, 0));
  cudaEvent_t fork, join;
  ASSERT_OK(cudaEventCreate(&fork));
  ASSERT_OK(cudaEventCreate(&join));
  ASSERT_OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  EXPECT_OK(LaunchAdd(a.data, 1, 1, 32, stream));
  EXPECT_OK(cudaEventRecord(fork, stream));
  EXPECT_OK(cudaStreamWaitEvent(other, fork, 0));
  EXPECT_OK(LaunchAdd(b.data, 2, 1, 32, other));
  EXPECT_OK(cudaEventRecord(join, other));
  EXPECT_OK(LaunchAdd(a.data, 3, 1, 32, stream));
  EXPECT_OK(cudaStreamWaitEvent(stream, join, 0));
  EXPECT_OK(LaunchAdd(b.data, 4, 1, 32, stream));
  EXPECT_EQ(cudaEventQuery(join), cudaErrorCapturedEvent);
  cudaGraph_t graph;
  ASSERT_OK(cudaStreamEndCapture(stream, &graph));
  size_t edges = 0;
  EXPECT_OK(cudaGraphGetEdges(graph, nullptr, nullptr, &edges));
  EXPECT_EQ(edges, 4u);
  cudaGraphExec_t exec;
  ASSERT_OK(cudaGraphInstantiateWithFlags(&exec, graph, 0));
  EXPECT_OK(cudaGraphLaunch(exec, nullptr));
  EXPECT_THAT(a.Get(), testing::Each(4));
  EXPECT_THAT(b.Get(), testing::Each(6));
  EXPECT_OK(cudaGraphExecDestroy(exec));
  EXPECT_OK(cudaGraphDestroy(graph));
  cudaEventDestroy(fork);
  cudaEventDestroy(join);
}

TEST_F(Capturing, IsInvalidatedByCallsThatWait) {
  DeviceArray<int> a(32);
  ASSERT_OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaErrorStreamCaptureUnsupported);
  EXPECT_EQ(LaunchAdd(a.data, 1, 1, 32, stream), cudaErrorStreamCaptureInvalidated);
  cudaGraph_t graph = nullptr;
  EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureInvalidated);
  EXPECT_EQ(graph, nullptr);
  EXPECT_OK(cudaStreamSynchronize(stream));
  EXPECT_EQ(cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal), cudaErrorStreamCaptureUnsupported);
}

TEST_F(Capturing, EndsOnlyWhenEveryStreamHasJoined) {
  DeviceArray<int> a(std::vector<int>(32, 0));
  cudaEvent_t fork;
  ASSERT_OK(cudaEventCreate(&fork));
  ASSERT_OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  EXPECT_OK(cudaEventRecord(fork, stream));
  EXPECT_OK(cudaStreamWaitEvent(other, fork, 0));
  EXPECT_OK(LaunchAdd(a.data, 2, 1, 32, other));
  cudaGraph_t graph;
  EXPECT_EQ(cudaStreamEndCapture(other, &graph), cudaErrorStreamCaptureUnmatched);
  EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureUnjoined);
  cudaEventDestroy(fork);
}

TEST_F(Capturing, KeepsMemoryOfTheGraph) {
  ASSERT_OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  int* a = nullptr;
  std::vector<int> host(32);
  EXPECT_OK(cudaMallocAsync(reinterpret_cast<void**>(&a), 128, stream));
  EXPECT_OK(cudaMemsetAsync(a, 1, 128, stream));
  EXPECT_OK(cudaMemcpyAsync(host.data(), a, 128, cudaMemcpyDeviceToHost, stream));
  EXPECT_OK(cudaFreeAsync(a, stream));
  cudaGraph_t graph;
  ASSERT_OK(cudaStreamEndCapture(stream, &graph));
  cudaGraphExec_t exec;
  ASSERT_OK(cudaGraphInstantiate(&exec, graph, 0));
  for (int i = 0; i < 2; ++i) EXPECT_OK(cudaGraphLaunch(exec, stream));
  EXPECT_THAT(host, testing::Each(0x01010101));
  EXPECT_OK(cudaGraphExecDestroy(exec));
  EXPECT_OK(cudaGraphDestroy(graph));
  EXPECT_EQ(cudaMemset(a, 0, 128), cudaErrorInvalidValue) << "it went with the graph";
}

TEST_F(Capturing, AddsToAGraphOfTheCaller) {
  cudaGraph_t graph, same;
  ASSERT_OK(cudaGraphCreate(&graph, 0));
  int* a = nullptr;
  ASSERT_OK(cudaMalloc(reinterpret_cast<void**>(&a), 128));
  for (cudaGraph_t* end : {static_cast<cudaGraph_t*>(nullptr), &same}) {
    ASSERT_OK(cudaStreamBeginCaptureToGraph(stream, graph, nullptr, nullptr, 0, cudaStreamCaptureModeGlobal));
    EXPECT_OK(cudaMemsetAsync(a, 1, 128, stream));
    EXPECT_OK(cudaStreamEndCapture(stream, end));
  }
  EXPECT_EQ(same, graph);
  size_t nodes = 0;
  EXPECT_OK(cudaGraphGetNodes(graph, nullptr, &nodes));
  EXPECT_EQ(nodes, 2u);
  ASSERT_OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  EXPECT_EQ(cudaStreamEndCapture(stream, nullptr), cudaErrorInvalidValue) << "the graph would be lost";
  EXPECT_OK(cudaGraphDestroy(graph));
  EXPECT_OK(cudaFree(a));
}

}  // namespace
}  // namespace lockstep::api
