#pragma once

// The same program with the real CUDA compiler. Nothing here needs CUDA to be installed; FindNvcc says whether it is.

#include <filesystem>
#include <string>
#include <vector>

#include "shared/base/error.h"

namespace lockstep {

struct Nvcc {
  std::filesystem::path path;
  std::string version;  // "13.0", as far as its folder tells; else empty
};

// On PATH, below CUDA_HOME or CUDA_PATH, or in CUDA's usual places. The error says where it was looked for.
Expected<Nvcc> FindNvcc();

struct NvccRequest {
  std::vector<std::string> inputs;
  std::string output;
  std::string publish;                                 // the folder above lockstep/capture.h and lockstep/publish.h
  std::string standard;                                // "c++17"; empty: nvcc's own
  std::string optimize;                                // "0".."3"; empty: nvcc's own
  bool relocatable = false;                            // -rdc=true
  bool for_this_gpu = false;                           // for the GPU of this machine, else for nvcc's own choice
  std::vector<std::string> compile_flags, link_flags;  // -I, -D, -U; -L, -l
};

// The one documented command: what the program copies back from the device is captured (shared/lockstep/capture.h).
std::vector<std::string> NvccCommand(const Nvcc& nvcc, const NvccRequest& request);

// The GPU of this machine, by name; the error says why there is none (no driver, no device).
Expected<std::string> FindGpu();

}  // namespace lockstep
