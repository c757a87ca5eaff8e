#pragma once

// Programs of other people: built and run in a sandbox, under limits, and leaving nothing behind.

#include <cstdint>
#include <filesystem>
#include <vector>

#include "jobs/job.h"
#include "shared/base/process.h"
#include "sim/compile/driver.h"

namespace lockstep::jobs {

// The limits of every build and every run.
struct ProgramLimits {
  Seconds processor{10};                           // time on processors, the same under any load of the machine
  Seconds waiting{60};                             // time on the clock while all of its threads wait
  Seconds elapsed{600};                            // time on the clock: then the machine was too busy to tell
  std::uint64_t memory = std::uint64_t{2} << 30;   // bytes
  std::uint64_t files = std::uint64_t{512} << 20;  // bytes of what it writes, our recording among them
  std::uint64_t output = std::uint64_t{1} << 20;   // bytes of each of its two streams
  std::size_t threads = 64;                        // of all its processes together
};

struct Confinement {
  bool in_sandbox = true;  // else under limits only
  ProgramLimits limits;
  std::filesystem::path source;                 // the folder of its files, which only the compiler sees
  std::filesystem::path products;               // an empty folder for what is built, outside the user's cache
  std::vector<std::filesystem::path> secret{};  // folders that nothing of it may see
  std::size_t number = 0;                       // among those that run at once
};

// An Error where no sandbox works, with the reason.
Expected<void> FindSandbox();

// The built program's process: it sees itself, the runtime and the files that are `arguments`, and writes to `folder`.
ProcessRequest Confined(ProcessRequest request, const Confinement& confinement, const std::string& program,
                        const std::filesystem::path& folder);
// A tool that only reads the built program, which may have been made to mislead it.
ProcessRequest ConfinedTool(ProcessRequest request, const Confinement& confinement, const std::string& program);
// Makes the compiler and the linker of a build work so.
void ConfineBuild(compile::BuildRequest& build, const compile::Toolchain& toolchain, const Confinement& confinement);

// The reason for which a confined process was ended, as a sentence's end: "it used more than 10 s of processor time".
std::string Describe(Excess excess, const Confinement& confinement);

}  // namespace lockstep::jobs
