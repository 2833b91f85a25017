#include "emulator/authorization/reports.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "emulator/forms/time_text.hpp"
#include "emulator/iam/actions.hpp"
#include "emulator/iam/pattern.hpp"

namespace stator::emulator::authorization {
namespace {

using protocol::wire::JsonWriter;

std::string_view type_text(iam::PolicyType type) {
    switch (type) {
        case iam::PolicyType::Resource: return "resource";
        case iam::PolicyType::Identity: return "identity";
        case iam::PolicyType::Boundary: return "boundary";
        case iam::PolicyType::Session: return "session";
    }
    return {};
}

std::string_view decision_text(iam::Decision decision) {
    switch (decision) {
        case iam::Decision::Allow: return "ALLOW";
        case iam::Decision::ExplicitDeny: return "EXPLICIT_DENY";
        case iam::Decision::ImplicitDeny: return "IMPLICIT_DENY";
    }
    return {};
}

std::string_view mismatch_text(iam::Mismatch mismatch) {
    switch (mismatch) {
        case iam::Mismatch::Principal: return "principal";
        case iam::Mismatch::Resource: return "resource";
        case iam::Mismatch::Condition: return "condition";
        case iam::Mismatch::Variable: return "variable";
    }
    return {};
}

// "dynamodb:GetItem".
std::string action_of(const Evaluation& evaluation) {
    return iam::full_action_name(iam::action_name(evaluation.matter->question.action));
}

template <class Texts>
void write_texts(JsonWriter& json, std::string_view name, const Texts& texts) {
    json.key(name);
    json.begin_array();
    for (const auto& text : texts) json.string(text);
    json.end_array();
}

void write_statement(JsonWriter& json, const iam::StatementMatch& match) {
    json.string_member("policyType", type_text(match.type));
    json.string_member("policy", match.policy->name());
    if (!match.statement->sid.empty()) json.string_member("sid", match.statement->sid);
    json.integer_member("statement", static_cast<std::int64_t>(match.statement->number));
    json.string_member("effect", match.statement->effect == iam::Effect::Allow ? "Allow" : "Deny");
}

// The values that the request had of a key, which is in any case.
iam::ContextValue::Values values_of(const Evaluation& evaluation, const std::string& key) {
    const std::string lower_key = iam::lower(key);
    for (const auto& [asked, value] : evaluation.context) {
        if (asked == lower_key) return value.values;
    }
    return {};
}

// What failed of a statement: what there was, and what it wants.
void write_near_miss(
    JsonWriter& json, const iam::StatementMiss& miss, const Evaluation& evaluation
) {
    json.begin_object();
    write_statement(json, miss.of);
    json.string_member("failed", mismatch_text(miss.failed));
    switch (miss.failed) {
        case iam::Mismatch::Principal: break;
        case iam::Mismatch::Variable: json.string_member("key", miss.variable); break;
        case iam::Mismatch::Resource: {
            std::vector<std::string> patterns;
            for (const auto& pattern : miss.of.statement->resource.patterns) {
                patterns.push_back(pattern.text());
            }
            write_texts(json, "have", std::vector{evaluation.matter->question.resource});
            write_texts(json, "want", patterns);
            break;
        }
        case iam::Mismatch::Condition:
            json.string_member("test", miss.condition->name());
            json.string_member("key", miss.condition->key());
            write_texts(json, "have", values_of(evaluation, miss.condition->key()));
            write_texts(json, "want", miss.condition->values());
            break;
    }
    json.end_object();
}

// What was kept of a request's context; knows which keys were not.
class KeptContext : public iam::Context {
public:
    explicit KeptContext(const Evaluation& asked) : asked_(asked) {}

    const iam::ContextValue* find(std::string_view key) const override {
        for (const auto& [known, value] : asked_.context) {
            if (known == key) return value.values.empty() ? nullptr : &value;
        }
        missing_ = key;
        return nullptr;
    }

    // A key that was asked for and is not known; "" for none.
    const std::string& missing() const { return missing_; }

private:
    const Evaluation& asked_;
    mutable std::string missing_;
};

// How the verdict came about, which is worked out when somebody asks for it: few do.
iam::Trace trace_of(const Evaluation& evaluation) {
    const Matter& matter = *evaluation.matter;
    iam::Trace trace;
    iam::evaluate(
        matter.principal->caller(matter.is_admin), matter.question, KeptContext(evaluation), &trace
    );
    return trace;
}

void write_evaluation(JsonWriter& json, const Evaluation& evaluation) {
    const iam::Trace trace = trace_of(evaluation);
    json.begin_object();
    json.string_member("action", action_of(evaluation));
    json.string_member("resource", evaluation.matter->question.resource);
    json.string_member("decision", decision_text(evaluation.verdict.decision));
    json.key("matched");
    json.begin_array();
    for (const iam::StatementMatch& match : trace.matches) {
        json.begin_object();
        write_statement(json, match);
        json.end_object();
    }
    json.end_array();
    json.key("nearMiss");
    json.begin_array();
    for (const auto& miss : trace.misses) write_near_miss(json, miss, evaluation);
    json.end_array();
    json.key("context");
    json.begin_object();
    for (const auto& [key, value] : evaluation.context) write_texts(json, key, value.values);
    json.end_object();
    json.end_object();
}

void write_head(JsonWriter& json, const DecisionRecord& record) {
    json.integer_member("number", static_cast<std::int64_t>(record.number));
    json.string_member("time", forms::time_text(record.time));
    if (!record.universe.empty()) json.string_member("universe", record.universe);
    json.string_member("operation", record.operation);
    json.string_member("principal", record.key->caller.arn);
    json.string_member("accessKey", record.key->id);
    json.key("allowed");
    json.boolean(record.refusal.empty());
    if (!record.refusal.empty()) json.string_member("refusal", record.refusal);
}

// "Music" of "…:table/Music/index/ByYear", without what no Sid can have; "Account" for what is no
// table's.
std::string sid_subject(std::string_view resource) {
    constexpr std::string_view kTable = ":table/";
    constexpr std::string_view kGlobal = ":global-table/";
    std::string_view name;
    for (const std::string_view kind : {kTable, kGlobal}) {
        const std::size_t at = resource.find(kind);
        if (at != std::string_view::npos) name = resource.substr(at + kind.size());
    }
    name = name.substr(0, name.find('/'));
    std::string subject;
    for (const char c : name) {
        const bool fits =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (fits) subject.push_back(c);
    }
    return subject.empty() ? "Account" : subject;
}

bool is_reading(std::string_view action) {
    constexpr std::array<std::string_view, 10> kBeginnings{
        "BatchGet",
        "ConditionCheck",
        "Describe",
        "Get",
        "List",
        "PartiQLSelect",
        "Query",
        "ReadData",
        "Scan",
        "SearchVectors"};
    return std::ranges::any_of(kBeginnings, [&](std::string_view beginning) {
        return action.starts_with(beginning);
    });
}

std::string granted_resource(std::string resource, const NeededForm& form) {
    // AWS: who lists tables is asked about an ARN that no policy need name.
    if (resource.ends_with(":table/*")) return "*";
    constexpr std::string_view kIndex = "/index/";
    const std::size_t index = resource.find(kIndex);
    if (form.joins_indexes && index != std::string::npos) {
        resource.replace(index + kIndex.size(), std::string::npos, "*");
    }
    const auto parts = iam::arn_parts(resource);
    if (form.of_any_account && parts && !(*parts)[4].empty()) {
        const auto at = static_cast<std::size_t>((*parts)[4].data() - resource.data());
        resource.replace(at, (*parts)[4].size(), "*");
    }
    return resource;
}

// Of one table: which actions, on which resources.
using Statements = std::map<std::set<std::string>, std::set<std::string>>;

void write_policy(JsonWriter& json, const Grants& grants, const NeededForm& form) {
    // "Read" and "Write" of each table; then actions by resource, and resources by actions.
    std::map<std::pair<std::string, bool>, std::map<std::string, std::set<std::string>>> tables;
    for (const auto& [action, resource] : grants) {
        const std::string granted = granted_resource(resource, form);
        const bool writes = !is_reading(action);
        tables[{sid_subject(granted), writes}][granted].insert(iam::full_action_name(action));
    }
    json.key("policy");
    json.begin_object();
    json.string_member("Version", "2012-10-17");
    json.key("Statement");
    json.begin_array();
    for (const auto& [subject, by_resource] : tables) {
        Statements statements;
        for (const auto& [resource, actions] : by_resource) statements[actions].insert(resource);
        std::size_t number = 0;
        for (const auto& [actions, resources] : statements) {
            std::string sid = (subject.second ? "Write" : "Read") + subject.first;
            if (++number > 1) sid += std::to_string(number);
            json.begin_object();
            json.string_member("Sid", sid);
            json.string_member("Effect", "Allow");
            write_texts(json, "Action", actions);
            write_texts(json, "Resource", resources);
            json.end_object();
        }
    }
    json.end_array();
    json.end_object();
}

using UsedStatements = std::set<const iam::Statement*>;

// What stands in the way of an action; "" for nothing. `used` gets the statements about it, and
// those of which that cannot be said.
std::string problem_of(const iam::Caller& caller, const Evaluation& asked, UsedStatements& used) {
    const iam::Question question{
        asked.matter->question.action, asked.matter->question.resource, caller.account};
    const KeptContext context(asked);
    iam::Trace trace;
    const auto verdict = iam::evaluate(caller, question, context, &trace);
    for (const iam::StatementMatch& match : trace.matches) used.insert(match.statement);
    if (!context.missing().empty()) {
        for (const iam::StatementMiss& miss : trace.misses) {
            const bool is_known =
                miss.failed != iam::Mismatch::Condition && miss.failed != iam::Mismatch::Variable;
            if (!is_known) used.insert(miss.of.statement);
        }
        return "cannot be judged, because no policy asked for " + context.missing() +
               " then; attach the policy and send the requests again.";
    }
    switch (verdict.decision) {
        case iam::Decision::Allow: return {};
        case iam::Decision::ExplicitDeny: return "is denied.";
        case iam::Decision::ImplicitDeny: return "is not allowed.";
    }
    return {};
}

// The statements that no request needed.
void write_unused(JsonWriter& json, const iam::Policy& policy, const UsedStatements& used) {
    json.key("unused");
    json.begin_array();
    for (const iam::Statement& statement : policy.statements()) {
        if (used.contains(&statement)) continue;
        json.begin_object();
        if (!statement.sid.empty()) json.string_member("sid", statement.sid);
        json.integer_member("statement", static_cast<std::int64_t>(statement.number));
        json.end_object();
    }
    json.end_array();
}

}  // namespace

void write_decision(JsonWriter& json, const DecisionRecord& record) {
    json.begin_object();
    write_head(json, record);
    json.key("evaluations");
    json.begin_array();
    for (const auto& evaluation : record.evaluations) write_evaluation(json, evaluation);
    json.end_array();
    json.end_object();
}

void write_summary(JsonWriter& json, const DecisionRecord& record) {
    json.begin_object();
    write_head(json, record);
    json.end_object();
}

void write_needed(JsonWriter& json, const DecisionLog& log, const NeededForm& form) {
    json.begin_object();
    json.key("principals");
    json.begin_array();
    for (const auto& [principal, grants] : log.needed(form.with_refused)) {
        if (!form.principal.empty() && form.principal != principal) continue;
        json.begin_object();
        json.string_member("principal", principal);
        write_policy(json, grants, form);
        json.end_object();
    }
    json.end_array();
    json.end_object();
}

void write_check(
    JsonWriter& json,
    const DecisionLog& log,
    const iam::Policy& policy,
    const std::string& principal
) {
    iam::PolicySet policies;
    policies.identity.push_back(std::make_shared<const iam::Policy>(policy));
    iam::Caller caller;
    caller.account = "self";
    caller.policies = &policies;
    std::int64_t requests = 0;
    bool passed = true;
    UsedStatements used;
    json.begin_object();
    json.key("results");
    json.begin_array();
    for (const auto& record : log.list(false, DecisionLog::kCapacity)) {
        if (!principal.empty() && record->key->caller.arn != principal) continue;
        ++requests;
        for (const Evaluation& asked : record->evaluations) {
            const std::string problem = problem_of(caller, asked, used);
            if (problem.empty()) continue;
            passed = false;
            json.begin_object();
            json.integer_member("number", static_cast<std::int64_t>(record->number));
            json.string_member("principal", record->key->caller.arn);
            json.string_member("action", action_of(asked));
            json.string_member("resource", asked.matter->question.resource);
            json.key("passed");
            json.boolean(false);
            json.string_member(
                "sentence",
                "Decision " + std::to_string(record->number) + ", " + record->operation + ": " +
                    action_of(asked) + " on " + asked.matter->question.resource + " " + problem
            );
            json.end_object();
        }
    }
    json.end_array();
    write_unused(json, *policies.identity.front(), used);
    json.integer_member("requests", requests);
    json.key("passed");
    json.boolean(passed);
    json.end_object();
}

}  // namespace stator::emulator::authorization
