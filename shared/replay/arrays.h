#pragma once

// Arrays: which there are, how they are laid out, what their cells hold, and which of them are pictures.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "shared/replay/accesses.h"
#include "shared/replay/number.h"

namespace lockstep::replay {

struct ArrayInfo {
  ObjectId object = ObjectId::kNone;
  std::string name;                // "d_out", "tile"
  std::string element_name;        // "float"; "byte" where the recording does not know
  TypeId element = TypeId::kNone;  // kNone: bytes
  std::uint64_t element_size = 1;
  std::vector<std::uint64_t> shape;  // slowest dimension first; never empty
  std::uint64_t count = 0;           // elements altogether: the product of the shape
  bool kept = false;                 // whether the recording has its bytes
};

// The arrays that a thread of `block` can reach and that the recording knows something of: device memory in the order
// of the program, then the block's shared memory.
std::vector<ArrayInfo> ListArrays(const Model& model, Dim3 block);
std::optional<ArrayInfo> DescribeArray(const Model& model, ObjectId object);

// The position of a cell along each dimension of the shape.
std::vector<std::uint64_t> CellIndices(const ArrayInfo& array, std::uint64_t cell);

struct CellValue {
  std::string text;  // "0.25"; "?" where the recording does not know
  std::optional<Number> number;
  bool known = false;
  bool later = false;  // not of this moment: what the cell held after the launch, written by an unrecorded block
  bool never_written = false;  // nobody has written it yet: what it holds is no value
  bool not_finite = false;     // a NaN or an infinity
};

CellValue ReadCell(const Model& model, const ArrayInfo& array, std::uint64_t cell);

// How an array can be seen as a picture.
enum class PictureLayout : std::uint8_t { kGrey, kPlanar, kInterleaved };  // HxW · 3xHxW · HxWx3 or HxWx4

struct PictureShape {
  PictureLayout layout{};
  std::uint32_t width = 0, height = 0, channels = 1;
};

// Of a shape alone, slowest dimension first.
std::optional<PictureShape> PictureOf(const std::vector<std::uint64_t>& shape);
// Elements of one byte, or floating ones (0 is black, 1 is white), in a shape that can be a picture. None otherwise,
// and for pictures under 8x8, which are better read as numbers.
std::optional<PictureShape> PictureOf(const Model& model, const ArrayInfo& array);
// Whether it most likely is one: bytes that are laid out as an image.
bool IsImage(const ArrayInfo& array);
// The cell of a channel of a pixel, and back.
std::uint64_t CellOfPixel(const PictureShape& shape, std::uint32_t x, std::uint32_t y, std::uint32_t channel);
struct Pixel {
  std::uint32_t x = 0, y = 0, channel = 0;
};
Pixel PixelOfCell(const PictureShape& shape, std::uint64_t cell);

// Whether a block that was not recorded wrote this cell last, as the writer map tells.
bool WrittenByStranger(const Model& model, ObjectId object, std::uint64_t offset);
// The object's bytes after the launch; null where the recording did not keep them.
const std::vector<std::uint8_t>* BytesAfterLaunch(const RecordedLaunch& launch, ObjectId object);

}  // namespace lockstep::replay
