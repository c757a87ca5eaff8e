#pragma once

// In: a region (regions.h) and a shape. Out: the same code for all lanes of a tile at once:
//
//   { i32 next, i32 live, i1 rest } tile(parameters of the region, i32 live)
//
// `live` has a bit for each lane that is there, lane `row * width + column`. The result says which lanes wait at a
// barrier now, and in which region they go on; `rest`: the tiles after it in its row have nothing to do in this region
// (only where the tiles of a block stay together). Index parameters are those of the tile's first lane.
//
// Each block of the region is there twice: in the version `all`, every lane of the tile is there, and nothing is
// masked; in the version `some`, each block has a mask of the lanes that are to run it, and blocks without lanes are
// skipped. Both use the same variables, so control goes from one to the other wherever that is right: from `all` to
// `some` at a branch where lanes part, and back where all are together again.

#include "llvm/IR/Function.h"
#include "sim/compile/pass/warp/warp_body.h"
#include "sim/compile/pass/warp/widen_options.h"

namespace lockstep::pass::warp {

// `together`: the tiles of a block stay together (tiles.h).
llvm::Function* Widen(const WarpBody& region, Shape shape, bool together, const WidenOptions& options);

}  // namespace lockstep::pass::warp
