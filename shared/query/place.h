#pragma once

// The memory that the words of a query name.

#include <vector>

#include "shared/query/query.h"
#include "shared/replay/model.h"

namespace lockstep::query {

// Bytes [begin, end) of an object.
struct Piece {
  trace::ObjectId object = trace::ObjectId::kNone;
  std::uint64_t begin = 0, end = 0;
};

// All that the target names in the model's current launch: what a pointer that is a parameter of the kernel points to;
// else the shared memory of each recorded block and the local variable of each thread of that name; else an allocation
// or a variable of the program. The Error says what the name or an index lacks. Empty without an Error: the name exists
// in the recording, but not in this launch.
Expected<std::vector<Piece>> FindPieces(const replay::Model& model, const Target& target);

// False for shared memory of another block than the cursor's, and for a local variable of another thread.
bool BelongsTo(const replay::Model& model, const Piece& piece, const replay::Cursor& cursor);

// True if the step reads or writes any byte of the piece's object within it.
inline bool Overlaps(const trace::Step& step, const Piece& piece) {
  return step.object == piece.object && step.offset < piece.end && piece.begin < std::uint64_t{step.offset} + step.size;
}

// In bytes; 1 for a type that is not known.
std::uint64_t SizeOfType(const replay::Model& model, trace::TypeId type);

// The object's name and the piece: "d_out[7]".
std::string NameOf(const replay::Model& model, const Piece& piece);

}  // namespace lockstep::query
