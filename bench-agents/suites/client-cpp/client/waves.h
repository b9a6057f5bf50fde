// Orders in waves: a thread for each order of a wave, and no next wave before all have ended.
#pragma once

#include "../../client-c/http/run.h"

void play_waves(run& run);
