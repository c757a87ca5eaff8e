#pragma once

// The parts to be recorded: `lockstep record` hands them to the program through the environment, as JSON.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "shared/base/error.h"
#include "shared/trace/recording.h"

namespace lockstep::session {

// Some blocks of one launch.
struct RecordPlace {
  std::uint32_t launch = 0;  // counting from 0
  std::vector<trace::Dim3> blocks;
};

// Blocks of each recorded launch, by a rule instead of by their indices.
struct BlockRule {
  enum class Kind : std::uint8_t {
    kAll,
    kFirst,    // the first `count`
    kEvery,    // the first one, and from there each `count`-th
    kCorners,  // of the grid: at most eight
  };
  Kind kind = Kind::kAll;
  std::uint64_t count = 1;  // at least 1
  friend bool operator==(const BlockRule&, const BlockRule&) = default;
};

struct RecordSettings {
  std::string path;                     // the trace
  std::string shown;                    // what errors call it; empty: by its path
  std::string summary;                  // where the program leaves its RecordSummary; empty: nowhere
  std::string program;                  // as the user named it
  std::vector<std::string> arguments;   // of the program
  std::vector<std::string> build;       // how it was built (trace::Recording::build)
  std::string kernel;                   // only launches of kernels of this name; empty: of any
  std::optional<std::uint32_t> launch;  // only this launch, counting from 0
  bool every_launch = false;            // not only the first of each kernel
  std::uint32_t most_launches = ~0u;    // ... for as many launches of the program; then the first of each kernel again
  std::vector<trace::Dim3> blocks;      // these blocks, whatever the budget
  std::vector<BlockRule> rules;         // and these, as far as the budget goes; neither: the first ones
  // If there are any: these and nothing else, regardless of the five above; the program ends after them.
  std::vector<RecordPlace> places;
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

// The program's summary of its launches when it ends: was there what was to be recorded?
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
  // The contents of one launch's recording.
  struct Part {
    std::uint32_t launch = 0;
    std::string kernel;
    std::uint64_t grid_blocks = 0;         // that the launch has
    std::uint64_t wanted = 0, blocks = 0;  // that were chosen, and that are recorded
    std::uint64_t steps = 0;
    bool is_cut = false;     // the budget ended inside a block
    bool is_faulty = false;  // a fault ended the launch, and with it the recording of blocks
  };
  // Launches are counted as they begin, and their parts noted as they end.
  void Count(const Launch& launch);
  void Note(Part part);

  std::uint32_t launches = 0, recorded = 0;
  std::optional<trace::ModelledSet> modelled;  // features that were used; nothing: the program died
  std::vector<Kernel> kernels;                 // as many as one wants to read of
  std::vector<Part> parts;                     // likewise
  std::vector<std::uint64_t> callers;          // return addresses of the host's calls, sorted
  std::string failure;                         // why the recording could not be written
};
std::string ToJson(const RecordSummary& summary);
Expected<RecordSummary> RecordSummaryFromJson(const std::string& text);

}  // namespace lockstep::session
