#include "emulator/admin/routes/groups.hpp"

#include <array>
#include <charconv>
#include <utility>

#include "emulator/access/authentication/signature_check.hpp"
#include "emulator/access/authorization/authorizer.hpp"
#include "emulator/access/authorization/reports.hpp"
#include "emulator/access/least_policy/check.hpp"
#include "emulator/access/least_policy/needed.hpp"
#include "emulator/base/header_text.hpp"
#include "emulator/base/time_text.hpp"
#include "emulator/laboratory/laboratories.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::admin::routes {
namespace {

using protocol::wire::JsonWriter;

Accepted<access::authentication::SignatureCheck*> checker_of(const AdminCall& call) {
    access::authentication::SignatureCheck* const signatures = call.services.judges.signatures;
    if (signatures != nullptr) return signatures;
    return Refusal{
        "nobody checks signatures here, so there are no credentials; start stator with --auth "
        "signature.",
        409};
}

// Never writes a secret or a session token.
void write_key(JsonWriter& json, const access::authentication::AccessKey& key) {
    json.begin_object();
    json.string_member("id", key.id);
    json.string_member("principal", key.principal->arn());
    json.boolean_member("active", key.is_active);
    if (key.is_admin) {
        json.boolean_member("admin", true);
    }
    if (key.expires != protocol::kNever) {
        json.string_member("expires", time_text(key.expires));
    }
    json.end_object();
}

AdminAnswer credentials_answer(access::authentication::SignatureCheck& signatures) {
    return object_answer([&](JsonWriter& json) {
        if (!signatures.keys().file().empty()) json.string_member("file", signatures.keys().file());
        json.begin_array("keys");
        for (const auto& [id, key] : signatures.keys().keys()->keys()) write_key(json, key);
        json.end_array();
        const auto totals = signatures.totals();
        json.integer_member("verified", static_cast<std::int64_t>(totals.verified));
        json.integer_member("refused", static_cast<std::int64_t>(totals.refused));
    });
}

Accepted<AdminAnswer> get_credentials(laboratory::Laboratory&, const AdminCall& call) {
    STATOR_TRY(access::authentication::SignatureCheck* const signatures, checker_of(call));
    return credentials_answer(*signatures);
}

Accepted<AdminAnswer> put_credentials(laboratory::Laboratory&, const AdminCall& call) {
    STATOR_TRY(access::authentication::SignatureCheck* const signatures, checker_of(call));
    STATOR_TRY(
        access::authentication::KeyRing keys,
        access::authentication::KeyRing::read(call.body, "the body")
    );
    signatures->keys().replace(std::move(keys));
    return credentials_answer(*signatures);
}

Accepted<AdminAnswer> reload_credentials(laboratory::Laboratory&, const AdminCall& call) {
    STATOR_TRY(access::authentication::SignatureCheck* const signatures, checker_of(call));
    if (signatures->keys().file().empty()) {
        return Refusal{
            "there is no credentials file to read again; start stator with --credentials FILE.",
            409};
    }
    STATOR_CHECK(signatures->keys().load());
    return credentials_answer(*signatures);
}

Accepted<access::authorization::Authorizer*> judge_of(const AdminCall& call) {
    access::authorization::Authorizer* const authorizer = call.services.judges.authorizer;
    if (authorizer != nullptr) return authorizer;
    return Refusal{
        "nobody judges here what requests may do; start stator with --auth iam or --auth "
        "iam-audit.",
        409};
}

// "on", "true" and "1" mean yes; anything else means no.
bool is_yes(std::string_view text) {
    return text == "on" || text == "true" || text == "1";
}

Accepted<AdminAnswer> get_decisions(laboratory::Laboratory&, const AdminCall& call) {
    STATOR_TRY(access::authorization::Authorizer* const authorizer, judge_of(call));
    std::size_t limit = 100;
    const std::string_view given = call.query_value("limit");
    if (!given.empty()) {
        const auto [end, error] = std::from_chars(given.data(), given.data() + given.size(), limit);
        if (error != std::errc() || end != given.data() + given.size()) {
            return Refusal{"'limit' must be a whole number, such as 20."};
        }
    }
    return object_answer([&](JsonWriter& json) {
        json.string_member(
            "mode", authorizer->mode() == access::authorization::Mode::Enforce ? "iam" : "iam-audit"
        );
        const auto totals = authorizer->log().totals();
        json.integer_member("allowed", static_cast<std::int64_t>(totals.allowed));
        json.integer_member("refused", static_cast<std::int64_t>(totals.refused));
        json.begin_array("decisions");
        const bool only_refused = is_yes(call.query_value("refused"));
        for (const auto& record : authorizer->log().list(only_refused, limit)) {
            access::authorization::write_summary(json, *record);
        }
        json.end_array();
    });
}

Accepted<AdminAnswer> get_decision(laboratory::Laboratory&, const AdminCall& call) {
    STATOR_TRY(access::authorization::Authorizer* const authorizer, judge_of(call));
    const std::string& given = call.path.find("number")->second;
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(given.data(), given.data() + given.size(), number);
    const bool is_number = error == std::errc() && end == given.data() + given.size();
    const auto record = is_number ? authorizer->log().find(number) : nullptr;
    if (record == nullptr) {
        return Refusal{
            "there is no decision '" + given +
                "' any more; a reply says its number in the header x-stator-decision.",
            404};
    }
    return written_answer([&](JsonWriter& json) {
        access::authorization::write_decision(json, *record);
    });
}

Accepted<AdminAnswer> forget_decisions(laboratory::Laboratory&, const AdminCall& call) {
    STATOR_TRY(access::authorization::Authorizer* const authorizer, judge_of(call));
    authorizer->log().clear();
    return AdminAnswer{.body = "{}"};
}

// The needs of requests are recorded only in the journal. A journal that is off and empty has none.
Accepted<void> check_journal(const laboratory::Laboratory& laboratory, std::string_view why) {
    const journal::RequestJournal& journal = laboratory.journal();
    if (journal.is_on() || journal.recorded() > 0) return {};
    std::string sentence(why);
    sentence.append(
        " reads the journal of requests, which is off; start stator with --journal-bodies full, or "
        "PUT {\"on\":true,\"bodies\":\"full\"} to /_stator/v1/requests/settings."
    );
    return Refusal{std::move(sentence), 409};
}

// Without authorization, there are no decisions, so the journal is the only source.
constexpr std::string_view kUnjudged = "stator without --auth iam or iam-audit";

Accepted<access::least_policy::NeededForm> read_needed_form(const AdminCall& call) {
    access::least_policy::NeededForm form;
    form.joins_indexes = is_yes(call.query_value("indexes"));
    form.of_any_account = is_yes(call.query_value("accounts"));
    form.has_conditions = is_yes(call.query_value("fgac"));
    form.principal = call.query_value("principal");
    std::string_view left = call.query_value("generalise");
    while (!left.empty()) {
        const std::string_view name = take_until(left, ',');
        if (name != "index" && name != "prefix") {
            return Refusal{"'generalise' must be index, prefix or index,prefix."};
        }
        (name == "index" ? form.joins_indexes : form.joins_prefixes) = true;
    }
    return form;
}

Accepted<AdminAnswer> get_needed(laboratory::Laboratory& laboratory, const AdminCall& call) {
    STATOR_TRY(const access::least_policy::NeededForm form, read_needed_form(call));
    const bool with_refused = is_yes(call.query_value("refused"));
    access::authorization::Authorizer* const authorizer = call.services.judges.authorizer;
    const bool is_decided = authorizer != nullptr && !form.has_conditions;
    if (!is_decided) {
        STATOR_CHECK(check_journal(laboratory, form.has_conditions ? "fgac" : kUnjudged));
    }
    AdminAnswer answer;
    JsonWriter json(answer.body);
    const auto run = is_decided ? access::least_policy::decided_run(
                                      authorizer->log(), laboratory.universe(), with_refused
                                  )
                                : access::least_policy::journal_run(
                                      laboratory,
                                      call.services.judges,
                                      {with_refused, form.has_conditions, form.principal}
                                  );
    access::least_policy::write_needed(json, run, form);
    return answer;
}

Accepted<AdminAnswer> check_policy(laboratory::Laboratory& laboratory, const AdminCall& call) {
    STATOR_TRY(
        const access::iam::Policy policy,
        access::iam::Policy::read(call.body, "the body", access::iam::Policy::Owner::Principal)
    );
    const access::least_policy::Candidate candidate{
        policy, std::string(call.query_value("principal"))};
    access::authorization::Authorizer* const authorizer = call.services.judges.authorizer;
    AdminAnswer answer;
    JsonWriter json(answer.body);
    if (authorizer != nullptr) {
        access::least_policy::write_check(json, authorizer->log(), candidate);
        return answer;
    }
    STATOR_CHECK(check_journal(laboratory, kUnjudged));
    access::least_policy::write_check(json, laboratory, call.services.judges, candidate);
    return answer;
}

constexpr std::array kCredentialRoutes = {
    AdminRoute{"GET", "/_stator/v1/credentials", get_credentials},
    AdminRoute{
        "PUT",
        "/_stator/v1/credentials",
        put_credentials,
        R"({"account":"123456789012","users":{"alice":{"keys":[{"id":"AKIAALICE","secret":"s"}]}}})"},
    AdminRoute{"POST", "/_stator/v1/credentials/reload", reload_credentials},
    AdminRoute{"GET", "/_stator/v1/iam/decisions", get_decisions, "", "refused limit"},
    AdminRoute{"GET", "/_stator/v1/iam/decisions/{number}", get_decision},
    AdminRoute{"DELETE", "/_stator/v1/iam/decisions", forget_decisions},
    AdminRoute{
        "GET",
        "/_stator/v1/iam/needed",
        get_needed,
        "",
        "refused indexes accounts generalise fgac principal"},
    AdminRoute{
        "POST",
        "/_stator/v1/iam/check",
        check_policy,
        R"({"Statement":[{"Effect":"Allow","Action":"dynamodb:GetItem","Resource":"*"}]})",
        "principal"},
};

}  // namespace

AdminRoutes credential_routes() {
    return kCredentialRoutes;
}

}  // namespace stator::emulator::admin::routes
