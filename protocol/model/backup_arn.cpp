#include "protocol/model/backup_arn.hpp"

#include <algorithm>
#include <array>

#include "protocol/base/number_text.hpp"
#include "protocol/errors/backups.hpp"
#include "protocol/errors/regions.hpp"

namespace stator::protocol::model {
namespace {

constexpr std::string_view kTablePart = "table/";
constexpr std::string_view kBackupPart = "/backup/";

// The first part of region names, for example "eu" in "eu-west-2". Not a list of regions, because
// AWS adds new ones.
constexpr std::array<std::string_view, 11> kRegionPlaces{
    "af", "ap", "ca", "cn", "eu", "il", "me", "mx", "sa", "us", "eusc"};

bool can_be_region(std::string_view region) {
    const std::string_view place = region.substr(0, region.find('-'));
    return errors::is_region_name(region) && std::ranges::count(kRegionPlaces, place) > 0;
}

}  // namespace

std::optional<BackupArnParts> split_backup_arn(std::string_view arn) {
    const auto parts = split_arn(arn);
    if (!parts || !parts->resource.starts_with(kTablePart)) return std::nullopt;
    const std::string_view path = parts->resource.substr(kTablePart.size());
    const std::size_t end_of_table = path.find(kBackupPart);
    if (end_of_table == std::string_view::npos) return std::nullopt;
    const std::string_view table = path.substr(0, end_of_table);
    const std::string_view id = path.substr(end_of_table + kBackupPart.size());
    const auto is_one_part = [](std::string_view part) {
        return !part.empty() && part.find('/') == std::string_view::npos;
    };
    if (!is_one_part(table) || !is_one_part(id)) return std::nullopt;
    return BackupArnParts{parts->region, table, id};
}

Result<BackupArnParts> resolve_backup_arn(std::string_view arn, const TableScope& scope) {
    const auto backup = split_backup_arn(arn);
    const auto parts = split_arn(arn);
    if (!backup || !parts) return errors::invalid_backup_arn();
    if (!is_known_partition(parts->partition) || parts->service != "dynamodb") {
        return errors::backup_arn_not_valid();
    }
    // AWS: treats an ARN without a region as the ARN of another account.
    // [case DescribeBackup/foreign_arns]
    if (parts->region.empty()) return errors::backup_access_denied();
    if (parts->region != scope.region && !can_be_region(parts->region)) {
        return errors::backup_arn_not_valid();
    }
    if (parts->account != scope.account) return errors::backup_access_denied();
    return *backup;
}

std::string backup_arn(std::string_view table_arn, Instant creation_time, std::uint32_t mark) {
    constexpr std::size_t kTimeDigits = 14;
    constexpr std::size_t kMarkDigits = 8;
    std::string arn(table_arn);
    arn.append(kBackupPart);
    append_padded(arn, static_cast<std::uint64_t>(creation_time.unix_ms()), kTimeDigits);
    arn.push_back('-');
    append_hex(arn, mark, kMarkDigits);
    return arn;
}

}  // namespace stator::protocol::model
