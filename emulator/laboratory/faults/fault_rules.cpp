#include "emulator/laboratory/faults/fault_rules.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include "emulator/base/file_text.hpp"
#include "emulator/base/members.hpp"
#include "emulator/base/universe_name.hpp"
#include "emulator/laboratory/faults/fault_form.hpp"
#include "engine/base/name_pattern.hpp"
#include "engine/faults/adversarial_preset.hpp"
#include "protocol/base/number_text.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/requests/operation_list.hpp"

namespace stator::emulator::laboratory::faults {

using engine::faults::FaultMatch;
using engine::faults::FaultRule;
using engine::faults::FaultRuleState;
using protocol::wire::JsonDocument;
using protocol::wire::JsonView;
using protocol::wire::JsonWriter;

namespace {

constexpr std::string_view kWhole = "the top level";
constexpr std::int64_t kMostRequests = std::numeric_limits<std::int64_t>::max();

// The names that other rules have.
using Names = std::set<std::string, std::less<>>;

Accepted<std::vector<std::string>> read_names(Members& members, std::string_view member) {
    STATOR_TRY(auto names, members.texts(member));
    for (const std::string& name : names) {
        if (name.empty()) return members.refuse(member, "must not have an empty name");
    }
    return names;
}

Accepted<std::vector<std::string>> read_operations(Members& members) {
    STATOR_TRY(auto names, read_names(members, "operation"));
    for (const std::string& name : names) {
        if (name.find('*') != std::string::npos ||
            protocol::operations::requests::is_operation(name))
            continue;
        std::string problem = "names '" + name;
        problem.append("', which is no operation that Stator has; write it as PutItem or Batch*");
        return members.refuse("operation", problem);
    }
    return names;
}

// Reads which of the matching requests the fault affects.
Accepted<void> read_turn(Members& members, FaultMatch& match) {
    STATOR_TRY(const auto nth, members.integer("nth", 1, kMostRequests));
    STATOR_TRY(const auto every, members.integer("every", 1, kMostRequests));
    STATOR_TRY(const auto probability, members.number("probability", 0, 1));
    if (nth && every) {
        return Refusal{members.place() + " has 'nth' beside 'every'; keep one of them."};
    }
    match.nth = static_cast<std::uint64_t>(nth.value_or(0));
    match.every = static_cast<std::uint64_t>(every.value_or(0));
    match.probability = probability.value_or(1);
    return {};
}

Accepted<FaultMatch> read_match(JsonView json, std::string place) {
    STATOR_TRY(Members members, Members::of(json, std::move(place)));
    FaultMatch match;
    STATOR_TRY(match.operations, read_operations(members));
    STATOR_TRY(match.tables, read_names(members, "table"));
    STATOR_TRY(match.indexes, read_names(members, "index"));
    STATOR_TRY(match.regions, read_names(members, "region"));
    STATOR_TRY(auto prefix, members.text("keyPrefix"));
    STATOR_TRY(auto attribute, members.text("keyAttribute"));
    STATOR_TRY(const auto universe, members.text("universe"));
    if (universe) match.universe = inner_universe(*universe);
    STATOR_CHECK(read_turn(members, match));
    STATOR_CHECK(members.finish());
    match.key_prefix = std::move(prefix).value_or("");
    match.key_attribute = std::move(attribute).value_or("");
    if (match.key_prefix.empty() && !match.key_attribute.empty()) {
        return members.refuse("keyAttribute", "needs 'keyPrefix' beside it");
    }
    return match;
}

// True if all operations that match the pattern are transactions.
bool are_transactions(const std::string& pattern) {
    return std::ranges::all_of(
        protocol::operations::requests::all_operations(),
        [&](const auto& each) {
            return each.traits.is_transaction || !engine::matches_name(pattern, each.traits.name);
        }
    );
}

// Only transactions are cancelled: a rule for all requests is restricted to them.
Accepted<void> check_cancellation(FaultRule& rule, const std::string& place) {
    const bool cancels = rule.fault.error && rule.fault.error->type ==
                                                 protocol::ErrorType::TransactionCanceledException;
    if (!cancels) return {};
    auto& operations = rule.match.operations;
    if (operations.empty()) {
        operations = {"TransactWriteItems", "TransactGetItems", "ExecuteTransaction"};
    }
    if (std::all_of(operations.begin(), operations.end(), are_transactions)) return {};
    return Refusal{
        place +
        " cancels what is no transaction; name TransactWriteItems, TransactGetItems or "
        "ExecuteTransaction in 'operation', or use TransactionConflictException."};
}

// Reads a rule. Its name may still be "".
Accepted<FaultRule> read_rule(JsonView json, const std::string& place) {
    STATOR_TRY(Members members, Members::of(json, place));
    FaultRule rule;
    STATOR_TRY(auto name, members.text("name"));
    if (name && name->empty()) return members.refuse("name", "must not be empty");
    rule.name = std::move(name).value_or("");
    if (members.has("match")) {
        STATOR_TRY(rule.match, read_match(*json.find("match"), place + ".match"));
    }
    STATOR_TRY(const auto times, members.integer("times", 0, kMostRequests));
    rule.times = static_cast<std::uint64_t>(times.value_or(0));
    if (!members.has("fault")) {
        return Refusal{place + " needs 'fault', which says what happens to the request."};
    }
    STATOR_TRY(rule.fault, read_fault(*json.find("fault"), place + ".fault"));
    STATOR_CHECK(check_cancellation(rule, place));
    for (const std::string_view counter : {"matched", "fired"}) members.has(counter);
    STATOR_CHECK(members.finish());
    return rule;
}

Accepted<FaultRules> read_preset(JsonView json, std::string place) {
    STATOR_TRY(Members members, Members::of(json, std::move(place)));
    constexpr std::string_view kPresets[] = {"adversarial"};
    STATOR_TRY(const auto name, members.choice("name", kPresets));
    STATOR_TRY(const auto intensity, members.number("intensity", 0, 1));
    STATOR_CHECK(members.finish());
    if (!name) {
        return Refusal{members.place() + " needs a 'name'; there is one preset, adversarial."};
    }
    return engine::faults::adversarial_rules(intensity.value_or(engine::faults::kDefaultIntensity));
}

// Checks the given names, then assigns the others.
Accepted<void> complete_names(FaultRules& rules, Names taken) {
    for (const FaultRule& rule : rules) {
        if (rule.name.empty()) continue;
        if (taken.insert(rule.name).second) continue;
        return Refusal{"Two rules are called '" + rule.name + "'; give one another name."};
    }
    std::size_t number = 1;
    for (FaultRule& rule : rules) {
        while (rule.name.empty()) {
            std::string name = "rule-" + std::to_string(number++);
            if (taken.insert(name).second) rule.name = std::move(name);
        }
    }
    return {};
}

// Reads the form with "rules" and "preset".
Accepted<FaultRules> read_form(JsonView json, Members& members) {
    STATOR_TRY(const auto views, members.array("rules"));
    FaultRules rules;
    const std::string list = members.place_of("rules");
    for (std::size_t i = 0; i < views.size(); ++i) {
        STATOR_TRY(FaultRule rule, read_rule(views[i], list + "[" + std::to_string(i) + "]"));
        rules.push_back(std::move(rule));
    }
    if (members.has("preset")) {
        STATOR_TRY(
            FaultRules preset, read_preset(*json.find("preset"), members.place_of("preset"))
        );
        std::move(preset.begin(), preset.end(), std::back_inserter(rules));
    }
    STATOR_CHECK(members.finish());
    if (!members.has("rules") && !members.has("preset")) {
        std::string sentence = members.place() == kWhole ? "The top level" : members.place();
        return Refusal{sentence + " needs 'rules' or 'preset'; {\"rules\":[]} is no rule at all."};
    }
    return rules;
}

void write_names(JsonWriter& json, std::string_view member, const std::vector<std::string>& names) {
    if (names.empty()) return;
    json.strings_member(member, names);
}

void write_count(JsonWriter& json, std::string_view member, std::uint64_t count) {
    if (count != 0) json.integer_member(member, static_cast<std::int64_t>(count));
}

void write_match(JsonWriter& json, const FaultMatch& match) {
    json.begin_object();
    write_names(json, "operation", match.operations);
    write_names(json, "table", match.tables);
    write_names(json, "index", match.indexes);
    write_names(json, "region", match.regions);
    if (!match.key_prefix.empty()) json.string_member("keyPrefix", match.key_prefix);
    if (!match.key_attribute.empty()) json.string_member("keyAttribute", match.key_attribute);
    if (match.universe) json.string_member("universe", shown_universe(*match.universe));
    write_count(json, "nth", match.nth);
    write_count(json, "every", match.every);
    if (match.probability < 1) {
        json.raw_member("probability", protocol::significant_text(match.probability));
    }
    json.end_object();
}

}  // namespace

Accepted<FaultSettings> read_fault_settings(JsonView json, const std::string& place) {
    STATOR_TRY(Members members, Members::of(json, place));
    FaultSettings settings;
    STATOR_TRY(settings.seed, members.unsigned_integer("seed"));
    members.has("warnings");  // part of a reply that is sent back
    STATOR_TRY(settings.rules, read_form(json, members));
    STATOR_CHECK(complete_names(settings.rules, {}));
    return settings;
}

Accepted<FaultRules> read_added_fault_rules(
    JsonView json, std::span<const FaultRuleState> present
) {
    FaultRules rules;
    if (json.find("rules") || json.find("preset")) {
        STATOR_TRY(Members members, Members::of(json, "the body"));
        STATOR_TRY(rules, read_form(json, members));
    } else {
        STATOR_TRY(FaultRule rule, read_rule(json, "the rule"));
        rules.push_back(std::move(rule));
    }
    Names taken;
    for (const FaultRuleState& state : present) taken.insert(state.rule.name);
    for (const FaultRule& rule : rules) {
        if (taken.contains(rule.name)) return taken_rule_name(rule.name);
    }
    STATOR_CHECK(complete_names(rules, std::move(taken)));
    return rules;
}

Accepted<FaultSettings> load_fault_file(const std::string& path) {
    const std::string the_file = "The faults file '" + path + "' ";
    STATOR_TRY(std::string text, file_text(path, "The faults file"));
    const auto document = JsonDocument::parse(std::move(text));
    if (!document) {
        return Refusal{the_file + "is not JSON; it has the form {\"rules\":[{\"fault\":{…}}]}."};
    }
    auto settings = read_fault_settings(document->root());
    if (settings.has_error())
        return Refusal{the_file + "has a mistake: " + settings.error().sentence};
    return settings;
}

void write_fault_rules(JsonWriter& json, std::span<const FaultRuleState> rules, Counters counters) {
    json.objects_member("rules", rules, [&](const FaultRuleState& state) {
        json.string_member("name", state.rule.name);
        json.key("match");
        write_match(json, state.rule.match);
        write_count(json, "times", state.rule.times);
        json.key("fault");
        write_fault(json, state.rule.fault);
        if (counters == Counters::Written) {
            json.integer_member("matched", static_cast<std::int64_t>(state.matched));
            json.integer_member("fired", static_cast<std::int64_t>(state.fired));
        }
    });
}

Refusal taken_rule_name(std::string_view name) {
    std::string sentence = "There is a rule called '";
    sentence.append(name).append("' already; delete it first or choose another name.");
    return {std::move(sentence), 409};
}

}  // namespace stator::emulator::laboratory::faults
