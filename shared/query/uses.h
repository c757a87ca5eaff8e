#pragma once

// The uses of a value: the steps that read it, in the launch of its moment and in later ones, until it is replaced.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "shared/query/place.h"
#include "shared/replay/cursor.h"

namespace lockstep::query {

// By launch, an index into Recording::launches, in the order of time.
using StepsByLaunch = std::map<std::uint32_t, std::vector<replay::StepIndex>>;

struct UsesOfValue {
  StepsByLaunch steps;
  std::vector<std::string> notes;  // uses that may be missing, and why
};

// The reads of any of the pieces in the model's launch, and the atomics, which read what they replace.
std::vector<replay::StepIndex> UsesIn(const replay::Model& model, const std::vector<Piece>& pieces);

// Of the values that the pieces of the moment's launch have at that moment. Moves the model.
UsesOfValue FindUses(replay::Model& model, const std::vector<Piece>& pieces, const replay::Cursor& moment);

}  // namespace lockstep::query
