#pragma once

// What is to be recorded: `lockstep record` hands it to the program through the environment, as JSON.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "shared/base/error.h"
#include "shared/trace/recording.h"

namespace lockstep::record {

inline constexpr char kRecordVariable[] = "LOCKSTEP_RECORD";

// Some blocks of one launch.
struct RecordPlace {
  std::uint32_t launch = 0;  // counting from 0
  std::vector<trace::Dim3> blocks;
};

struct RecordSettings {
  std::string path;                     // the trace
  std::string shown;                    // what errors call it; empty: by its path
  std::string summary;                  // where the program leaves its RecordSummary; empty: nowhere
  std::string program;                  // as the user named it
  std::vector<std::string> arguments;   // of the program
  std::string kernel;                   // only launches of kernels of this name; empty: of any
  std::optional<std::uint32_t> launch;  // only this launch, counting from 0
  bool every_launch = false;            // not only the first of each kernel
  std::uint32_t most_launches = ~0u;    // ... for as many launches of the program; then the first of each kernel again
  std::vector<trace::Dim3> blocks;      // these blocks; empty: the first ones, as far as the budget goes
  std::vector<RecordPlace>
      places;  // where there are any: these and nothing else, regardless of the four above; the program ends after them
  std::uint64_t max_steps = 0;            // of one launch; 0: see StepBudget
  std::uint64_t max_memory = 256u << 20;  // bytes of snapshots of one launch
  std::string order = "lockstep";
};

// The steps that a launch may take after `so_far` of the launches before. Unless set otherwise: as many as a
// small program's whole grid takes, and fewer where many launches share what a viewer can hold.
inline constexpr std::uint64_t kStepsOfLaunch = 2'000'000, kStepsTogether = 4'000'000, kLeastSteps = 400'000;
std::uint64_t StepBudget(const RecordSettings& settings, std::uint64_t so_far);

std::string ToJson(const RecordSettings& settings);
Expected<RecordSettings> RecordSettingsFromJson(const std::string& text);

// What the program says of its launches when it ends: whether what was to be recorded was there.
struct RecordSummary {
  struct Kernel {
    std::string name;
    trace::Dim3 grid;
    std::uint32_t first = 0, launches = 0, recorded = 0;  // the first launch of this grid, and how many there were
  };
  struct Launch {
    std::string kernel;
    trace::Dim3 grid;
    std::uint32_t number = 0;
    bool is_recorded = false;
  };
  // Launches are counted as they begin.
  void Count(const Launch& launch);

  std::uint32_t launches = 0, recorded = 0;
  std::vector<Kernel> kernels;  // as many as one wants to read of
  std::string failure;          // why the recording could not be written
};
std::string ToJson(const RecordSummary& summary);
Expected<RecordSummary> RecordSummaryFromJson(const std::string& text);

}  // namespace lockstep::record
