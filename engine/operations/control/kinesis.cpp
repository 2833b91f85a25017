#include "engine/operations/control/kinesis.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "engine/operations/control/table_changes.hpp"
#include "protocol/errors/kinesis.hpp"

namespace stator::engine::operations::control {
namespace {

using model::KinesisDestination;
using model::TableDescription;
using requests::settings::ChangedKinesis;
using values::DestinationStatus;
using values::TimePrecision;

namespace asked = requests::settings;

// Returns null if the table never had that destination.
KinesisDestination* find_destination(TableDescription& table, const std::string& stream_arn) {
    const auto found =
        std::ranges::find(table.kinesis_destinations, stream_arn, &KinesisDestination::stream_arn);
    return found == table.kinesis_destinations.end() ? nullptr : &*found;
}

// AWS: a table sends to one stream at a time.
// [case EnableKinesisStreamingDestination/one_at_a_time]
bool is_at_work(const KinesisDestination& destination) {
    return destination.status != DestinationStatus::Disabled &&
           destination.status != DestinationStatus::EnableFailed;
}

Result<KinesisDestination> enable(
    TableDescription& table, const asked::EnableKinesisRequest& request
) {
    if (table.status != values::TableStatus::Active) {
        return errors::kinesis_needs_active_table();
    }
    if (std::ranges::any_of(table.kinesis_destinations, is_at_work)) {
        return errors::kinesis_enabled_already();
    }
    KinesisDestination* destination = find_destination(table, request.stream_arn);
    if (destination == nullptr) destination = &table.kinesis_destinations.emplace_back();
    *destination = {request.stream_arn, DestinationStatus::Enabling, "", request.precision};
    return *destination;
}

Result<KinesisDestination> disable(
    TableDescription& table, const asked::DisableKinesisRequest& request
) {
    KinesisDestination* const destination = find_destination(table, request.stream_arn);
    if (destination == nullptr || destination->status != DestinationStatus::Active) {
        return errors::kinesis_disable_needs_active();
    }
    destination->status = DestinationStatus::Disabling;
    return *destination;
}

Result<KinesisDestination> update(
    TableDescription& table, const asked::UpdateKinesisRequest& request
) {
    KinesisDestination* const destination = find_destination(table, request.stream_arn);
    if (destination == nullptr) {
        return errors::kinesis_destination_not_found(request.stream_arn, table.name);
    }
    if (destination->status != DestinationStatus::Active) {
        return errors::kinesis_update_needs_active(table.name, request.stream_arn);
    }
    // AWS: [case UpdateKinesisStreamingDestination/same_precision]
    if (destination->precision.value_or(TimePrecision::Millisecond) == request.precision) {
        return errors::kinesis_precision_is_set(
            values::text_of(*request.precision), table.table_id, request.stream_arn
        );
    }
    destination->status = DestinationStatus::Updating;
    destination->next_precision = request.precision;
    return *destination;
}

// Changes a destination of the table and returns it.
using KinesisChange = std::function<Result<KinesisDestination>(TableDescription& table)>;

Result<ChangedKinesis> change_kinesis(
    const universes::Call& call,
    std::string_view table,
    std::string_view operation,
    const KinesisChange& change
) {
    STATOR_TRY(
        definition::TableTarget target,
        definition::named_table(table, operation, call.catalog().scope())
    );
    ChangedKinesis changed{target.name, {}};
    const auto edit = [&](const definition::EditedTable& edited
                      ) -> Result<std::optional<TableDescription>> {
        STATOR_CHECK(definition::check_restored(edited.description));
        TableDescription next = edited.description;
        STATOR_TRY(changed.destination, change(next));
        return std::optional(std::move(next));
    };
    STATOR_CHECK(apply(call, {std::move(target), edit}));
    return changed;
}

}  // namespace

Result<ChangedKinesis> enable_kinesis(
    const universes::Call& call, const asked::EnableKinesisRequest& request
) {
    const auto change = [&](TableDescription& table) { return enable(table, request); };
    constexpr std::string_view kOperation = "EnableKinesisStreamingDestination";
    return change_kinesis(call, request.table_name, kOperation, change);
}

Result<ChangedKinesis> disable_kinesis(
    const universes::Call& call, const asked::DisableKinesisRequest& request
) {
    const auto change = [&](TableDescription& table) { return disable(table, request); };
    constexpr std::string_view kOperation = "DisableKinesisStreamingDestination";
    return change_kinesis(call, request.table_name, kOperation, change);
}

Result<ChangedKinesis> update_kinesis(
    const universes::Call& call, const asked::UpdateKinesisRequest& request
) {
    const auto change = [&](TableDescription& table) { return update(table, request); };
    constexpr std::string_view kOperation = "UpdateKinesisStreamingDestination";
    return change_kinesis(call, request.table_name, kOperation, change);
}

Result<asked::DescribedKinesis> describe_kinesis(
    const universes::Call& call, const asked::DescribeKinesisRequest& request
) {
    const catalog::Catalog& catalog = call.catalog();
    constexpr std::string_view kOperation = "DescribeKinesisStreamingDestination";
    STATOR_TRY(
        const TableDescription table, description_of(catalog, request.table_name, kOperation)
    );
    STATOR_CHECK(definition::check_restored(table));
    return asked::DescribedKinesis{table.name, table.kinesis_destinations};
}

}  // namespace stator::engine::operations::control
