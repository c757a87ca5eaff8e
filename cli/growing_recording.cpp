#include "cli/growing_recording.h"

#include <fmt/format.h>

namespace lockstep::cli {
namespace {

Expected<std::unique_ptr<replay::Model>> ReadWhole(const std::string& file, trace::ReadProgress& progress) {
  auto recording = trace::ReadTrace(file, progress);
  if (!recording) return std::unexpected(recording.error());
  return std::make_unique<replay::Model>(std::move(*recording));
}

}  // namespace

GrowingRecording::GrowingRecording(std::string file)
    : reader_([this, file = std::move(file)] {
        whole_ = ReadWhole(file, progress_);
        is_done_ = true;
      }) {}

GrowingRecording::~GrowingRecording() {
  progress_.stop = true;
  if (reader_.joinable()) reader_.join();
}

std::optional<viz::Scene> GrowingRecording::Newer() {
  if (!reader_.joinable()) return std::nullopt;
  viz::Scene scene;
  if (is_done_) {
    reader_.join();
    scene.reading = whole_ ? "" : "The rest of the recording cannot be shown: " + whole_.error().message;
    if (whole_) scene.whole = std::move(*whole_);
    return scene;
  }
  const int percent = static_cast<int>(100 * progress_.share);
  if (percent == percent_) return std::nullopt;
  percent_ = percent;
  scene.reading = percent < 100 ? fmt::format("Reading the recording: {} %. Its beginning can be used.", percent)
                                : "Sorting the steps of the recording. Its beginning can be used.";
  return scene;
}

}  // namespace lockstep::cli
