#include "emulator/access/authorization/request_keys.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <span>

#include "emulator/access/authorization/item_keys.hpp"
#include "emulator/access/iam/actions.hpp"
#include "emulator/access/iam/pattern.hpp"
#include "emulator/base/header_text.hpp"
#include "emulator/base/time_text.hpp"
#include "protocol/values/return_values.hpp"

namespace stator::emulator::access::authorization {
namespace {

namespace model = protocol::model;
using iam::ContextValue;
using protocol::wire::JsonView;

ContextValue one(std::string_view text) {
    return {{std::string(text)}, false};
}

ContextValue list_of(Texts texts) {
    return {std::move(texts), true};
}

using Names = std::span<const std::string_view>;

bool is_in(Names names, std::size_t action) {
    return std::ranges::find(names, iam::action_name(action)) != names.end();
}

// AWS: the keys of each action are listed in the Service Authorization Reference. Scan has no
// leading keys.
constexpr std::array<std::string_view, 12> kWithLeadingKeys{
    "BatchGetItem",
    "BatchWriteItem",
    "ConditionCheckItem",
    "DeleteItem",
    "GetItem",
    "PartiQLDelete",
    "PartiQLInsert",
    "PartiQLSelect",
    "PartiQLUpdate",
    "PutItem",
    "Query",
    "UpdateItem"};
constexpr std::array<std::string_view, 5> kWithSelect{
    "GetItem", "BatchGetItem", "Query", "Scan", "PartiQLSelect"};
constexpr std::array<std::string_view, 6> kWithReturnValues{
    "PutItem", "UpdateItem", "DeleteItem", "ConditionCheckItem", "PartiQLUpdate", "PartiQLDelete"};
constexpr std::array<std::string_view, 9> kWithConsumedCapacity{
    "BatchGetItem",
    "BatchWriteItem",
    "ConditionCheckItem",
    "DeleteItem",
    "GetItem",
    "PutItem",
    "Query",
    "Scan",
    "UpdateItem"};

// The key schema that applies: of the index, if one is given.
const protocol::values::KeySchema* key_schema_of(
    const model::TableDescription& table, const std::string& index
) {
    if (index.empty()) return &table.key_schema;
    if (const auto* global = model::find_global_index(table, index)) return &global->key_schema;
    if (const auto* local = model::find_local_index(table, index)) return &local->key_schema;
    return nullptr;
}

std::string header_of(const http::HttpRequest& request, std::string_view name) {
    for (const auto& field : request.fields) {
        if (equals_ignoring_case(field.name, name)) return utf8_text(field.value);
    }
    return {};
}

// Finds a value by its key, ignoring the key's case.
std::optional<std::string> find_ignoring_case(
    const std::map<std::string, std::string>& values, std::string_view lower_key
) {
    for (const auto& [key, value] : values) {
        if (iam::lower(key) == lower_key) return value;
    }
    return std::nullopt;
}

// The value of the element {"Key":…,"Value":…} in the Tags of a request.
std::optional<std::string> find_request_tag(JsonView body, std::string_view lower_key) {
    const auto tags = body.find("Tags");
    if (!tags || !tags->is_array()) return std::nullopt;
    for (const auto& tag : tags->elements()) {
        const JsonView entry(tag);
        if (entry.is_object() && iam::lower(entry.string_or_empty("Key")) == lower_key) {
            return std::string(entry.string_or_empty("Value"));
        }
    }
    return std::nullopt;
}

std::string_view returned_text(protocol::values::ReturnValues values) {
    using protocol::values::ReturnValues;
    switch (values) {
        case ReturnValues::None: return "NONE";
        case ReturnValues::AllOld: return "ALL_OLD";
        case ReturnValues::UpdatedOld: return "UPDATED_OLD";
        case ReturnValues::AllNew: return "ALL_NEW";
        case ReturnValues::UpdatedNew: return "UPDATED_NEW";
    }
    return {};
}

}  // namespace

bool has_leading_keys(std::size_t action) {
    return is_in(kWithLeadingKeys, action);
}

const ContextValue* RequestKeys::find(std::string_view key) const {
    auto found = std::ranges::find(asked_, key, &AskedKeys::value_type::first);
    if (found == asked_.end()) {
        asked_.emplace_back(key, value_of(key));
        found = std::prev(asked_.end());
    }
    return found->second.values.empty() ? nullptr : &found->second;
}

ContextValue RequestKeys::value_of(std::string_view key) const {
    constexpr std::string_view kItem = "dynamodb:";
    constexpr std::string_view kGlobal = "aws:";
    if (key.starts_with(kItem)) return item_value(key.substr(kItem.size()));
    // Keys from an identity provider about the user of a session.
    if (const auto given = find_ignoring_case(asker_.key.principal->context, key)) {
        return one(*given);
    }
    if (!key.starts_with(kGlobal)) return {};
    key.remove_prefix(kGlobal.size());
    ContextValue value = tag_value(key);
    if (value.values.empty()) value = principal_value(key);
    if (value.values.empty()) value = global_value(key);
    return value;
}

ContextValue RequestKeys::item_value(std::string_view key) const {
    constexpr std::array<std::string_view, 4> kKeyValues{
        "firstpartitionkeyvalues",
        "secondpartitionkeyvalues",
        "thirdpartitionkeyvalues",
        "fourthpartitionkeyvalues"};
    if (key == "leadingkeys") return leading_keys(0);
    if (const auto found = std::ranges::find(kKeyValues, key); found != kKeyValues.end()) {
        return leading_keys(static_cast<std::size_t>(found - kKeyValues.begin()));
    }
    if (key == "attributes") return attributes();
    if (key == "select") return select();
    if (key == "returnvalues") return return_values();
    if (key == "fulltablescan") return full_table_scan();
    if (key == "enclosingoperation" && !need_.enclosing.empty()) return one(need_.enclosing);
    if (key == "returnconsumedcapacity" && is_in(kWithConsumedCapacity, need_.action)) {
        const std::string_view given = body_.string_or_empty("ReturnConsumedCapacity");
        return one(given.empty() ? "NONE" : given);
    }
    return {};
}

ContextValue RequestKeys::leading_keys(std::size_t number) const {
    if (!has_leading_keys(need_.action) || table_ == nullptr) return {};
    const auto* const schema = key_schema_of(*table_, need_.index);
    if (schema == nullptr) return {};
    for (const auto& element : *schema) {
        if (element.type != protocol::values::KeyType::Hash || number-- > 0) continue;
        Texts values;
        if (need_.statement != nullptr) {
            values = held_values(*need_.statement, element.name).value_or(Texts());
        } else {
            for (const JsonView part : need_.parts) add_key_values(values, part, element.name);
        }
        return list_of(std::move(values));
    }
    return {};
}

ContextValue RequestKeys::attributes() const {
    if (!has_leading_keys(need_.action) && iam::action_name(need_.action) != "Scan") {
        return {};
    }
    Texts names;
    if (need_.statement != nullptr) {
        add_attributes(names, *need_.statement);
    } else {
        for (const JsonView part : need_.parts) add_attributes(names, part);
    }
    return list_of(std::move(names));
}

ContextValue RequestKeys::select() const {
    if (!is_in(kWithSelect, need_.action)) return {};
    if (need_.statement != nullptr) {
        return one(need_.statement->columns ? "SPECIFIC_ATTRIBUTES" : "ALL_ATTRIBUTES");
    }
    const std::string_view given = body_.string_or_empty("Select");
    if (!given.empty()) return one(given);
    if (std::ranges::any_of(need_.parts, has_projection)) return one("SPECIFIC_ATTRIBUTES");
    return one(need_.index.empty() ? "ALL_ATTRIBUTES" : "ALL_PROJECTED_ATTRIBUTES");
}

// AWS: in a transaction it is ReturnValuesOnConditionCheckFailure. [docs.aws.amazon.com/
// amazondynamodb/latest/developerguide/transaction-apis-iam.html]
ContextValue RequestKeys::return_values() const {
    if (!is_in(kWithReturnValues, need_.action)) return {};
    if (need_.statement != nullptr) return one(returned_text(need_.statement->returning));
    const char* const member =
        need_.enclosing.empty() ? "ReturnValues" : "ReturnValuesOnConditionCheckFailure";
    for (const JsonView part : need_.parts) {
        const std::string_view given = part.string_or_empty(member);
        if (!given.empty()) return one(given);
    }
    return one("NONE");
}

ContextValue RequestKeys::full_table_scan() const {
    if (iam::action_name(need_.action) != "PartiQLSelect" || need_.statement == nullptr) return {};
    if (table_ == nullptr) return {};
    const auto* const schema = key_schema_of(*table_, need_.index);
    if (schema == nullptr) return {};
    const bool is_held = std::ranges::all_of(*schema, [&](const auto& element) {
        return element.type != protocol::values::KeyType::Hash ||
               held_values(*need_.statement, element.name).has_value();
    });
    return one(is_held ? "false" : "true");
}

ContextValue RequestKeys::tag_keys() const {
    Texts keys;
    if (const auto tags = body_.find("Tags"); tags && tags->is_array()) {
        for (const auto& tag : tags->elements()) {
            const JsonView entry(tag);
            if (entry.is_object()) add_once(keys, entry.string_or_empty("Key"));
        }
    }
    if (const auto untagged = body_.find("TagKeys"); untagged && untagged->is_array()) {
        for (const auto& key : untagged->elements()) {
            if (JsonView(key).is_string()) add_once(keys, JsonView(key).string());
        }
    }
    return list_of(std::move(keys));
}

ContextValue RequestKeys::tag_value(std::string_view key) const {
    const auto behind = [&](std::string_view prefix) -> std::optional<std::string_view> {
        if (!key.starts_with(prefix)) return std::nullopt;
        return key.substr(prefix.size());
    };
    std::optional<std::string> value;
    if (const auto tag = behind("principaltag/")) {
        value = find_ignoring_case(asker_.key.principal->tags, *tag);
    } else if (const auto of_request = behind("requesttag/")) {
        value = find_request_tag(body_, *of_request);
    } else if (const auto of_resource = behind("resourcetag/")) {
        if (table_ != nullptr) value = find_ignoring_case(table_->tags, *of_resource);
    } else if (key == "tagkeys") {
        return tag_keys();
    }
    return value ? one(*value) : ContextValue();
}

ContextValue RequestKeys::principal_value(std::string_view key) const {
    using Kind = authentication::Principal::Kind;
    const authentication::Principal& principal = *asker_.key.principal;
    if (key == "principalaccount") return one(principal.account);
    if (key == "principalarn") {
        return one(principal.kind == Kind::Session ? principal.role_arn() : principal.arn());
    }
    if (key == "userid") return one(principal.user_id());
    if (key == "username" && principal.kind == Kind::User) return one(principal.name);
    if (key == "principaltype") {
        switch (principal.kind) {
            case Kind::Root: return one("Account");
            case Kind::User: return one("User");
            case Kind::Session: return one("AssumedRole");
        }
    }
    return {};
}

ContextValue RequestKeys::global_value(std::string_view key) const {
    if (key == "currenttime") return one(time_text(asker_.now));
    if (key == "epochtime") return one(std::to_string(asker_.now.unix_ms() / 1'000));
    if (key == "sourceip" && !asker_.http.peer.empty()) return one(asker_.http.peer);
    if (key == "securetransport") return one(asker_.http.is_by_tls ? "true" : "false");
    if (key == "viaawsservice") return one("false");
    if (key == "requestedregion") {
        return one(need_.region.empty() ? asker_.region : std::string_view(need_.region));
    }
    if (key == "resourceaccount") return one(need_.account);
    if (key == "useragent" || key == "referer") {
        const std::string said =
            header_of(asker_.http, key == "referer" ? "Referer" : "User-Agent");
        if (!said.empty()) return one(said);
    }
    return {};
}

}  // namespace stator::emulator::access::authorization
