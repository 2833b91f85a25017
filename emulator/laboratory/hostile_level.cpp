#include "emulator/laboratory/hostile_level.hpp"

#include <array>
#include <iterator>
#include <string>
#include <utility>

#include "engine/faults/adversarial_preset.hpp"
#include "protocol/errors/throttling.hpp"
#include "protocol/errors/usual.hpp"
#include "protocol/operations/requests/operation_list.hpp"

namespace stator::emulator::laboratory {
namespace {

using engine::Distribution;
using engine::consistency::LagPolicy;
using engine::consistency::ReadMode;
using engine::faults::Fault;
using engine::faults::FaultRule;
using engine::stream::Adversity;

constexpr std::string_view kPresetPrefix = "adversarial-";

HostileSettings mild() {
    HostileSettings settings;
    Adversity& streams = settings.streams;
    streams.lag = Distribution::uniform(0, 200);
    streams.empty_pages = 0.2;
    streams.page_records = 100;
    streams.shard_records = 100;
    streams.listed_shards = 10;
    streams.iterator_age = Distribution::uniform(0, 5'000);
    streams.kinesis_lag = Distribution::uniform(0, 200);
    streams.kinesis_duplicates = 0.02;
    settings.rarity = 0.2;
    settings.errors = 0.05;
    settings.tables = {ReadMode::Lagged, Distribution::uniform(0, 100)};
    settings.indexes = {ReadMode::Lagged, Distribution::uniform(0, 300)};
    return settings;
}

HostileSettings rough() {
    HostileSettings settings;
    Adversity& streams = settings.streams;
    streams.lag = Distribution::uniform(0, 1'000);
    streams.empty_pages = 0.4;
    streams.page_records = 10;
    streams.shard_records = 20;
    streams.listed_shards = 3;
    streams.iterator_age = Distribution::uniform(0, 30'000);
    streams.kinesis_lag = Distribution::uniform(0, 1'000);
    streams.kinesis_duplicates = 0.1;
    settings.rarity = 0.3;
    settings.errors = 0.3;
    settings.tables = {ReadMode::OldestLegal, Distribution::uniform(0, 400)};
    settings.indexes = {ReadMode::OldestLegal, Distribution::fixed(600)};
    return settings;
}

HostileSettings brutal() {
    HostileSettings settings;
    Adversity& streams = settings.streams;
    streams.lag = Distribution::uniform(0, 5'000);
    streams.empty_pages = 0.7;
    streams.page_records = 2;
    streams.shard_records = 5;
    streams.listed_shards = 1;
    streams.iterator_age = Distribution::uniform(0, 60'000);
    streams.kinesis_lag = Distribution::uniform(0, 5'000);
    streams.kinesis_duplicates = 0.3;
    settings.rarity = 0.7;
    settings.errors = 0.5;
    settings.tables = {ReadMode::OldestLegal, Distribution::uniform(0, 2'000)};
    settings.indexes = {ReadMode::OldestLegal, Distribution::uniform(0, 5'000)};
    return settings;
}

// True if some SDK leaves it to the application to repeat such a request. No SDK repeats a request
// that conflicted with a transaction, and boto3's legacy mode does not know the account's limit.
bool needs_the_application(const FaultRule& rule) {
    const auto& throttle = rule.fault.throttle;
    return rule.fault.conflict_at ||
           (throttle && throttle->limit == protocol::errors::ThroughputLimit::Account);
}

// No SDK repeats a transaction that a throttle has cancelled, or one statement of a batch.
bool is_repeated_by_sdks(const std::string& operation) {
    return operation != "BatchExecuteStatement" &&
           !protocol::operations::requests::is_transaction(operation);
}

// Removes the faults after which SDKs do not repeat the request.
void leave_to_sdks(std::vector<FaultRule>& rules) {
    std::erase_if(rules, needs_the_application);
    for (FaultRule& rule : rules) {
        if (!rule.fault.throttle) continue;
        std::erase_if(rule.match.operations, [](const std::string& operation) {
            return !is_repeated_by_sdks(operation);
        });
    }
}

FaultRule rule_of_streams(std::string_view name, double probability, Fault fault) {
    FaultRule rule;
    rule.name = std::string(kHostilePrefix).append(name);
    rule.match.operations = {"GetRecords"};
    rule.match.probability = probability;
    rule.fault = std::move(fault);
    return rule;
}

}  // namespace

const HostileSettings& hostile_settings(HostileLevel level) {
    static const std::array<HostileSettings, std::size(kHostileLevels)> settings = {
        HostileSettings(), mild(), rough(), brutal()};
    return settings[static_cast<std::size_t>(level)];
}

std::vector<FaultRule> hostile_rules(HostileLevel level) {
    if (level == HostileLevel::Off) return {};
    const HostileSettings& settings = hostile_settings(level);
    auto rules = engine::faults::adversarial_rules(settings.rarity, settings.errors);
    if (level == HostileLevel::Mild) leave_to_sdks(rules);
    for (FaultRule& rule : rules) {
        rule.name.replace(0, kPresetPrefix.size(), kHostilePrefix);
    }
    // AWS: more than five calls per second for a shard, or a third reader, get this error.
    Fault too_often;
    too_often.error = protocol::errors::usual_error(protocol::ErrorType::LimitExceededException);
    rules.push_back(rule_of_streams("stream-limit", 0.1 * settings.errors, too_often));
    Fault lost;
    lost.delivery = engine::faults::Delivery::DropAfter;
    rules.push_back(rule_of_streams("stream-drop-after", 0.1 * settings.errors, lost));
    return rules;
}

std::string_view hostile_level_name(HostileLevel level) {
    return kHostileLevels[static_cast<std::size_t>(level)];
}

std::optional<HostileLevel> find_hostile_level(std::string_view name) {
    for (std::size_t i = 0; i < std::size(kHostileLevels); ++i) {
        if (kHostileLevels[i] == name) return static_cast<HostileLevel>(i);
    }
    return std::nullopt;
}

}  // namespace stator::emulator::laboratory
