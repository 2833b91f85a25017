// One maker per workload.
#pragma once

#include <memory>

#include "load/workload.hpp"

namespace stator::bench {

// item_workloads.cpp: single items of 1 KB, chosen uniformly from 100,000.
std::unique_ptr<Workload> make_get_item(const WorkloadSettings& settings);
std::unique_ptr<Workload> make_put_item(const WorkloadSettings& settings);
std::unique_ptr<Workload> make_remembered_put(const WorkloadSettings& settings);
std::unique_ptr<Workload> make_update_item(const WorkloadSettings& settings);
std::unique_ptr<Workload> make_mix(const WorkloadSettings& settings);

// query_workloads.cpp
std::unique_ptr<Workload> make_query(const WorkloadSettings& settings);
std::unique_ptr<Workload> make_sparse_index_query(const WorkloadSettings& settings);

// batch_workloads.cpp
std::unique_ptr<Workload> make_batch_write(const WorkloadSettings& settings);
std::unique_ptr<Workload> make_load(const WorkloadSettings& settings);

// transact_workload.cpp
std::unique_ptr<Workload> make_transact_write(const WorkloadSettings& settings);

// scan_workload.cpp
std::unique_ptr<Workload> make_filtered_scan(const WorkloadSettings& settings);

// page_workload.cpp
std::unique_ptr<Workload> make_first_page(const WorkloadSettings& settings);
std::unique_ptr<Workload> make_deep_page(const WorkloadSettings& settings);

}  // namespace stator::bench
