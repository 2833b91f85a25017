#include "protocol/errors/table_state.hpp"

#include <initializer_list>
#include <string>

namespace stator::protocol::errors {
namespace {

ApiError in_use(std::initializer_list<std::string_view> parts) {
    std::string message = "Attempt to change a resource which is still in use: ";
    for (const std::string_view part : parts) message.append(part);
    return {ErrorType::ResourceInUseException, std::move(message)};
}

ApiError in_use(std::string_view text, const StreamChange& change) {
    const std::string_view operation = change.enabling ? "ENABLE" : "DISABLE";
    return in_use(
        {text, " Table: ", change.table, " Stream: ", change.label, " Operation: ", operation}
    );
}

ApiError table_class_change(
    std::string_view text, std::string_view table, values::TableClass wanted
) {
    return in_use(
        {text, " Table: ", table, " TableClassUpdateInProgress: ", values::table_class_text(wanted)}
    );
}

}  // namespace

ApiError table_being_created(std::string_view table) {
    return in_use({"Table is being created: ", table});
}

ApiError table_being_deleted(std::string_view table) {
    return in_use({"Table is being deleted: ", table});
}

ApiError table_being_used(std::string_view table) {
    return in_use({"Table is being used: ", table});
}

ApiError table_being_updated(std::string_view table) {
    return in_use({"Table: ", table, " is in the process of being updated."});
}

ApiError table_not_active_for_protection() {
    return {
        ErrorType::ResourceInUseException,
        "Table needs to be in ACTIVE status to modify deletion protection setting."};
}

ApiError throughput_in_flight(std::string_view table) {
    return in_use({"Table IOPS are currently being updated. Table: ", table});
}

ApiError stream_while_throughput_in_flight(std::string_view table) {
    return in_use(
        {"Can't enable or disable stream while table IOPS are being updated. Table: ", table}
    );
}

ApiError index_while_throughput_in_flight(std::string_view table) {
    return in_use(
        {"Can't create or delete indexes while table IOPS are being updated. Table: ", table}
    );
}

ApiError on_demand_while_billing_in_flight() {
    return in_use({"OnDemandThroughput cannot be updated while BillingMode update is in progress"});
}

ApiError stream_in_flight(const StreamChange& change) {
    return in_use("A stream status change is currently in progress.", change);
}

ApiError throughput_while_stream_in_flight(const StreamChange& change) {
    return in_use("Can't change table IOPS when stream status is being updated.", change);
}

ApiError index_while_stream_in_flight(const StreamChange& change) {
    return in_use("Can't create or delete an index when stream status is being updated.", change);
}

ApiError delete_while_stream_in_flight() {
    return in_use({"Cannot delete table while stream is being enabled/disabled."});
}

ApiError table_class_in_flight(std::string_view table, values::TableClass wanted) {
    return table_class_change(
        "Can't update table class when a table class update is in progress.", table, wanted
    );
}

ApiError index_while_table_class_in_flight(std::string_view table, values::TableClass wanted) {
    return table_class_change(
        "Can't create or delete an index when a table class update is in progress.", table, wanted
    );
}

ApiError encryption_in_flight() {
    return in_use({"Server-Side Encryption is still being updated"});
}

ApiError index_allocating(std::string_view table, std::string_view index) {
    return in_use(
        {"Index creation is in resource allocation phase. Retry deletion during backfilling phase "
         "or when the index is active. Table: ",
         table,
         " Index: ",
         index}
    );
}

// AWS: two spaces before "Index". [case UpdateTable/refusals_during_allocation]
ApiError index_not_backfilling_yet(std::string_view table, std::string_view index) {
    return in_use(
        {"Index is being created but is not backfilling yet. Table: ", table, "  Index: ", index}
    );
}

ApiError index_being_updated(std::string_view table, std::string_view index) {
    return in_use({"Index is being updated. Table: ", table, " Index: ", index});
}

ApiError index_being_deleted(std::string_view table, std::string_view index) {
    return in_use({"Index is being deleted. Table: ", table, " Index: ", index});
}

ApiError throughput_while_index_created(std::string_view table, std::string_view index) {
    return in_use(
        {"Can't change table IOPS when an index is being created. Table: ",
         table,
         " Indexes: [",
         index,
         "]"}
    );
}

ApiError throughput_while_index_deleted(std::string_view table, std::string_view index) {
    return in_use(
        {"Can't change table IOPS when an index is being deleted. Table: ",
         table,
         " Indexes: [",
         index,
         "]"}
    );
}

ApiError stream_while_index_created(std::string_view table, std::string_view index) {
    return in_use(
        {"Can't change stream status when an index is being created. Table: ",
         table,
         " Indexes: [",
         index,
         "]"}
    );
}

ApiError on_demand_while_index_created(std::string_view index) {
    return in_use(
        {"OnDemandThroughput cannot be updated while index creation is in progress for indexes: [",
         index,
         "]"}
    );
}

ApiError delete_while_index_in_flight() {
    return in_use({"Cannot delete table while indexes are being created, updated, or deleted."});
}

}  // namespace stator::protocol::errors
