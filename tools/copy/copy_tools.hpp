// Objects that all tables of a copy share: connections to both sides, limits and progress.
#pragma once

#include <memory>
#include <vector>

#include "engine/base/clock.hpp"
#include "tools/anonymise/anonymiser.hpp"
#include "tools/client/api_client.hpp"
#include "tools/copy/copy_state.hpp"
#include "tools/copy/crew.hpp"
#include "tools/copy/progress.hpp"
#include "tools/copy/rate_limit.hpp"

namespace stator::tools::copy {

// The connections of one worker.
struct Link {
    client::ApiClient from;
    client::ApiClient to;
};

// Borrows all members.
struct CopyTools {
    const std::vector<std::unique_ptr<Link>>& links;  // one for each worker
    CopyState& state;
    Pause& pause;
    RateLimit& reads;
    RateLimit& writes;
    Progress& progress;
    const engine::Clock& clock;
    const anonymise::Anonymiser* anonymiser;  // or null
};

}  // namespace stator::tools::copy
