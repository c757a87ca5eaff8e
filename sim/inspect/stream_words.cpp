#include "sim/inspect/stream_words.h"

#include <fmt/format.h>

#include "sim/inspect/program_memory.h"

namespace lockstep::inspect {

const char* const kOrderStreams =
    "let the one stream wait for the other (`cudaEventRecord`, `cudaStreamWaitEvent`), or use one stream";
const char* const kOrderNodes = "let the one node of the graph depend on the other (`cudaGraphAddDependencies`)";
const char* const kOrderNonBlocking =
    "a stream made with `cudaStreamNonBlocking` does not wait for the default stream: use an event, or a stream that "
    "waits";
const char* const kOrderParent =
    "a grid may begin as soon as it is launched: write what it reads before the launch, with `__syncthreads()` between "
    "where other threads write it, or launch the grid into `cudaStreamTailLaunch`";
const char* const kOrderSiblings = "launch both into one stream, or let the later one wait (`cudaStreamWaitEvent`)";
const char* const kWaitForWork = "call `cudaDeviceSynchronize()`, or `cudaStreamSynchronize` for its stream, before";

std::string NameOf(const ObjectFacts& facts) { return facts.name.empty() ? facts.What() : "`" + facts.name + "`"; }

std::string FactOfWork(const char* what, const ObjectFacts& facts, bool other_wrote) {
  return fmt::format("a call that {} {} on one stream is unordered with work on another that {} it", what,
                     NameOf(facts), other_wrote ? "writes" : "reads");
}

std::string FactOfKernels(bool in_graph, const ObjectFacts& facts) {
  return fmt::format("work {} uses {} unordered", in_graph ? "in two branches of a graph" : "on two streams",
                     NameOf(facts));
}

std::string FactOfNested(bool with_parent, const ObjectFacts& facts) {
  return with_parent ? fmt::format("a grid and the grid that launched it use {} unordered", NameOf(facts))
                     : fmt::format("two grids that threads have launched use {} unordered", NameOf(facts));
}

std::string FactOfHost(bool writes, const ObjectFacts& facts, bool after_call, bool other_wrote) {
  return fmt::format("the host {} {} before it has waited for {} that {} it", writes ? "writes" : "reads",
                     NameOf(facts), after_call ? "a copy" : "the kernel", other_wrote ? "writes" : "reads");
}

}  // namespace lockstep::inspect
