#include "emulator/laboratory/faults/fault_rules.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "emulator/laboratory/faults/fault_form.hpp"
#include "engine/faults/fault_plan.hpp"

namespace stator::emulator::laboratory::faults {
namespace {

using engine::Distribution;
using engine::faults::Delivery;
using engine::faults::Fault;
using engine::faults::FaultRuleState;
using engine::faults::Moment;
using protocol::ErrorType;
using protocol::wire::JsonDocument;
using protocol::wire::JsonWriter;

Accepted<FaultRules> rules_from(const std::string& json) {
    const auto document = JsonDocument::parse(json);
    EXPECT_TRUE(document.has_value()) << json;
    auto settings = read_fault_settings(document->root());
    if (settings.has_error()) return settings.error();
    return std::move(settings->rules);
}

std::string refusal_of(const std::string& json) {
    const auto rules = rules_from(json);
    return rules.has_error() ? rules.error().sentence : "accepted";
}

// The refusal of one rule with that fault.
std::string refusal_of_fault(const std::string& fault) {
    return refusal_of(R"({"rules":[{"fault":)" + fault + "}]}");
}

Fault fault_from(const std::string& json) {
    const auto rules = rules_from(R"({"rules":[{"fault":)" + json + "}]}");
    if (rules.has_error()) {
        ADD_FAILURE() << rules.error().sentence;
        return {};
    }
    return rules->front().fault;
}

std::string written(const FaultRules& rules) {
    engine::faults::FaultPlan plan(1);
    plan.replace(rules);
    std::string text;
    JsonWriter json(text);
    json.begin_object();
    write_fault_rules(json, plan.rules(), Counters::Written);
    json.end_object();
    return text;
}

TEST(FaultRules, ReadsEveryMemberOfARule) {
    const auto rules = rules_from(R"({"rules":[{"name":"lost reply",
        "match":{"operation":"PutItem","table":["users","prod-*"],"index":"ByYear",
                 "keyPrefix":"user#","keyAttribute":"pk","universe":"u1","nth":3,
                 "probability":0.25},
        "times":4,"fault":{"drop":"after"}}]})");
    ASSERT_TRUE(rules.has_value()) << rules.error().sentence;
    const engine::faults::FaultRule& rule = rules->at(0);
    EXPECT_EQ(rule.name, "lost reply");
    EXPECT_EQ(rule.match.operations, std::vector<std::string>{"PutItem"});
    EXPECT_EQ(rule.match.tables, (std::vector<std::string>{"users", "prod-*"}));
    EXPECT_EQ(rule.match.indexes, std::vector<std::string>{"ByYear"});
    EXPECT_EQ(rule.match.key_prefix, "user#");
    EXPECT_EQ(rule.match.key_attribute, "pk");
    EXPECT_EQ(rule.match.universe, "u1");
    EXPECT_EQ(rule.match.nth, 3U);
    EXPECT_EQ(rule.match.every, 0U);
    EXPECT_EQ(rule.match.probability, 0.25);
    EXPECT_EQ(rule.times, 4U);
    EXPECT_EQ(rule.fault.delivery, Delivery::DropAfter);
}

TEST(FaultRules, ARuleWithoutMatchIsAboutEveryRequest) {
    const auto rules = rules_from(R"({"rules":[{"fault":{"latency":5}}]})");
    ASSERT_TRUE(rules.has_value());
    EXPECT_TRUE(engine::faults::matches(rules->at(0).match, {}));
    EXPECT_EQ(rules->at(0).match.probability, 1);
    EXPECT_FALSE(rules->at(0).match.universe.has_value());
}

TEST(FaultRules, NamesRulesThatHaveNone) {
    const auto rules = rules_from(R"({"rules":[{"fault":{"latency":1}},
        {"name":"rule-2","fault":{"latency":2}},{"fault":{"latency":3}}]})");
    ASSERT_TRUE(rules.has_value());
    EXPECT_EQ(rules->at(0).name, "rule-1");
    EXPECT_EQ(rules->at(1).name, "rule-2");
    EXPECT_EQ(rules->at(2).name, "rule-3");
}

TEST(FaultRules, AppendsThePreset) {
    const auto rules = rules_from(R"({"rules":[{"fault":{"latency":1}}],
        "preset":{"name":"adversarial","intensity":0.1}})");
    ASSERT_TRUE(rules.has_value()) << rules.error().sentence;
    ASSERT_GT(rules->size(), 5U);
    EXPECT_EQ(rules->at(0).name, "rule-1");
    EXPECT_EQ(rules->at(1).name, "adversarial-latency");
    EXPECT_EQ(rules->at(1).match.probability, 0.1);
}

TEST(FaultRules, ReadsErrorsWithDefaultOrGivenMessages) {
    const Fault fault = fault_from(R"({"error":"ConditionalCheckFailedException"})");
    EXPECT_EQ(fault.error->type, ErrorType::ConditionalCheckFailedException);
    EXPECT_EQ(fault.error->message, "The conditional request failed");
    const Fault reworded = fault_from(R"({"error":"ValidationException","message":"no"})");
    EXPECT_EQ(reworded.error->message, "no");
    EXPECT_EQ(fault_from(R"({"status":500})").error->type, ErrorType::InternalServerError);
    EXPECT_EQ(fault_from(R"({"status":503})").error->type, ErrorType::ServiceUnavailable);
}

TEST(FaultRules, EveryErrorTypeHasADefaultMessage) {
    for (int value = 0; value <= static_cast<int>(ErrorType::ValidationException); ++value) {
        const auto type = static_cast<ErrorType>(value);
        const std::string name(protocol::error_name(type));
        const Fault fault = fault_from(R"({"error":")" + name + R"("})");
        ASSERT_TRUE(fault.error.has_value()) << name;
        EXPECT_EQ(fault.error->type, type);
        const bool is_silent = type == ErrorType::RequestEntityTooLarge ||
                               type == ErrorType::UnknownOperationException;
        EXPECT_EQ(fault.error->message.empty(), is_silent) << name;
    }
}

TEST(FaultRules, ReadsErrorsThatNoOperationOfStatorHas) {
    struct Case {
        std::string name, prefix;
        int status;
    };

    const std::string modelled = "com.amazonaws.dynamodb.v20120810";
    const std::string service = "com.amazon.coral.service";
    const Case cases[] = {
        {"BackupInUseException", modelled, 400},
        {"BackupNotFoundException", modelled, 400},
        {"ContinuousBackupsUnavailableException", modelled, 400},
        {"ExportConflictException", modelled, 400},
        {"ExportNotFoundException", modelled, 400},
        {"GlobalTableAlreadyExistsException", modelled, 400},
        {"GlobalTableNotFoundException", modelled, 400},
        {"ImportConflictException", modelled, 400},
        {"ImportNotFoundException", modelled, 400},
        {"IndexNotFoundException", modelled, 400},
        {"InvalidEndpointException", modelled, 421},
        {"InvalidExportTimeException", modelled, 400},
        {"InvalidRestoreTimeException", modelled, 400},
        {"PointInTimeRecoveryUnavailableException", modelled, 400},
        {"PolicyNotFoundException", modelled, 400},
        {"ReplicaAlreadyExistsException", modelled, 400},
        {"ReplicaNotFoundException", modelled, 400},
        {"ReplicatedWriteConflictException", modelled, 400},
        {"TableAlreadyExistsException", modelled, 400},
        {"TableInUseException", modelled, 400},
        {"TableNotFoundException", modelled, 400},
        {"ExpiredTokenException", service, 400},
        {"IncompleteSignature", service, 400},
        {"MalformedHttpRequestException", service, 400},
        {"NotAuthorized", service, 400},
        {"OptInRequired", service, 400},
        {"RequestAbortedException", service, 400},
        {"RequestEntityTooLargeException", service, 413},
        {"RequestExpired", service, 400},
        {"RequestTimeoutException", service, 408},
        {"ValidationError", "com.amazon.coral.validate", 400},
    };
    for (const Case& each : cases) {
        const auto fault = read_fault_header("error=" + each.name);
        ASSERT_TRUE(fault.has_value()) << fault.error().sentence;
        EXPECT_EQ(protocol::error_name(fault->error->type), each.name);
        EXPECT_EQ(protocol::error_prefix(fault->error->type), each.prefix) << each.name;
        EXPECT_EQ(protocol::error_status(fault->error->type), each.status) << each.name;
    }
}

TEST(FaultRules, ReadsWhenARefusalComes) {
    EXPECT_EQ(fault_from(R"({"throttle":true,"when":"before-checks"})").when, Moment::BeforeChecks);
    EXPECT_EQ(fault_from(R"({"status":500,"when":"after-checks"})").when, Moment::AfterChecks);
}

TEST(FaultRules, OnlyTransactionsAreCancelled) {
    const std::string fault = R"("fault":{"error":"TransactionCanceledException"})";
    const auto rule = [&](const std::string& match) {
        return R"({"rules":[{)" + match + fault + "}]}";
    };
    const auto all = rules_from(rule(""));
    ASSERT_TRUE(all.has_value()) << all.error().sentence;
    EXPECT_EQ(
        all->at(0).match.operations,
        (std::vector<std::string>{"TransactWriteItems", "TransactGetItems", "ExecuteTransaction"})
    );
    EXPECT_EQ(refusal_of(rule(R"("match":{"operation":"Transact*"},)")), "accepted");
    for (const char* operations : {R"("PutItem")", R"(["TransactGetItems","Batch*"])", R"("*")"}) {
        const std::string match = R"("match":{"operation":)" + std::string(operations) + "},";
        EXPECT_EQ(
            refusal_of(rule(match)),
            "rules[0] cancels what is no transaction; name TransactWriteItems, TransactGetItems or "
            "ExecuteTransaction in 'operation', or use TransactionConflictException."
        );
    }
}

TEST(FaultRules, ReadsCancellationReasons) {
    const Fault fault = fault_from(R"({"error":"TransactionCanceledException",
        "cancellationReasons":["None","ConditionalCheckFailed"]})");
    EXPECT_EQ(
        fault.error->message,
        "Transaction cancelled, please refer cancellation reasons for specific reasons "
        "[None, ConditionalCheckFailed]"
    );
    ASSERT_EQ(fault.error->cancellation_reasons.size(), 2U);
    EXPECT_EQ(fault.error->cancellation_reasons[1].message, "The conditional request failed");
}

TEST(FaultRules, ReadsEveryOtherEffect) {
    EXPECT_EQ(fault_from(R"({"latency":200})").latency, Distribution::fixed(200));
    EXPECT_EQ(fault_from(R"({"latency":{"uniform":[5,9]}})").latency, Distribution::uniform(5, 9));
    EXPECT_EQ(fault_from(R"({"pageRows":0})").page_rows, 0U);
    EXPECT_EQ(fault_from(R"({"unprocessed":0.5})").unprocessed_fraction, 0.5);
    EXPECT_EQ(fault_from(R"({"conflictAt":99})").conflict_at, 99U);
    EXPECT_EQ(fault_from(R"({"drop":"before"})").delivery, Delivery::DropBefore);
    EXPECT_EQ(fault_from(R"({"truncate":true})").delivery, Delivery::Truncated);
    EXPECT_EQ(fault_from(R"({"wrongCrc":true})").delivery, Delivery::WrongChecksum);
    const Fault both = fault_from(R"({"status":503,"latency":9,"wrongCrc":true})");
    EXPECT_TRUE(both.error && !both.latency.is_zero());
    EXPECT_EQ(both.delivery, Delivery::WrongChecksum);
}

TEST(FaultRules, RefusesInOneSentenceThatNamesThePlace) {
    const std::pair<std::string, std::string> cases[] = {
        {"[]", "the top level must be a JSON object."},
        {"{}", "The top level needs 'rules' or 'preset'; {\"rules\":[]} is no rule at all."},
        {R"({"rulez":[]})",
         "the top level has no member 'rulez'; it may have seed, warnings, rules, preset."},
        {R"({"rules":{}})", "'rules' in the top level must be an array."},
        {R"({"rules":[1]})", "rules[0] must be a JSON object."},
        {R"({"rules":[{}]})", "rules[0] needs 'fault', which says what happens to the request."},
        {R"({"rules":[{"fault":{"latency":1},"when":1}]})",
         "rules[0] has no member 'when'; it may have name, match, times, fault, matched, fired."},
        {R"({"rules":[{"fault":{"latency":1}},{"name":"","fault":{"latency":1}}]})",
         "'name' in rules[1] must not be empty."},
        {R"({"rules":[{"name":"a","fault":{"latency":1}},{"name":"a","fault":{"latency":1}}]})",
         "Two rules are called 'a'; give one another name."},
        {R"({"rules":[{"match":{"nth":1,"every":2},"fault":{"latency":1}}]})",
         "rules[0].match has 'nth' beside 'every'; keep one of them."},
        {R"({"rules":[{"match":{"operation":"Putitem"},"fault":{"latency":1}}]})",
         "'operation' in rules[0].match names 'Putitem', which is no operation that Stator has; "
         "write it as PutItem or Batch*."},
        {R"({"rules":[{"match":{"nth":1,"nth":2},"fault":{"latency":1}}]})",
         "'nth' in rules[0].match is given twice; keep one of them."},
        {R"({"rules":[{"match":{"table":[""]},"fault":{"latency":1}}]})",
         "'table' in rules[0].match must not have an empty name."},
        {R"({"rules":[{"match":{"operation":[]},"fault":{"latency":1}}]})",
         "'operation' in rules[0].match is an empty array; name one, or leave it out."},
        {R"({"rules":[{"match":{"table":[]},"fault":{"latency":1}}]})",
         "'table' in rules[0].match is an empty array; name one, or leave it out."},
        {R"({"rules":[{"match":{"keyAttribute":"pk"},"fault":{"latency":1}}]})",
         "'keyAttribute' in rules[0].match needs 'keyPrefix' beside it."},
        {R"({"rules":[{"match":{"probability":1.5},"fault":{"latency":1}}]})",
         "'probability' in rules[0].match must be a number from 0 to 1."},
        {R"({"preset":{"name":"kind"}})", "'name' in preset must be one of adversarial."},
        {R"({"preset":{"intensity":0.5}})",
         "preset needs a 'name'; there is one preset, adversarial."},
        {R"({"preset":{"name":"adversarial","intensity":2}})",
         "'intensity' in preset must be a number from 0 to 1."},
    };
    for (const auto& [json, sentence] : cases) EXPECT_EQ(refusal_of(json), sentence) << json;
}

TEST(FaultRules, RefusesFaultsThatCannotBe) {
    const std::pair<std::string, std::string> cases[] = {
        {"7", "rules[0].fault must be a JSON object."},
        {"{}",
         "rules[0].fault has no effect; give it one of error, throttle, status, latency, pageRows, "
         "unprocessed, conflictAt, drop, truncate, wrongCrc."},
        {R"({"error":"Throttling"})",
         "'error' in rules[0].fault must be the name of one of DynamoDB's errors, for example "
         "ThrottlingException."},
        {R"({"error":"ThrottlingException","status":500})",
         "rules[0].fault has 'error' beside 'status'; keep one of them."},
        {R"({"status":500,"throttle":true})",
         "rules[0].fault has 'status' beside 'throttle'; keep one of them."},
        {R"({"status":404})",
         "'status' in rules[0].fault must be 500 or 503; 'error' gives other errors."},
        {R"({"message":"x"})",
         "'message' in rules[0].fault needs 'error', 'status' or 'throttle' beside it."},
        {R"({"error":"ValidationException","throttle":true})",
         "'throttle' in rules[0].fault goes with ProvisionedThroughputExceededException, "
         "ThrottlingException and RequestLimitExceeded only."},
        {R"({"status":503,"drop":"before"})",
         "rules[0].fault has an error beside 'drop'; keep one of them."},
        {R"({"status":503,"pageRows":1})",
         "rules[0].fault has an error beside 'pageRows', 'unprocessed' or 'conflictAt'; keep one "
         "of them."},
        {R"({"drop":"before","conflictAt":0})",
         "rules[0].fault has \"drop\":\"before\" beside 'pageRows', 'unprocessed' or "
         "'conflictAt'; keep one of them."},
        {R"({"drop":"after","truncate":true})",
         "rules[0].fault has 'drop' beside 'truncate'; keep one of them."},
        {R"({"drop":"before","drop":"after"})",
         "'drop' in rules[0].fault is given twice; keep one of them."},
        {R"({"drop":null,"drop":"after"})",
         "'drop' in rules[0].fault is given twice; keep one of them."},
        {R"({"drop":"now"})", "'drop' in rules[0].fault must be one of before, after."},
        {R"({"error":"ValidationException","cancellationReasons":["None"]})",
         "'cancellationReasons' in rules[0].fault goes with the error "
         "TransactionCanceledException only."},
        {R"({"error":"TransactionCanceledException","cancellationReasons":["No"]})",
         "'cancellationReasons' in rules[0].fault has 'No', which is no code; use None, "
         "ConditionalCheckFailed, DuplicateItem, ItemCollectionSizeLimitExceeded, "
         "ProvisionedThroughputExceeded, ResourceNotFound, ThrottlingError, TransactionConflict "
         "or ValidationError."},
        {R"({"conflictAt":100})",
         "'conflictAt' in rules[0].fault must be a whole number from 0 to 99."},
    };
    for (const auto& [json, sentence] : cases) EXPECT_EQ(refusal_of_fault(json), sentence) << json;
    EXPECT_TRUE(
        refusal_of_fault(R"({"latancy":1})")
            .starts_with(
                "rules[0].fault has no member 'latancy'; it may have throttle, error, status, "
            )
    );
}

TEST(FaultRules, WritesTheFormThatItReads) {
    const std::string text = R"({"rules":[{"name":"a","match":{"operation":["PutItem"],)"
                             R"("table":["t*"],"index":["i"],"keyPrefix":"k","keyAttribute":"pk",)"
                             R"("universe":"default","every":2,"probability":0.001},"times":3,)"
                             R"("fault":{"latency":{"uniform":[1,2]},"pageRows":0,)"
                             R"("unprocessed":0.25,"conflictAt":1,"truncate":true},)"
                             R"("matched":0,"fired":0},)"
                             R"({"name":"b","match":{},"fault":{"error":"ThrottlingException",)"
                             R"("message":"m","throttle":{"reason":)"
                             R"("TableReadAccountLimitExceeded","resource":"r"}},)"
                             R"("matched":0,"fired":0},)"
                             R"({"name":"c","match":{"operation":["TransactWriteItems"],)"
                             R"("universe":"x*","nth":7},"fault":{"error":)"
                             R"("TransactionCanceledException","message":"m",)"
                             R"("cancellationReasons":["None","TransactionConflict"]},)"
                             R"("matched":0,"fired":0}]})";
    const auto rules = rules_from(text);
    ASSERT_TRUE(rules.has_value()) << rules.error().sentence;
    EXPECT_EQ(written(*rules), text);
}

// Most of these intensities are not what RapidJSON reads their digits as.
TEST(FaultRules, WritesEveryRuleOfThePresetSoThatItCanBeReadAgain) {
    for (const std::string intensity : {"0.3", "0.1", "0.77", "0.123467858", "0.0123456789"}) {
        const auto preset =
            rules_from(R"({"preset":{"name":"adversarial","intensity":)" + intensity + "}}");
        const std::string text = written(*preset);
        EXPECT_EQ(written(*rules_from(text)), text);
    }
}

TEST(FaultRules, WritesCounters) {
    engine::faults::FaultPlan plan(1);
    plan.replace(*rules_from(R"({"rules":[{"match":{"every":2},"fault":{"drop":"before"}}]})"));
    for (int i = 0; i < 5; ++i) plan.decide({});
    std::string text;
    JsonWriter json(text);
    json.begin_object();
    write_fault_rules(json, plan.rules(), Counters::Written);
    write_fault_rules(json, plan.rules(), Counters::Left);
    json.end_object();
    EXPECT_EQ(
        text,
        R"({"rules":[{"name":"rule-1","match":{"every":2},"fault":{"drop":"before"},)"
        R"("matched":5,"fired":2}],)"
        R"("rules":[{"name":"rule-1","match":{"every":2},"fault":{"drop":"before"}}]})"
    );
}

TEST(FaultRules, AddsOneRuleOrSeveral) {
    const std::vector<FaultRuleState> present = {{.rule = {.name = "rule-1"}}};
    const auto added = [&present](const std::string& json) {
        return read_added_fault_rules(JsonDocument::parse(json)->root(), present);
    };
    const auto one = added(R"({"fault":{"latency":1}})");
    ASSERT_TRUE(one.has_value());
    EXPECT_EQ(one->at(0).name, "rule-2");
    const auto several = added(R"({"rules":[{"fault":{"latency":1}},{"fault":{"latency":1}}]})");
    ASSERT_TRUE(several.has_value());
    EXPECT_EQ(several->at(1).name, "rule-3");
    const auto taken = added(R"({"name":"rule-1","fault":{"latency":1}})");
    ASSERT_TRUE(taken.has_error());
    EXPECT_EQ(taken.error().status, 409);
    EXPECT_EQ(
        taken.error().sentence,
        "There is a rule called 'rule-1' already; delete it first or choose another name."
    );
    EXPECT_EQ(
        added(R"({"rules":[],"seed":7})").error().sentence,
        "the body has no member 'seed'; it may have rules, preset."
    );
    EXPECT_EQ(added("[]").error().sentence, "the rule must be a JSON object.");
}

TEST(FaultHeader, ReadsTheShortForm) {
    EXPECT_EQ(
        read_fault_header("error=ThrottlingException")->error->type, ErrorType::ThrottlingException
    );
    EXPECT_EQ(read_fault_header("drop=after")->delivery, Delivery::DropAfter);
    EXPECT_EQ(read_fault_header("latency=200")->latency, Distribution::fixed(200));
    EXPECT_EQ(read_fault_header("wrongCrc")->delivery, Delivery::WrongChecksum);
    const auto several = read_fault_header(" pageRows = 1 ; latency={\"uniform\":[1,2]} ;");
    ASSERT_TRUE(several.has_value()) << several.error().sentence;
    EXPECT_EQ(several->page_rows, 1U);
    EXPECT_EQ(several->latency, Distribution::uniform(1, 2));
    const auto throttle = read_fault_header("throttle=TableReadKeyRangeThroughputExceeded");
    ASSERT_TRUE(throttle.has_value()) << throttle.error().sentence;
    ASSERT_TRUE(throttle->throttle.has_value());
    EXPECT_EQ(throttle->throttle->reason, "TableReadKeyRangeThroughputExceeded");
}

TEST(FaultHeader, ReadsJson) {
    const auto fault = read_fault_header(R"( {"error":"ValidationException","message":"a;b=c"} )");
    ASSERT_TRUE(fault.has_value()) << fault.error().sentence;
    EXPECT_EQ(fault->error->message, "a;b=c");
}

TEST(FaultHeader, RefusesWithTheHeadersName) {
    EXPECT_TRUE(read_fault_header("").error().sentence.starts_with(
        "the x-stator-fault header has no effect; "
    ));
    EXPECT_TRUE(read_fault_header("{\"latency\":")
                    .error()
                    .sentence.starts_with("the x-stator-fault header is not JSON; "));
    EXPECT_TRUE(read_fault_header("delay=5").error().sentence.starts_with(
        "the x-stator-fault header has no member 'delay'; "
    ));
    EXPECT_EQ(
        read_fault_header("latency=soon").error().sentence,
        "'latency' in the x-stator-fault header must be milliseconds, {\"fixed\":ms}, "
        "{\"uniform\":[least,most]} or {\"exponential\":mean}."
    );
    EXPECT_TRUE(read_fault_header("\xff=\xfe").has_error());
    EXPECT_EQ(
        read_fault_header("drop=after;drop=before").error().sentence,
        "'drop' in the x-stator-fault header is given twice; keep one of them."
    );
    EXPECT_EQ(
        read_fault_header("status=500; latency=1; status=503").error().sentence,
        "'status' in the x-stator-fault header is given twice; keep one of them."
    );
}

class FaultFile : public ::testing::Test {
protected:
    void SetUp() override {
        path_ = std::filesystem::path(::testing::TempDir()) /
                (std::string("faults_") +
                 ::testing::UnitTest::GetInstance()->current_test_info()->name() + ".json");
    }

    void TearDown() override { std::filesystem::remove(path_); }

    std::string path_;
};

TEST_F(FaultFile, IsRead) {
    std::ofstream(path_) << R"({"rules":[{"name":"slow","fault":{"latency":5}}]})";
    const auto settings = load_fault_file(path_);
    ASSERT_TRUE(settings.has_value()) << settings.error().sentence;
    EXPECT_EQ(settings->rules.at(0).name, "slow");
    EXPECT_EQ(settings->seed, std::nullopt);
}

TEST_F(FaultFile, RefusalsNameIt) {
    EXPECT_EQ(
        load_fault_file(path_).error().sentence,
        "The faults file '" + path_ + "' cannot be opened; check that it exists and may be read."
    );
    std::ofstream(path_) << "rules: []";
    EXPECT_EQ(
        load_fault_file(path_).error().sentence,
        "The faults file '" + path_ +
            "' is not JSON; it has the form {\"rules\":[{\"fault\":{…}}]}."
    );
    std::ofstream(path_) << R"({"rules":[{"fault":{"latency":-1}}]})";
    EXPECT_TRUE(load_fault_file(path_).error().sentence.starts_with(
        "The faults file '" + path_ + "' has a mistake: 'latency' in rules[0].fault must be "
    ));
    const std::string folder = ::testing::TempDir();
    EXPECT_EQ(
        load_fault_file(folder).error().sentence,
        "The faults file '" + folder + "' cannot be read; check that it is a file."
    );
}

}  // namespace
}  // namespace stator::emulator::laboratory::faults
