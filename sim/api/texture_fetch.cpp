// Fetching from textures, as the CUDA C++ Programming Guide's chapter "Texture Fetching" describes it: nearest-point
// sampling, linear filtering with weights of 8 fractional bits, the address modes, cubemaps, gather and mip levels.
//
// Compiled device code calls the functions at the end, through the headers texture_indirect_functions.h.

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "sim/api/call.h"
#include "sim/api/textures.h"
#include "sim/machine/miss.h"

namespace lockstep::api {

namespace {

// The result of a fetch: four channels, floats or 32-bit integers. Missing channels are 0.
union Texel {
  float f[4];
  std::int32_t i[4];
  std::uint32_t u[4];
};
constexpr Texel kNoTexel{.u = {0, 0, 0, 0}};

float FromSrgb(float value) { return value <= 0.04045f ? value / 12.92f : std::pow((value + 0.055f) / 1.055f, 2.4f); }

template <class T>
T Read(const char* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

// One channel as a float: unchanged, or normalised to [0, 1] or [-1, 1].
float FloatChannel(const char* at, const cudaChannelFormatDesc& c) {
  switch (c.f) {
    case cudaChannelFormatKindFloat: return c.x == 32 ? Read<float>(at) : float(Read<_Float16>(at));
    case cudaChannelFormatKindUnsigned:
      return c.x == 8 ? float(Read<std::uint8_t>(at)) / 255.0f : float(Read<std::uint16_t>(at)) / 65535.0f;
    default:
      return std::max(-1.0f,
                      c.x == 8 ? float(Read<std::int8_t>(at)) / 127.0f : float(Read<std::int16_t>(at)) / 32767.0f);
  }
}

std::uint32_t IntegerChannel(const char* at, const cudaChannelFormatDesc& c) {
  const bool has_sign = c.f == cudaChannelFormatKindSigned;
  switch (c.x) {
    case 8: return has_sign ? std::uint32_t(std::int32_t(Read<std::int8_t>(at))) : Read<std::uint8_t>(at);
    case 16: return has_sign ? std::uint32_t(std::int32_t(Read<std::int16_t>(at))) : Read<std::uint16_t>(at);
    default: return Read<std::uint32_t>(at);
  }
}

Texel TexelAt(const Texture& texture, const char* at) {
  Texel texel = kNoTexel;
  const std::size_t step = std::size_t(texture.channels.x) / 8;
  for (int c = 0; c < texture.channel_count; ++c) {
    if (!texture.reads_float) {
      texel.u[c] = IntegerChannel(at + c * step, texture.channels);
      continue;
    }
    texel.f[c] = FloatChannel(at + c * step, texture.channels);
    if (texture.settings.sRGB && c < 3 && texture.channels.x == 8) texel.f[c] = FromSrgb(texel.f[c]);
  }
  return texel;
}

Texel Border(const Texture& texture) {
  Texel texel = kNoTexel;
  for (int c = 0; c < texture.channel_count; ++c) {
    const float border = texture.settings.borderColor[c];
    if (texture.reads_float)
      texel.f[c] = border;
    else
      texel.i[c] = std::int32_t(border);
  }
  return texel;
}

// The texel for index `i` on an axis of `size` texels, or -1 outside, where the border is.
int Addressed(int i, int size, cudaTextureAddressMode mode) {
  switch (mode) {
    case cudaAddressModeClamp: return std::clamp(i, 0, size - 1);
    case cudaAddressModeBorder: return i >= 0 && i < size ? i : -1;
    case cudaAddressModeWrap: return ((i % size) + size) % size;
    case cudaAddressModeMirror: {
      const int period = 2 * size;
      const int at = ((i % period) + period) % period;
      return at < size ? at : period - 1 - at;
    }
  }
  return -1;
}

// A position on one axis: the texel, its right neighbour, and the neighbour's weight.
struct AxisSample {
  int first = 0, second = 0;
  float weight = 0;  // of the second; a multiple of 1/256
};

// Wrapping and mirroring require normalised coordinates; otherwise coordinates are clamped.
cudaTextureAddressMode ModeOf(const Texture& texture, int axis) {
  const cudaTextureAddressMode mode = texture.settings.addressMode[axis];
  const bool periodic = mode == cudaAddressModeWrap || mode == cudaAddressModeMirror;
  return periodic && !texture.settings.normalizedCoords ? cudaAddressModeClamp : mode;
}

// The limits are far outside every texture, and an index at them still fits into an int.
int FloorIndex(float x) { return int(std::clamp(std::floor(x), -1e9f, 1e9f)); }

AxisSample SampleAxis(float x, int size, cudaTextureAddressMode mode, bool linear) {
  if (std::isnan(x)) x = 0;
  if (!linear) {
    const int at = Addressed(FloorIndex(x), size, mode);
    return {at, at, 0};
  }
  const float shifted = x - 0.5f;
  const int first = FloorIndex(shifted);
  const float fraction = shifted - std::floor(shifted);
  // 9-bit fixed point with 8 fractional bits, so that 1.0 is exact.
  const float weight = std::floor(fraction * 256.0f + 0.5f) / 256.0f;
  return {Addressed(first, size, mode), Addressed(first + 1, size, mode), weight};
}

struct Coordinates {
  float x = 0, y = 0, z = 0;
  int layer = 0;
};

// The dimensions in which a fetch filters.
enum Shape : unsigned { k1D = 1, k2D = 2, k3D = 3, kCubemap = 4, kShapeMask = 7, kLayered = 8 };

// Null: beyond the border.
const char* PlaceOf(const Texture& texture, const TextureLevel& level, int x, int y, int z) {
  if (x < 0 || y < 0 || z < 0) return nullptr;
  return level.first + std::size_t(z) * level.slice + std::size_t(y) * level.pitch + std::size_t(x) * texture.element;
}

Texel Corner(const Texture& texture, const TextureLevel& level, int x, int y, int z) {
  const char* place = PlaceOf(texture, level, x, y, z);
  return place ? TexelAt(texture, place) : Border(texture);
}

Texel Blend(const Texel& a, const Texel& b, float weight) {
  Texel blended;
  for (int c = 0; c < 4; ++c) blended.f[c] = (1.0f - weight) * a.f[c] + weight * b.f[c];
  return blended;
}

int LayerSlice(const TextureLevel& level, int layer, int faces) {
  const int layers = std::max(1, level.depth / faces);
  return std::clamp(layer, 0, layers - 1) * faces;
}

// The texels that a fetch from a level reads.
struct Corners {
  AxisSample x, y, z;
};

// In `axes` dimensions; `slice` is the layer or face of a texture that is not 3D.
Corners CornersOf(const Texture& texture, const TextureLevel& level, Coordinates at, unsigned axes, int slice,
                  bool linear) {
  const bool normalized = texture.settings.normalizedCoords;
  const float scale[] = {normalized ? float(level.width) : 1.0f, normalized ? float(level.height) : 1.0f,
                         normalized ? float(level.depth) : 1.0f};
  return {.x = SampleAxis(at.x * scale[0], level.width, ModeOf(texture, 0), linear),
          .y = axes >= 2 ? SampleAxis(at.y * scale[1], level.height, ModeOf(texture, 1), linear) : AxisSample{},
          .z = axes == 3 ? SampleAxis(at.z * scale[2], level.depth, ModeOf(texture, 2), linear)
                         : AxisSample{slice, slice, 0}};
}

Texel SampleLevel(const Texture& texture, const TextureLevel& level, const Corners& corners) {
  const auto& [x, y, z] = corners;
  const auto row = [&](int yy, int zz) {
    const Texel left = Corner(texture, level, x.first, yy, zz);
    return x.weight == 0 ? left : Blend(left, Corner(texture, level, x.second, yy, zz), x.weight);
  };
  const auto plane = [&](int zz) {
    const Texel upper = row(y.first, zz);
    return y.weight == 0 ? upper : Blend(upper, row(y.second, zz), y.weight);
  };
  const Texel front = plane(z.first);
  return z.weight == 0 ? front : Blend(front, plane(z.second), z.weight);
}

// The face that direction (x, y, z) points to, and the position on it, in [0, 1].
int FaceOf(Coordinates* at) {
  const float x = at->x, y = at->y, z = at->z;
  const float ax = std::fabs(x), ay = std::fabs(y), az = std::fabs(z);
  int face;
  float m, s, t;
  if (ax >= ay && ax >= az) {
    face = x >= 0 ? 0 : 1;
    m = ax;
    s = x >= 0 ? -z : z;
    t = -y;
  } else if (ay >= az) {
    face = y >= 0 ? 2 : 3;
    m = ay;
    s = x;
    t = y >= 0 ? z : -z;
  } else {
    face = z >= 0 ? 4 : 5;
    m = az;
    s = z >= 0 ? x : -x;
    t = -y;
  }
  at->x = (s / m + 1.0f) / 2.0f;
  at->y = (t / m + 1.0f) / 2.0f;
  return face;
}

Corners CornersOfShape(const Texture& texture, const TextureLevel& level, Coordinates at, unsigned shape) {
  // CUDA ignores the filter mode of textures over linear memory.
  const bool linear =
      texture.settings.filterMode == cudaFilterModeLinear && texture.resource.resType != cudaResourceTypeLinear;
  const unsigned axes = shape & kShapeMask;
  if (axes == kCubemap) {
    const int layer = shape & kLayered ? LayerSlice(level, at.layer, 6) : 0;
    const int face = FaceOf(&at);
    // Positions on a face are always normalised.
    if (!texture.settings.normalizedCoords) {
      at.x *= float(level.width);
      at.y *= float(level.height);
    }
    return CornersOf(texture, level, at, 2, layer + face, linear);
  }
  const int slice = shape & kLayered ? LayerSlice(level, at.layer, 1) : 0;
  return CornersOf(texture, level, at, axes, slice, linear);
}

Texel SampleShape(const Texture& texture, const TextureLevel& level, Coordinates at, unsigned shape) {
  return SampleLevel(texture, level, CornersOfShape(texture, level, at, shape));
}

// `lod` counts levels from 0, the largest.
float LevelOf(const Texture& texture, float lod) {
  const int last = int(texture.levels.size()) - 1;
  const cudaTextureDesc& settings = texture.settings;
  lod += settings.mipmapLevelBias;
  lod = std::max(settings.minMipmapLevelClamp,
                 std::min(lod, std::max(settings.minMipmapLevelClamp, settings.maxMipmapLevelClamp)));
  lod = std::clamp(lod, 0.0f, float(last));
  if (texture.has_view) {
    lod = std::clamp(lod + float(texture.view.firstMipmapLevel), 0.0f,
                     std::min(float(last), float(texture.view.lastMipmapLevel)));
  }
  return settings.mipmapFilterMode == cudaFilterModeLinear ? lod : std::floor(lod + 0.5f);
}

Texel Sample(const Texture& texture, Coordinates at, unsigned shape, float lod) {
  const int last = int(texture.levels.size()) - 1;
  if (last == 0) return SampleShape(texture, texture.levels[0], at, shape);
  lod = LevelOf(texture, lod);
  if (texture.settings.mipmapFilterMode != cudaFilterModeLinear) {
    return SampleShape(texture, texture.levels[std::size_t(lod)], at, shape);
  }
  const int lower = int(lod);
  const float weight = std::floor((lod - float(lower)) * 256.0f + 0.5f) / 256.0f;
  const Texel fine = SampleShape(texture, texture.levels[std::size_t(lower)], at, shape);
  if (weight == 0 || lower == last || !texture.reads_float) return fine;
  return Blend(fine, SampleShape(texture, texture.levels[std::size_t(lower) + 1], at, shape), weight);
}

void Give(const Texel& texel, unsigned* out) { std::memcpy(out, texel.u, sizeof texel.u); }

// A fetch through an invalid handle at best reads zeros on a GPU; here it is an illegal address.
const Texture& Demand(unsigned long long handle) {
  const Texture* texture = FindTexture(handle);
  if (!texture) *reinterpret_cast<volatile int*>(handle & 0xff);
  static const Texture& none = *new Texture{.levels = {TextureLevel{}}};
  return texture ? *texture : none;
}

// The reason why no texture answers a fetch: the object has been destroyed, or its memory freed. Else null.
const void* Lost(unsigned long long handle) {
  if (IsDestroyedTexture(handle)) return reinterpret_cast<const void*>(machine::kDestroyedObject);
  const Texture* texture = FindTexture(handle);
  if (!texture || !texture->serial) return nullptr;
  const char* first = texture->levels[0].first;
  const memory::MemoryObject* object = Session::Get().memory().Find(Address(first));
  return object && object->live && object->serial == texture->serial ? nullptr : first;
}

}  // namespace
}  // namespace lockstep::api

using namespace lockstep;
using namespace lockstep::api;

extern "C" {
#pragma GCC visibility push(default)

// For the checker: an address in what the texture has lost (Lost), or where element `index` of linear memory lies, or
// would lie past its end; null where the texture has none.
const void* __lockstep_texture_place(unsigned long long handle, int index) {
  if (const void* lost = Lost(handle)) return lost;
  const Texture& texture = Demand(handle);
  const bool has = index >= 0 && std::size_t(index) < texture.linear_elements;
  return has ? texture.levels[0].first + std::size_t(index) * texture.element : nullptr;
}

// The same, or where the first texel lies that a fetch needs (see __lockstep_texture_sample); null: beyond the border.
const void* __lockstep_texture_corner(unsigned long long handle, unsigned shape, float x, float y, float z, int layer,
                                      float lod) {
  if (const void* lost = Lost(handle)) return lost;
  const Texture& texture = Demand(handle);
  const std::size_t which = texture.levels.size() == 1 ? 0 : std::size_t(LevelOf(texture, lod));
  const TextureLevel& level = texture.levels[which];
  const Corners corners = CornersOfShape(texture, level, {x, y, z, layer}, shape);
  return level.first ? PlaceOf(texture, level, corners.x.first, corners.y.first, corners.z.first) : nullptr;
}

// True if its elements are made of whole words.
bool __lockstep_texture_has_words(unsigned long long handle) {
  const Texture* texture = FindTexture(handle);
  return texture && texture->element % 4 == 0;
}

// tex1Dfetch: element `index` of linear memory; outside, zeros.
void __lockstep_texture_element(unsigned long long handle, int index, unsigned* out) {
  const Texture& texture = Demand(handle);
  const std::size_t elements = texture.linear_elements ? texture.backed_elements : std::size_t(texture.levels[0].width);
  const bool inside = index >= 0 && std::size_t(index) < elements;
  Give(inside ? TexelAt(texture, texture.levels[0].first + std::size_t(index) * texture.element) : kNoTexel, out);
}

// tex1D to texCubemapLayered, at a level of detail. `shape`: see Shape.
void __lockstep_texture_sample(unsigned long long handle, unsigned shape, float x, float y, float z, int layer,
                               float lod, unsigned* out) {
  Give(Sample(Demand(handle), {x, y, z, layer}, shape, lod), out);
}

// The larger of the distances, in texels of level 0, by which the position moves along the two derivatives: the level
// of detail is its logarithm.
float __lockstep_texture_lod(unsigned long long handle, float dxdx, float dydx, float dzdx, float dxdy, float dydy,
                             float dzdy) {
  const Texture& texture = Demand(handle);
  const TextureLevel& level = texture.levels[0];
  const bool normalized = texture.settings.normalizedCoords;
  const float w = normalized ? float(level.width) : 1, h = normalized ? float(level.height) : 1,
              d = normalized ? float(level.depth) : 1;
  const auto length = [&](float x, float y, float z) { return std::hypot(x * w, y * h, z * d); };
  const float most = std::max(length(dxdx, dydx, dzdx), length(dxdy, dydy, dzdy));
  return most > 0 ? std::log2(most) : 0.0f;
}

// tex2Dgather: one channel of the four texels that linear filtering would blend, anticlockwise from the lower left.
void __lockstep_texture_gather(unsigned long long handle, float x, float y, int channel, unsigned* out) {
  const Texture& texture = Demand(handle);
  const TextureLevel& level = texture.levels[0];
  const bool normalized = texture.settings.normalizedCoords;
  const AxisSample sx = SampleAxis(normalized ? x * float(level.width) : x, level.width, ModeOf(texture, 0), true);
  const AxisSample sy = SampleAxis(normalized ? y * float(level.height) : y, level.height, ModeOf(texture, 1), true);
  const int c = channel & 3;
  out[0] = Corner(texture, level, sx.first, sy.second, 0).u[c];
  out[1] = Corner(texture, level, sx.second, sy.second, 0).u[c];
  out[2] = Corner(texture, level, sx.second, sy.first, 0).u[c];
  out[3] = Corner(texture, level, sx.first, sy.first, 0).u[c];
}

#pragma GCC visibility pop
}
