#pragma once

// How findings about work on several streams, and the host's unordered accesses, are worded.

#include <string>

namespace lockstep::inspect {

struct ObjectFacts;

// "`name`", else what kind of memory it is.
std::string NameOf(const ObjectFacts& facts);
// A call of the host's that `what` ("copies").
std::string FactOfWork(const char* what, const ObjectFacts& facts, bool other_wrote);
std::string FactOfKernels(bool in_graph, const ObjectFacts& facts);
// A grid that a thread has launched, and the grid of that thread (or one that led to it), or another that was launched.
std::string FactOfNested(bool with_parent, const ObjectFacts& facts);
// `after_call`: of a call of the host's, else of a kernel.
std::string FactOfHost(bool writes, const ObjectFacts& facts, bool after_call, bool other_wrote);

extern const char* const kOrderStreams;
extern const char* const kOrderNodes;
extern const char* const kOrderNonBlocking;
extern const char* const kOrderParent;
extern const char* const kOrderSiblings;
extern const char* const kWaitForWork;

}  // namespace lockstep::inspect
