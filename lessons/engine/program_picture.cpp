// The picture functions of shared/lockstep/picture.h, compiled once, so that exercises build in a fraction of a second.
#define LOCKSTEP_PICTURE_DEFINE
#include "shared/lockstep/picture.h"
