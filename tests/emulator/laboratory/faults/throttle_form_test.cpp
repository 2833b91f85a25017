#include "emulator/laboratory/faults/throttle_form.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "emulator/laboratory/faults/fault_form.hpp"

namespace stator::emulator::laboratory::faults {
namespace {

using engine::faults::Fault;
using engine::faults::ThrottledPart;
using protocol::ErrorType;
using protocol::errors::ThroughputLimit;
using protocol::wire::JsonDocument;
using protocol::wire::JsonWriter;

Accepted<Fault> read(const std::string& json) {
    const auto document = JsonDocument::parse(json);
    EXPECT_TRUE(document.has_value()) << json;
    return read_fault(document->root(), "the fault");
}

Fault throttle_from(const std::string& json) {
    auto fault = read(json);
    if (fault.has_value()) return *fault;
    ADD_FAILURE() << fault.error().sentence;
    return {};
}

std::string refusal_of_throttle(const std::string& json) {
    const auto fault = read(json);
    return fault.has_error() ? fault.error().sentence : "accepted";
}

TEST(ThrottleForm, LeavesItToTheTable) {
    const Fault plain = throttle_from(R"({"throttle":true})");
    ASSERT_TRUE(plain.throttle && !plain.error);
    EXPECT_TRUE(plain.throttle->is_plain());
    EXPECT_TRUE(refusal_of_throttle(R"({"throttle":false})").starts_with("the fault has no effect")
    );
}

TEST(ThrottleForm, NamesALimitOrAnIndex) {
    const Fault limit = throttle_from(R"({"throttle":"AccountLimitExceeded"})");
    EXPECT_EQ(limit.throttle->limit, ThroughputLimit::Account);
    EXPECT_EQ(limit.throttle->reason, "");
    const Fault index = throttle_from(
        R"({"throttle":{"limit":"KeyRangeThroughputExceeded","source":"index"},"message":"no"})"
    );
    EXPECT_EQ(index.throttle->limit, ThroughputLimit::KeyRange);
    EXPECT_EQ(index.throttle->part, ThrottledPart::Index);
    EXPECT_EQ(throttle_from(R"({"throttle":{"source":"any"}})").throttle->part, ThrottledPart::Any);
    EXPECT_EQ(index.throttle->message, "no");
}

TEST(ThrottleForm, GivesAWholeReason) {
    const Fault reason = throttle_from(R"({"throttle":"IndexWriteKeyRangeThroughputExceeded"})");
    EXPECT_EQ(reason.throttle->limit, ThroughputLimit::KeyRange);
    EXPECT_EQ(reason.throttle->part, ThrottledPart::Index);
    EXPECT_EQ(reason.throttle->reason, "IndexWriteKeyRangeThroughputExceeded");

    const Fault exact = throttle_from(
        R"({"error":"ThrottlingException","throttle":
            {"reason":"IndexWriteKeyRangeThroughputExceeded","resource":"arn:x"}})"
    );
    EXPECT_FALSE(exact.throttle);
    EXPECT_EQ(exact.error->type, ErrorType::ThrottlingException);
    ASSERT_EQ(exact.error->throttling_reasons.size(), 1U);
    EXPECT_EQ(exact.error->throttling_reasons[0].reason, "IndexWriteKeyRangeThroughputExceeded");
    EXPECT_EQ(exact.error->throttling_reasons[0].resource, "arn:x");
}

TEST(ThrottleForm, RefusesInOneSentence) {
    const std::pair<std::string, std::string> cases[] = {
        {R"({"throttle":{"reason":"TableRead"}})",
         "'throttle' in the fault has an unknown reason; a reason is Table or Index, then Read or "
         "Write, then ProvisionedThroughputExceeded, KeyRangeThroughputExceeded, "
         "MaxOnDemandThroughputExceeded or AccountLimitExceeded."},
        {R"({"throttle":{"why":1}})",
         "the fault.throttle has no member 'why'; it may have reason, resource, limit, source."},
        {R"({"throttle":{"limit":"Much"}})",
         "'limit' in the fault.throttle must be ProvisionedThroughputExceeded, "
         "KeyRangeThroughputExceeded, MaxOnDemandThroughputExceeded or AccountLimitExceeded."},
        {R"({"throttle":{"reason":"TableReadAccountLimitExceeded","source":"index"}})",
         "'reason' in the fault.throttle says both already; leave out 'limit' and 'source'."},
        {R"({"error":"ThrottlingException","throttle":"AccountLimitExceeded"})",
         "'throttle' in the fault leaves the error to the table, by its 'limit' or 'source'; leave "
         "out 'error', or give a whole reason such as TableReadKeyRangeThroughputExceeded."},
        {R"({"latency":1,"when":"after-checks"})",
         "'when' in the fault needs 'error', 'status' or 'throttle' beside it."},
        {R"({"throttle":1})",
         "'throttle' in the fault must be true, a reason or an object with 'reason' and "
         "'resource'."},
    };
    for (const auto& [json, sentence] : cases)
        EXPECT_EQ(refusal_of_throttle(json), sentence) << json;
}

TEST(ThrottleForm, WritesTheFormThatItReads) {
    for (const std::string json :
         {R"({"throttle":true})",
          R"({"throttle":{"limit":"MaxOnDemandThroughputExceeded"}})",
          R"({"throttle":{"limit":"KeyRangeThroughputExceeded","source":"index"},"message":"m"})",
          R"({"throttle":{"source":"index","resource":"r"},"when":"before-checks"})",
          R"({"throttle":{"source":"any"}})",
          R"({"throttle":{"reason":"TableReadAccountLimitExceeded","resource":"r"}})"}) {
        std::string written;
        JsonWriter writer(written);
        write_fault(writer, throttle_from(json));
        EXPECT_EQ(written, json);
    }
}

}  // namespace
}  // namespace stator::emulator::laboratory::faults
