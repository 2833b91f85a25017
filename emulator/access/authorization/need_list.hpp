// NeedList: gathers the needs of a request, and knows how resources are written. Not thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "emulator/access/authorization/need.hpp"
#include "protocol/model/table_arn.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::access::authorization {

// A table, by itself or by a part of it.
struct Target {
    std::string arn;  // the table's
    std::string account;
    std::string table;  // its name
};

class NeedList {
public:
    explicit NeedList(const protocol::model::TableScope& scope) : scope_(scope) {}

    // Nothing for a name or an ARN that can be none of this region.
    std::optional<Target> target(std::string_view name_or_arn) const;

    // Each of these adds a need and returns it. `action` is one of DynamoDB's.
    Need& add_on_table(std::string_view action, const Target& target);
    Need& add_on_index(std::string_view action, const Target& target, std::string_view index);
    // A resource that has no policy of its own, by its ARN; or "*".
    Need& add_on(std::string_view action, std::string resource, std::string_view account);

    Need& add_on_account(std::string_view action) { return add_on(action, "*", scope_.account); }

    // By the ARN of a table, an index, a stream, a backup, an export or an import. Null for a text
    // that is no ARN of DynamoDB's.
    Need* add_by_arn(std::string_view action, std::string_view arn);

    const protocol::model::TableScope& scope() const { return scope_; }

    Needs take() { return std::move(needs_); }

private:
    const protocol::model::TableScope& scope_;
    Needs needs_;
};

// The member's text, or "".
inline std::string_view text_of(protocol::wire::JsonView object, std::string_view name) {
    return object.is_object() ? object.string_or_empty(name) : std::string_view();
}

}  // namespace stator::emulator::access::authorization
