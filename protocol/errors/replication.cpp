#include "protocol/errors/replication.hpp"

#include <algorithm>
#include <array>

#include "protocol/errors/general.hpp"

namespace stator::protocol::errors {
namespace {

// [doc endpoints and quotas of DynamoDB, general.html]
constexpr std::array<std::string_view, 34> kRegions = {
    "af-south-1",     "ap-east-1",      "ap-east-2",      "ap-northeast-1", "ap-northeast-2",
    "ap-northeast-3", "ap-south-1",     "ap-south-2",     "ap-southeast-1", "ap-southeast-2",
    "ap-southeast-3", "ap-southeast-4", "ap-southeast-5", "ap-southeast-6", "ap-southeast-7",
    "ca-central-1",   "ca-west-1",      "eu-central-1",   "eu-central-2",   "eu-north-1",
    "eu-south-1",     "eu-south-2",     "eu-west-1",      "eu-west-2",      "eu-west-3",
    "il-central-1",   "me-central-1",   "me-south-1",     "mx-central-1",   "sa-east-1",
    "us-east-1",      "us-east-2",      "us-west-1",      "us-west-2",
};

// [doc V2globaltables_HowItWorks.html]
constexpr std::array<std::string_view, 10> kStrongRegions = {
    "ap-northeast-1",
    "ap-northeast-2",
    "ap-northeast-3",
    "eu-central-1",
    "eu-west-1",
    "eu-west-2",
    "eu-west-3",
    "us-east-1",
    "us-east-2",
    "us-west-2",
};

constexpr std::string_view kStrongTables =
    " global tables with MultiRegionConsistency set to STRONG";

// "a, b", each between those quotes.
template <class Names>
std::string listed(const Names& names, std::string_view quote = {}) {
    std::string text;
    for (const auto& name : names) {
        if (!text.empty()) text.append(", ");
        text.append(quote).append(name).append(quote);
    }
    return text;
}

ApiError named(std::string_view before, std::string_view name, std::string_view after) {
    return validation(std::string(before).append(name).append(after));
}

}  // namespace

bool has_global_tables(std::string_view region) {
    return std::ranges::find(kRegions, region) != kRegions.end();
}

bool has_strong_tables(std::string_view region) {
    return std::ranges::find(kStrongRegions, region) != kStrongRegions.end();
}

ApiError replica_region_unsupported(std::string_view region) {
    std::string message = "Region ";
    message.append(region)
        .append(
            " is not supported. The latest version of global tables are only supported in the "
            "following regions: ["
        )
        .append(listed(kRegions))
        .append("]");
    return validation(std::move(message));
}

ApiError strong_regions_unsupported(std::span<const std::string> regions) {
    std::string message = "Unsupported Region(s) specified for";
    message.append(kStrongTables).append(": [").append(listed(regions)).append("].");
    return validation(std::move(message));
}

ApiError strong_table_with(std::string_view feature) {
    std::string message(feature);
    message.append(" not supported for").append(kStrongTables).append(".");
    return validation(std::move(message));
}

ApiError replicas_not_members(std::span<const std::string> regions) {
    return named(
        "Update global table operation failed because one or more replicas were not part of the "
        "global table. Please retry the request without these replicas: [",
        listed(regions),
        "]."
    );
}

ApiError replica_being_created(std::string_view table, std::span<const std::string> regions) {
    std::string message = "Global table with name: '";
    message.append(table).append("' already exists with replicas in regions: '");
    message.append(listed(regions)).append("'.");
    return {ErrorType::ResourceInUseException, std::move(message)};
}

ApiError replicated_table_not_found(std::string_view table) {
    ApiError error = global_table_not_found(table);
    error.type = ErrorType::ResourceNotFoundException;
    return error;
}

ApiError scaling_of_on_demand_replicas(
    std::string_view table,
    std::span<const std::string> replicas,
    std::span<const std::string> parameters
) {
    std::string message = "Failed to update global table with name ‘";
    message.append(table).append("‘. Replicas ").append(listed(replicas, "'"));
    message.append(
        " BillingMode is PayPerRequest. You must convert table's BillingMode to PROVISIONED to set "
        "parameters: "
    );
    message.append(listed(parameters, "'")).append(".");
    return validation(std::move(message));
}

ApiError scaling_parameters_required(
    std::string_view table, std::span<const std::string> parameters
) {
    std::string message = "Failed to update settings for global table with name: ‘";
    message.append(table).append("’: Parameters '").append(listed(parameters));
    message.append("' are required unless auto scaling is being disabled.");
    return validation(std::move(message));
}

}  // namespace stator::protocol::errors
