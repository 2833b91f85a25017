#include "emulator/access/least_policy/journal_requests.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <optional>

#include "emulator/access/authorization/request_needs.hpp"
#include "emulator/base/count_text.hpp"

namespace stator::emulator::access::least_policy {
namespace {

using journal::BodyKeeping;
using journal::RequestRecord;
using protocol::wire::JsonDocument;
using protocol::wire::JsonView;

constexpr std::string_view kRemedy =
    "; start stator with --journal-bodies full, or run stator ctl requests settings --bodies full, "
    "and send them again.";

bool is_statement(std::string_view operation) {
    constexpr std::array<std::string_view, 3> kOperations{
        "ExecuteStatement", "BatchExecuteStatement", "ExecuteTransaction"};
    return std::ranges::find(kOperations, operation) != kOperations.end();
}

// Reads the requests in one journal.
class Reading {
public:
    Reading(
        laboratory::Laboratory& laboratory,
        const authorization::Judges& judges,
        std::string_view principal,
        const std::function<void(const JournalNeed&)>& visit
    )
        : laboratory_(laboratory),
          judges_(judges),
          principal_(principal),
          visit_(visit),
          tables_(laboratory.universe()) {}

    std::vector<UnknownRequests> read() {
        journal::RequestFilter all;
        all.limit = std::numeric_limits<std::size_t>::max();
        for (const auto& record : laboratory_.journal().list(all)) read(*record);
        return unknown();
    }

private:
    void read(const RequestRecord& record) {
        const Requester& requester = requester_of(record.access_key);
        const bool is_asked_about = principal_.empty() || principal_ == requester.name;
        const auto document = JsonDocument::parse(std::string(record.request_body));
        if (record.bodies == BodyKeeping::None || !document) {
            without_body_ += is_asked_about;
            return;
        }
        const JsonView body = document->root();
        if (record.bodies == BodyKeeping::Redacted && is_statement(record.operation)) {
            without_values_ += is_asked_about;
            return;
        }
        if (!authorization::has_form(record.operation, body)) {
            // The operation rejected it, unless its values were not recorded.
            without_values_ +=
                is_asked_about && record.bodies == BodyKeeping::Redacted && record.error.empty();
            return;
        }
        // A table's keys apply to the requests of all principals, regardless of its creator.
        tables_.note(record, body);
        if (is_asked_about) visit_needs_of(record, requester, body);
    }

    void visit_needs_of(const RequestRecord& record, const Requester& requester, JsonView body) {
        const protocol::model::TableScope scope{
            record.region, laboratory_.universe().settings().account};
        const auto is_refused = was_refused(record);
        const authorization::Needs needs =
            authorization::needs_in(laboratory_.universe(), record.operation, body, scope);
        for (const authorization::Need& need : needs) {
            const std::string& region = need.region.empty() ? record.region : need.region;
            auto table =
                need.table.empty() ? KnownTable() : tables_.find(region, need.table, need.index);
            const JournalContext context(record, requester, need, body, std::move(table));
            visit_({record, requester, is_refused.value_or(false), !is_refused, need, context});
        }
    }

    // Looks up the owner in the credentials file, if one is used. Otherwise the key is the name.
    const Requester& requester_of(const std::string& access_key) {
        const auto [known, is_new] = requesters_.try_emplace(access_key);
        Requester& requester = known->second;
        if (!is_new) return requester;
        requester.name = access_key.empty() ? "anonymous" : access_key;
        authentication::SignatureCheck* const signatures = judges_.signatures;
        if (signatures == nullptr) return requester;
        const auto ring = signatures->keys().keys();
        const authentication::AccessKey* const key = ring->find(access_key);
        if (key == nullptr) return requester;
        requester.name = key->principal->arn();
        requester.principal = key->principal;
        return requester;
    }

    // nullopt if it is not known.
    std::optional<bool> was_refused(const RequestRecord& record) const {
        if (record.error == "AccessDeniedException") return true;
        authorization::Authorizer* const authorizer = judges_.authorizer;
        if (authorizer == nullptr || record.decision == 0) return false;
        const auto decision = authorizer->log().find(record.decision);
        if (decision != nullptr) return !decision->refusal.empty();
        // Denied requests return an error, except in audit mode, and in batches, where only
        // statements do.
        const bool is_told = authorizer->mode() == authorization::Mode::Enforce &&
                             record.operation != "BatchExecuteStatement";
        if (is_told) return false;
        return std::nullopt;
    }

    std::vector<UnknownRequests> unknown() const {
        std::vector<UnknownRequests> unknown;
        if (without_body_ > 0) {
            std::string sentence = "The journal kept no body of " +
                                   count_text(without_body_, "request") +
                                   ", so nobody knows what they needed";
            unknown.push_back({without_body_, sentence.append(kRemedy)});
        }
        if (without_values_ > 0) {
            std::string sentence = "The journal kept the bodies of " +
                                   count_text(without_values_, "request") +
                                   " without values, and what they needed cannot be read without";
            unknown.push_back({without_values_, sentence.append(kRemedy)});
        }
        const std::uint64_t gone = laboratory_.journal().missing({});
        if (gone > 0) {
            unknown.push_back(
                {gone,
                 count_text(gone, "request") +
                     " before these are no longer in the journal, which holds 64 MB of bodies at "
                     "most; ask earlier, or let it hold more with stator ctl requests settings "
                     "--capacity N, and send them again.",
                 false}
            );
        }
        return unknown;
    }

    laboratory::Laboratory& laboratory_;
    const authorization::Judges& judges_;
    const std::string_view principal_;
    const std::function<void(const JournalNeed&)>& visit_;
    KnownTables tables_;
    std::map<std::string, Requester> requesters_;  // by access key
    std::uint64_t without_body_ = 0;
    std::uint64_t without_values_ = 0;
};

}  // namespace

std::vector<UnknownRequests> visit_needs(
    laboratory::Laboratory& laboratory,
    const authorization::Judges& judges,
    std::string_view principal,
    const std::function<void(const JournalNeed&)>& visit
) {
    return Reading(laboratory, judges, principal, visit).read();
}

}  // namespace stator::emulator::access::least_policy
