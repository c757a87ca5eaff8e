#pragma once

// An array drawn as a picture.

#include <optional>
#include <span>
#include <vector>

#include "shared/replay/arrays.h"
#include "viz/model/selection.h"

namespace lockstep::viz {

struct PictureInks {
  std::uint32_t background = 0;  // that pale pixels are mixed with, and transparent ones have without its alpha
  std::uint32_t not_finite = 0;  // of NaN and infinity
  friend bool operator==(const PictureInks&, const PictureInks&) = default;
};

// The picture at a moment, kept up to date as the moment moves: only what changed is looked at again. Pixels that a
// block wrote which was not recorded show what they held after the launch, at half strength. Floating elements are
// shown from black, their lowest finite value at the moment, to white, their highest; from 0 to 1 where none lies
// outside. Pixels that nobody has written yet are transparent.
class Picture {
 public:
  // Fits the picture to the model's launch, moment and `array`. Afterwards rows [first, last) of rgba() are new.
  struct Rows {
    std::uint32_t first = 0, last = 0;
  };
  Rows Update(const Model& model, const ArrayInfo& array, const PictureShape& shape, PictureInks inks);

  // What black and white stand for, where elements are floating.
  double lowest() const { return lowest_; }
  double highest() const { return highest_; }

  std::uint32_t width() const { return shape_.width; }
  std::uint32_t height() const { return shape_.height; }
  const std::vector<std::uint32_t>& rgba() const { return rgba_; }  // 0xAABBGGRR, rows from the top

 private:
  Rows Rebuild(const Model& model, const ArrayInfo& array);
  void FindStrangers(const Model& model, const ArrayInfo& array);
  void DrawPixel(const Model& model, const ArrayInfo& array, std::uint32_t x, std::uint32_t y);
  void FindRange(const Model& model, const ArrayInfo& array);
  // None for what is not finite.
  std::optional<std::uint8_t> LevelAt(const Model& model, const ArrayInfo& array, std::span<const std::uint8_t> bytes,
                                      std::uint64_t cell) const;
  std::uint32_t ColorAt(const Model& model, const ArrayInfo& array, std::uint32_t x, std::uint32_t y) const;

  PictureShape shape_;
  ObjectId object_ = ObjectId::kNone;
  std::uint32_t launch_ = 0xffffffff;
  Position position_ = 0;
  PictureInks inks_;
  double lowest_ = 0, highest_ = 1;  // of floating elements
  std::vector<std::uint32_t> rgba_;
  std::vector<bool> by_strangers_;                    // cells that a block wrote which was not recorded
  const WrittenSince* since_ = nullptr;               // the model's
  const std::vector<std::uint8_t>* after_ = nullptr;  // the object's bytes after the launch
};

}  // namespace lockstep::viz
