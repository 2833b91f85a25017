// A workload: the tables and items it needs, and the operations it is made of. `bench/README.md`
// says what each of them stands for.
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
    // Connections the operations are spread over; at least 1.
    std::size_t connections = 1;
    // Items in the table; 0 for the workload's own number. Only W4 and the workloads on 1 KB items
    // heed it, and round it to whole partitions or batches.
    std::uint64_t items = 0;
};

// prepare() comes before any request; then requests as RequestSource says, any number of times.
class Workload : public RequestSource {
public:
    // How many operations one run consists of; 0 when the run is limited by time.
    virtual std::uint64_t operations_max() const { return 0; }

    // Items written by one operation, where that is the more telling figure; 0 elsewhere.
    virtual std::uint64_t items_per_operation() const { return 0; }

    // Makes the table and its items anew. `api` must outlive the requests that follow. Throws
    // std::runtime_error when the server refuses.
    virtual void prepare(ApiClient& api) = 0;

    // What is wrong with the body of a 200 answer, as a sentence; empty when it is right. Asked
    // once before the load, because a server that finds nothing looks fast.
    virtual std::string complaint(std::string_view body) const = 0;

    // Deletes the table.
    virtual void clean_up(ApiClient& api) = 0;
};

struct WorkloadDefinition {
    std::string_view name;
    std::size_t connections;
    std::unique_ptr<Workload> (*make)(const WorkloadSettings& settings);
};

// All workloads, in the order in which they are run by default.
std::span<const WorkloadDefinition> workload_definitions();

// Throws std::runtime_error when there is no workload of that name.
const WorkloadDefinition& find_workload(std::string_view name);

}  // namespace stator::bench
