#include <algorithm>
#include <optional>
#include <set>

#include "emulator/access/iam/policy.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/policies/policy_members.hpp"

namespace stator::emulator::access::iam {

using protocol::wire::JsonView;
using protocol::wire::member_name;
namespace members = protocol::operations::policies;

namespace {

std::string in_quotes(std::string_view text) {
    return std::string("'").append(text).append("'");
}

bool is_account(std::string_view text) {
    return text.size() == 12 &&
           std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

std::string service_of(std::string_view action) {
    return lower(action.substr(0, action.find(':')));
}

}  // namespace

class PolicyReader {
public:
    PolicyReader(std::string name, Policy::Owner owner) : policy_(std::move(name)), owner_(owner) {}

    Accepted<Policy> read(JsonView document) {
        if (!document.is_object()) {
            return refuse_document("must be an object with a Statement", document);
        }
        if (const auto name = members::find_unknown_name(document, members::kDocumentMembers)) {
            return refuse_document(
                "has a member " + in_quotes(name->string()) +
                    ", which policies do not have; they have Version, Id and Statement",
                *name
            );
        }
        if (const auto version = document.find("Version")) {
            if (!version->is_string()) {
                return refuse_document(
                    "has a Version that is no text; write 2012-10-17 (or 2008-10-17)", *version
                );
            }
            const std::string_view text = version->string();
            if (!members::is_policy_version(text)) {
                return refuse_document(
                    "has the Version " + in_quotes(text) + "; write 2012-10-17 (or 2008-10-17)",
                    *version
                );
            }
            has_variables_ = text == members::kVersion;
        }
        const auto statements = document.find("Statement");
        if (!statements) return refuse_document("must have a Statement", document);
        if (statements->is_object()) {
            STATOR_CHECK(read_statement(*statements));
        } else if (statements->is_array() && statements->size() > 0) {
            for (const auto& statement : statements->elements()) {
                STATOR_CHECK(read_statement(JsonView(statement)));
            }
        } else {
            return refuse_document(
                "must have a Statement that is an object or a list of them", *statements
            );
        }
        return std::move(policy_);
    }

private:
    Refusal refuse_document(const std::string& problem, JsonView at) const {
        return Refusal{"The policy " + in_quotes(policy_.name_) + " " + problem + ".", 400, at};
    }

    // An error about the statement that is being read; `at` is its position.
    Refusal refuse(const std::string& problem, JsonView at) const {
        std::string sentence = "Statement " + std::to_string(statement_.number);
        if (!statement_.sid.empty()) sentence += " (Sid " + in_quotes(statement_.sid) + ")";
        return Refusal{
            sentence + " of the policy " + in_quotes(policy_.name_) + " " + problem + ".", 400, at};
    }

    Accepted<void> read_statement(JsonView json) {
        const std::size_t number = policy_.statements_.size() + 1;
        statement_ = Statement{.number = number};
        if (!json.is_object()) return refuse("must be an object", json);
        if (const auto sid = json.find("Sid")) {
            if (!sid->is_string()) return refuse("has a Sid that is no text", *sid);
            statement_.sid = sid->string();
            if (!statement_.sid.empty() && !sids_.insert(statement_.sid).second) {
                return refuse("has the Sid of another one", *sid);
            }
        }
        if (const auto name = members::find_unknown_name(json, members::kStatementMembers)) {
            return refuse(
                "has a member " + in_quotes(name->string()) + ", which statements do not have",
                *name
            );
        }
        STATOR_CHECK(read_effect(json));
        STATOR_CHECK(read_principal(json));
        STATOR_CHECK(read_actions(json));
        STATOR_CHECK(read_resources(json));
        STATOR_CHECK(read_conditions(json));
        policy_.statements_.push_back(std::move(statement_));
        return {};
    }

    Accepted<void> read_effect(JsonView json) {
        const auto effect = json.find("Effect");
        if (!effect) return refuse("must have the Effect Allow or Deny", json);
        const std::string_view word = effect->is_string() ? effect->string() : std::string_view();
        if (word != "Allow" && word != "Deny") {
            return refuse("must have the Effect Allow or Deny", *effect);
        }
        statement_.effect = word == "Allow" ? Effect::Allow : Effect::Deny;
        return {};
    }

    // The member or its negation. The statement must have exactly one of them.
    struct Element {
        JsonView value;
        bool is_negated;
    };

    Accepted<std::optional<Element>> element_of(JsonView json, std::string_view name) const {
        const auto [plain, negated] = members::find_element(json, name);
        if (plain && negated) {
            const std::string word(name);
            return refuse("has both " + word + " and Not" + word, *negated);
        }
        if (plain) return std::optional(Element{*plain, false});
        if (negated) return std::optional(Element{*negated, true});
        return std::optional<Element>();
    }

    // A string, or a list of at least one.
    Accepted<std::vector<std::string>> texts_of(JsonView value, const std::string& what) const {
        std::vector<std::string> texts;
        if (value.is_string()) {
            texts.emplace_back(value.string());
        } else if (value.is_array()) {
            for (const auto& element : value.elements()) {
                const JsonView text(element);
                if (!text.is_string()) return refuse("has " + what + " that is no text", text);
                texts.emplace_back(text.string());
            }
        }
        if (texts.empty())
            return refuse("must have " + what + ": a text or a list of texts", value);
        return texts;
    }

    // The string of texts_of() with that number.
    static JsonView text_at(JsonView value, std::size_t number) {
        if (!value.is_array()) return value;
        return JsonView(*(value.elements().begin() + number));
    }

    Accepted<void> read_principal(JsonView json) {
        STATOR_TRY(const auto element, element_of(json, "Principal"));
        if (owner_ == Policy::Owner::Principal) {
            if (!element) return {};
            return refuse(
                "names a Principal, as only policies of tables and streams do", element->value
            );
        }
        if (!element) return refuse("must have a Principal or NotPrincipal", json);
        PrincipalElement& principal = statement_.principal;
        principal.is_negated = element->is_negated;
        const JsonView value = element->value;
        if (value.is_string() && value.string() == "*") {
            principal.is_everybody = true;
            return {};
        }
        if (!value.is_object()) {
            return refuse(
                "has a Principal that is neither \"*\" nor an object such as {\"AWS\":…}", value
            );
        }
        for (const auto& member : value.members()) {
            STATOR_TRY(const auto names, texts_of(JsonView(member.value), "a Principal"));
            if (member_name(member) != "AWS") continue;
            for (const std::string& name : names) add_principal(name);
        }
        return {};
    }

    void add_principal(const std::string& name) {
        PrincipalElement& principal = statement_.principal;
        if (name == "*") principal.is_everybody = true;
        principal.names.push_back(is_account(name) ? "arn:aws:iam::" + name + ":root" : name);
    }

    Accepted<void> read_actions(JsonView json) {
        STATOR_TRY(const auto element, element_of(json, "Action"));
        if (!element) return refuse("must have an Action or NotAction", json);
        STATOR_TRY(const auto texts, texts_of(element->value, "an Action"));
        for (std::size_t i = 0; i < texts.size(); ++i) {
            const std::string& text = texts[i];
            const std::size_t colon = text.find(':');
            if (text != "*" && (colon == std::string::npos || colon == 0)) {
                return refuse(
                    "has the Action " + in_quotes(text) + "; write it as in dynamodb:GetItem",
                    text_at(element->value, i)
                );
            }
            const Actions actions = actions_of(text);
            if (actions.none() && service_of(text) == "dynamodb") {
                return refuse(
                    "has the Action " + in_quotes(text) + ", which DynamoDB does not have",
                    text_at(element->value, i)
                );
            }
            statement_.actions |= actions;
        }
        if (element->is_negated) statement_.actions.flip();
        return {};
    }

    Accepted<void> read_resources(JsonView json) {
        STATOR_TRY(const auto element, element_of(json, "Resource"));
        if (!element) return refuse("must have a Resource or NotResource", json);
        statement_.resource.is_negated = element->is_negated;
        STATOR_TRY(const auto texts, texts_of(element->value, "a Resource"));
        for (std::size_t i = 0; i < texts.size(); ++i) {
            auto pattern = ArnPattern::of_resource(texts[i], has_variables_);
            if (!pattern) {
                return refuse(
                    "has the Resource " + in_quotes(texts[i]) +
                        "; write an ARN, as in arn:aws:dynamodb:*:*:table/Music, or *",
                    text_at(element->value, i)
                );
            }
            statement_.resource.patterns.push_back(*std::move(pattern));
        }
        return {};
    }

    Accepted<std::vector<std::string>> values_of(JsonView value, std::string_view key) const {
        std::vector<std::string> values;
        if (members::is_scalar(value)) {
            values.push_back(members::scalar_text(value));
            return values;
        }
        const std::string problem =
            "has a condition on " + std::string(key) + " without values: a text or a list of texts";
        if (!value.is_array()) return refuse(problem, value);
        for (const auto& element : value.elements()) {
            if (!members::is_scalar(JsonView(element))) return refuse(problem, JsonView(element));
            values.push_back(members::scalar_text(JsonView(element)));
        }
        return values;
    }

    Accepted<void> read_conditions(JsonView json) {
        const auto value = json.find("Condition");
        if (!value) return {};
        if (!value->is_object()) return refuse("has a Condition that is no object", *value);
        for (const auto& test : value->members()) {
            const JsonView keys(test.value);
            if (!keys.is_object()) {
                return refuse(
                    "has the condition " + in_quotes(member_name(test)) +
                        " without keys: {\"StringEquals\":{\"aws:username\":\"alice\"}}",
                    keys
                );
            }
            for (const auto& key : keys.members()) {
                STATOR_TRY(const auto values, values_of(JsonView(key.value), member_name(key)));
                auto condition =
                    Condition::read(member_name(test), member_name(key), values, has_variables_);
                if (condition.has_error()) {
                    const bool is_known = Condition::knows(member_name(test));
                    const JsonView at(is_known ? key.value : test.name);
                    return refuse(condition.error().sentence, at);
                }
                statement_.conditions.push_back(*std::move(condition));
            }
        }
        return {};
    }

    Policy policy_;
    Policy::Owner owner_;
    // AWS: in documents of the older version, "${" is ordinary text.
    bool has_variables_ = false;
    Statement statement_;
    std::set<std::string> sids_;
};

Accepted<Policy> Policy::read(JsonView document, std::string name, Owner owner) {
    return PolicyReader(std::move(name), owner).read(document);
}

}  // namespace stator::emulator::access::iam
