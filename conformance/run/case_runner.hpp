// Runs one case against the judged server.
#pragma once

#include <chrono>
#include <string>

#include "conformance/format/case.hpp"
#include "conformance/format/scope.hpp"
#include "conformance/http/api_client.hpp"
#include "conformance/run/table_pool.hpp"
#include "conformance/run/target_watch.hpp"

namespace stator::conformance {

struct CaseResult {
    std::string name;
    std::string operation;
    std::string asserts;
    std::string doubt;
    int tier = 0;
    bool has_passed = false;
    Loss loss = Loss::None;  // how a reply was lost, if one was
    std::string message;     // reason for the failure
    std::string transcript;  // every request and reply, abbreviated
    std::chrono::milliseconds duration{0};
};

struct CaseSettings {
    std::chrono::milliseconds until_patience{60'000};
    std::string region;
    bool keeps_tables = false;
    bool records_transcript = false;
};

/// Not thread-safe, but several runners can share one pool.
class CaseRunner {
public:
    CaseRunner(const CaseSettings& settings, ApiClient& client, TablePool& tables);

    /// Runs the steps until one fails. `unique`: the text for `${unique}`. Never throws: failures
    /// of any kind are in the result.
    CaseResult run(const Case& one, const std::string& unique);

    /// Returns the result of a case that was not run, with the reason as its message.
    static CaseResult not_run(const Case& one, std::string reason);

private:
    void run_steps(const Case& one, const std::string& unique);
    void prepare_scope(const Case& one, const std::string& unique, Scope& scope);
    std::string run_step(const Step& step, Scope& scope);
    std::string run_once(const Step& step, Scope& scope, std::optional<std::size_t> index);
    void note_created_table(const std::string& operation, const transport::HttpReply& reply);
    void dispose_of_tables();

    const CaseSettings& settings_;
    ApiClient& client_;
    TablePool& tables_;
    std::vector<std::string> made_tables_;  // created by this case for itself
    CaseResult result_;
};

}  // namespace stator::conformance
