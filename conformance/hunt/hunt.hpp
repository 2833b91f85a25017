// The hunt: sends random requests to a subject and to other endpoints until the budget is used up.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "conformance/hunt/cluster.hpp"
#include "conformance/hunt/comparison.hpp"
#include "conformance/hunt/side.hpp"

namespace stator::conformance::hunt {

struct HuntSettings {
    std::uint64_t seed = 1;
    std::uint64_t requests = 10'000;   // to each endpoint, excluding table reads and shrinking
    double units = 0;                  // capacity units of the subject; 0: no limit
    std::uint64_t tables_every = 250;  // number of requests that share tables
    std::uint64_t invariant_every = 10;
    std::size_t shrunk_max = 60;     // clusters to shrink
    std::size_t attempts_max = 200;  // for each cluster
    std::string run_id;              // in the tables' names
};

/// A violated invariant.
struct Breach {
    std::string invariant;
    std::string sentence;  // the violated invariant
    std::size_t count = 0;
    std::uint64_t first_request = 0;
    Exemplar exemplar;
};

struct HuntResult {
    std::uint64_t requests = 0;
    Clusters clusters;
    std::vector<Breach> breaches;
    /// The smallest exemplars of the clusters that were shrunk.
    std::map<Signature, Exemplar> smallest;
    std::vector<std::string> remarks;  // about sides that were left out
    /// Reason for an early end; "" if the hunt was completed.
    std::string complaint;
};

/// The first side is the subject. `on_progress` is called every thousand requests.
HuntResult run_hunt(
    std::vector<std::unique_ptr<Side>>& sides,
    const HuntSettings& settings,
    const std::function<void(const HuntResult&)>& on_progress
);

}  // namespace stator::conformance::hunt
