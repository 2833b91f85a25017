#include "protocol/errors/backups.hpp"

#include <string>

#include "protocol/base/limits.hpp"
#include "protocol/errors/general.hpp"

namespace stator::protocol::errors {

ApiError system_backup_not_deletable(std::string_view arn, Instant expiry) {
    std::string text = "User is not allowed to delete the system backup with arn ";
    text.append(arn).append(". It will automatically expire on ").append(in_gap(expiry));
    return invalid_request(text);
}

ApiError restore_time_outside_window(Instant wanted, RestorableWindow window) {
    std::string message = "RestoreDateTime '";
    message.append(in_gap(wanted)).append("' must be within EarliestRestorableDateTime '");
    message.append(in_gap(window.earliest)).append("' and LatestRestorableDateTime '");
    message.append(in_gap(window.latest)).append("'");
    return {ErrorType::InvalidRestoreTimeException, std::move(message)};
}

ApiError restore_target_being_restored(std::string_view table, std::string_view backup_arn) {
    std::string message = "Table: ";
    message.append(table).append(" is already being restored");
    if (!backup_arn.empty()) message.append(" from backup: ").append(backup_arn);
    return {ErrorType::TableInUseException, std::move(message)};
}

ApiError too_many_restores() {
    std::string message = "Subscriber limit exceeded: Only " + std::to_string(kMaxRestores);
    message.append(" restore operations can be done simultaneously");
    return {ErrorType::LimitExceededException, std::move(message)};
}

ApiError restored_throughput_with_on_demand(std::string_view index) {
    std::string text =
        "Cannot override ProvisionedThroughput if BillingMode is overridden to PAY_PER_REQUEST";
    if (!index.empty()) text.append(" for index ").append(index);
    return invalid_request(text);
}

}  // namespace stator::protocol::errors
