#include "protocol/model/table_arn.hpp"

#include <array>

#include "protocol/errors/tables.hpp"

namespace stator::protocol::model {
namespace {

constexpr std::string_view kArnPrefix = "arn:";
constexpr std::string_view kTablePrefix = "table/";

}  // namespace

bool is_known_partition(std::string_view partition) {
    return partition == "aws" || partition == "aws-cn" || partition == "aws-us-gov";
}

bool is_account_id(std::string_view text) {
    constexpr std::size_t kDigits = 12;
    return text.size() == kDigits && text.find_first_not_of("0123456789") == std::string_view::npos;
}

bool is_arn(std::string_view text) {
    return !text.empty() && text.front() == kArnPrefix.front() && text.starts_with(kArnPrefix);
}

std::optional<ArnParts> split_arn(std::string_view text) {
    if (!is_arn(text)) return std::nullopt;
    text.remove_prefix(kArnPrefix.size());
    std::array<std::string_view, 4> parts;
    for (std::string_view& part : parts) {
        const std::size_t colon = text.find(':');
        if (colon == std::string_view::npos) return std::nullopt;
        part = text.substr(0, colon);
        text.remove_prefix(colon + 1);
    }
    return ArnParts{parts[0], parts[1], parts[2], parts[3], text};
}

std::string_view region_of_arn(std::string_view arn) {
    const auto parts = split_arn(arn);
    return parts ? parts->region : std::string_view();
}

std::string table_arn(const TableScope& scope, std::string_view table_name) {
    std::string arn = "arn:aws:dynamodb:";
    arn.append(scope.region).append(":").append(scope.account).append(":table/");
    return arn.append(table_name);
}

std::string arn_of_account(std::string_view arn, std::string_view account) {
    std::string text(arn);
    const auto parts = split_arn(arn);
    if (!parts) return text;
    const auto place = static_cast<std::size_t>(parts->account.data() - arn.data());
    return text.replace(place, parts->account.size(), account);
}

std::string_view table_of_resource(std::string_view resource) {
    if (!resource.starts_with(kTablePrefix)) return {};
    resource.remove_prefix(kTablePrefix.size());
    return resource.find('/') == std::string_view::npos ? resource : std::string_view();
}

std::string_view plain_name(std::string_view name) {
    const auto parts = split_arn(name);
    return parts ? table_of_resource(parts->resource) : name;
}

Result<std::string_view> resolve_table_name(
    std::string_view name_or_arn, const TableScope& scope, std::string_view operation
) {
    if (!is_arn(name_or_arn)) return name_or_arn;
    const auto parts = split_arn(name_or_arn);
    if (!parts) return errors::arn_resource_type_invalid(name_or_arn);
    if (!is_known_partition(parts->partition)) return errors::arn_partition_invalid(name_or_arn);
    if (parts->region != scope.region) return errors::arn_region_invalid(name_or_arn);
    const std::string_view table = table_of_resource(parts->resource);
    if (parts->service != "dynamodb" || table.empty()) {
        return errors::arn_resource_type_invalid(name_or_arn);
    }
    if (parts->account != scope.account) {
        return errors::access_denied(scope.account, operation, name_or_arn);
    }
    return table;
}

}  // namespace stator::protocol::model
