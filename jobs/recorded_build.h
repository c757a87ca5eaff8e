#pragma once

// How a recorded program was built, as words in its recording, so that it can be built and run again from there.

#include <string>
#include <vector>

#include "jobs/program.h"
#include "shared/trace/recording.h"

namespace lockstep::jobs {

// "input=b.cu", "compile=-DN=4", "gpu=H100". None for one source without flags.
std::vector<std::string> BuildWords(const Program& program);

// The program of a recording. An error if a source is not there any more, or if it was built with a flag that a
// recording, which may come from anybody, is not trusted with: those that load a plugin or name another tool.
Expected<Program> RecordedProgram(const trace::Recording& recording);

}  // namespace lockstep::jobs
