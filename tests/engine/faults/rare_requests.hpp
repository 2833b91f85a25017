// A Stator below HTTP. Each of its requests can be given the rare answers that it gets.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "emulator/operations/operation_table.hpp"
#include "engine/capacity/request_meter.hpp"
#include "engine/faults/rare_answers.hpp"
#include "engine/faults/watched_context.hpp"
#include "protocol/wire/json.hpp"
#include "tests/support/database.hpp"

namespace stator::engine::faults {

inline std::string put_request(const std::string& item) {
    return R"({"TableName":"tab","Item":)" + item + "}";
}

class RareRequests : public ::testing::Test {
protected:
    // Returns the reply. For an error, returns "Name: message" and the codes of a cancelled
    // transaction.
    std::string run(
        std::string_view operation,
        const std::string& request,
        const RareAnswers* rare = nullptr,
        capacity::RequestMeter* meter = nullptr
    ) {
        const auto* row = emulator::operations::find_operation(operation, false);
        const auto json = protocol::wire::JsonDocument::parse(request);
        if (row == nullptr || !json) return "not a request: " + request;
        database.universe().run_due_if_needed();
        faults::WatchedContext context;
        context.place.region = "us-east-1";
        context.now = database.universe().now();
        context.rare_answers = rare;
        context.meter = meter;
        engine::RequestOutcome outcome;
        const auto result = row->handler(database.universe(), context, json->root(), outcome);
        if (result.has_value()) return result.value();
        std::string text(protocol::error_name(result.error().type));
        for (const auto& reason : result.error().cancellation_reasons) {
            text.append(" ").append(reason.code);
        }
        if (!result.error().cancellation_reasons.empty()) return text;
        return text.append(": ").append(result.error().message);
    }

    testing::Database database;
};

}  // namespace stator::engine::faults
