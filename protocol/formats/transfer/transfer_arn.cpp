#include "protocol/formats/transfer/transfer_arn.hpp"

#include "protocol/base/number_text.hpp"
#include "protocol/errors/backups.hpp"
#include "protocol/errors/transfers.hpp"

namespace stator::protocol::formats::transfer {
namespace {

constexpr std::string_view kTablePart = "table/";

bool is_one_part(std::string_view part) {
    return !part.empty() && part.find('/') == std::string_view::npos;
}

}  // namespace

std::optional<TransferArnParts> split_transfer_arn(std::string_view arn, std::string_view kind) {
    const auto parts = model::split_arn(arn);
    if (!parts || parts->service != "dynamodb" || !parts->resource.starts_with(kTablePart)) {
        return std::nullopt;
    }
    const std::string_view path = parts->resource.substr(kTablePart.size());
    const std::string between = "/" + std::string(kind) + "/";
    const std::size_t end_of_table = path.find(between);
    if (end_of_table == std::string_view::npos) return std::nullopt;
    const std::string_view table = path.substr(0, end_of_table);
    const std::string_view id = path.substr(end_of_table + between.size());
    if (!is_one_part(table) || !is_one_part(id)) return std::nullopt;
    return TransferArnParts{parts->region, parts->account, table, id};
}

std::string_view transfer_id(std::string_view arn) {
    return arn.substr(arn.rfind('/') + 1);
}

std::string transfer_arn(
    std::string_view table_arn, std::string_view kind, Instant start, std::uint32_t mark
) {
    constexpr std::size_t kTimeDigits = 14;
    constexpr std::size_t kMarkDigits = 8;
    std::string arn(table_arn);
    arn.append("/").append(kind).append("/");
    append_padded(arn, static_cast<std::uint64_t>(start.unix_ms()), kTimeDigits);
    arn.push_back('-');
    append_hex(arn, mark, kMarkDigits);
    return arn;
}

// AWS: [case ExportTableToPointInTime/table_arn]
Result<std::string_view> exported_table(std::string_view arn, const model::TableScope& scope) {
    if (arn.empty()) return errors::export_table_arn_empty();
    const auto parts = model::split_arn(arn);
    if (!parts) return errors::export_table_arn_not_arn();
    const std::string_view table = model::table_of_resource(parts->resource);
    const bool is_table =
        model::is_known_partition(parts->partition) && parts->service == "dynamodb";
    if (!is_table || table.empty()) return errors::export_table_arn_invalid();
    if (parts->account != scope.account) return errors::backup_access_denied();
    if (parts->region != scope.region) return errors::source_table_not_found(arn);
    return table;
}

}  // namespace stator::protocol::formats::transfer
