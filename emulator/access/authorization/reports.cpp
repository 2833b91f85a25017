#include "emulator/access/authorization/reports.hpp"

#include "emulator/access/authorization/known_context.hpp"
#include "emulator/access/iam/actions.hpp"
#include "emulator/access/iam/pattern.hpp"
#include "emulator/base/time_text.hpp"

namespace stator::emulator::access::authorization {
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
    json.strings_member(name, texts);
}

void write_statement(JsonWriter& json, const iam::StatementMatch& match) {
    json.string_member("policyType", type_text(match.type));
    json.string_member("policy", match.policy->name());
    if (!match.statement->sid.empty()) json.string_member("sid", match.statement->sid);
    json.integer_member("statement", static_cast<std::int64_t>(match.statement->number));
    json.string_member("effect", match.statement->effect == iam::Effect::Allow ? "Allow" : "Deny");
}

// The values of a condition key in the request. The case of `key` does not matter.
iam::ContextValue::Values values_of(const Evaluation& evaluation, const std::string& key) {
    const std::string lower_key = iam::lower(key);
    for (const auto& [asked, value] : evaluation.context) {
        if (asked == lower_key) return value.values;
    }
    return {};
}

// Why a statement did not match: the request's values, and the values that the statement requires.
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

// How the verdict was reached. Computed on demand, because it is rarely requested.
iam::Trace trace_of(const Evaluation& evaluation) {
    const Matter& matter = *evaluation.matter;
    iam::Trace trace;
    iam::evaluate(
        matter.principal->caller(matter.is_admin),
        matter.question,
        DecidedContext(evaluation),
        &trace
    );
    return trace;
}

void write_evaluation(JsonWriter& json, const Evaluation& evaluation) {
    const iam::Trace trace = trace_of(evaluation);
    json.begin_object();
    json.string_member("action", action_of(evaluation));
    json.string_member("resource", evaluation.matter->question.resource);
    json.string_member("decision", decision_text(evaluation.verdict.decision));
    json.objects_member("matched", trace.matches, [&](const iam::StatementMatch& match) {
        write_statement(json, match);
    });
    json.array_member("nearMiss", trace.misses, [&](const auto& miss) {
        write_near_miss(json, miss, evaluation);
    });
    json.begin_object("context");
    for (const auto& [key, value] : evaluation.context) write_texts(json, key, value.values);
    json.end_object();
    json.end_object();
}

void write_head(JsonWriter& json, const DecisionRecord& record) {
    json.integer_member("number", static_cast<std::int64_t>(record.number));
    json.string_member("time", time_text(record.time));
    if (!record.universe.empty()) json.string_member("universe", record.universe);
    json.string_member("operation", record.operation);
    json.string_member("principal", record.key->caller.arn);
    json.string_member("accessKey", record.key->id);
    json.boolean_member("allowed", record.refusal.empty());
    if (!record.refusal.empty()) json.string_member("refusal", record.refusal);
}

}  // namespace

void write_decision(JsonWriter& json, const DecisionRecord& record) {
    json.begin_object();
    write_head(json, record);
    json.array_member("evaluations", record.evaluations, [&](const auto& evaluation) {
        write_evaluation(json, evaluation);
    });
    json.end_object();
}

void write_summary(JsonWriter& json, const DecisionRecord& record) {
    json.begin_object();
    write_head(json, record);
    json.end_object();
}

}  // namespace stator::emulator::access::authorization
