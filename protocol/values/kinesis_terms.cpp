#include "protocol/values/kinesis_terms.hpp"

#include <array>

namespace stator::protocol::values {

std::string_view status_text(DestinationStatus status) {
    switch (status) {
        case DestinationStatus::Enabling: return "ENABLING";
        case DestinationStatus::Active: return "ACTIVE";
        case DestinationStatus::Updating: return "UPDATING";
        case DestinationStatus::Disabling: return "DISABLING";
        case DestinationStatus::Disabled: return "DISABLED";
        case DestinationStatus::EnableFailed: return "ENABLE_FAILED";
    }
    return {};
}

std::string_view time_precision_text(TimePrecision precision) {
    switch (precision) {
        case TimePrecision::Millisecond: return "MILLISECOND";
        case TimePrecision::Microsecond: return "MICROSECOND";
    }
    return {};
}

std::optional<DestinationStatus> destination_status_from(std::string_view text) {
    constexpr std::array kStatuses{
        DestinationStatus::Enabling,
        DestinationStatus::Active,
        DestinationStatus::Updating,
        DestinationStatus::Disabling,
        DestinationStatus::Disabled,
        DestinationStatus::EnableFailed};
    for (const DestinationStatus status : kStatuses) {
        if (status_text(status) == text) return status;
    }
    return std::nullopt;
}

std::optional<TimePrecision> time_precision_from(std::string_view text) {
    for (const TimePrecision precision : {TimePrecision::Millisecond, TimePrecision::Microsecond}) {
        if (time_precision_text(precision) == text) return precision;
    }
    return std::nullopt;
}

}  // namespace stator::protocol::values
