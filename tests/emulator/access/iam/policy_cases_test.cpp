// The policy cases of cases/: for each, the decision and the text of the denial.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "emulator/access/iam/denial.hpp"
#include "emulator/access/iam/evaluation.hpp"
#include "tests/emulator/access/iam/case_reader.hpp"

namespace stator::emulator::access::iam {
namespace {

using protocol::wire::JsonDocument;
using protocol::wire::JsonView;

JsonDocument read_cases(const std::string& name) {
    std::ifstream file(std::string(STATOR_POLICY_CASES) + "/" + name + ".json");
    auto document = JsonDocument::parse(std::string(std::istreambuf_iterator<char>(file), {}));
    EXPECT_TRUE(document.has_value()) << name;
    return *std::move(document);
}

// "no identity", "deny identity: ARN" … as DynamoDB says them.
std::string reason_of(std::string_view expected, const std::string& action) {
    const std::string unsaid = " allows the dynamodb:" + action + " action";
    if (expected == "no identity") return "because no identity-based policy" + unsaid;
    if (expected == "no resource") return "because no resource-based policy" + unsaid;
    if (expected == "no boundary") return "because no permissions boundary" + unsaid;
    if (expected == "no session") return "because no session policy" + unsaid;
    if (expected == "deny resource") return "with an explicit deny in a resource-based policy";
    if (expected == "deny boundary") return "with an explicit deny in a permissions boundary";
    if (expected == "deny session") return "with an explicit deny in a session policy";
    const std::string identity = "with an explicit deny in an identity-based policy";
    return identity + std::string(expected.substr(std::string_view("deny identity").size()));
}

std::string expected_text(
    std::string_view expected,
    const std::string& action,
    const std::string& resource,
    const Caller& caller
) {
    if (expected == "allow") return "allow";
    return "User: " + caller.arn + " is not authorized to perform: dynamodb:" + action +
           " on resource: " + resource + " " + reason_of(expected, action);
}

// The policies of a group of cases.
struct Group {
    explicit Group(JsonView json) : caller(case_caller("alice")) {
        if (const auto name = json.find("caller")) caller = case_caller(name->string());
        if (const auto identity = json.find("identity")) {
            for (const auto& policy : identity->elements()) {
                set.identity.push_back(read_of_principal(JsonView(policy)));
            }
        }
        if (const auto policy = json.find("boundary")) set.boundary = read_of_principal(*policy);
        if (const auto policy = json.find("session")) set.session = read_of_principal(*policy);
        if (const auto policy = json.find("resource")) {
            of_resource = read_case_policy(*policy, Policy::Owner::Resource);
        }
        if (const auto given = json.find("context")) read_case_context(*given, context);
        caller.policies = &set;
    }

    Group(const Group&) = delete;
    Group& operator=(const Group&) = delete;

    static SharedPolicy read_of_principal(JsonView json) {
        return read_case_policy(json, Policy::Owner::Principal);
    }

    std::string judge(const Question& question, const Context& about) const {
        const Verdict verdict = evaluate(caller, question, about);
        Trace trace;
        const Verdict again = evaluate(caller, question, about, &trace);
        EXPECT_EQ(verdict.decision, again.decision);
        if (verdict.decision == Decision::Allow) return "allow";
        return denial(verdict, caller, question).message;
    }

    Caller caller;
    PolicySet set;
    SharedPolicy of_resource;
    ContextMap::Values context;
};

void run_row(const Group& group, JsonView row) {
    std::vector<JsonView> cells;
    for (const auto& cell : row.elements()) cells.emplace_back(cell);
    const std::string action(cells[0].string());
    Question question{*action_number(action), case_resource(cells[1].string())};
    question.account = kCaseAccount;
    question.resource_policy = group.of_resource.get();
    ContextMap::Values values = group.context;
    if (cells.size() > 3) read_case_context(cells[3], values);
    const std::string expected =
        expected_text(cells[2].string(), action, question.resource, group.caller);
    EXPECT_EQ(group.judge(question, ContextMap(values)), expected) << row.text();
}

// [condition, context, whether it holds]
void run_test(JsonView row) {
    std::vector<JsonView> cells;
    for (const auto& cell : row.elements()) cells.emplace_back(cell);
    const auto document = JsonDocument::parse(
        R"({"identity":[[{"Effect":"Allow","Action":"*","Resource":"*","Condition":)" +
        cells[0].text() + "}]]}"
    );
    const Group group(document->root());
    Question question{*action_number("GetItem"), case_resource("Music")};
    question.account = kCaseAccount;
    ContextMap::Values values;
    read_case_context(cells[1], values);
    const std::string expected = expected_text(
        cells[2].boolean() ? "allow" : "no identity", "GetItem", question.resource, group.caller
    );
    EXPECT_EQ(group.judge(question, ContextMap(values)), expected) << row.text();
}

std::size_t run_cases(const std::string& name) {
    std::size_t count = 0;
    const JsonDocument document = read_cases(name);
    for (const auto& element : document.root().elements()) {
        const JsonView json(element);
        SCOPED_TRACE(std::string(json.string_or_empty("group")));
        const Group group(json);
        if (const auto rows = json.find("rows")) {
            for (const auto& row : rows->elements()) run_row(group, JsonView(row));
            count += rows->size();
        }
        if (const auto tests = json.find("tests")) {
            for (const auto& row : tests->elements()) run_test(JsonView(row));
            count += tests->size();
        }
    }
    return count;
}

TEST(PolicyCases, Actions) {
    EXPECT_GT(run_cases("actions"), 70U);
}

TEST(PolicyCases, Resources) {
    EXPECT_GT(run_cases("resources"), 60U);
}

TEST(PolicyCases, Conditions) {
    EXPECT_GT(run_cases("conditions"), 150U);
}

TEST(PolicyCases, Order) {
    EXPECT_GT(run_cases("order"), 60U);
}

}  // namespace
}  // namespace stator::emulator::access::iam
