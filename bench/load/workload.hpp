// A workload: its tables and items, and the operations that it consists of. `bench/README.md`
// describes each workload.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "load/api_client.hpp"
#include "load/request_source.hpp"

namespace stator::bench {

struct WorkloadSettings {
    // The number of connections that share the operations; at least 1.
    std::size_t connections = 1;
    // Items in the table; 0: the workload's own number. Used only by W4 and the workloads on 1 KB
    // items, which round it to whole partitions or batches.
    std::uint64_t items = 0;
};

// Call prepare() before the first request; then request any number of operations, as described in
// RequestSource.
class Workload : public RequestSource {
public:
    // The number of operations in one run; 0 if the run is limited by time.
    virtual std::uint64_t operations_max() const { return 0; }

    // Items written by one operation, if that figure is more meaningful; otherwise 0.
    virtual std::uint64_t items_per_operation() const { return 0; }

    // Creates the table and its items, and deletes existing ones. `api` must outlive the requests
    // that follow. Throws std::runtime_error if the server rejects a request.
    virtual void prepare(ApiClient& api) = 0;

    // Returns the error in the body of a 200 reply, as a sentence; "" if it is correct. Called once
    // before the load, because a server that returns empty results is fast.
    virtual std::string complaint(std::string_view body) const = 0;

    // Deletes the table.
    virtual void clean_up(ApiClient& api) = 0;
};

struct WorkloadDefinition {
    std::string_view name;
    std::size_t connections;
    std::unique_ptr<Workload> (*make)(const WorkloadSettings& settings);
};

// All workloads, in their default order.
std::span<const WorkloadDefinition> workload_definitions();

// Throws std::runtime_error if no workload has that name.
const WorkloadDefinition& find_workload(std::string_view name);

}  // namespace stator::bench
