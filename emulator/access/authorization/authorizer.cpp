#include "emulator/access/authorization/authorizer.hpp"

#include <algorithm>

#include "emulator/access/authorization/request_needs.hpp"
#include "emulator/access/iam/denial.hpp"
#include "engine/table/table.hpp"
#include "engine/universes/universe.hpp"
#include "protocol/errors/policies.hpp"
#include "protocol/operations/policies/policy_document.hpp"

namespace stator::emulator::access::authorization {
namespace {

using protocol::ApiError;
using TablePtr = std::shared_ptr<const engine::table::TableSnapshot>;

}  // namespace

// The authorization of one request.
class Authorizer::Judgement {
public:
    Judgement(
        Authorizer& authorizer,
        const Request& request,
        engine::universes::Universe& universe,
        const engine::RequestContext& context
    )
        : authorizer_(authorizer),
          request_(request),
          universe_(universe),
          context_(context),
          scope_{std::string(universe.region_name(context)), universe.settings().account},
          asker_{request.http, *request.key, scope_.region, context.now} {}

    Ruling judge() {
        const Needs needs = needs_in(universe_, request_.operation, request_.body, scope_);
        Ruling ruling;
        for (const Need& need : needs) {
            auto refusal = judge(need);
            if (!refusal) continue;
            if (record_.refusal.empty()) record_.refusal = refusal->message;
            if (need.member) {
                auto& errors = ruling.refused_statements;
                if (errors.size() <= *need.member) errors.resize(*need.member + 1);
                errors[*need.member] = std::move(refusal);
            } else if (!ruling.refusal) {
                ruling.refusal = std::move(refusal);
            }
        }
        if (!ruling.refusal) ruling.refusal = self_lockout(needs);
        if (ruling.refusal && record_.refusal.empty()) record_.refusal = ruling.refusal->message;
        ruling.decision = write_down();
        if (authorizer_.mode_ == Mode::Enforce) return ruling;
        return {.decision = ruling.decision};
    }

private:
    TablePtr table_of(const Need& need) {
        if (need.table.empty()) return nullptr;
        const auto known = std::ranges::find_if(tables_, [&](const KnownTable& one) {
            return one.name == need.table && one.region == need.region;
        });
        if (known != tables_.end()) return known->snapshot;
        const auto table = catalog_of(need).find_table(need.table);
        tables_.push_back({need.region, need.table, table != nullptr ? table->snapshot() : nullptr}
        );
        return tables_.back().snapshot;
    }

    engine::catalog::Catalog& catalog_of(const Need& need) {
        if (need.region.empty()) return universe_.catalog(context_);
        return universe_.region(need.region);
    }

    iam::SharedPolicy policy_of(const Need& need, const TablePtr& table) {
        if (table == nullptr) return nullptr;
        const auto& policies = table->description.policies;
        if (need.stream_label.empty()) {
            if (!policies.of_table) return nullptr;
            return authorizer_.resource_policy(policies.of_table->document);
        }
        const auto found = policies.of_streams.find(need.stream_label);
        if (found == policies.of_streams.end()) return nullptr;
        return authorizer_.resource_policy(found->second.document);
    }

    Evaluation evaluation_of(const Need& need) {
        const TablePtr table = table_of(need);
        iam::SharedPolicy policy = policy_of(need, table);
        if (auto known = authorizer_.cache_.find(request_.key, need, policy.get())) {
            if (known->verdict) return {known, *known->verdict};
            return evaluate(std::move(known), need, table);
        }
        const auto matter = std::make_shared<Matter>();
        matter->question = {need.action, need.resource, need.account, policy.get()};
        matter->principal = request_.key->principal;
        matter->is_admin = request_.key->is_admin;
        matter->resource_policy = std::move(policy);
        Evaluation made = evaluate(matter, need, table);
        if (made.context.empty()) matter->verdict = made.verdict;
        authorizer_.cache_.keep(matter);
        return made;
    }

    Evaluation evaluate(SharedMatter matter, const Need& need, const TablePtr& table) {
        RequestKeys keys(
            asker_, need, request_.body, table != nullptr ? &table->description : nullptr
        );
        const auto verdict = iam::evaluate(request_.key->caller, matter->question, keys);
        return {std::move(matter), verdict, keys.take_asked()};
    }

    // Returns the error if the need is not allowed.
    std::optional<ApiError> judge(const Need& need) {
        const Evaluation& made = record_.evaluations.emplace_back(evaluation_of(need));
        if (made.verdict.decision == iam::Decision::Allow) return std::nullopt;
        return iam::denial(made.verdict, request_.key->caller, made.matter->question);
    }

    // AWS: the author of a policy must be able to replace it under the new policy.
    // [case PutResourcePolicy/lockout]
    std::optional<ApiError> self_lockout(const Needs& needs) {
        if (request_.operation != "PutResourcePolicy" || needs.empty()) return std::nullopt;
        namespace policies = protocol::operations::policies;
        const Need& need = needs.front();
        const TablePtr table = table_of(need);
        const auto confirms = request_.body.find("ConfirmRemoveSelfResourceAccess");
        if (table == nullptr || (confirms && confirms->is_boolean() && confirms->boolean())) {
            return std::nullopt;
        }
        const auto document = policies::read_policy_document(
            request_.body.string_or_empty("Policy"),
            need.stream_label.empty() ? policies::PolicySubject::Table
                                      : policies::PolicySubject::Stream
        );
        // The operation itself reports the mistake in the document.
        if (document.has_error()) return std::nullopt;
        const auto policy = authorizer_.resource_policy(document->text());
        const iam::Question question{need.action, need.resource, need.account, policy.get()};
        const RequestKeys keys(asker_, need, request_.body, &table->description);
        const auto verdict = iam::evaluate(request_.key->caller, question, keys);
        if (verdict.decision == iam::Decision::Allow) return std::nullopt;
        return protocol::errors::policy_locks_out();
    }

    std::uint64_t write_down() {
        record_.time = context_.now;
        record_.universe = context_.place.universe;
        record_.operation = request_.operation;
        record_.key = request_.key;
        return authorizer_.log_.add(std::move(record_));
    }

    // The result of looking up a need's table. The snapshot is null if the table does not exist.
    struct KnownTable {
        std::string region;  // as in the need
        std::string name;
        TablePtr snapshot;
    };

    Authorizer& authorizer_;
    const Request& request_;
    engine::universes::Universe& universe_;
    const engine::RequestContext& context_;
    const protocol::model::TableScope scope_;
    const Asker asker_;
    std::vector<KnownTable> tables_;
    DecisionRecord record_;
};

Ruling Authorizer::judge(
    const Request& request,
    engine::universes::Universe& universe,
    const engine::RequestContext& context
) {
    if (!has_form(request.operation, request.body)) return {};
    return Judgement(*this, request, universe, context).judge();
}

iam::SharedPolicy Authorizer::resource_policy(const std::string& document) {
    {
        const engine::MutexLock lock(mutex_);
        const auto found = policies_.find(document);
        if (found != policies_.end()) return found->second;
    }
    // PutResourcePolicy accepts conditions that IAM does not know; they must not allow anything.
    constexpr std::string_view kDenial =
        R"({"Statement":{"Sid":"CannotBeRead","Effect":"Deny","Principal":"*","Action":"*",)"
        R"("Resource":"*"}})";
    const auto read = [](std::string text) {
        const auto json = protocol::wire::JsonDocument::parse(std::move(text));
        return iam::Policy::read(json->root(), "", iam::Policy::Owner::Resource);
    };
    auto policy = read(document);
    if (policy.has_error()) policy = read(std::string(kDenial));
    auto shared = std::make_shared<const iam::Policy>(std::move(policy).value());
    const engine::MutexLock lock(mutex_);
    if (policies_.size() >= kMaxPolicies) policies_.clear();
    policies_.emplace(document, shared);
    return shared;
}

}  // namespace stator::emulator::access::authorization
