#pragma once

// Names of templates' instances that people can read: a kernel of a library can have thousands of letters.

#include <string>
#include <string_view>

namespace lockstep::pass {

// A lambda is named by its file without folders: `run<(lambda at sum.cu:7:3)>`. A name that fits stays as it is. Of a
// longer one, the template arguments lose their namespaces, and those nested deepest become `...`:
// `_kernel_agent<ParallelForAgent<...>, long>`.
std::string ShortName(std::string_view name);

}  // namespace lockstep::pass
