#include "conformance/run/case_runner.hpp"

#include <utility>

#include "conformance/base/patience.hpp"
#include "conformance/format/directive.hpp"
#include "conformance/format/expansion.hpp"
#include "conformance/run/step_check.hpp"
#include "conformance/run/step_request.hpp"

namespace stator::conformance {
namespace {

constexpr std::size_t kTranscriptBytesMax = 2'000;

std::string title_of(const Step& step, std::size_t number) {
    const std::string name = step.name.empty() ? "" : " (" + step.name + ")";
    return "step " + std::to_string(number) + name + ": ";
}

}  // namespace

CaseRunner::CaseRunner(const CaseSettings& settings, ApiClient& client, TablePool& tables)
    : settings_(settings), client_(client), tables_(tables) {}

CaseResult CaseRunner::run(const Case& one, const std::string& unique) {
    const auto start = std::chrono::steady_clock::now();
    result_ = not_run(one, "");
    client_.sign_for(one.region.empty() ? settings_.region : one.region);
    try {
        run_steps(one, unique);
    } catch (const TableError& error) {
        result_.loss = error.loss();
        result_.message = "a table it needs is missing: " + std::string(error.what()) + "\n";
    } catch (const std::exception& error) {
        result_.message = std::string(error.what()) + "\n";
    }
    dispose_of_tables();
    client_.sign_for(settings_.region);
    result_.has_passed = result_.message.empty();
    result_.duration = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::steady_clock::now() - start
    );
    return std::move(result_);
}

CaseResult CaseRunner::not_run(const Case& one, std::string reason) {
    CaseResult result;
    result.name = one.name;
    result.operation = one.operation;
    result.asserts = one.asserts;
    result.doubt = one.doubt;
    result.tier = one.tier;
    result.message = std::move(reason);
    return result;
}

void CaseRunner::run_steps(const Case& one, const std::string& unique) {
    Scope scope;
    prepare_scope(one, unique, scope);
    for (std::size_t i = 0; i < one.steps.size() && result_.message.empty(); ++i) {
        std::string complaint;
        try {
            complaint = run_step(one.steps[i], scope);
        } catch (const transport::TransportError& error) {
            // Not retried: a step with `until` also ends here.
            complaint = error.what();
        }
        if (!complaint.empty()) result_.message = title_of(one.steps[i], i + 1) + complaint;
    }
}

void CaseRunner::prepare_scope(const Case& one, const std::string& unique, Scope& scope) {
    scope.define("unique", unique);
    scope.define("region", settings_.region);
    for (const TableDeclaration& table : one.tables) {
        const std::string name = one.has_own_tables
                                     ? tables_.own_table(table.create_table, client_)
                                     : tables_.shared_table(table.create_table, client_);
        if (one.has_own_tables) made_tables_.push_back(name);
        scope.define(table.alias, name);
    }
    if (one.row == nullptr) return;
    for (const auto& member : one.row->GetObject()) {
        scope.capture(text_of(member.name), expand(member.value, scope, Purpose::Expectation));
    }
}

std::string CaseRunner::run_step(const Step& step, Scope& scope) {
    if (step.times) {
        for (std::size_t i = 0; i < *step.times; ++i) {
            const std::string complaint = run_once(step, scope, i);
            if (!complaint.empty()) return "round " + std::to_string(i) + ": " + complaint;
        }
        return {};
    }
    if (!step.is_repeated_until_met) return run_once(step, scope, std::nullopt);
    Patience patience(settings_.until_patience);
    std::string complaint;
    do {
        complaint = run_once(step, scope, std::nullopt);
    } while (!complaint.empty() && patience.pause());
    return complaint.empty() ? "" : "not met in time: " + complaint;
}

std::string CaseRunner::run_once(const Step& step, Scope& scope, std::optional<std::size_t> index) {
    const StepRequest request = make_request(step, scope, index);
    const auto shown = [&] { return describe(request) + "\n"; };
    if (settings_.records_transcript) result_.transcript += "> " + shown();
    transport::HttpReply reply;
    try {
        reply = send(request, client_);
    } catch (const transport::TimeoutError& error) {
        result_.loss = Loss::Timeout;
        throw transport::TransportError(shown() + error.what() + "\n");
    } catch (const transport::TransportError& error) {
        result_.loss = Loss::Connection;
        throw transport::TransportError(shown() + error.what() + "\n");
    }
    if (settings_.records_transcript) {
        const std::string body = abbreviate(plain_body(reply), kTranscriptBytesMax);
        result_.transcript += "< " + std::to_string(reply.status) + " " + body + "\n";
    }
    note_created_table(request.operation, reply);
    std::string complaint = check_reply(step, reply, scope, index);
    if (complaint.empty()) complaint = capture_from(step, reply, scope);
    return complaint.empty() ? "" : shown() + complaint;
}

/// Records a table that the case created by itself. It is deleted at the end of the case.
void CaseRunner::note_created_table(
    const std::string& operation, const transport::HttpReply& reply
) {
    const bool creates =
        operation.starts_with("CreateTable") || operation.starts_with("RestoreTable");
    if (!creates || reply.status != 200) return;
    try {
        const JsonDocument body = parse_json(reply.body);
        const Json* description = find_member(body, "TableDescription");
        const Json* name =
            description == nullptr ? nullptr : find_member(*description, "TableName");
        if (name != nullptr && name->IsString()) made_tables_.emplace_back(text_of(*name));
    } catch (const JsonError&) {
        // The step reports this failure.
    }
}

void CaseRunner::dispose_of_tables() {
    for (const std::string& name : made_tables_) {
        if (!settings_.keeps_tables) tables_.dispose(name, client_);
    }
    made_tables_.clear();
}

}  // namespace stator::conformance
