#pragma once

// The file of a module: compiled kernels for cuModuleLoad and related calls, as `lockstep build -fatbin` (and -ptx,
// -cubin) writes them, and as NVRTC returns them. It is text, because programs keep PTX in strings:
//
//   // Lockstep module 1
//   // Kernels for the CPU, built by Lockstep: neither PTX nor code for a GPU.
//   // source add.cu
//   // abi 7
//   // run 14320 5c0a3f9be07d1c52          the mode, the size of its code in bytes, FNV-1a of it
//   // name int_max<3> _Z7int_maxILi3EEvPi  a name that the program asked for, and that of its kernel
//   // code
//   f0VMRgIBAQAAAAAAAAAAAAMA...            base64 of the codes one after the other, in lines of 120 characters
//   // end
//
// A code is a shared library with the device half of the source (sim/hooks/unit.h).

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "shared/base/error.h"

namespace lockstep::module {

struct Code {
  std::string mode;  // "run", "check" or "record"
  std::string bytes;
};

struct Name {
  std::string asked, linkage;
};

struct Module {
  std::string source;     // the name of the file that it was built from, without its folder
  std::uint32_t abi = 0;  // LOCKSTEP_ABI
  std::vector<Code> codes;
  std::vector<Name> names;
};

// Line breaks in texts become spaces.
std::string Write(const Module& module);

// The form of an image that a program loads as a module.
enum class Kind : std::uint8_t {
  kOurs,    // begins as a module
  kPtx,     // text with PTX's directives
  kCubin,   // ELF for a GPU
  kFatbin,  // NVIDIA's container
  kElf,     // ELF for a CPU
  kOther,
};

// Reads no more of `image` than is needed: of text, nothing past its first zero byte, `most` bytes at most. The size of
// an image in a program's memory is unknown.
Kind KindOf(const char* image, std::uint64_t most = UINT64_MAX);

// The module at `image`, of which nothing past its last line is read. Fails if it is damaged or has been cut off; the
// sentence goes on after the name of the file or call: "has been cut off".
Expected<Module> Read(const char* image, std::uint64_t most = UINT64_MAX);

}  // namespace lockstep::module
