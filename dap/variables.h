#pragma once

// The variables of a frame as a tree that an editor opens level by level: structs have members, arrays elements,
// matrices rows. Nodes are made when they are asked for, and are of one moment.

#include <optional>
#include <string>
#include <vector>

#include "shared/replay/replay.h"

namespace lockstep::dap {

// A value in memory at the model's moment.
struct ValuePlace {
  std::string name, path;                    // "weight"; "cells[2].weight", as the source would write it
  std::optional<replay::LiveVariable> live;  // a local variable or a parameter; else in `object`
  trace::ObjectId object = trace::ObjectId::kNone;
  std::uint64_t offset = 0;
  trace::TypeId type = trace::TypeId::kNone;
  std::vector<std::uint64_t> shape;  // of an array of `type`, slowest dimension first; empty: one value
};

struct Shown {
  std::string value, type;
  std::uint64_t named = 0, indexed = 0;  // children
};

Shown Describe(const replay::Model& model, const ValuePlace& place);
// Children [begin, begin + count) of those that the place has.
std::vector<ValuePlace> ChildrenOf(const replay::Model& model, const ValuePlace& place, std::uint64_t begin,
                                   std::uint64_t count);

// The scopes of a frame.
std::vector<ValuePlace> LocalsOf(const replay::Model& model, const replay::Frame& frame);
std::vector<ValuePlace> ArraysOf(const replay::Model& model, trace::Dim3 block, bool shared);

// The size of a value or an array, in bytes.
std::uint64_t SizeOf(const replay::Model& model, const ValuePlace& place);
// As far as they are known; for a local variable, of the whole variable from `offset` on.
std::vector<std::uint8_t> BytesOf(const replay::Model& model, const ValuePlace& place, std::uint64_t most);

}  // namespace lockstep::dap
