#pragma once

// Its functions are part of the device library, which every .cu file has from its start.
#include "lockstep/device_library.h"
