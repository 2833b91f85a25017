#include "emulator/laboratory/faults/fault_form.hpp"

#include <gtest/gtest.h>

namespace stator::emulator::laboratory::faults {
namespace {

using engine::Distribution;
using engine::faults::Delivery;
using protocol::wire::JsonDocument;

Accepted<engine::faults::Fault> fault_of(const std::string& json) {
    return read_fault(JsonDocument::parse(json)->root(), "the fault");
}

std::string refusal_of_form(const std::string& json) {
    const auto fault = fault_of(json);
    return fault.has_error() ? fault.error().sentence : "accepted";
}

TEST(FaultForm, MayBeShort) {
    const auto fault = fault_of(R"("pageRows=1; latency=5; wrongCrc")");
    ASSERT_TRUE(fault.has_value());
    EXPECT_EQ(fault->page_rows, 1U);
    EXPECT_EQ(fault->latency, Distribution::fixed(5));
    EXPECT_EQ(fault->delivery, Delivery::WrongChecksum);
    EXPECT_EQ(
        refusal_of_form(R"("latency=soon")"),
        "'latency' in the fault must be milliseconds, {\"fixed\":ms}, {\"uniform\":[least,most]} "
        "or "
        "{\"exponential\":mean}."
    );
    EXPECT_TRUE(refusal_of_form("\"\"").starts_with("the fault has no effect"))
        << refusal_of_form("\"\"");
}

TEST(FaultForm, HasNoEmptyArray) {
    EXPECT_EQ(
        refusal_of_form(R"({"error":"TransactionCanceledException","cancellationReasons":[]})"),
        "'cancellationReasons' in the fault is an empty array; name one, or leave it out."
    );
}

}  // namespace
}  // namespace stator::emulator::laboratory::faults
