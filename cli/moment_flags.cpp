#include "cli/moment_flags.h"

#include <fmt/format.h>

#include "shared/trace/read_index.h"

namespace lockstep::cli {

void AddMomentFlags(CLI::App& command, MomentFlags& flags) {
  command.add_option("FILE", flags.file, "the recording, or a moment in it: FILE.lstrace#step=1200&thread=3,0,0/5,0,0")
      ->required();
  command.add_option("--step", flags.step, "the moment after this many recorded steps");
  command.add_option("--thread", flags.thread, "the thread: blockIdx/threadIdx as bx,by,bz/tx,ty,tz");
  command.add_option("--line", flags.line, "the first time from the step on that the thread comes to this line");
  command.add_option("--launch,--at-launch", flags.launch,
                     "the launch, counted over all launches of the program from 0");
}

Expected<replay::AddressedFile> ReadMomentFlags(const MomentFlags& flags) {
  auto address = replay::ReadAddress(flags.file);
  if (!address) return address;
  if (flags.launch) address->moment.launch = flags.launch;
  if (flags.step) address->moment.step = flags.step;
  if (flags.line) address->moment.line = flags.line;
  if (flags.thread.empty()) return address;
  const auto named = trace::ReadThread(flags.thread);
  if (!named)
    return Fail(fmt::format("--thread {}: expected blockIdx/threadIdx, for example 3,0,0/5,0,0", flags.thread));
  if (named->block) address->moment.block = named->block;
  address->moment.thread = named->thread;
  return address;
}

Expected<OpenedMoment> OpenMoment(const replay::AddressedFile& address) {
  auto model = replay::Open(address.file);
  if (!model) return std::unexpected(model.error());
  const replay::MomentAddress& moment = address.moment;
  const auto place = replay::FindMoment((*model)->recording(), moment);
  if (!place) return std::unexpected(place.error());
  OpenedMoment opened{std::move(*model), *place};
  if (moment.step || moment.line) return opened;
  if (!moment.thread && !moment.block) {
    opened.place =
        moment.launch ? replay::FirstCursor(*opened.model, place->launch) : replay::FirstCursor(*opened.model);
    return opened;
  }
  opened.model->MoveTo(opened.place);
  const auto slot = opened.model->SlotOf(place->block, place->thread);
  if (slot != replay::ThreadSlot::kNone) opened.place.step = replay::FirstMomentOf(*opened.model, slot);
  return opened;
}

}  // namespace lockstep::cli
