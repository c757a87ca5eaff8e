#pragma once

// An array drawn as a picture.

#include <optional>
#include <span>
#include <vector>

#include "shared/replay/arrays.h"
#include "viz/model/selection.h"

namespace lockstep::viz {

struct PictureInks {
  std::uint32_t background = 0;  // transparent pixels have it with alpha 0
  std::uint32_t not_finite = 0;  // for NaN and infinity
  friend bool operator==(const PictureInks&, const PictureInks&) = default;
};

// The picture at a moment, updated incrementally as the moment changes. Pixels that were written by an unrecorded block
// show their value after the launch, half transparent. Floating-point elements range from black, the lowest finite
// value at the moment, to white, the highest; from 0 to 1 if all values are in that range. Unwritten pixels are
// transparent.
class Picture {
 public:
  // Updates the picture for the model's launch and moment, and `array`. Rows [first, last) of rgba() have changed.
  struct Rows {
    std::uint32_t first = 0, last = 0;
  };
  // Of the blocks that were not recorded, only those with a linear number below `blocks` are shown.
  Rows Update(const replay::Model& model, const replay::ArrayInfo& array, const replay::PictureShape& shape,
              PictureInks inks, std::uint64_t blocks = kAllBlocks);
  static constexpr std::uint64_t kAllBlocks = ~std::uint64_t{0};

  // The values of black and white for floating-point elements.
  double lowest() const { return lowest_; }
  double highest() const { return highest_; }

  std::uint32_t width() const { return shape_.width; }
  std::uint32_t height() const { return shape_.height; }
  const std::vector<std::uint32_t>& rgba() const { return rgba_; }  // 0xAABBGGRR, rows from the top

 private:
  Rows Rebuild(const replay::Model& model, const replay::ArrayInfo& array);
  void FindStrangers(const replay::Model& model, const replay::ArrayInfo& array);
  void DrawPixel(const replay::Model& model, const replay::ArrayInfo& array, std::uint32_t x, std::uint32_t y);
  void FindRange(const replay::Model& model, const replay::ArrayInfo& array);
  // None for a NaN or an infinity.
  std::optional<std::uint8_t> LevelAt(const replay::Model& model, const replay::ArrayInfo& array,
                                      std::span<const std::uint8_t> bytes, std::uint64_t cell) const;
  std::uint32_t ColorAt(const replay::Model& model, const replay::ArrayInfo& array, std::uint32_t x,
                        std::uint32_t y) const;

  replay::PictureShape shape_;
  trace::ObjectId object_ = trace::ObjectId::kNone;
  std::optional<replay::Field> field_;
  std::uint32_t launch_ = 0xffffffff;
  replay::Position position_ = 0;
  PictureInks inks_;
  std::uint64_t blocks_ = kAllBlocks;
  double lowest_ = 0, highest_ = 1;  // of floating elements
  std::vector<std::uint32_t> rgba_;
  std::vector<bool> by_strangers_;                    // cells that an unrecorded block wrote
  const replay::WrittenSince* since_ = nullptr;       // the model's
  const std::vector<std::uint8_t>* after_ = nullptr;  // the object's bytes after the launch
};

}  // namespace lockstep::viz
