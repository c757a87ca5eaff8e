#pragma once

// Builds the same program with the real CUDA compiler. CUDA need not be installed; FindNvcc reports whether it is.

#include <filesystem>
#include <string>
#include <vector>

#include "shared/base/error.h"

namespace lockstep {

struct Nvcc {
  std::filesystem::path path;
  std::string version;  // "13.0", if its folder shows it; else empty
};

// Searches PATH, CUDA_HOME or CUDA_PATH, and CUDA's usual places. The error lists the places.
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

// The documented command: the arrays that the program copies back from the device are captured
// (shared/lockstep/capture.h).
std::vector<std::string> NvccCommand(const Nvcc& nvcc, const NvccRequest& request);

// The name of this machine's GPU; the error gives the reason why there is none (no driver, no device).
Expected<std::string> FindGpu();

}  // namespace lockstep
