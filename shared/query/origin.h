#pragma once

// Where a value comes from: the write that made it, what the statement of that write read, where each of these comes
// from, back to an argument, an index, the host or memory that nobody wrote. A tree of links, from the steps alone.

#include <optional>
#include <string>
#include <vector>

#include "shared/base/error.h"
#include "shared/query/query.h"
#include "shared/replay/cursor.h"
#include "shared/replay/model.h"

namespace lockstep::query {

enum class LinkKind : std::uint8_t {
  kComputed,    // by a statement, from its children
  kCopied,      // the statement only moves its one child
  kReturned,    // by a function, from what its return statement read
  kArgument,    // of the launch
  kIndex,       // threadIdx and its like
  kHost,        // was there when the first launch began
  kUnwritten,   // nobody wrote it
  kUnrecorded,  // written by a block, or at a time, that was not recorded
  kEarlier,     // the same variable one round of a loop before: go there to see more
  kMore,        // not followed, for there are enough links
};

struct Link {
  LinkKind kind{};
  std::string place;      // "d_out[7]", "sum", "threadIdx.x"
  std::string value;      // "3.5"; empty if it is not known
  std::string statement;  // the source line, without its indentation; empty for what no line made
  std::string numbers;    // its expression with numbers: "1.5 + 2"
  std::string note;       // words for what has no line
  replay::Cursor moment;  // just after the write; before it was read, for what has no write
  bool has_moment = false;
  std::uint64_t rounds = 0;  // of kEarlier: how many writes of this variable there were before
  std::vector<Link> inputs;
};

struct OriginLimits {
  std::size_t links = 40;
};

// The origin of the value that the target has at the moment, or at the end of the last launch that has it. If several
// threads or blocks have a variable of that name, that of the moment's thread; without a moment, the one written last.
// Moves the model.
Expected<Link> FindOrigin(replay::Model& model, const Target& target, const std::optional<replay::Cursor>& from,
                          const OriginLimits& limits = {});

}  // namespace lockstep::query
