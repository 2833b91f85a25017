// The part of the comparison that reads what waits for Kinesis data streams.
#include <algorithm>
#include <map>

#include "engine/kinesis/outbox.hpp"
#include "tests/simulation/comparison.hpp"
#include "tests/simulation/operations/table_definition.hpp"

namespace stator::simulation {
namespace {

// The changes of each item, in their order, as texts.
using Changes = std::map<std::string, std::vector<std::string>>;

std::string change_text(const ExpectedRecord& record) {
    const std::string event = record.old_item.empty()   ? "INSERT"
                              : record.new_item.empty() ? "REMOVE"
                                                        : "MODIFY";
    return event + " " + (record.old_item.empty() ? "-" : record.old_item) + " -> " +
           (record.new_item.empty() ? "-" : record.new_item) +
           (record.by_time_to_live ? " by time to live at " : " at ") +
           std::to_string(record.time_ms);
}

Changes waiting_changes(const World& world, std::size_t table) {
    Changes changes;
    for (const auto& record : world.waiting_for_kinesis(table).records) {
        rapidjson::Document document;
        document.Parse(record->document.data(), record->document.size());
        const rapidjson::Value& change = document["dynamodb"];
        const auto image = [&](const char* name) -> std::string {
            const auto found = change.FindMember(name);
            return found == change.MemberEnd() ? "" : canonical_json(found->value);
        };
        changes[canonical_json(change["Keys"])].push_back(change_text(
            {"",
             image("OldImage"),
             image("NewImage"),
             !document["userIdentity"].IsNull(),
             change["ApproximateCreationDateTime"].GetInt64()}
        ));
    }
    return changes;
}

Changes expected_changes(const ExpectedTable& table) {
    Changes changes;
    for (const ExpectedRecord& record : table.outgoing) {
        changes[record.key].push_back(change_text(record));
    }
    return changes;
}

std::string at(const std::vector<std::string>& texts, std::size_t place) {
    return place < texts.size() ? texts[place] : "nothing";
}

std::string compare_changes(const Changes& actual, const Changes& expected) {
    static const std::vector<std::string> kNone;
    const auto of = [](const Changes& changes, const std::string& key) -> const auto& {
        const auto found = changes.find(key);
        return found == changes.end() ? kNone : found->second;
    };
    for (const Changes* one : {&actual, &expected}) {
        for (const auto& [key, texts] : *one) {
            const std::vector<std::string>& left = of(actual, key);
            const std::vector<std::string>& right = of(expected, key);
            for (std::size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
                if (at(left, i) == at(right, i)) continue;
                return key + ": record " + std::to_string(i) + ": " + at(left, i) + "; expected " +
                       at(right, i);
            }
        }
    }
    return "";
}

}  // namespace

std::optional<Difference> compare_outgoing(const World& world, const Model& model) {
    for (std::size_t table = 0; table < table_definitions().size(); ++table) {
        const std::string text =
            compare_changes(waiting_changes(world, table), expected_changes(model.table(table)));
        if (text.empty()) continue;
        return Difference{"kinesis", table_definitions()[table].name + ": " + text};
    }
    return std::nullopt;
}

}  // namespace stator::simulation
