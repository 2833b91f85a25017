// ResourceInUseException: what a table refuses while a change of it is under way.
//
// All but one message start with "Attempt to change a resource which is still in use: ".
// AWS: all of these errors were captured in two regions. [case UpdateTable/refusals_by_status]
#pragma once

#include <string_view>

#include "protocol/base/api_error.hpp"
#include "protocol/values/table_terms.hpp"

namespace stator::protocol::errors {

// The stream change under way, as the messages spell it.
struct StreamChange {
    std::string_view table;
    std::string_view label;
    bool enabling = false;
};

ApiError table_being_created(std::string_view table);
ApiError table_being_deleted(std::string_view table);
// CreateTable, over a table that is being restored.
ApiError table_being_used(std::string_view table);
ApiError table_being_updated(std::string_view table);
ApiError table_not_active_for_protection();

ApiError throughput_in_flight(std::string_view table);
ApiError stream_while_throughput_in_flight(std::string_view table);
ApiError index_while_throughput_in_flight(std::string_view table);
ApiError on_demand_while_billing_in_flight();

ApiError stream_in_flight(const StreamChange& change);
ApiError throughput_while_stream_in_flight(const StreamChange& change);
ApiError index_while_stream_in_flight(const StreamChange& change);
ApiError delete_while_stream_in_flight();

ApiError table_class_in_flight(std::string_view table, values::TableClass wanted);
ApiError index_while_table_class_in_flight(std::string_view table, values::TableClass wanted);

ApiError encryption_in_flight();

ApiError index_allocating(std::string_view table, std::string_view index);
ApiError index_not_backfilling_yet(std::string_view table, std::string_view index);
ApiError index_being_updated(std::string_view table, std::string_view index);
ApiError index_being_deleted(std::string_view table, std::string_view index);
ApiError throughput_while_index_created(std::string_view table, std::string_view index);
ApiError throughput_while_index_deleted(std::string_view table, std::string_view index);
ApiError stream_while_index_created(std::string_view table, std::string_view index);
ApiError on_demand_while_index_created(std::string_view index);
ApiError delete_while_index_in_flight();

}  // namespace stator::protocol::errors
