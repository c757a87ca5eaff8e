#pragma once

#include "viz/panels/panel.h"

namespace lockstep::viz {

// One array of device or shared memory, as cells or as a picture, with the accesses of the chosen thread's line, and
// the writer of the element under the mouse. A click chooses an element.
void DrawArrays(const replay::Model& model, Selection& selection, Desk& desk);

// Waits until no other thread reads the recording, which may then be changed.
void StopReaders(Desk& desk);

extern const Panel kMemory;

}  // namespace lockstep::viz
