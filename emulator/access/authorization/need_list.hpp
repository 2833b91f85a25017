// NeedList: collects the needs of a request, and builds the ARNs of resources. Not thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "emulator/access/authorization/need.hpp"
#include "protocol/model/table_arn.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::access::authorization {

// The table of a resource: a table, or a part of one.
struct Target {
    std::string arn;  // of the table
    std::string account;
    std::string table;  // its name
};

class NeedList {
public:
    explicit NeedList(const protocol::model::TableScope& scope) : scope_(scope) {}

    // nullopt for a name or an ARN that cannot be in this region.
    std::optional<Target> target(std::string_view name_or_arn) const;

    // Each of these functions adds a need and returns it. `action` is a DynamoDB action.
    Need& add_on_table(std::string_view action, const Target& target);
    Need& add_on_index(std::string_view action, const Target& target, std::string_view index);
    // Adds a need on a resource without a resource-based policy: an ARN, or "*".
    Need& add_on(std::string_view action, std::string resource, std::string_view account);

    Need& add_on_account(std::string_view action) { return add_on(action, "*", scope_.account); }

    // Adds a need on a table, an index, a stream, a backup, an export or an import by its ARN. Null
    // if `arn` is not a DynamoDB ARN.
    Need* add_by_arn(std::string_view action, std::string_view arn);

    const protocol::model::TableScope& scope() const { return scope_; }

    Needs take() { return std::move(needs_); }

private:
    const protocol::model::TableScope& scope_;
    Needs needs_;
};

// The string in the member `name`, or "".
inline std::string_view text_of(protocol::wire::JsonView object, std::string_view name) {
    return object.is_object() ? object.string_or_empty(name) : std::string_view();
}

}  // namespace stator::emulator::access::authorization
