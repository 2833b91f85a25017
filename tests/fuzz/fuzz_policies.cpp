// The caller and the action, the context of the request, a policy of the caller and one of the
// resource, one per line. An accepted policy decides like the naive evaluation of its JSON, traced
// or not. A rejected policy has an error of one sentence.
#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "emulator/access/iam/condition_values.hpp"
#include "emulator/access/iam/evaluation.hpp"
#include "protocol/model/table_arn.hpp"
#include "tests/emulator/access/iam/naive_evaluation.hpp"
#include "tests/fuzz/oracle.hpp"
#include "tests/fuzz/target.hpp"

namespace stator::fuzz {
namespace {

namespace iam = emulator::access::iam;
namespace naive = emulator::access::iam::naive;

using iam::Policy;
using protocol::wire::JsonDocument;
using protocol::wire::JsonView;

constexpr std::string_view kAccount = "123456789012";

std::string_view take_word(std::string_view& line) {
    const std::size_t blank = line.find(' ');
    const std::string_view word = line.substr(0, blank);
    line.remove_prefix(blank == std::string_view::npos ? line.size() : blank + 1);
    return word;
}

// A document that both accept.
struct ReadPolicy {
    std::optional<JsonDocument> json;
    iam::SharedPolicy policy;
};

ReadPolicy read_policy(std::string_view text, Policy::Owner owner) {
    ReadPolicy read;
    read.json = JsonDocument::parse(std::string(text));
    if (!read.json) return read;
    auto policy = Policy::read(read.json->root(), "P", owner);
    if (policy.has_error()) {
        require(!policy.error().sentence.empty(), "why", text);
        require(is_utf8(policy.error().sentence), "in UTF-8", text, policy.error().sentence);
        return read;
    }
    const auto again = JsonDocument::parse(read.json->root().text());
    require(Policy::read(again->root(), "P", owner).has_value(), "spacing", text);
    // The naive evaluation only supports lists of statements.
    const auto statements = read.json->root().find("Statement");
    if (!statements || !statements->is_array()) return read;
    read.policy = std::make_shared<const Policy>(*std::move(policy));
    return read;
}

// The naive evaluation supports fewer spellings of numbers, times, bytes and addresses.
bool is_plain_value(std::string_view test, const std::string& value) {
    const auto has = [&](std::string_view part) { return test.find(part) != test.npos; };
    if (has("Numeric")) {
        return !value.empty() && value.size() < 9 &&
               value.find_first_not_of("0123456789") == std::string::npos;
    }
    // A time of one form, so that times sort like their texts.
    if (has("Date")) return value.size() == 20 && iam::parse_moment(value).has_value();
    if (has("Bool")) return iam::parse_truth(value).has_value();
    if (has("Binary")) return iam::parse_base64(value).has_value();
    const bool is_v6 = value.find(':') != std::string::npos;
    if (has("Ip"))
        return !is_v6 && !value.ends_with("/0") && iam::parse_addresses(value).has_value();
    return true;
}

// The naive evaluation ends a variable at its first '}', and splits an ARN at its colons.
bool is_plain_text(std::string_view text) {
    const std::size_t open = text.find("${");
    if (open == std::string_view::npos) return true;
    const std::string_view inside = text.substr(open + 2, text.find('}', open) - open - 2);
    if (inside == "*" || inside == "?" || inside == "$")
        return is_plain_text(text.substr(open + 3));
    const std::size_t comma = inside.find(", '");
    const std::string_view key = inside.substr(0, comma);
    constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ:/";
    const bool is_key = !key.empty() && key.find_first_not_of(kLetters) == key.npos;
    const bool has_end =
        comma == std::string_view::npos ||
        (inside.ends_with("'") && inside.find('\'', comma + 3) == inside.size() - 1);
    return is_key && has_end && text.find('}', open) != text.npos &&
           is_plain_text(text.substr(open + 2));
}

bool is_plain(const iam::SharedPolicy& policy, const naive::Values& context) {
    if (policy == nullptr) return true;
    for (const iam::Statement& statement : policy->statements()) {
        for (const auto& pattern : statement.resource.patterns) {
            if (!is_plain_text(pattern.text())) return false;
        }
        for (const auto& condition : statement.conditions) {
            std::vector<std::string> all = condition.values();
            if (!std::ranges::all_of(all, is_plain_text)) return false;
            const auto met = context.find(iam::lower(condition.key()));
            if (met != context.end()) {
                all.insert(all.end(), met->second.values.begin(), met->second.values.end());
            }
            const auto fits = [&](const std::string& value) {
                return is_plain_value(condition.name(), value);
            };
            if (!std::ranges::all_of(all, fits)) return false;
        }
    }
    return true;
}

naive::Values read_context(std::string_view line) {
    naive::Values values;
    const auto json = JsonDocument::parse(std::string(line));
    if (!json || !json->root().is_object()) return values;
    for (const auto& member : json->root().members()) {
        const JsonView value(member.value);
        naive::Value& known = values[iam::lower(std::string(protocol::wire::member_name(member)))];
        known = {{}, value.is_array()};
        if (value.is_string()) known.values.emplace_back(value.string());
        if (!value.is_array()) continue;
        for (const auto& element : value.elements()) {
            if (JsonView(element).is_string())
                known.values.emplace_back(JsonView(element).string());
        }
    }
    std::erase_if(values, [](const auto& one) {
        return one.second.values.empty() && !one.second.is_list;
    });
    return values;
}

std::string words_of(const iam::Verdict& verdict) {
    constexpr std::array kTypes{"resource", "identity", "boundary", "session"};
    const std::string type = kTypes.at(static_cast<std::size_t>(verdict.type));
    if (verdict.decision == iam::Decision::Allow) return "allow";
    return (verdict.decision == iam::Decision::ExplicitDeny ? "deny " : "no ") + type;
}

// "user GetItem arn:…", "session …", "root …".
naive::Question read_question(std::string_view line) {
    naive::Question question;
    question.caller_kind = take_word(line);
    if (question.caller_kind != "root" && question.caller_kind != "session") {
        question.caller_kind = "user";
    }
    question.account = kAccount;
    const std::string iam = "arn:aws:iam::" + question.account;
    question.arn = iam + (question.caller_kind == "root" ? ":root" : ":user/alice");
    if (question.caller_kind == "session") {
        question.arn = "arn:aws:sts::" + question.account + ":assumed-role/app/ci";
        question.role_arn = iam + ":role/app";
    }
    question.action = take_word(line);
    if (!iam::action_number(question.action)) question.action = "GetItem";
    question.resource = line;
    const auto parts = iam::arn_parts(line);
    if (!parts || !protocol::model::is_account_id((*parts)[4])) {
        question.resource = "arn:aws:dynamodb:us-east-1:123456789012:table/Music";
    }
    const bool is_own = question.resource.find(kAccount) != std::string::npos;
    question.resource_account = is_own ? kAccount : "210987654321";
    return question;
}

void check_decision(
    naive::Question& question, const ReadPolicy& identity, const ReadPolicy& of_resource
) {
    iam::PolicySet set;
    if (identity.policy) {
        set.identity.push_back(identity.policy);
        question.identity.push_back(&*identity.json);
    }
    iam::Caller caller;
    if (question.caller_kind == "root") caller.kind = iam::Caller::Kind::Root;
    if (question.caller_kind == "session") caller.kind = iam::Caller::Kind::Session;
    caller.account = question.account;
    caller.arn = question.arn;
    caller.role_arn = question.role_arn;
    caller.policies = &set;
    const std::size_t number = *iam::action_number(question.action);
    question.is_for_other_accounts = !iam::is_for_own_account_only(number);
    iam::Question ours{number, question.resource, question.resource_account};
    if (of_resource.policy) {
        ours.resource_policy = of_resource.policy.get();
        question.of_resource = &*of_resource.json;
    }
    iam::ContextMap::Values values;
    for (const auto& [key, value] : question.context) {
        values[key] = iam::ContextValue{{value.values.begin(), value.values.end()}, value.is_list};
    }
    const iam::ContextMap context(std::move(values));
    const std::string verdict = words_of(iam::evaluate(caller, ours, context));
    iam::Trace trace;
    require(
        words_of(iam::evaluate(caller, ours, context, &trace)) == verdict, "traced or not", verdict
    );
    if (!is_plain(identity.policy, question.context)) return;
    if (!is_plain(of_resource.policy, question.context)) return;
    const std::string plain = naive::decide(question);
    require(verdict == plain, "as the naive reading", verdict, plain);
}

}  // namespace
}  // namespace stator::fuzz

STATOR_FUZZ_TARGET(policies) {
    using namespace stator::fuzz;
    std::string_view rest = text_of(data, size);
    naive::Question question = read_question(take_line(rest));
    question.context = read_context(take_line(rest));
    const ReadPolicy identity = read_policy(take_line(rest), Policy::Owner::Principal);
    const ReadPolicy of_resource = read_policy(take_line(rest), Policy::Owner::Resource);
    // The naive evaluation takes time that grows with the wildcards of a pattern.
    if (std::ranges::count(text_of(data, size), '*') > 40) return 0;
    check_decision(question, identity, of_resource);
    return 0;
}
