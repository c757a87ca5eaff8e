// Graphs built explicitly: nodes, dependencies, instances, updates, conditions.

#include "sim/api/api_test.h"

namespace lockstep::api {
namespace {

struct Graphs : ApiTest {
  cudaGraph_t graph = nullptr;
  Graphs() { EXPECT_OK(cudaGraphCreate(&graph, 0)); }
  ~Graphs() override { cudaGraphDestroy(graph); }

  // A node that adds `b` to the 32 elements of `a`.
  cudaGraphNode_t Add(int* a, int b, std::vector<cudaGraphNode_t> after = {}) {
    void* args[] = {&a, &b};
    const cudaKernelNodeParams params = Params(args);
    cudaGraphNode_t node = nullptr;
    EXPECT_OK(cudaGraphAddKernelNode(&node, graph, after.data(), after.size(), &params));
    return node;
  }
  static cudaKernelNodeParams Params(void** args) {
    cudaKernelNodeParams params{};
    params.func = &add_stub;
    params.gridDim = dim3(1);
    params.blockDim = dim3(32);
    params.kernelParams = args;
    return params;
  }
  cudaGraphExec_t Instantiate() {
    cudaGraphExec_t exec = nullptr;
    EXPECT_OK(cudaGraphInstantiate(&exec, graph, 0));
    return exec;
  }
};

std::vector<int> order;
void Note(void* number) { order.push_back(int(reinterpret_cast<std::intptr_t>(number))); }

TEST_F(Graphs, RunNodesAfterTheirDependencies) {
  std::vector<cudaGraphNode_t> nodes(4);
  for (std::intptr_t i = 0; i < 4; ++i) {
    const cudaHostNodeParams params{Note, reinterpret_cast<void*>(i)};
    ASSERT_OK(cudaGraphAddHostNode(&nodes[i], graph, nullptr, 0, &params));
  }
  const cudaGraphNode_t from[] = {nodes[3], nodes[2], nodes[3]}, to[] = {nodes[0], nodes[1], nodes[2]};
  ASSERT_OK(cudaGraphAddDependencies(graph, from, to, nullptr, 3));
  const cudaGraphNode_t back[] = {nodes[1]}, start[] = {nodes[3]};
  EXPECT_EQ(cudaGraphAddDependencies(graph, back, start, nullptr, 1), cudaErrorInvalidValue) << "a circle";
  size_t roots = 0;
  EXPECT_OK(cudaGraphGetRootNodes(graph, nullptr, &roots));
  EXPECT_EQ(roots, 1u);
  order.clear();
  cudaGraphExec_t exec = Instantiate();
  EXPECT_OK(cudaGraphLaunch(exec, nullptr));
  EXPECT_THAT(order, testing::ElementsAre(3, 0, 2, 1));
  EXPECT_OK(cudaGraphExecDestroy(exec));
}

TEST_F(Graphs, CopyArgumentsWhenANodeIsAdded) {
  DeviceArray<int> a(std::vector<int>(32, 0));
  int* pointer = a.data;
  int value = 3;
  void* args[] = {&pointer, &value};
  const cudaKernelNodeParams params = Params(args);
  cudaGraphNode_t node;
  ASSERT_OK(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &params));
  value = 1000;
  pointer = nullptr;
  cudaGraphExec_t exec = Instantiate();
  EXPECT_OK(cudaGraphLaunch(exec, nullptr));
  EXPECT_THAT(a.Get(), testing::Each(3));
  cudaKernelNodeParams told;
  ASSERT_OK(cudaGraphKernelNodeGetParams(node, &told));
  EXPECT_EQ(*static_cast<int*>(told.kernelParams[1]), 3);
  EXPECT_OK(cudaGraphExecDestroy(exec));
}

TEST_F(Graphs, InstancesCanBeChangedAndTheirNodesSwitchedOff) {
  DeviceArray<int> a(std::vector<int>(32, 0));
  const cudaGraphNode_t first = Add(a.data, 1);
  const cudaGraphNode_t second = Add(a.data, 10, {first});
  cudaGraphExec_t exec = Instantiate();
  int* pointer = a.data;
  int value = 100;
  void* args[] = {&pointer, &value};
  const cudaKernelNodeParams params = Params(args);
  EXPECT_OK(cudaGraphExecKernelNodeSetParams(exec, first, &params));
  EXPECT_OK(cudaGraphNodeSetEnabled(exec, second, 0));
  EXPECT_OK(cudaGraphLaunch(exec, nullptr));
  EXPECT_THAT(a.Get(), testing::Each(100));
  EXPECT_OK(cudaGraphNodeSetEnabled(exec, second, 1));
  EXPECT_OK(cudaGraphLaunch(exec, nullptr));
  EXPECT_THAT(a.Get(), testing::Each(210));
  EXPECT_OK(cudaGraphExecDestroy(exec));
}

TEST_F(Graphs, UpdatesRequireTheSameShape) {
  DeviceArray<int> a(std::vector<int>(32, 0));
  const cudaGraphNode_t first = Add(a.data, 1);
  cudaGraphExec_t exec = Instantiate();
  int* pointer = a.data;
  int value = 7;
  void* args[] = {&pointer, &value};
  const cudaKernelNodeParams params = Params(args);
  EXPECT_OK(cudaGraphKernelNodeSetParams(first, &params));
  cudaGraphExecUpdateResultInfo info;
  EXPECT_OK(cudaGraphExecUpdate(exec, graph, &info));
  EXPECT_OK(cudaGraphLaunch(exec, nullptr));
  EXPECT_THAT(a.Get(), testing::Each(7));
  Add(a.data, 1, {first});
  EXPECT_EQ(cudaGraphExecUpdate(exec, graph, &info), cudaErrorGraphExecUpdateFailure);
  EXPECT_EQ(info.result, cudaGraphExecUpdateErrorTopologyChanged);
  EXPECT_OK(cudaGraphExecDestroy(exec));
}

TEST_F(Graphs, ChildGraphsAreCopies) {
  DeviceArray<int> a(std::vector<int>(32, 0));
  Add(a.data, 2);
  cudaGraph_t outer;
  ASSERT_OK(cudaGraphCreate(&outer, 0));
  cudaGraphNode_t child;
  ASSERT_OK(cudaGraphAddChildGraphNode(&child, outer, nullptr, 0, graph));
  Add(a.data, 50);
  cudaGraphExec_t exec;
  ASSERT_OK(cudaGraphInstantiate(&exec, outer, 0));
  EXPECT_OK(cudaGraphLaunch(exec, nullptr));
  EXPECT_THAT(a.Get(), testing::Each(2));
  EXPECT_OK(cudaGraphExecDestroy(exec));
  EXPECT_OK(cudaGraphDestroy(outer));
}

TEST_F(Graphs, WhileNodesRunUntilTheirValueIsZero) {
  cudaGraphConditionalHandle handle;
  ASSERT_OK(cudaGraphConditionalHandleCreate(&handle, graph, 3, cudaGraphCondAssignDefault));
  cudaGraphNodeParams params{};
  params.type = cudaGraphNodeTypeConditional;
  params.conditional.handle = handle;
  params.conditional.type = cudaGraphCondTypeWhile;
  params.conditional.size = 1;
  cudaGraphNode_t loop, step;
  ASSERT_OK(cudaGraphAddNode(&loop, graph, nullptr, nullptr, 0, &params));
  const cudaHostNodeParams host{[](void* value) {
                                  order.push_back(int(*static_cast<unsigned*>(value)));
                                  --*static_cast<unsigned*>(value);
                                },
                                reinterpret_cast<void*>(handle)};
  ASSERT_OK(cudaGraphAddHostNode(&step, params.conditional.phGraph_out[0], nullptr, 0, &host));
  order.clear();
  cudaGraphExec_t exec = Instantiate();
  for (int i = 0; i < 2; ++i) EXPECT_OK(cudaGraphLaunch(exec, nullptr));
  EXPECT_THAT(order, testing::ElementsAre(3, 2, 1, 3, 2, 1));
  EXPECT_OK(cudaGraphExecDestroy(exec));
}

TEST_F(Graphs, ReleaseUserObjects) {
  static int destroyed;
  destroyed = 0;
  cudaUserObject_t object;
  ASSERT_OK(cudaUserObjectCreate(&object, nullptr, [](void*) { ++destroyed; }, 1, cudaUserObjectNoDestructorSync));
  cudaGraph_t keeper;
  ASSERT_OK(cudaGraphCreate(&keeper, 0));
  ASSERT_OK(cudaGraphRetainUserObject(keeper, object, 1, cudaGraphUserObjectMove));
  cudaGraphExec_t exec;
  ASSERT_OK(cudaGraphInstantiate(&exec, keeper, 0));
  EXPECT_OK(cudaGraphDestroy(keeper));
  EXPECT_EQ(destroyed, 0) << "the instance still holds it";
  EXPECT_OK(cudaGraphExecDestroy(exec));
  EXPECT_EQ(destroyed, 1);
}

TEST_F(Graphs, RefuseNodesThatCouldNotRun) {
  DeviceArray<int> a(32);
  int host[64];
  cudaGraphNode_t node;
  EXPECT_EQ(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, host, a.data, 200, cudaMemcpyDeviceToHost),
            cudaErrorInvalidValue);
  cudaMemsetParams fill{};
  fill.dst = a.data;
  fill.elementSize = 3;
  fill.width = fill.height = 1;
  EXPECT_EQ(cudaGraphAddMemsetNode(&node, graph, nullptr, 0, &fill), cudaErrorInvalidValue);
  fill.elementSize = 4;
  fill.width = 32;
  fill.value = 0x12345678;
  EXPECT_OK(cudaGraphAddMemsetNode(&node, graph, nullptr, 0, &fill));
  cudaGraphExec_t exec = Instantiate();
  EXPECT_OK(cudaGraphLaunch(exec, nullptr));
  EXPECT_THAT(a.Get(), testing::Each(0x12345678));
  EXPECT_OK(cudaGraphExecDestroy(exec));
}

}  // namespace
}  // namespace lockstep::api
