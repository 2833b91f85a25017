#include "conformance/hunt/side.hpp"

#include <chrono>
#include <cmath>
#include <set>
#include <thread>

#include "conformance/base/patience.hpp"
#include "conformance/generate/json_text.hpp"

namespace stator::conformance::hunt {
namespace {

using generate::in_quotes;
using generate::item_text;
using generate::ObjectText;

constexpr int kAttemptsMax = 6;

bool is_throttled(const Answer& answer) {
    return answer.body.find("ThrottlingException") != std::string::npos ||
           answer.body.find("ProvisionedThroughputExceededException") != std::string::npos;
}

double sum_of_units(const Json& value) {
    if (value.IsArray()) {
        double sum = 0;
        for (const Json& element : value.GetArray()) sum += sum_of_units(element);
        return sum;
    }
    const Json* units = find_member(value, "CapacityUnits");
    return units != nullptr && units->IsNumber() ? units->GetDouble() : 0;
}

std::string named(const std::string& table) {
    return ObjectText().add_text("TableName", table).text();
}

}  // namespace

Side::Side(std::string name, Target target)
    : name_(std::move(name)), target_(std::move(target)), client_(target_) {}

Answer Side::send(const generate::Request& request) {
    if (is_mute_) return {};
    ++requests_;
    try {
        const transport::HttpReply reply = client_.call(request.operation, request.body);
        return {reply.status, reply.body};
    } catch (const transport::TransportError&) {
        return {};
    }
}

Answer Side::call(const generate::Request& request) {
    Answer answer = send(request);
    for (int attempt = 1; attempt < kAttemptsMax && is_throttled(answer); ++attempt) {
        std::this_thread::sleep_for(std::chrono::milliseconds(50 << attempt));
        answer = send(request);
    }
    count_units(request, answer);
    return answer;
}

void Side::count_units(const generate::Request& request, const Answer& answer) {
    if (!answer.is_success()) return;
    if (answer.body.find("\"ConsumedCapacity\"") != std::string::npos) {
        const JsonDocument body = parse_json(answer.body);
        if (const Json* capacity = find_member(body, "ConsumedCapacity")) {
            units_ += sum_of_units(*capacity);
            return;
        }
    }
    constexpr double kWriteUnit = 1024;
    constexpr double kReadUnit = 4096;
    units_ += std::ceil(static_cast<double>(request.body.size()) / kWriteUnit) +
              std::ceil(static_cast<double>(answer.body.size()) / kReadUnit);
}

bool Side::create(const generate::TableShape& table) {
    if (!send({"CreateTable", table.create_table}).is_success()) return false;
    Patience patience(std::chrono::minutes(5));
    for (;;) {
        const Answer answer = send({"DescribeTable", named(table.name)});
        if (answer.body.find("\"ACTIVE\"") != std::string::npos &&
            answer.body.find("\"CREATING\"") == std::string::npos) {
            return true;
        }
        if (!answer.is_success() || !patience.pause()) return false;
    }
}

bool Side::is_answering() {
    Patience patience(std::chrono::seconds(10));
    while (!is_mute_ && send({"ListTables", "{}"}).status == 0) {
        if (!patience.pause()) return false;
    }
    return true;
}

void Side::drop(const std::string& table) {
    send({"DeleteTable", named(table)});
}

bool Side::read_all(const std::string& table, std::vector<generate::Item>& items) {
    items.clear();
    std::string start;
    do {
        ObjectText request;
        request.add_text("TableName", table).add("ConsistentRead", "true");
        if (!start.empty()) request.add("ExclusiveStartKey", start);
        const Answer answer = call({"Scan", request.text()});
        if (!answer.is_success()) return false;
        const JsonDocument body = parse_json(answer.body);
        const Json* rows = find_member(body, "Items");
        if (rows == nullptr) return false;
        for (const Json& row : rows->GetArray()) items.push_back(generate::read_item(row));
        const Json* last = find_member(body, "LastEvaluatedKey");
        start = last == nullptr ? "" : to_text(*last);
    } while (!start.empty());
    return true;
}

void Side::make_equal(const generate::TableShape& table, const std::vector<generate::Item>& items) {
    std::vector<generate::Item> present;
    if (!read_all(table.name, present)) return;
    std::set<std::string> wanted_keys;
    for (const generate::Item& item : items) {
        wanted_keys.insert(item_text(generate::key_of(item, table.keys)));
    }
    std::set<std::string> kept;
    for (const generate::Item& item : present) {
        const std::string key = item_text(generate::key_of(item, table.keys));
        kept.insert(item_text(item));
        if (wanted_keys.contains(key)) continue;
        call({"DeleteItem", ObjectText().add_text("TableName", table.name).add("Key", key).text()});
    }
    for (const generate::Item& item : items) {
        if (kept.contains(item_text(item))) continue;
        call({"PutItem", generate::put_request(table.name, item)});
    }
}

}  // namespace stator::conformance::hunt
