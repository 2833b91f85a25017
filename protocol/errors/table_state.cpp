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

ApiError stream_in_flight(const StreamChange& change) {
    return in_use("A stream status change is currently in progress.", change);
}

ApiError throughput_while_stream_in_flight(const StreamChange& change) {
    return in_use("Can't change table IOPS when stream status is being updated.", change);
}

ApiError index_while_stream_in_flight(const StreamChange& change) {
    return in_use("Can't create or delete an index when stream status is being updated.", change);
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

// AWS: two spaces before "Index". [case UpdateTable/refusals_during_allocation]
}  // namespace stator::protocol::errors
