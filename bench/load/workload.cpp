#include "load/workload.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "load/workloads/makers.hpp"

namespace stator::bench {

namespace {

constexpr std::array kDefinitions{
    WorkloadDefinition{"load", 8, make_load},
    WorkloadDefinition{"W1", 32, make_get_item},
    WorkloadDefinition{"W2", 32, make_put_item},
    WorkloadDefinition{"W2h", 32, make_remembered_put},
    WorkloadDefinition{"W3", 32, make_update_item},
    WorkloadDefinition{"W4", 32, make_query},
    WorkloadDefinition{"W5", 32, make_sparse_index_query},
    WorkloadDefinition{"W6", 8, make_batch_write},
    WorkloadDefinition{"W7", 32, make_transact_write},
    WorkloadDefinition{"W8", 4, make_filtered_scan},
    WorkloadDefinition{"mix", 1, make_mix},
    WorkloadDefinition{"page1", 32, make_first_page},
    WorkloadDefinition{"page1000", 32, make_deep_page},
};

}  // namespace

std::span<const WorkloadDefinition> workload_definitions() {
    return kDefinitions;
}

const WorkloadDefinition& find_workload(std::string_view name) {
    const auto found = std::ranges::find(kDefinitions, name, &WorkloadDefinition::name);
    if (found == kDefinitions.end()) {
        throw std::runtime_error("there is no workload " + std::string(name));
    }
    return *found;
}

}  // namespace stator::bench
