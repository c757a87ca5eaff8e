#pragma once

// The cells of an object and how they lie, as its type declares them: `float t[16][17]` is 16 x 17 cells of float.

#include "shared/trace/recording.h"

namespace lockstep::record {

// Of a variable of `type`; `tables` has the types. Of more dimensions than a recording may have, the cells are one row.
void GiveCells(const trace::Recording& tables, trace::Object& object, trace::TypeId type);

// Of `extern __shared__ T name[]`, where `element` is T: the declaration leaves the outermost extent open, and it is
// what the object's bytes have room for.
void GiveDynamicCells(const trace::Recording& tables, trace::Object& object, trace::TypeId element);

}  // namespace lockstep::record
