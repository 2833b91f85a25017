#include "protocol/operations/policies/policy_document.hpp"

#include <algorithm>
#include <optional>
#include <span>

#include "protocol/base/limits.hpp"
#include "protocol/errors/policies.hpp"
#include "protocol/model/table_arn.hpp"
#include "protocol/operations/policies/policy_checks.hpp"
#include "protocol/operations/policies/policy_members.hpp"
#include "protocol/wire/json.hpp"

namespace stator::protocol::operations::policies {
namespace {

using wire::JsonDocument;
using wire::JsonView;
using wire::JsonWriter;

// AWS: stores an account as the ARN of its root. [case GetResourcePolicy/canonical_form]
std::string principal_text(std::string_view kind, std::string_view principal) {
    if (kind != "AWS" || !model::is_account_id(principal)) return std::string(principal);
    return std::string("arn:aws:iam::").append(principal).append(":root");
}

// AWS: stores repeated values once. [case GetResourcePolicy/canonical_form]
void add_once(std::vector<std::string>& values, std::string value) {
    if (std::ranges::find(values, value) == values.end()) values.push_back(std::move(value));
}

class PolicyReader {
public:
    PolicyReader(std::string_view text, const JsonDocument& json) : text_(text), json_(json) {}

    Result<PolicyDocument> read() const {
        const JsonView root = json_.root();
        if (root.is_array()) return errors::policy_is_no_json();
        if (!root.is_object()) return errors::policy_is_no_policy();
        PolicyDocument policy;
        STATOR_CHECK(check_names(root, kDocumentMembers));
        STATOR_TRY(policy.version, text_of(root, "Version"));
        STATOR_TRY(policy.id, text_of(root, "Id"));
        if (const auto version = root.find("Version")) {
            if (!is_policy_version(policy.version)) return syntax_error(*version);
        }
        const auto statements = root.find("Statement");
        if (!statements) return syntax_error();
        if (statements->is_object()) {
            STATOR_TRY(policy.statements.emplace_back(), read_statement(*statements));
            return policy;
        }
        if (!statements->is_array()) return syntax_error(*statements);
        if (statements->size() == 0) return errors::policy_without_statement();
        for (const auto& statement : statements->elements()) {
            STATOR_TRY(policy.statements.emplace_back(), read_statement(JsonView(statement)));
        }
        return policy;
    }

private:
    // AWS: reports the position after the faulty text. [case PutResourcePolicy/document]
    ApiError syntax_error_at(std::size_t offset) const {
        const std::string_view before = text_.substr(0, offset);
        const std::size_t line = before.rfind('\n') + 1;  // npos + 1 is 0
        const auto lines = static_cast<std::size_t>(std::ranges::count(before, '\n'));
        return errors::policy_syntax_error(lines + 1, offset - line + 1);
    }

    // For a missing part: the position is the end of the document.
    ApiError syntax_error() const { return syntax_error_at(text_.size()); }

    ApiError syntax_error(JsonView value) const {
        if (!value.is_string()) return syntax_error();
        std::size_t offset = json_.offset_of(value.string());
        while (offset < text_.size() && text_[offset] != '"') {
            offset += text_[offset] == '\\' ? 2 : 1;
        }
        return syntax_error_at(std::min(offset + 1, text_.size()));
    }

    Result<void> check_names(JsonView object, std::span<const std::string_view> names) const {
        for (const auto& member : object.members()) {
            if (std::ranges::find(names, wire::member_name(member)) == names.end()) {
                return syntax_error(JsonView(member.value));
            }
        }
        return {};
    }

    // Returns "" if the member is absent.
    Result<std::string> text_of(JsonView object, std::string_view name) const {
        const auto value = object.find(name);
        if (!value) return std::string();
        if (!value->is_string()) return syntax_error(*value);
        return std::string(value->string());
    }

    // Reads a string or a list of strings.
    Result<std::vector<std::string>> texts_of(JsonView value, std::string_view kind = {}) const {
        std::vector<std::string> texts;
        if (value.is_string()) {
            add_once(texts, principal_text(kind, value.string()));
            return texts;
        }
        if (!value.is_array()) return syntax_error(value);
        for (const auto& element : value.elements()) {
            const JsonView text(element);
            if (!text.is_string()) return syntax_error(text);
            add_once(texts, principal_text(kind, text.string()));
        }
        return texts;
    }

    // Reads the member of that name or its negation. Errors: neither, both, or an empty list.
    Result<PolicyElement> element_of(JsonView statement, std::string_view name) const {
        const auto [plain, negated] = find_element(statement, name);
        if (plain && negated) return syntax_error(*negated);
        if (!plain && !negated) return errors::policy_field_missing(name);
        PolicyElement element;
        element.is_negated = negated.has_value();
        STATOR_TRY(element.values, texts_of(plain ? *plain : *negated));
        if (element.values.empty()) return errors::policy_field_missing(name);
        return element;
    }

    Result<PolicyPrincipal> principal_of(JsonView statement) const {
        const auto [plain, negated] = find_element(statement, "Principal");
        if (plain && negated) return syntax_error(*negated);
        if (!plain && !negated) return errors::policy_field_missing("Principal");
        const JsonView value = plain ? *plain : *negated;
        PolicyPrincipal principal;
        principal.is_negated = negated.has_value();
        if (value.is_string() && value.string() == "*") {
            principal.is_everybody = true;
            return principal;
        }
        // AWS: an account must be inside an object that gives its kind.
        // [case PutResourcePolicy/document]
        if (!value.is_object()) return syntax_error(value);
        for (const auto& kind : value.members()) {
            const std::string_view name = wire::member_name(kind);
            STATOR_TRY(principal.by_kind[std::string(name)], texts_of(JsonView(kind.value), name));
        }
        return principal;
    }

    Result<std::vector<std::string>> values_of(JsonView value) const {
        std::vector<std::string> values;
        if (is_scalar(value)) {
            values.push_back(scalar_text(value));
            return values;
        }
        if (!value.is_array()) return syntax_error(value);
        for (const auto& element : value.elements()) {
            if (!is_scalar(JsonView(element))) return syntax_error(JsonView(element));
            add_once(values, scalar_text(JsonView(element)));
        }
        return values;
    }

    Result<std::vector<PolicyCondition>> conditions_of(JsonView statement) const {
        std::vector<PolicyCondition> conditions;
        const auto value = statement.find("Condition");
        if (!value) return conditions;
        if (!value->is_object()) return syntax_error(*value);
        for (const auto& test : value->members()) {
            if (!test.value.IsObject()) return syntax_error(JsonView(test.value));
            for (const auto& key : JsonView(test.value).members()) {
                PolicyCondition& condition = conditions.emplace_back();
                condition.test = wire::member_name(test);
                condition.key = wire::member_name(key);
                STATOR_TRY(condition.values, values_of(JsonView(key.value)));
            }
        }
        return conditions;
    }

    Result<PolicyStatement> read_statement(JsonView json) const {
        if (!json.is_object()) return syntax_error(json);
        STATOR_CHECK(check_names(json, kStatementMembers));
        PolicyStatement statement;
        STATOR_TRY(statement.sid, text_of(json, "Sid"));
        const auto effect = json.find("Effect");
        if (!effect) return errors::policy_field_missing("Effect");
        STATOR_TRY(const std::string word, text_of(json, "Effect"));
        if (word != "Allow" && word != "Deny") return syntax_error(*effect);
        statement.allows = word == "Allow";
        STATOR_TRY(statement.principal, principal_of(json));
        STATOR_TRY(statement.action, element_of(json, "Action"));
        STATOR_TRY(statement.resource, element_of(json, "Resource"));
        STATOR_TRY(statement.conditions, conditions_of(json));
        return statement;
    }

    std::string_view text_;
    const JsonDocument& json_;
};

// AWS: stores a list of one element as that element. [case GetResourcePolicy/canonical_form]
void write_texts(JsonWriter& json, const std::vector<std::string>& texts) {
    if (texts.size() == 1) {
        json.string(texts.front());
        return;
    }
    json.begin_array();
    for (const std::string& text : texts) json.string(text);
    json.end_array();
}

void write_principal(JsonWriter& json, const PolicyPrincipal& principal) {
    json.key(principal.is_negated ? "NotPrincipal" : "Principal");
    if (principal.is_everybody) {
        json.string("*");
        return;
    }
    json.begin_object();
    for (const auto& [kind, values] : principal.by_kind) {
        json.key(kind);
        write_texts(json, values);
    }
    json.end_object();
}

void write_element(JsonWriter& json, std::string_view name, const PolicyElement& element) {
    json.key(element.is_negated ? std::string("Not").append(name) : std::string(name));
    write_texts(json, element.values);
}

void write_conditions(JsonWriter& json, const std::vector<PolicyCondition>& conditions) {
    if (conditions.empty()) return;
    json.begin_object("Condition");
    // The conditions of one test are consecutive, in the order in which they were read.
    for (std::size_t i = 0; i < conditions.size(); ++i) {
        const bool is_first = i == 0 || conditions[i - 1].test != conditions[i].test;
        const bool is_last =
            i + 1 == conditions.size() || conditions[i + 1].test != conditions[i].test;
        if (is_first) {
            json.begin_object(conditions[i].test);
        }
        json.key(conditions[i].key);
        write_texts(json, conditions[i].values);
        if (is_last) json.end_object();
    }
    json.end_object();
}

void write_statement(JsonWriter& json, const PolicyStatement& statement) {
    json.begin_object();
    if (!statement.sid.empty()) json.string_member("Sid", statement.sid);
    json.string_member("Effect", statement.allows ? "Allow" : "Deny");
    write_principal(json, statement.principal);
    write_element(json, "Action", statement.action);
    write_element(json, "Resource", statement.resource);
    write_conditions(json, statement.conditions);
    json.end_object();
}

}  // namespace

std::string PolicyDocument::text() const {
    return wire::object_text([&](JsonWriter& json) {
        if (!version.empty()) json.string_member("Version", version);
        if (!id.empty()) json.string_member("Id", id);
        json.array_member("Statement", statements, [&](const PolicyStatement& statement) {
            write_statement(json, statement);
        });
    });
}

Result<PolicyDocument> read_policy_document(std::string_view text, PolicySubject subject) {
    // AWS: whitespace counts. [case PutResourcePolicy/size]
    if (text.size() > kMaxPolicyBytes) return errors::policy_too_large(kMaxPolicyBytes);
    const auto json = JsonDocument::parse(std::string(text));
    if (!json) return errors::policy_is_no_json();
    STATOR_TRY(PolicyDocument policy, PolicyReader(text, *json).read());
    STATOR_CHECK(check_policy(policy, subject));
    return policy;
}

}  // namespace stator::protocol::operations::policies
