#include "sim/api/graph.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <optional>
#include <set>

#include "sim/api/call.h"
#include "sim/launch/observers.h"

CUgraph_st::~CUgraph_st() {
  for (auto& [object, count] : user_objects) cudaUserObjectRelease(object, count);
}

namespace lockstep::api {

Handles<CUgraph_st>& Graphs() {
  static auto* graphs = new Handles<CUgraph_st>;
  return *graphs;
}

Handles<CUgraphExec_st>& GraphExecs() {
  static auto* execs = new Handles<CUgraphExec_st>;
  return *execs;
}

CUgraphNode_st* AddNode(CUgraph_st& graph, Operation operation, std::vector<cudaGraphNode_t> dependencies) {
  auto node = std::make_unique<CUgraphNode_st>();
  node->graph = &graph;
  node->id = graph.next_id++;
  node->operation = std::move(operation);
  node->dependencies = std::move(dependencies);
  graph.nodes.push_back(std::move(node));
  return graph.nodes.back().get();
}

bool HasNode(const CUgraph_st& graph, const CUgraphNode_st* node) {
  return std::any_of(graph.nodes.begin(), graph.nodes.end(), [&](const auto& own) { return own.get() == node; });
}

std::unique_ptr<CUgraph_st> Clone(const CUgraph_st& graph) {
  auto copy = std::make_unique<CUgraph_st>();
  copy->next_id = graph.next_id;
  copy->conditions = graph.conditions;
  for (const auto& node : graph.nodes) {
    auto twin = std::make_unique<CUgraphNode_st>();
    twin->graph = copy.get();
    twin->id = node->id;
    twin->operation = node->operation;
    twin->enabled = node->enabled;
    if (auto* child = std::get_if<ChildGraphOperation>(&twin->operation)) child->graph = Clone(*child->graph);
    if (auto* conditional = std::get_if<ConditionalOperation>(&twin->operation)) {
      for (auto& body : conditional->bodies) body = Clone(*body);
    }
    copy->clones[node.get()] = twin.get();
    copy->nodes.push_back(std::move(twin));
  }
  for (const auto& node : graph.nodes) {
    for (const CUgraphNode_st* before : node->dependencies) {
      copy->clones[node.get()]->dependencies.push_back(copy->clones[before]);
    }
  }
  copy->user_objects = graph.user_objects;
  for (auto& [object, count] : copy->user_objects) object->references += count;
  return copy;
}

std::vector<CUgraphNode_st*> RunOrder(const CUgraph_st& graph) {
  std::map<const CUgraphNode_st*, std::size_t> waiting;  // dependencies that have not run
  std::map<const CUgraphNode_st*, std::vector<CUgraphNode_st*>> dependents;
  const auto earlier = [](const CUgraphNode_st* a, const CUgraphNode_st* b) { return a->id < b->id; };
  std::set<CUgraphNode_st*, decltype(earlier)> ready(earlier);
  for (const auto& node : graph.nodes) {
    waiting[node.get()] = node->dependencies.size();
    for (const CUgraphNode_st* before : node->dependencies) dependents[before].push_back(node.get());
    if (node->dependencies.empty()) ready.insert(node.get());
  }
  std::vector<CUgraphNode_st*> order;
  while (!ready.empty()) {
    CUgraphNode_st* node = *ready.begin();
    ready.erase(ready.begin());
    order.push_back(node);
    for (CUgraphNode_st* after : dependents[node]) {
      if (--waiting[after] == 0) ready.insert(after);
    }
  }
  if (order.size() != graph.nodes.size()) order.clear();
  return order;
}

namespace {

// Describes the order of a graph's nodes to a checker as that of work on streams: a chain of nodes is a stream, the
// first one being the stream of the launch, and dependencies between chains are events. Launches of one graph run one
// after the other (CUDA Runtime API, cudaGraphLaunch), so they share their streams.
class Lanes {
 public:
  Lanes(CUgraph_st& graph, std::uint64_t stream) : graph_(graph), stream_(stream) {
    launch::TellHost(&machine::HostObserver::RecordsEvent, &graph_, stream_);
  }
  // The stream for the node's work, after all its dependencies.
  std::uint64_t Begin(const CUgraphNode_st& node) {
    const std::uint64_t lane = LaneOf(node);
    launch::TellHost(&machine::HostObserver::StreamWaits, lane, &graph_);
    for (const CUgraphNode_st* before : node.dependencies)
      launch::TellHost(&machine::HostObserver::StreamWaits, lane, before);
    return lane;
  }
  void End(const CUgraphNode_st& node, std::uint64_t lane) {
    launch::TellHost(&machine::HostObserver::RecordsEvent, &node, lane);
    ends_[lane] = &node;
  }
  // Later work in the launch's stream waits for all of the graph.
  void Finish() {
    for (const auto& node : graph_.nodes) launch::TellHost(&machine::HostObserver::StreamWaits, stream_, node.get());
  }

 private:
  std::uint64_t LaneOf(const CUgraphNode_st& node) {
    for (const auto& [lane, last] : ends_)
      if (std::ranges::count(node.dependencies, last)) return lane;
    if (ends_.empty()) return stream_;
    if (used_ == graph_.lanes.size()) {
      static std::atomic<std::uint64_t> next{0};
      graph_.lanes.push_back(machine::kFirstGraphLane + next++);
      launch::TellHost(&machine::HostObserver::MakesStream, graph_.lanes.back(), false);
    }
    return graph_.lanes[used_++];
  }

  CUgraph_st& graph_;
  std::uint64_t stream_;
  std::size_t used_ = 0;
  std::map<std::uint64_t, const CUgraphNode_st*> ends_;
};

}  // namespace

cudaError_t RunGraph(CUgraph_st& graph, const machine::HostCall& call) {
  for (const auto& condition : graph.conditions) {
    if (condition.reset_at_launch) *condition.value = condition.initial;
  }
  std::optional<Lanes> lanes;
  if (launch::AnyOfHost(&machine::HostObserver::FollowsStreams)) lanes.emplace(graph, call.stream);
  for (CUgraphNode_st* node : RunOrder(graph)) {
    machine::HostCall own = call;
    if (lanes) own.stream = lanes->Begin(*node);
    if (node->enabled) {
      if (const cudaError_t error = Run(node->operation, own)) return error;
      if (Session::Get().sticky_error() != cudaSuccess) return cudaSuccess;
    }
    if (lanes) lanes->End(*node, own.stream);
  }
  if (lanes) lanes->Finish();
  return cudaSuccess;
}

}  // namespace lockstep::api
