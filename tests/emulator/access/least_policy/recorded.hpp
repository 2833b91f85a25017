// Recorded: requests in the journal of a world with one table and one user, and the permissions
// that they needed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "emulator/access/authentication/signature_check.hpp"
#include "emulator/access/least_policy/check.hpp"
#include "emulator/access/least_policy/needed.hpp"
#include "emulator/laboratory/laboratories.hpp"
#include "tests/emulator/access/authorization/asked.hpp"

namespace stator::emulator::access::least_policy {

inline bool has(const std::string& text, std::string_view what) {
    return text.find(what) != std::string::npos;
}

// A GetItem of the table; `more` contains further members.
inline std::string get(const std::string& pk, const std::string& more = "") {
    return R"({"TableName":"Music","Key":{"pk":{"S":")" + pk + "\"}}" + more + "}";
}

class Recorded {
public:
    explicit Recorded(journal::BodyKeeping bodies = journal::BodyKeeping::Full) {
        keep(bodies);
        asked.allow(R"({"Effect":"Allow","Action":"dynamodb:ListTables","Resource":"*"})");
    }

    void keep(journal::BodyKeeping bodies, std::size_t capacity = 100) {
        journal::JournalSettings settings;
        settings.on = true;
        settings.bodies = bodies;
        settings.capacity = capacity;
        journal().configure(settings);
    }

    // Makes the owner of the access key "A" known: alice, or the owner in `credentials`.
    void know_keys(const std::string& credentials = "") {
        if (!credentials.empty()) {
            const auto written = protocol::wire::JsonDocument::parse(credentials);
            auto read = authentication::KeyRing::read(written->root(), "the test");
            ASSERT_TRUE(read.has_value()) << read.error().sentence;
            asked.keys = std::make_shared<const authentication::KeyRing>(*std::move(read));
        }
        store.replace(authentication::KeyRing(*asked.keys));
        judges.signatures = &signatures;
    }

    void record(
        std::string_view operation,
        const std::string& body,
        const std::string& error = "",
        const std::string& key = "A"
    ) {
        journal::RequestRecord record;
        record.operation = operation;
        record.region = "us-east-1";
        record.time = engine::Instant(1'750'000'000'000);
        record.access_key = key;
        record.error = error;
        record.decision = decision;
        record.request_body = body;
        journal().add(std::move(record));
    }

    // The report on all principals.
    std::string needed(const NeededForm& form = {}, bool with_refused = false) {
        std::string text;
        protocol::wire::JsonWriter json(text);
        const JournalRunForm run{with_refused, form.has_conditions, form.principal};
        write_needed(json, journal_run(asked.world.laboratory(), judges, run), form);
        return text;
    }

    // The statements of the first principal's policy.
    std::string statements(const NeededForm& form = {}) {
        const auto written = protocol::wire::JsonDocument::parse(needed(form));
        const auto principals = written->root().find("principals");
        if (principals->size() == 0) return {};
        const protocol::wire::JsonView first(*principals->elements().begin());
        const std::string list = first.find("policy")->find("Statement")->text();
        return list.substr(1, list.size() - 2);
    }

    // Like statements(), but with conditions. The result also becomes the user's policy.
    std::string held_statements() {
        NeededForm form;
        form.has_conditions = true;
        std::string written = statements(form);
        asked.allow(written);
        return written;
    }

    std::string check(const std::string& statements, const std::string& principal = "") {
        const auto written = protocol::wire::JsonDocument::parse(
            R"({"Version":"2012-10-17","Statement":[)" + statements + "]}"
        );
        const auto policy =
            iam::Policy::read(written->root(), "the test", iam::Policy::Owner::Principal);
        EXPECT_TRUE(policy.has_value()) << statements;
        std::string text;
        protocol::wire::JsonWriter json(text);
        write_check(json, asked.world.laboratory(), judges, {*policy, principal});
        return text;
    }

    journal::RequestJournal& journal() { return asked.world.laboratory().journal(); }

    authorization::Asked asked;
    authentication::KeyStore store{""};
    authentication::SignatureCheck signatures{store, false};
    authorization::Judges judges;
    std::uint64_t decision = 0;  // of the next requests
};

}  // namespace stator::emulator::access::least_policy
