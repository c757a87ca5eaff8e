#pragma once

// One step on the way back to where a value comes from, and what a recording says of it.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "shared/query/host_history.h"
#include "shared/query/place.h"
#include "shared/replay/cursor.h"
#include "shared/replay/model.h"

namespace lockstep::query {

enum class LinkKind : std::uint8_t {
  kComputed,     // by a statement, from its children
  kCopied,       // the statement only moves its one child
  kReturned,     // by a function, from what its return statement read
  kBrought,      // by a lane, to the warp operation that gave the value
  kArgument,     // of the launch
  kIndex,        // threadIdx and its like
  kHost,         // was there when the first launch began
  kUnwritten,    // nobody wrote it
  kUnrecorded,   // written by a block, or at a time, that was not recorded
  kEarlier,      // the same variable one round of a loop before: go there to see more
  kMore,         // not followed, for there are enough links
  kParts,        // several writes made parts of it
  kNotFollowed,  // the recording does not say from what
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

Link NotFollowed(std::string place, std::string why);

// The bytes as a value of the type that the piece has there; empty if that is not known.
std::string TextOf(const replay::Model& model, const Piece& piece, std::span<const std::uint8_t> bytes);
// At the model's moment; empty if it is not known.
std::string ValueNow(const replay::Model& model, const Piece& piece);

// Null for a step without one.
const trace::Site* SiteOf(const replay::Model& model, trace::SiteId id);
// The line of the step's own site; of one without, that of its thread.
replay::Line LineOfWrite(replay::Model& model, replay::StepIndex write);
// The moment just after the step.
void SetMoment(replay::Model& model, Link& link, replay::StepIndex write);

// The host's event, as the link's kind and note.
void NoteCause(const replay::Model& model, Link& link, const HostCause& cause);

}  // namespace lockstep::query
