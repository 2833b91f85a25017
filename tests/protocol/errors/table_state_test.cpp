#include "protocol/errors/table_state.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "protocol/values/table_terms.hpp"

namespace stator::protocol::errors {
namespace {

// AWS: the texts of [case UpdateTable/refusals_by_status].
TEST(TableState, UsesTheMessagesOfAws) {
    struct Case {
        ApiError error;
        std::string message;
    };

    constexpr std::string_view kLabel = "2026-10-01T00:00:00.000";
    const auto infrequent = values::text_of(values::TableClass::StandardInfrequentAccess);
    const auto standard = values::text_of(values::TableClass::Standard);
    const Case cases[] = {
        {table_being_created("tbl"), "Table is being created: tbl"},
        {table_being_deleted("tbl"), "Table is being deleted: tbl"},
        {table_being_used("tbl"), "Table is being used: tbl"},
        {table_being_updated("tbl"), "Table: tbl is in the process of being updated."},
        {throughput_in_flight("tbl"), "Table IOPS are currently being updated. Table: tbl"},
        {stream_while_throughput_in_flight("tbl"),
         "Can't enable or disable stream while table IOPS are being updated. Table: tbl"},
        {stream_in_flight("tbl", kLabel, "ENABLE"),
         "A stream status change is currently in progress. Table: tbl Stream: "
         "2026-10-01T00:00:00.000 Operation: ENABLE"},
        {throughput_while_stream_in_flight("tbl", kLabel, "DISABLE"),
         "Can't change table IOPS when stream status is being updated. Table: tbl Stream: "
         "2026-10-01T00:00:00.000 Operation: DISABLE"},
        {table_class_in_flight("tbl", infrequent),
         "Can't update table class when a table class update is in progress. Table: tbl "
         "TableClassUpdateInProgress: STANDARD_INFREQUENT_ACCESS"},
        {index_while_table_class_in_flight("tbl", standard),
         "Can't create or delete an index when a table class update is in progress. Table: tbl "
         "TableClassUpdateInProgress: STANDARD"},
        {index_being_updated("tbl", "gsi"), "Index is being updated. Table: tbl Index: gsi"},
        {index_not_backfilling_yet("tbl", "gsi"),
         "Index is being created but is not backfilling yet. Table: tbl  Index: gsi"},
        {throughput_while_index_created("tbl", "gsi"),
         "Can't change table IOPS when an index is being created. Table: tbl Indexes: [gsi]"},
        {on_demand_while_index_created("gsi"),
         "OnDemandThroughput cannot be updated while index creation is in progress for indexes: "
         "[gsi]"},
    };
    for (const Case& each : cases) {
        EXPECT_EQ(each.error.type, ErrorType::ResourceInUseException) << each.message;
        EXPECT_EQ(
            each.error.message,
            "Attempt to change a resource which is still in use: " + each.message
        );
    }
}

TEST(TableState, HasOneMessageWithAnotherPrefix) {
    const ApiError error = table_not_active_for_protection();
    EXPECT_EQ(error.type, ErrorType::ResourceInUseException);
    EXPECT_EQ(
        error.message, "Table needs to be in ACTIVE status to modify deletion protection setting."
    );
}

}  // namespace
}  // namespace stator::protocol::errors
