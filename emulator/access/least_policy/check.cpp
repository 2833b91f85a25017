#include "emulator/access/least_policy/check.hpp"

#include <set>

#include "emulator/access/authorization/known_context.hpp"
#include "emulator/access/iam/actions.hpp"
#include "emulator/access/least_policy/journal_requests.hpp"
#include "emulator/access/least_policy/needed.hpp"

namespace stator::emulator::access::least_policy {
namespace {

using protocol::wire::JsonWriter;

// One action of a request, and the identity of the request.
struct AskedThen {
    std::string_view kind;  // "Decision", "Request"
    std::uint64_t number = 0;
    std::string_view operation;
    std::string_view principal;
    std::size_t action = 0;
    const std::string& resource;
    const authorization::KnownContext& context;
};

// Evaluates one policy against requests, and writes those that do not pass.
class Checking {
public:
    Checking(JsonWriter& json, const Candidate& candidate) : json_(json), candidate_(candidate) {
        policies_.identity.push_back(std::make_shared<const iam::Policy>(candidate.policy));
        caller_.account = "self";
        caller_.policies = &policies_;
        json_.begin_object();
        json_.begin_array("results");
    }

    bool is_about(std::string_view principal) const {
        return candidate_.principal.empty() || candidate_.principal == principal;
    }

    void count_request() { ++requests_; }

    void check(const AskedThen& asked) {
        const std::string problem = problem_of(asked);
        if (problem.empty()) return;
        const std::string action = iam::full_action_name(iam::action_name(asked.action));
        passed_ = false;
        json_.begin_object();
        json_.integer_member("number", static_cast<std::int64_t>(asked.number));
        json_.string_member("principal", asked.principal);
        json_.string_member("action", action);
        json_.string_member("resource", asked.resource);
        std::string sentence(asked.kind);
        sentence.append(" ").append(std::to_string(asked.number)).append(", ");
        sentence.append(asked.operation).append(": ").append(action).append(" on ");
        end_result(sentence.append(asked.resource).append(" ").append(problem));
    }

    // Adds a failure for requests that cannot be evaluated.
    void fail(const std::string& sentence) {
        passed_ = false;
        json_.begin_object();
        end_result(sentence);
    }

    void finish(const std::vector<UnknownRequests>& unknown) {
        json_.end_array();
        write_unused();
        write_unknown(json_, unknown);
        json_.integer_member("requests", requests_);
        json_.boolean_member("passed", passed_);
        json_.end_object();
    }

private:
    void end_result(const std::string& sentence) {
        json_.boolean_member("passed", false);
        json_.string_member("sentence", sentence);
        json_.end_object();
    }

    // Why an action does not pass; "" if it passes. Marks the statements that apply to it, and
    // those for which that is not known, as used.
    std::string problem_of(const AskedThen& asked) {
        const iam::Question question{asked.action, asked.resource, caller_.account};
        iam::Trace trace;
        const auto verdict = iam::evaluate(caller_, question, asked.context, &trace);
        for (const iam::StatementMatch& match : trace.matches) used_.insert(match.statement);
        if (asked.context.was_asked_too_much()) {
            for (const iam::StatementMiss& miss : trace.misses) {
                const bool is_known = miss.failed != iam::Mismatch::Condition &&
                                      miss.failed != iam::Mismatch::Variable;
                if (!is_known) used_.insert(miss.of.statement);
            }
            return "cannot be judged, because " + asked.context.why_unknown();
        }
        switch (verdict.decision) {
            case iam::Decision::Allow: return {};
            case iam::Decision::ExplicitDeny: return "is denied.";
            case iam::Decision::ImplicitDeny: return "is not allowed.";
        }
        return {};
    }

    // The statements that no request needed.
    void write_unused() {
        json_.begin_array("unused");
        for (const iam::Statement& statement : policies_.identity.front()->statements()) {
            if (used_.contains(&statement)) continue;
            json_.begin_object();
            if (!statement.sid.empty()) json_.string_member("sid", statement.sid);
            json_.integer_member("statement", static_cast<std::int64_t>(statement.number));
            json_.end_object();
        }
        json_.end_array();
    }

    JsonWriter& json_;
    const Candidate& candidate_;
    iam::PolicySet policies_;
    iam::Caller caller_;
    std::int64_t requests_ = 0;
    bool passed_ = true;
    std::set<const iam::Statement*> used_;
};

}  // namespace

void write_check(
    JsonWriter& json, const authorization::DecisionLog& log, const Candidate& candidate
) {
    Checking checking(json, candidate);
    for (const auto& record : log.list(false, authorization::DecisionLog::kCapacity)) {
        const std::string& principal = record->key->caller.arn;
        if (!checking.is_about(principal)) continue;
        checking.count_request();
        for (const authorization::Evaluation& decided : record->evaluations) {
            const iam::Question& question = decided.matter->question;
            checking.check(
                {"Decision",
                 record->number,
                 record->operation,
                 principal,
                 question.action,
                 question.resource,
                 authorization::DecidedContext(decided)}
            );
        }
    }
    checking.finish({});
}

void write_check(
    JsonWriter& json,
    laboratory::Laboratory& laboratory,
    const authorization::Judges& judges,
    const Candidate& candidate
) {
    Checking checking(json, candidate);
    std::uint64_t last = 0;
    const auto unknown =
        visit_needs(laboratory, judges, candidate.principal, [&](const JournalNeed& needed) {
            if (needed.request.sequence != last) checking.count_request();
            last = needed.request.sequence;
            checking.check(
                {"Request",
                 needed.request.sequence,
                 needed.request.operation,
                 needed.requester.name,
                 needed.need.action,
                 needed.need.resource,
                 needed.context}
            );
        });
    for (const UnknownRequests& some : unknown) {
        if (some.is_listed) checking.fail(some.sentence);
    }
    checking.finish(unknown);
}

}  // namespace stator::emulator::access::least_policy
