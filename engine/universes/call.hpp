// Call: the universe, the context and the outcome of one request, passed to every operation. Not
// shared between requests.
#pragma once

#include <string_view>

#include "engine/base/request_context.hpp"
#include "engine/faults/watched_context.hpp"
#include "engine/universes/universe.hpp"

namespace stator::engine::universes {

struct Call {
    Universe& universe;
    const faults::WatchedContext& context;
    RequestOutcome& outcome;

    // The catalog of the request's region.
    catalog::Catalog& catalog() const { return universe.catalog(context); }

    std::string_view region() const { return universe.region_name(context); }

    Instant now() const { return context.now; }
};

}  // namespace stator::engine::universes
