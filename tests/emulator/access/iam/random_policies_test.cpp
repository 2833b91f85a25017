// Random policies, callers and requests: the evaluator and the naive reading agree.
#include <gtest/gtest.h>

#include <random>

#include "emulator/access/iam/evaluation.hpp"
#include "tests/emulator/access/iam/naive_evaluation.hpp"

namespace stator::emulator::access::iam {
namespace {

constexpr const char* kOwn = "123456789012";
constexpr const char* kOther = "210987654321";

class Generator {
public:
    explicit Generator(std::uint64_t seed) : random_(seed) {}

    bool one_in(unsigned count) { return random_() % count == 0; }

    std::string pick(const std::vector<std::string>& choices) {
        return choices[random_() % choices.size()];
    }

    std::string action() {
        return pick({"GetItem", "PutItem", "Query", "Scan", "DeleteResourcePolicy", "CreateBackup"}
        );
    }

    std::string resource() {
        const std::string of = "arn:aws:dynamodb:" + pick({"us-east-1", "eu-west-1"}) + ":" +
                               (one_in(4) ? kOther : kOwn) + ":";
        return of + pick(
                        {"table/Music",
                         "table/alice",
                         "table/Music/index/ByYear",
                         "table/Music/stream/2026-01-01T00:00:00.000"}
                    );
    }

    // Some of the keys, some of them empty.
    naive::Values context() {
        naive::Values values;
        const auto add = [&](const std::string& key, std::vector<std::string> choices) {
            if (!one_in(3)) values[key] = {{pick(choices)}, false};
        };
        add("aws:username", {"alice", "Music", "*"});
        add("dynamodb:select", {"COUNT", "count", "alice"});
        add("aws:epochtime", {"9", "10", "10.0", "11"});
        add("aws:currenttime", {"2026-01-01T00:00:00Z", "2026-06-01T00:00:00Z"});
        add("aws:sourceip", {"10.0.0.1", "10.1.2.3", "127.0.0.1"});
        add("aws:securetransport", {"true", "false"});
        add("aws:principalarn", {"arn:aws:iam::1:user/alice", "arn:aws:iam::1:role/x/app"});
        add("aws:requesttag/k", {"AAE=", "AAI="});
        for (const char* list : {"dynamodb:leadingkeys", "dynamodb:attributes"}) {
            if (one_in(3)) continue;
            naive::Value& value = values[list];
            value.is_list = true;
            for (auto count = random_() % 3; count > 0; --count) {
                value.values.push_back(pick({"alice", "bob", "alina", "Music"}));
            }
        }
        return values;
    }

    std::string document(bool of_resource) {
        std::string text = "{";
        if (!one_in(5)) text += R"("Version":")" + pick({"2012-10-17", "2008-10-17"}) + "\",";
        text += R"("Statement":[)";
        const auto count = 1 + random_() % 3;
        for (std::uint64_t i = 0; i < count; ++i) {
            if (i > 0) text += ",";
            text += statement(of_resource);
        }
        return text + "]}";
    }

private:
    // A text or a list of some.
    std::string some_of(const std::vector<std::string>& choices) {
        if (one_in(2)) return "\"" + pick(choices) + "\"";
        std::string text = "[";
        const auto count = 1 + random_() % 3;
        for (std::uint64_t i = 0; i < count; ++i) {
            if (i > 0) text += ",";
            text += "\"" + pick(choices) + "\"";
        }
        return text + "]";
    }

    std::string statement(bool of_resource) {
        std::string text = R"({"Effect":")" + std::string(one_in(3) ? "Deny" : "Allow") + "\",";
        if (of_resource) text += principal() + ",";
        text += one_in(6) ? "\"NotAction\":" : "\"Action\":";
        text += some_of(
            {"dynamodb:GetItem",
             "DYNAMODB:putitem",
             "dynamodb:*Item",
             "dynamodb:Query",
             "dynamodb:S?an",
             "dynamodb:*",
             "*",
             "s3:GetObject",
             "dynamodb:*Policy"}
        );
        text += one_in(6) ? ",\"NotResource\":" : ",\"Resource\":";
        text += some_of(
            {"*",
             "arn:aws:dynamodb:us-east-1:123456789012:table/Music",
             "arn:aws:dynamodb:*:*:table/M?sic*",
             "arn:aws:dynamodb:*:*:table/*",
             "arn:aws:dynamodb:*:*:*/index/*",
             "arn:aws:dynamodb:eu-*:*:table/Music/*",
             "arn:aws:dynamodb:*:*:table/${aws:username}",
             "arn:aws:dynamodb:*:*:table/${aws:username, 'Music'}*",
             "arn:aws:dynamodb:*:*:table/*/stream/2026-01-01T*:00.000",
             "arn:aws:dynamodb",
             "arn:aws:s3:::*"}
        );
        if (!one_in(3)) text += ",\"Condition\":{" + conditions() + "}";
        return text + "}";
    }

    std::string principal() {
        const std::string lead = one_in(6) ? "\"NotPrincipal\":" : "\"Principal\":";
        if (one_in(4)) return lead + "\"*\"";
        return lead + "{\"AWS\":" +
               some_of(
                   {"*",
                    kOwn,
                    kOther,
                    "arn:aws:iam::123456789012:root",
                    "arn:aws:iam::123456789012:user/alice",
                    "arn:aws:iam::123456789012:user/bob",
                    "arn:aws:iam::123456789012:role/app",
                    "arn:aws:sts::123456789012:assumed-role/app/ci"}
               ) +
               "}";
    }

    std::string conditions() {
        std::string text = condition();
        if (one_in(3)) {
            const std::string second = condition();
            const auto name = [](const std::string& one) { return one.substr(0, one.find("\":")); };
            if (name(second) != name(text)) text += "," + second;
        }
        return text;
    }

    std::string condition() {
        struct Kind {
            std::vector<std::string> tests;
            std::vector<std::string> keys;
            std::vector<std::string> values;
        };

        static const std::vector<Kind> kKinds = {
            {{"StringEquals",
              "StringNotEquals",
              "StringEqualsIgnoreCase",
              "StringNotEqualsIgnoreCase",
              "StringLike",
              "StringNotLike"},
             {"dynamodb:Select",
              "aws:username",
              "dynamodb:LeadingKeys",
              "dynamodb:LEADINGKEYS",
              "dynamodb:Attributes"},
             {"alice",
              "ALICE",
              "al*",
              "?lice",
              "*",
              "${aws:username}",
              "${*}",
              "COUNT",
              "${dynamodb:LeadingKeys, 'bob'}",
              "${dynamodb:Select, 'bob'}*"}},
            {{"NumericEquals",
              "NumericNotEquals",
              "NumericLessThan",
              "NumericLessThanEquals",
              "NumericGreaterThan",
              "NumericGreaterThanEquals"},
             {"aws:EpochTime"},
             {"9", "10", "10.00", "12"}},
            {{"DateEquals",
              "DateNotEquals",
              "DateLessThan",
              "DateLessThanEquals",
              "DateGreaterThan",
              "DateGreaterThanEquals"},
             {"aws:CurrentTime"},
             {"2026-01-01T00:00:00Z", "2026-06-01T00:00:00Z", "2027-01-01T00:00:00Z"}},
            {{"Bool"}, {"aws:SecureTransport"}, {"true", "FALSE"}},
            {{"BinaryEquals"}, {"aws:RequestTag/k"}, {"AAE=", "AAM="}},
            {{"IpAddress", "NotIpAddress"},
             {"aws:SourceIp"},
             {"10.0.0.0/8", "10.1.0.0/16", "10.1.2.0/23", "127.0.0.1", "10.1.2.3/32"}},
            {{"ArnEquals", "ArnLike", "ArnNotEquals", "ArnNotLike"},
             {"aws:PrincipalArn"},
             {"arn:aws:iam::*:user/${aws:username}", "arn:aws:iam::1:*", "arn:*:role/x/app", "*"}},
            {{"Null"},
             {"aws:username", "dynamodb:LeadingKeys", "aws:EpochTime", "aws:MissingKey"},
             {"true", "false"}},
        };
        const Kind& kind = kKinds[random_() % kKinds.size()];
        std::string test = pick(kind.tests);
        if (test != "Null") {
            test = pick({"", "", "ForAllValues:", "ForAnyValue:"}) + test;
            if (one_in(4)) test += "IfExists";
        }
        return "\"" + test + "\":{\"" + pick(kind.keys) + "\":" + some_of(kind.values) + "}";
    }

    std::mt19937_64 random_;
};

// One document, read by both.
struct Document {
    explicit Document(const std::string& written, Policy::Owner owner) : text(written) {
        json.emplace(std::move(*naive::Document::parse(written)));
        auto read = Policy::read(json->root(), "P", owner);
        if (read.has_error()) throw std::runtime_error(read.error().sentence + " " + written);
        policy = std::make_shared<const Policy>(*std::move(read));
    }

    std::string text;
    std::optional<naive::Document> json;
    SharedPolicy policy;
};

std::string words_of(const Verdict& verdict) {
    constexpr std::array kTypes{"resource", "identity", "boundary", "session"};
    const std::string type = kTypes[static_cast<std::size_t>(verdict.type)];
    switch (verdict.decision) {
        case Decision::Allow: return "allow";
        case Decision::ExplicitDeny: return "deny " + type;
        case Decision::ImplicitDeny: return "no " + type;
    }
    return "";
}

struct Judgement {
    std::string ours;
    std::string naive;
    std::string documents;
};

Judgement judge(Generator& random) {
    naive::Question question;
    Caller caller;
    PolicySet set;
    question.caller_kind = random.pick({"user", "user", "session", "session", "root"});
    question.account = random.one_in(4) ? kOther : kOwn;
    const std::string iam = "arn:aws:iam::" + question.account;
    question.arn = iam + ":root";
    if (question.caller_kind == "user") question.arn = iam + ":user/alice";
    if (question.caller_kind == "session") {
        question.arn = "arn:aws:sts::" + question.account + ":assumed-role/app/ci";
        question.role_arn = iam + ":role/app";
    }
    question.is_admin = random.one_in(10);
    question.action = random.action();
    question.resource = random.resource();
    question.resource_account = question.resource.find(kOwn) == std::string::npos ? kOther : kOwn;
    question.is_for_other_accounts =
        question.action != "CreateBackup" && question.action != "DeleteResourcePolicy";
    question.context = random.context();
    std::vector<std::unique_ptr<Document>> documents;
    const auto add = [&](Policy::Owner owner) -> const Document& {
        const bool of_resource = owner == Policy::Owner::Resource;
        documents.push_back(std::make_unique<Document>(random.document(of_resource), owner));
        return *documents.back();
    };
    for (unsigned i = 0; i < 2 && !random.one_in(4); ++i) {
        const Document& document = add(Policy::Owner::Principal);
        question.identity.push_back(&*document.json);
        set.identity.push_back(document.policy);
    }
    if (random.one_in(3)) {
        const Document& document = add(Policy::Owner::Principal);
        question.boundary = &*document.json;
        set.boundary = document.policy;
    }
    if (question.caller_kind == "session" && random.one_in(3)) {
        const Document& document = add(Policy::Owner::Principal);
        question.session = &*document.json;
        set.session = document.policy;
    }
    Question ours{*action_number(question.action), question.resource, question.resource_account};
    if (!random.one_in(3)) {
        const Document& document = add(Policy::Owner::Resource);
        question.of_resource = &*document.json;
        ours.resource_policy = document.policy.get();
    }
    if (question.caller_kind == "root") caller.kind = Caller::Kind::Root;
    if (question.caller_kind == "session") caller.kind = Caller::Kind::Session;
    caller.account = question.account;
    caller.arn = question.arn;
    caller.role_arn = question.role_arn;
    caller.is_admin = question.is_admin;
    caller.policies = &set;
    ContextMap::Values values;
    for (const auto& [key, value] : question.context) {
        values[key] = ContextValue{{value.values.begin(), value.values.end()}, value.is_list};
    }
    const ContextMap context(std::move(values));
    Judgement judgement{words_of(evaluate(caller, ours, context)), naive::decide(question), ""};
    Trace trace;
    const Verdict traced = evaluate(caller, ours, context, &trace);
    if (words_of(traced) != judgement.ours) judgement.ours += " (not when it is traced)";
    judgement.documents = question.caller_kind + " " + question.action + " " + question.resource;
    for (const auto& document : documents) judgement.documents += "\n" + document->text;
    return judgement;
}

TEST(RandomPolicies, AreEvaluatedLikeTheNaiveEvaluation) {
    Generator random(20'261'126);
    std::map<std::string, int> seen;
    for (int i = 0; i < 100'000; ++i) {
        const Judgement judgement = judge(random);
        ASSERT_EQ(judgement.ours, judgement.naive) << "decision " << i << "\n"
                                                   << judgement.documents;
        ++seen[judgement.ours];
    }
    // Each result occurs often.
    for (const char* decision :
         {"allow",
          "no identity",
          "no resource",
          "no boundary",
          "no session",
          "deny identity",
          "deny resource",
          "deny boundary",
          "deny session"}) {
        EXPECT_GT(seen[decision], 500) << decision;
    }
}

}  // namespace
}  // namespace stator::emulator::access::iam
