#include "emulator/laboratory/faults/fault_form.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "emulator/base/header_text.hpp"
#include "emulator/base/members.hpp"
#include "emulator/laboratory/faults/throttle_form.hpp"
#include "protocol/base/limits.hpp"
#include "protocol/base/number_text.hpp"
#include "protocol/base/result.hpp"
#include "protocol/errors/transactions.hpp"
#include "protocol/errors/usual.hpp"

namespace stator::emulator::laboratory::faults {

using engine::faults::Delivery;
using engine::faults::Fault;
using engine::faults::Moment;
using engine::faults::Throttle;
using protocol::ApiError;
using protocol::ErrorType;
using protocol::ThrottlingReason;
using protocol::wire::JsonDocument;
using protocol::wire::JsonView;
using protocol::wire::JsonWriter;

namespace {

constexpr std::int64_t kMostRows = std::numeric_limits<std::int32_t>::max();
constexpr std::array<std::string_view, 2> kDrops = {"before", "after"};
constexpr std::array<std::string_view, 2> kMoments = {"before-checks", "after-checks"};

Refusal contradiction(const Members& members, std::string_view one, std::string_view other) {
    std::string sentence = members.place();
    sentence.append(" has ").append(one).append(" beside ").append(other);
    return Refusal{sentence.append("; keep one of them.")};
}

// The error type from "error" or "status".
Accepted<std::optional<ErrorType>> read_error_type(Members& members, bool is_throttle) {
    STATOR_TRY(const auto name, members.text("error"));
    STATOR_TRY(const auto status, members.integer("status", 100, 599));
    if (name && status) return contradiction(members, "'error'", "'status'");
    if (status && is_throttle) return contradiction(members, "'status'", "'throttle'");
    if (name) {
        const auto type = protocol::find_error_type(*name);
        if (!type) {
            return members.refuse(
                "error",
                "must be the name of one of DynamoDB's errors, for example ThrottlingException"
            );
        }
        return type;
    }
    if (status == 500) return std::optional(ErrorType::InternalServerError);
    if (status == 503) return std::optional(ErrorType::ServiceUnavailable);
    if (status) return members.refuse("status", "must be 500 or 503; 'error' gives other errors");
    return std::optional<ErrorType>();
}

Accepted<void> set_cancellation_reasons(
    const Members& members, const std::vector<std::string>& codes, ApiError& error
) {
    if (error.type != ErrorType::TransactionCanceledException) {
        return members.refuse(
            "cancellationReasons", "goes with the error TransactionCanceledException only"
        );
    }
    std::vector<protocol::CancellationReason> reasons;
    for (const std::string& code : codes) {
        auto reason = protocol::errors::usual_cancellation_reason(code);
        if (!reason) {
            return members.refuse(
                "cancellationReasons",
                "has '" + code +
                    "', which is no code; use None, ConditionalCheckFailed, "
                    "DuplicateItem, ItemCollectionSizeLimitExceeded, "
                    "ProvisionedThroughputExceeded, "
                    "ResourceNotFound, ThrottlingError, TransactionConflict or ValidationError"
            );
        }
        reasons.push_back(*std::move(reason));
    }
    error = protocol::errors::transaction_cancelled(std::move(reasons));
    return {};
}

// True if the table chooses a part of the throttle.
bool names_choice(const Throttle& throttle) {
    return throttle.limit || throttle.part != engine::faults::ThrottledPart::Table;
}

// Sets the reason and resource of a named error. The table must not have a choice.
Accepted<void> set_throttling_reason(
    const Members& members, const Throttle& throttle, ApiError& error
) {
    if (error.throttling_reasons.empty()) {
        return members.refuse(
            "throttle",
            "goes with ProvisionedThroughputExceededException, ThrottlingException and "
            "RequestLimitExceeded only"
        );
    }
    if (throttle.reason.empty() && names_choice(throttle)) {
        return members.refuse(
            "throttle",
            "leaves the error to the table, by its 'limit' or 'source'; leave out 'error', or give "
            "a whole reason such as TableReadKeyRangeThroughputExceeded"
        );
    }
    error.throttling_reasons.front() = {throttle.reason, throttle.resource};
    return {};
}

Accepted<Moment> read_moment(Members& members) {
    STATOR_TRY(const auto when, members.choice("when", kMoments));
    if (!when) return Moment::Usual;
    return *when == kMoments[0] ? Moment::BeforeChecks : Moment::AfterChecks;
}

// Reads the error or the throttle, and when it occurs.
Accepted<void> read_refusal(JsonView json, Members& members, Fault& fault) {
    STATOR_TRY(auto throttle, read_throttle(json, members));
    STATOR_TRY(const auto type, read_error_type(members, throttle.has_value()));
    STATOR_TRY(auto message, members.text("message"));
    STATOR_TRY(const auto codes, members.texts("cancellationReasons"));
    STATOR_TRY(fault.when, read_moment(members));
    if (!type) {
        constexpr std::string_view kAlone = "needs 'error', 'status' or 'throttle' beside it";
        if (!codes.empty()) return members.refuse("cancellationReasons", kAlone);
        if (message && !throttle) return members.refuse("message", kAlone);
        if (fault.when != Moment::Usual && !throttle) return members.refuse("when", kAlone);
        fault.throttle = std::move(throttle);
        if (message) fault.throttle->message = *std::move(message);
        return {};
    }
    ApiError error = protocol::errors::usual_error(*type);
    if (throttle) STATOR_CHECK(set_throttling_reason(members, *throttle, error));
    if (!codes.empty()) STATOR_CHECK(set_cancellation_reasons(members, codes, error));
    if (message) error.message = *std::move(message);
    fault.error = std::move(error);
    return {};
}

Accepted<Delivery> read_delivery(Members& members) {
    STATOR_TRY(const auto drop, members.choice("drop", kDrops));
    STATOR_TRY(const auto truncate, members.boolean("truncate"));
    STATOR_TRY(const auto wrong_crc, members.boolean("wrongCrc"));
    const bool is_truncated = truncate.value_or(false);
    const bool is_wrong = wrong_crc.value_or(false);
    if (drop && is_truncated) return contradiction(members, "'drop'", "'truncate'");
    if (drop && is_wrong) return contradiction(members, "'drop'", "'wrongCrc'");
    if (is_truncated && is_wrong) return contradiction(members, "'truncate'", "'wrongCrc'");
    if (drop == "before") return Delivery::DropBefore;
    if (drop == "after") return Delivery::DropAfter;
    if (is_truncated) return Delivery::Truncated;
    return is_wrong ? Delivery::WrongChecksum : Delivery::Whole;
}

// Rejects combinations of effects that a client could not observe together.
Accepted<void> check_combination(const Members& members, const Fault& fault) {
    const bool is_rare = fault.page_rows || fault.conflict_at || fault.unprocessed_fraction > 0;
    const bool is_dropped =
        fault.delivery == Delivery::DropBefore || fault.delivery == Delivery::DropAfter;
    constexpr std::string_view kRare = "'pageRows', 'unprocessed' or 'conflictAt'";
    const bool is_refused = fault.error || fault.throttle;
    if (is_refused && is_dropped) return contradiction(members, "an error", "'drop'");
    if (is_refused && is_rare) return contradiction(members, "an error", kRare);
    if (fault.delivery == Delivery::DropBefore && is_rare) {
        return contradiction(members, "\"drop\":\"before\"", kRare);
    }
    if (is_refused || is_rare || !fault.latency.is_zero() || fault.delivery != Delivery::Whole) {
        return {};
    }
    return Refusal{
        members.place() +
        " has no effect; give it one of error, throttle, status, latency, pageRows, unprocessed, "
        "conflictAt, drop, truncate, wrongCrc."};
}

// Converts "name=value; name" to JSON. A value that is not a JSON number, boolean or object is a
// string.
std::string json_of_short_form(std::string_view text) {
    return protocol::wire::object_text([&](JsonWriter& writer) {
        while (!text.empty()) {
            std::string_view value = trimmed(take_until(text, ';'));
            if (value.empty()) continue;
            const bool has_value = value.find('=') != std::string_view::npos;
            writer.key(trimmed(take_until(value, '=')));
            value = has_value ? trimmed(value) : "true";
            const auto parsed = JsonDocument::parse(std::string(value));
            const bool is_json = parsed && !parsed->root().is_string() && !parsed->root().is_null();
            if (is_json) {
                writer.raw(value);
            } else {
                writer.string(value);
            }
        }
    });
}

void write_error(JsonWriter& json, const ApiError& error) {
    json.string_member("error", protocol::error_name(error.type));
    json.string_member("message", error.message);
    for (const ThrottlingReason& reason : error.throttling_reasons) {
        json.key("throttle");
        if (reason.reason.empty() && reason.resource.empty()) {
            json.boolean(true);
            continue;
        }
        json.begin_object();
        if (!reason.reason.empty()) json.string_member("reason", reason.reason);
        if (!reason.resource.empty()) json.string_member("resource", reason.resource);
        json.end_object();
    }
    if (error.cancellation_reasons.empty()) return;
    json.array_member("cancellationReasons", error.cancellation_reasons, [&](const auto& reason) {
        json.string(reason.code);
    });
}

void write_delivery(JsonWriter& json, Delivery delivery) {
    switch (delivery) {
        case Delivery::Whole: return;
        case Delivery::DropBefore: return json.string_member("drop", "before");
        case Delivery::DropAfter: return json.string_member("drop", "after");
        case Delivery::Truncated: json.key("truncate"); return json.boolean(true);
        case Delivery::WrongChecksum: json.key("wrongCrc"); return json.boolean(true);
    }
}

// Reads JSON or the short form.
Accepted<Fault> read_fault_text(std::string_view written, std::string place) {
    written = trimmed(written);
    const bool is_json = written.starts_with('{');
    const auto document =
        JsonDocument::parse(is_json ? std::string(written) : json_of_short_form(written));
    if (!document) {
        return Refusal{
            place +
            " is not JSON; write an object, or the short form, for example "
            "error=ThrottlingException."};
    }
    return read_fault(document->root(), std::move(place));
}

}  // namespace

Accepted<Fault> read_fault(JsonView json, std::string place) {
    if (json.is_string()) return read_fault_text(json.string(), std::move(place));
    STATOR_TRY(Members members, Members::of(json, std::move(place)));
    constexpr std::int64_t kLastAction = protocol::kMaxTransactItems - 1;
    Fault fault;
    STATOR_CHECK(read_refusal(json, members, fault));
    STATOR_TRY(const auto latency, members.distribution("latency"));
    STATOR_TRY(const auto page_rows, members.integer("pageRows", 0, kMostRows));
    STATOR_TRY(const auto unprocessed, members.number("unprocessed", 0, 1));
    STATOR_TRY(const auto conflict_at, members.integer("conflictAt", 0, kLastAction));
    STATOR_TRY(fault.delivery, read_delivery(members));
    STATOR_CHECK(members.finish());
    if (latency) fault.latency = *latency;
    if (page_rows) fault.page_rows = static_cast<std::uint64_t>(*page_rows);
    fault.unprocessed_fraction = unprocessed.value_or(0);
    if (conflict_at) fault.conflict_at = static_cast<std::size_t>(*conflict_at);
    STATOR_CHECK(check_combination(members, fault));
    return fault;
}

Accepted<Fault> read_fault_header(std::string_view header) {
    return read_fault_text(utf8_text(header), "the x-stator-fault header");
}

void write_fault(JsonWriter& json, const Fault& fault) {
    json.begin_object();
    if (fault.error) write_error(json, *fault.error);
    if (fault.throttle) {
        json.key("throttle");
        write_throttle(json, *fault.throttle);
        if (!fault.throttle->message.empty()) {
            json.string_member("message", fault.throttle->message);
        }
    }
    if (fault.when != Moment::Usual) {
        json.string_member("when", kMoments[fault.when == Moment::BeforeChecks ? 0 : 1]);
    }
    if (!fault.latency.is_zero()) {
        json.key("latency");
        write_distribution(json, fault.latency);
    }
    if (fault.page_rows) {
        json.integer_member("pageRows", static_cast<std::int64_t>(*fault.page_rows));
    }
    if (fault.unprocessed_fraction > 0) {
        json.raw_member("unprocessed", protocol::significant_text(fault.unprocessed_fraction));
    }
    if (fault.conflict_at) {
        json.integer_member("conflictAt", static_cast<std::int64_t>(*fault.conflict_at));
    }
    write_delivery(json, fault.delivery);
    json.end_object();
}

}  // namespace stator::emulator::laboratory::faults
