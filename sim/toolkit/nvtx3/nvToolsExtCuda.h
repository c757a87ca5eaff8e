#pragma once

#include "../cuda.h"
#include "nvToolsExt.h"
