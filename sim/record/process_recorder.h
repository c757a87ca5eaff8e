#pragma once

// The recorder of this process.

namespace lockstep::machine {
class Machine;
}  // namespace lockstep::machine

namespace lockstep::record {

class Recorder;

// Makes it where the environment asks for one; else null. It lives until the process ends.
Recorder* MakeRecorder(machine::Machine& machine);

// The one that was made, or null.
Recorder* TheRecorder();

}  // namespace lockstep::record
