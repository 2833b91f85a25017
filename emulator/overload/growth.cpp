#include "emulator/overload/growth.hpp"

#include <algorithm>
#include <array>

#include "emulator/base/header_text.hpp"
#include "protocol/errors/usual.hpp"

namespace stator::emulator::overload {
namespace {

using protocol::ErrorType;
using protocol::wire::JsonView;

constexpr std::array<std::string_view, 2> kItemWrites = {"PutItem", "UpdateItem"};

constexpr std::array<std::string_view, 5> kTableWrites = {
    "CreateTable",
    "ImportTable",
    "RestoreTableFromBackup",
    "RestoreTableToPointInTime",
    "StartBulkPutItems"};

template <std::size_t kCount>
bool is_among(const std::array<std::string_view, kCount>& names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

// Whether an element of that list satisfies the predicate.
template <class Predicate>
bool any_element(JsonView request, std::string_view member, Predicate predicate) {
    const auto list = request.find(member);
    if (!list || !list->is_array()) return false;
    for (const auto& element : list->elements()) {
        const JsonView view(element);
        if (view.is_object() && predicate(view)) return true;
    }
    return false;
}

bool batch_puts(JsonView request) {
    const auto tables = request.find("RequestItems");
    if (!tables || !tables->is_object()) return false;
    for (const auto& of_table : tables->members()) {
        const JsonView writes(of_table.value);
        if (!writes.is_array()) continue;
        for (const auto& write : writes.elements()) {
            const JsonView view(write);
            if (view.is_object() && view.find("PutRequest")) return true;
        }
    }
    return false;
}

bool action_grows(JsonView action) {
    return action.find("Put").has_value() || action.find("Update").has_value();
}

// Whether the statement is an INSERT or UPDATE, the only ones that can make data grow.
bool statement_grows(JsonView holder) {
    constexpr std::string_view kBlanks = " \t\r\n\f\v";
    std::string_view text = holder.string_or_empty("Statement");
    text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
    const std::string_view verb = text.substr(0, text.find_first_of(" \t\r\n\f\v\"'"));
    return equals_ignoring_case(verb, "INSERT") || equals_ignoring_case(verb, "UPDATE");
}

bool adds_index(JsonView request) {
    return any_element(request, "GlobalSecondaryIndexUpdates", [](JsonView update) {
        return update.find("Create").has_value();
    });
}

}  // namespace

bool makes_data_grow(std::string_view operation, JsonView request) {
    if (is_among(kItemWrites, operation) || is_among(kTableWrites, operation)) return true;
    if (!request.is_object()) return false;
    if (operation == "BatchWriteItem") return batch_puts(request);
    if (operation == "TransactWriteItems") {
        return any_element(request, "TransactItems", action_grows);
    }
    if (operation == "ExecuteStatement") return statement_grows(request);
    if (operation == "BatchExecuteStatement") {
        return any_element(request, "Statements", statement_grows);
    }
    if (operation == "ExecuteTransaction") {
        return any_element(request, "TransactStatements", statement_grows);
    }
    return operation == "UpdateTable" && adds_index(request);
}

protocol::ApiError no_room_error(std::string_view operation) {
    const bool is_of_table = is_among(kTableWrites, operation) || operation == "UpdateTable";
    return protocol::errors::usual_error(
        is_of_table ? ErrorType::LimitExceededException
                    : ErrorType::ItemCollectionSizeLimitExceededException
    );
}

}  // namespace stator::emulator::overload
