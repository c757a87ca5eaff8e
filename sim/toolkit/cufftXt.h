#pragma once

// Transforms on several devices, of half precision, and with callbacks: the names are refused where they are used.
#include "cufft.h"
