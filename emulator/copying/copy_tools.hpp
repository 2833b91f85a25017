// What all tables of a copy share: connections to both sides, limits, and who is told.
#pragma once

#include <memory>
#include <vector>

#include "emulator/anonymising/anonymiser.hpp"
#include "emulator/copying/copy_state.hpp"
#include "emulator/copying/crew.hpp"
#include "emulator/copying/progress.hpp"
#include "emulator/copying/rate_limit.hpp"
#include "emulator/moves/api_client.hpp"
#include "engine/base/clock.hpp"

namespace stator::emulator::copying {

// A worker's own connections.
struct Link {
    moves::ApiClient from;
    moves::ApiClient to;
};

// Borrows everything.
struct CopyTools {
    const std::vector<std::unique_ptr<Link>>& links;  // one for each worker
    CopyState& state;
    Pause& pause;
    RateLimit& reads;
    RateLimit& writes;
    Progress& progress;
    const engine::Clock& clock;
    const anonymising::Anonymiser* anonymiser;  // or null
};

}  // namespace stator::emulator::copying
