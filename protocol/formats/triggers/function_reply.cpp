#include "protocol/formats/triggers/function_reply.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "protocol/wire/json.hpp"

namespace stator::protocol::formats::triggers {
namespace {

using Kind = FunctionResult::Kind;
using wire::JsonView;

constexpr std::string_view kItemFailures = "batchItemFailures";
constexpr int kTooManyRequests = 429;
constexpr int kServiceUnavailable = 503;
constexpr std::size_t kShownBytes = 300;

FunctionResult failure(std::string text) {
    return {Kind::Failure, {}, {}, std::move(text)};
}

std::string shown(std::string_view text) {
    std::string shown(text.substr(0, kShownBytes));
    if (text.size() > kShownBytes) shown.append("…");
    return shown;
}

// AWS: Lambda's runtime interface emulator reports errors in this form, with status 200 and without
// the error header. [doc aws-lambda-runtime-interface-emulator issue 20]
std::optional<std::string> error_of(JsonView reply) {
    if (!reply.is_object()) return std::nullopt;
    const auto message = reply.find("errorMessage");
    const auto type = reply.find("errorType");
    if (!message || !type) return std::nullopt;
    return shown(type->text() + ": " + message->text());
}

// Returns the failed positions; nullopt if the list has invalid elements.
std::optional<std::vector<model::StreamPosition>> read_failures(
    JsonView list, std::span<const model::StreamPosition> positions
) {
    if (!list.is_array()) return std::nullopt;
    std::vector<model::StreamPosition> failed;
    for (const auto& element : list.elements()) {
        const JsonView json(element);
        if (!json.is_object()) return std::nullopt;
        const std::string_view identifier = json.string_or_empty("itemIdentifier");
        const auto is_named = [&](const model::StreamPosition& position) {
            return model::sequence_number_text(position) == identifier;
        };
        const auto found = std::ranges::find_if(positions, is_named);
        if (found == positions.end()) return std::nullopt;
        failed.push_back(*found);
    }
    return failed;
}

FunctionResult judge_items(JsonView reply, const ReplyRules& rules) {
    if (reply.is_null() || reply.size() == 0) return {};
    if (reply.is_array()) return failure("the answer is a list");
    const auto list = reply.find(kItemFailures);
    if (!list) return {};
    const auto failed = read_failures(*list, rules.positions);
    if (!failed) {
        return failure("an itemIdentifier is none of the batch: " + shown(list->text()));
    }
    if (failed->empty()) return {};
    return {
        Kind::ItemFailures,
        *std::ranges::min_element(*failed),
        {},
        std::to_string(failed->size()) + " item failures"};
}

FunctionResult judge_answer(const FunctionReply& reply, const ReplyRules& rules) {
    const auto document = wire::JsonDocument::parse(reply.body);
    if (document) {
        if (auto error = error_of(document->root())) return failure(*std::move(error));
    } else if (reply.body.starts_with("Task timed out after ")) {
        return failure(shown(reply.body));
    }
    FunctionResult result;
    if (rules.reports_item_failures && !reply.body.empty()) {
        if (!document) return failure("the answer is not JSON: " + shown(reply.body));
        const JsonView root = document->root();
        if (!root.is_null() && !root.is_object() && !root.is_array()) {
            return failure("the answer is neither an object nor null: " + shown(reply.body));
        }
        result = judge_items(root, rules);
    }
    if (!rules.has_window || result.kind == Kind::Failure) return result;
    const bool is_object = document && document->root().is_object();
    const auto state = is_object ? document->root().find("state") : std::nullopt;
    if (!state) return failure("the answer has no 'state', which a tumbling window needs");
    result.state = state->text();
    return result;
}

}  // namespace

FunctionResult read_function_reply(const FunctionReply& reply, const ReplyRules& rules) {
    switch (reply.kind) {
        case FunctionReply::Kind::Unreachable: return {Kind::Unavailable, {}, {}, reply.problem};
        case FunctionReply::Kind::TimedOut: return failure(reply.problem);
        case FunctionReply::Kind::Answered: break;
    }
    const std::string status = "status " + std::to_string(reply.status);
    // AWS: throttling and service errors do not count as attempts.
    // [doc Lambda services-ddb-errors.html]
    if (reply.status == kTooManyRequests || reply.status == kServiceUnavailable) {
        return {Kind::Unavailable, {}, {}, status};
    }
    if (reply.status < 200 || reply.status > 299) {
        return failure(reply.body.empty() ? status : status + ": " + shown(reply.body));
    }
    if (reply.has_error_header) return failure("the function failed: " + shown(reply.body));
    return judge_answer(reply, rules);
}

}  // namespace stator::protocol::formats::triggers
