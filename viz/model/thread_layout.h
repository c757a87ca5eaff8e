#pragma once

// The layout of threads and blocks on a plane, with one unit for each thread. Two-dimensional ones are placed by their
// indices, x to the right and y down, with z slices below one another. One-dimensional blocks are folded into rows of a
// warp; one-dimensional grids into rows that fill the space.

#include <cstdint>
#include <optional>

#include "shared/trace/recording.h"

namespace lockstep::viz {

struct Spot {
  std::uint64_t column = 0, row = 0;
};

// A box of indices folded into a rectangle.
class Folding {
 public:
  Folding() = default;
  // `per_row`: the number of indices of a one-dimensional box in each row.
  Folding(trace::Dim3 extent, std::uint64_t per_row);

  std::uint64_t columns() const { return columns_; }
  std::uint64_t rows() const { return rows_; }
  bool IsFolded() const { return folded_; }  // one dimension in several rows
  Spot SpotOf(trace::Dim3 index) const;
  std::optional<trace::Dim3> IndexAt(Spot spot) const;

 private:
  trace::Dim3 extent_;
  std::uint64_t columns_ = 1, rows_ = 1;
  bool folded_ = false;
};

struct ThreadPlace {
  trace::Dim3 block, thread;
  friend bool operator==(const ThreadPlace&, const ThreadPlace&) = default;
};

class GridLayout {
 public:
  GridLayout() = default;
  // `aspect`: width divided by height of the available space.
  GridLayout(trace::Dim3 grid, trace::Dim3 block, double aspect);

  const Folding& blocks() const { return blocks_; }
  const Folding& threads() const { return threads_; }
  double gap() const { return gap_; }  // between two blocks, in units
  double width() const;
  double height() const;
  double block_width() const { return static_cast<double>(threads_.columns()); }
  double block_height() const { return static_cast<double>(threads_.rows()); }

  // The top left corner of a block.
  double LeftOf(std::uint64_t block_column) const { return static_cast<double>(block_column) * (block_width() + gap_); }
  double TopOf(std::uint64_t block_row) const { return static_cast<double>(block_row) * (block_height() + gap_); }
  // The thread under a point; none between blocks and outside.
  std::optional<ThreadPlace> At(double x, double y) const;
  // The block under a point or, between blocks and at the edge, the one at most `reach` units away.
  std::optional<trace::Dim3> BlockAt(double x, double y, double reach) const;

 private:
  Folding blocks_, threads_;
  double gap_ = 1;
};

}  // namespace lockstep::viz
