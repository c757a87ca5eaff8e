#pragma once

// In: a request and one of its sources. Out: the command lines of clang, the linker and ar, in clang's spelling.

#include <string>
#include <vector>

#include "sim/compile/build_request.h"
#include "sim/compile/command.h"
#include "sim/compile/toolchain.h"

namespace lockstep::compile {

// One source on its way to an object file.
struct Unit {
  std::string source, object, name;
  bool is_cuda = false;
  std::string id;
  std::string host_object, device_object, host_dependencies, device_dependencies, binary;
  std::string parts;  // the folder for the device half's library kernels (kernel_parts.h); empty: they stay in it
};

// A build may name the headers of NVIDIA's toolkit with -I. Ours take their place, and the C++ libraries (CCCL), which
// have a folder of their own in it from CUDA 13 on, stay.
void UseOurToolkit(std::vector<std::string>& flags);

// Makes the path a plain argument: neither a flag nor the name of a file of arguments.
std::string AsArgument(const std::string& path);

// The two halves of a CUDA source.
Command HostCommand(const Toolchain& toolchain, const BuildRequest& request, const Unit& unit);
Command DeviceCommand(const Toolchain& toolchain, const BuildRequest& request, const Unit& unit);
// A part of a device half, of bitcode.
Command KernelPartCommand(const Toolchain& toolchain, const BuildRequest& request, const Unit& unit,
                          const std::string& module, const std::string& object);
// A source that is not CUDA.
Command PlainCommand(const Toolchain& toolchain, const BuildRequest& request, const Unit& unit);

// The linker writes the files that it read to `dependencies`, as a make rule.
Command LinkCommand(const Toolchain& toolchain, const BuildRequest& request, const std::vector<std::string>& objects,
                    const std::string& dependencies);
// A library of device code that needs no other file.
Command ModuleLinkCommand(const Toolchain& toolchain, const BuildRequest& request,
                          const std::vector<std::string>& objects, const std::string& dependencies);
Command ArchiveCommand(const BuildRequest& request, const std::vector<std::string>& objects);

}  // namespace lockstep::compile
