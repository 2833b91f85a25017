#include "tests/simulation/backup_comparison.hpp"

#include <cmath>
#include <set>
#include <string>

#include "tests/simulation/operations/backup_requests.hpp"
#include "tests/simulation/operations/table_definition.hpp"

namespace stator::simulation {
namespace {

constexpr std::int64_t kNotYetRestorableMs = 300'000;

std::int64_t milliseconds_of(const rapidjson::Value& seconds) {
    return std::llround(seconds.GetDouble() * 1'000);
}

std::optional<Difference> compare_shelf(const World& world, const Model& model) {
    const Answer answer = world.run(list_backups());
    std::set<std::string> listed;
    rapidjson::Document reply;
    reply.Parse(answer.text.data(), answer.text.size());
    for (const auto& backup : reply["BackupSummaries"].GetArray()) {
        listed.insert(backup["BackupArn"].GetString());
    }
    std::set<std::string> expected;
    for (const ExpectedBackup& backup : model.backups()) expected.insert(backup.arn);
    if (listed == expected) return std::nullopt;
    return Difference{
        "backup",
        std::to_string(listed.size()) + " backups, expected " + std::to_string(expected.size()) +
            ": " + answer.text};
}

std::optional<Difference> compare_recovery(
    const World& world, const Model& model, std::size_t table
) {
    const auto window = restorable_window(world, table);
    const auto& recovery = model.table(table).recovery;
    const std::string& name = table_name(table);
    if (window.has_value() != recovery.has_value()) {
        return Difference{"recovery", name + (window ? " has it on" : " has it off")};
    }
    if (!window) return std::nullopt;
    const auto [earliest_ms, is_exact] = model.earliest_ms(*recovery);
    const std::int64_t latest_ms =
        std::max(window->earliest_ms, model.now_ms() - kNotYetRestorableMs);
    const bool is_early_enough =
        is_exact ? window->earliest_ms == earliest_ms : window->earliest_ms >= earliest_ms;
    if (is_early_enough && window->latest_ms == latest_ms) return std::nullopt;
    return Difference{
        "recovery",
        name + ": from " + std::to_string(window->earliest_ms) + " to " +
            std::to_string(window->latest_ms) + ", expected " + std::to_string(earliest_ms) +
            " to " + std::to_string(latest_ms)};
}

}  // namespace

std::optional<RestorableWindow> restorable_window(const World& world, std::size_t table) {
    const Answer answer = world.run(describe_recovery(table));
    rapidjson::Document reply;
    reply.Parse(answer.text.data(), answer.text.size());
    const rapidjson::Value& recovery =
        reply["ContinuousBackupsDescription"]["PointInTimeRecoveryDescription"];
    const auto earliest = recovery.FindMember("EarliestRestorableDateTime");
    if (earliest == recovery.MemberEnd()) return std::nullopt;
    return RestorableWindow{
        milliseconds_of(earliest->value), milliseconds_of(recovery["LatestRestorableDateTime"])};
}

std::optional<Difference> compare_backups(const World& world, const Model& model) {
    if (auto difference = compare_shelf(world, model)) return difference;
    for (std::size_t table = 0; table < table_definitions().size(); ++table) {
        if (auto difference = compare_recovery(world, model, table)) return difference;
    }
    return std::nullopt;
}

}  // namespace stator::simulation
