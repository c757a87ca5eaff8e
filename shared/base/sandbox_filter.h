#pragma once

// The system calls that a program in the sandbox may not make. Some give it memory that no limit counts; others make
// namespaces, in which it would be root, or reach code of the kernel that no program under study needs and that
// attackers use.
//
// The filter is a table and thirty lines of code that turn it into a program for the kernel. libseccomp would do the
// same for many processors at once, but a sandbox here runs what was built for this one.

#include <string>

namespace lockstep {

// As `bwrap --seccomp` reads it.
std::string SandboxFilter();

}  // namespace lockstep
