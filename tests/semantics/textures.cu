// The results of a texture between its texels and outside: filter weights have 8 fractional bits.
#include "show.h"

__global__ void Fetch(cudaTextureObject_t texture, float scale) {
  const float places[] = {-0.75f, -0.1f, 0.0f,  0.25f, 0.5f, 0.501f, 0.503f, 1.0f,
                          1.3f,   1.7f,  2.49f, 3.5f,  3.9f, 4.0f,   4.6f,   7.3f};
  for (float place : places) {
    printf("at %g ", place);
    Show("", tex1D<float>(texture, place * scale));
  }
}

__global__ void FetchRows(cudaTextureObject_t texture) {
  const float places[] = {0.5f, 0.9f, 1.0f, 1.6f, 2.25f, 3.2f};
  for (float y : places)
    for (float x : places) {
      printf("at %g %g ", x, y);
      Show("", tex2D<float>(texture, x, y));
    }
}

struct Kind {
  const char* name;
  cudaTextureAddressMode address;
  cudaTextureFilterMode filter;
  bool normalized;
};

template <class T>
cudaTextureObject_t Make(cudaArray_t array, const Kind& kind, cudaTextureReadMode read) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description = {};
  description.addressMode[0] = description.addressMode[1] = kind.address;
  description.filterMode = kind.filter;
  description.readMode = read;
  description.normalizedCoords = kind.normalized;
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &description, nullptr);
  return texture;
}

int main() {
  const float row[4] = {1, 3, -2, 10};
  cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
  cudaArray_t line, square, bytes;
  cudaMallocArray(&line, &floats, 4);
  cudaMemcpy2DToArray(line, 0, 0, row, sizeof row, sizeof row, 1, cudaMemcpyHostToDevice);
  float cells[16];
  for (int i = 0; i < 16; ++i) cells[i] = static_cast<float>(i * i % 11);
  cudaMallocArray(&square, &floats, 4, 4);
  cudaMemcpy2DToArray(square, 0, 0, cells, 16, 16, 4, cudaMemcpyHostToDevice);
  const unsigned char small[4] = {0, 127, 128, 255};
  cudaChannelFormatDesc narrow = cudaCreateChannelDesc<unsigned char>();
  cudaMallocArray(&bytes, &narrow, 4);
  cudaMemcpy2DToArray(bytes, 0, 0, small, 4, 4, 1, cudaMemcpyHostToDevice);

  const Kind kinds[] = {
      {"clamp, nearest", cudaAddressModeClamp, cudaFilterModePoint, false},
      {"border, nearest", cudaAddressModeBorder, cudaFilterModePoint, false},
      {"clamp, linear", cudaAddressModeClamp, cudaFilterModeLinear, false},
      {"border, linear", cudaAddressModeBorder, cudaFilterModeLinear, false},
      {"wrap, nearest", cudaAddressModeWrap, cudaFilterModePoint, true},
      {"wrap, linear", cudaAddressModeWrap, cudaFilterModeLinear, true},
      {"mirror, nearest", cudaAddressModeMirror, cudaFilterModePoint, true},
      {"mirror, linear", cudaAddressModeMirror, cudaFilterModeLinear, true},
  };
  for (const Kind& kind : kinds) {
    std::printf("%s:\n", kind.name);
    std::fflush(stdout);
    const float scale = kind.normalized ? 0.25f : 1.0f;
    Fetch<<<1, 1>>>(Make<float>(line, kind, cudaReadModeElementType), scale);
    cudaDeviceSynchronize();
    std::printf("%s, bytes as fractions:\n", kind.name);
    std::fflush(stdout);
    Fetch<<<1, 1>>>(Make<unsigned char>(bytes, kind, cudaReadModeNormalizedFloat), scale);
    cudaDeviceSynchronize();
  }
  std::printf("rows:\n");
  std::fflush(stdout);
  FetchRows<<<1, 1>>>(Make<float>(square, kinds[2], cudaReadModeElementType));
  return Ended();
}
