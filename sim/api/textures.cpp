#include "sim/api/textures.h"
namespace lockstep {
void RegisterTextureReference(const textureReference*, bool) {}
}
