#include "tests/oracle/check.hpp"

#include <algorithm>
#include <set>

#include "tests/oracle/apply.hpp"
#include "tests/oracle/evaluate.hpp"
#include "tests/oracle/expression_generator.hpp"
#include "tests/oracle/faults.hpp"
#include "tests/oracle/print.hpp"

namespace stator::oracle {
namespace {

constexpr const char* kFailed = "ConditionalCheckFailedException: The conditional request failed";
constexpr const char* kTooDeep =
    "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels "
    "beyond supported limit";

// The wording of an operation's validation errors.
enum class Wording { Enveloped, Bare, Older };

std::string validation(const std::string& message) {
    return "ValidationException: " + message;
}

std::string worded(const std::string& message, Wording wording) {
    return validation(
        (wording == Wording::Enveloped ? "1 validation error detected: " : "") + message
    );
}

class CheckBuilder {
public:
    CheckBuilder(std::uint64_t seed, std::uint64_t index)
        : random_(seed, index), values_(random_) {}

    Check build() {
        if (!random_.percent(6)) check_.stored = new_item();
        switch (random_.weighted({8, 26, 18, 12, 36})) {
            case 0: put_item(); break;
            case 1: conditional_write(); break;
            case 2: filtered_read(); break;
            case 3: get_item(); break;
            default: update_item(); break;
        }
        return std::move(check_);
    }

private:
    Item new_item() {
        Item item = values_.item();
        if (random_.percent(1)) item[values_.attribute_name()] = legal_deep();
        item.merge(key_of_item());
        return item;
    }

    Value legal_deep() {
        Value value = values_.deep();
        while (levels(value) > 32) value = values_.deep();
        return value;
    }

    // The item that expressions are made for. If none is stored, an imaginary one: paths should
    // exist.
    const Item& scenery() {
        if (check_.stored) return *check_.stored;
        imagined_ = new_item();
        return imagined_;
    }

    ExpressionGenerator generator(const Item& item, const GeneratorOptions& options = {}) {
        return {random_, scope_, item, options};
    }

    // Members of the request.
    void begin(const char* operation, Wording wording) {
        check_.operation = operation;
        wording_ = wording;
        check_.request = std::string("{\"TableName\":\"") + kTableName + "\"";
    }

    void member(const char* name, const std::string& json) {
        check_.request += std::string(",\"") + name + "\":" + json;
    }

    void expression(const char* name, const std::string& text) {
        member(name, json_string(text));
        check_.text += std::string(name) + ": " + text + "\n";
    }

    // Names and values, after the last expression.
    void end(const std::set<std::string>& used) {
        std::erase_if(scope_.names, [&](const auto& name) { return !used.contains(name.first); });
        std::erase_if(scope_.values, [&](const auto& value) {
            return !used.contains(value.first);
        });
        const bool has_expression = !check_.text.empty();
        if (has_expression && random_.permille(6)) {
            scope_.unused_name = "#unused";
            scope_.names.emplace_back("#unused", "a");
        }
        if (has_expression && check_.operation != "GetItem" && random_.permille(6)) {
            scope_.unused_value = ":unused";
            scope_.values.emplace_back(":unused", values_.any(1));
        }
        std::string json;
        for (const auto& [name, target] : scope_.names) {
            json += (json.empty() ? "" : ",") + json_string(name) + ":" + json_string(target);
        }
        if (!json.empty()) member("ExpressionAttributeNames", "{" + json + "}");
        json.clear();
        for (const auto& [name, value] : scope_.values) {
            json += (json.empty() ? "" : ",") + json_string(name) + ":" + request_json(value);
        }
        if (!json.empty()) member("ExpressionAttributeValues", "{" + json + "}");
        check_.request += "}";
        fail_with_values();
    }

    // Errors: the first stage that finds any decides.
    bool failed() const { return !check_.errors.empty(); }

    void fail(std::string error) { check_.errors.push_back(std::move(error)); }

    void fail_with_value(const std::string& reference, const Broken& broken) {
        if (wording_ == Wording::Older) {
            fail(validation(
                "ExpressionAttributeValues contains invalid value: " + broken.old_complaint +
                " for key " + reference
            ));
        } else {
            fail(worded(broken.complaint, broken.bare ? Wording::Bare : wording_));
        }
    }

    void fail_with_values() {
        const Broken* first = nullptr;
        for (const auto& [reference, value] : scope_.values) {
            if (levels(value) > 32) {
                fail_with_value(reference, {"", kTooDeep, kTooDeep});
                if (wording_ == Wording::Older) fail(worded(kTooDeep, wording_));
            }
            if (first != nullptr) continue;
            first = first_broken(value);
            if (first != nullptr) fail_with_value(reference, *first);
        }
    }

    void fail_with(const std::vector<Fault>& faults, const char* kind) {
        if (failed()) return;
        for (const std::string& message : first_faults(faults)) {
            fail(worded(std::string("Invalid ") + kind + ": " + message, wording_));
        }
    }

    void fail_with_unused() {
        if (failed()) return;
        const std::string unused = "Value provided in ExpressionAttribute";
        if (scope_.unused_name) {
            fail(worded(unused + "Names unused in expressions: keys: {#unused}", wording_));
        } else if (scope_.unused_value) {
            fail(worded(unused + "Values unused in expressions: keys: {:unused}", wording_));
        }
    }

    void fail_with_key_paths(const std::vector<const Path*>& paths) {
        for (const Path* path : paths) {
            if (path->elements.size() < 2 || path->elements[0].name != kKeyName) continue;
            fail(
                validation("Key attributes must be scalars; list random access '[]' and map lookup "
                           "'.' are not "
                           "allowed: Key: pk")
            );
            return;
        }
    }

    // PutItem without a condition: is the value stored unchanged?
    void put_item() {
        check_.kind = "item";
        begin("PutItem", Wording::Enveloped);
        Item item = new_item();
        if (random_.percent(30))
            item[values_.attribute_name()] = random_.percent(80) ? broken_inside() : values_.deep();
        member("Item", request_json(item));
        check_.request += "}";
        const Value whole{item};
        const Broken* broken = first_broken(whole);
        if (broken != nullptr) {
            fail(worded(broken->complaint, broken->bare ? Wording::Bare : wording_));
        }
        for (const auto& [name, value] : item) {
            if (levels(value) > 32) fail(worded(kTooDeep, wording_));
        }
        check_.after = check_.stored;
        if (failed()) return;
        check_.after = item;
        check_.reply = "{}";
        check_.outcome = "stored";
    }

    Value broken_inside() {
        Value broken = values_.broken();
        if (random_.percent(40)) broken = Value{List{values_.any(1), broken}};
        if (random_.percent(30)) broken = Value{Map{{values_.attribute_name(), broken}}};
        return broken;
    }

    // Only a condition, on each operation that writes.
    void conditional_write() {
        check_.kind = "condition";
        const Item& item = scenery();
        ExpressionGenerator made = generator(item);
        const Condition condition = made.condition();
        std::set<std::string> used;
        add_placeholders(condition, used);
        const char* operation = random_.one_of({"DeleteItem", "PutItem", "UpdateItem"});
        begin(operation, Wording::Enveloped);
        const Item new_one = new_item();
        const bool puts = check_.operation == "PutItem";
        member(puts ? "Item" : "Key", request_json(puts ? new_one : key_of_item()));
        expression("ConditionExpression", printed(condition, random_));
        const bool returns_old = random_.percent(40);
        if (returns_old) member("ReturnValues", "\"ALL_OLD\"");
        end(used);
        fail_with(faults_of(condition), "ConditionExpression");
        fail_with_unused();
        if (!failed()) fail_with_key_paths(paths_of(condition));
        check_.after = check_.stored;
        if (failed()) return;
        check_.outcome = "true";
        if (!holds(condition, check_.stored.value_or(Item{}))) return fail(kFailed);
        if (puts) check_.after = new_one;
        if (check_.operation == "DeleteItem") check_.after.reset();
        if (check_.operation == "UpdateItem" && !check_.stored) check_.after = key_of_item();
        check_.reply = attributes(returns_old ? check_.stored : std::nullopt);
    }

    static std::string attributes(const std::optional<Item>& item) {
        return item ? "{\"Attributes\":" + canonical_json(*item) + "}" : "{}";
    }

    // Scan or Query with a filter, sometimes also with a projection.
    void filtered_read() {
        check_.kind = "filter";
        const Item& item = scenery();
        const bool is_query = random_.percent(50);
        GeneratorOptions options;
        options.condition_wording = false;
        options.key_in_paths = !is_query;
        const Condition condition = generator(item, options).condition();
        std::set<std::string> used;
        add_placeholders(condition, used);
        begin(is_query ? "Query" : "Scan", is_query ? Wording::Bare : Wording::Older);
        expression("FilterExpression", printed(condition, random_));
        Projection projection;
        if (random_.percent(30)) {
            GeneratorOptions sound;
            sound.fault_percent = 0;
            projection = generator(item, sound).projection();
            add_placeholders(projection, used);
            expression("ProjectionExpression", printed(projection, random_));
        }
        if (is_query) {
            used.insert(":key");
            scope_.values.emplace_back(":key", Value{std::string("k")});
            expression("KeyConditionExpression", "pk = :key");
        }
        end(used);
        fail_with(faults_of(condition), "FilterExpression");
        fail_with_unused();
        if (!failed()) fail_with_key_paths(with(paths_of(condition), projection));
        check_.after = check_.stored;
        if (!failed()) expect_items(condition, projection);
    }

    static std::vector<const Path*> with(
        std::vector<const Path*> paths, const Projection& projection
    ) {
        for (const Path& path : projection.paths) paths.push_back(&path);
        return paths;
    }

    void expect_items(const Condition& condition, const Projection& projection) {
        const bool passes = check_.stored && holds(condition, *check_.stored);
        check_.outcome = passes ? "true" : check_.stored ? "false" : "no item";
        std::string items;
        if (passes) {
            items = canonical_json(
                projection.paths.empty() ? *check_.stored
                                         : projected(projection.paths, *check_.stored)
            );
        }
        check_.reply = std::string("{\"Count\":") + (passes ? "1" : "0") + ",\"Items\":[" + items +
                       "],\"ScannedCount\":" + (check_.stored ? "1" : "0") + "}";
    }

    void get_item() {
        check_.kind = "projection";
        const Item& item = scenery();
        const Projection projection = generator(item).projection();
        std::set<std::string> used;
        add_placeholders(projection, used);
        begin("GetItem", Wording::Bare);
        member("Key", request_json(key_of_item()));
        expression("ProjectionExpression", printed(projection, random_));
        end(used);
        fail_with(faults_of(projection), "ProjectionExpression");
        fail_with_unused();
        if (!failed()) fail_with_key_paths(with({}, projection));
        check_.after = check_.stored;
        if (failed()) return;
        check_.reply = "{}";
        check_.outcome = "no item";
        if (!check_.stored) return;
        const Item part = projected(projection.paths, *check_.stored);
        check_.outcome = part.empty() ? "nothing" : "found";
        check_.reply = "{\"Item\":" + canonical_json(part) + "}";
    }

    void update_item() {
        check_.kind = "update";
        const Item& item = scenery();
        const Update update = sound_update(item);
        std::set<std::string> used;
        add_placeholders(update, used);
        begin("UpdateItem", Wording::Enveloped);
        member("Key", request_json(key_of_item()));
        expression("UpdateExpression", printed(update, random_));
        std::optional<Condition> condition;
        if (random_.percent(12)) {
            condition = generator(item).condition();
            add_placeholders(*condition, used);
            expression("ConditionExpression", printed(*condition, random_));
        }
        const std::string returns =
            random_.one_of({"NONE", "ALL_OLD", "ALL_NEW", "UPDATED_OLD", "UPDATED_NEW"});
        member("ReturnValues", "\"" + returns + "\"");
        end(used);
        fail_with(faults_of(update), "UpdateExpression");
        if (condition) fail_with(faults_of(*condition), "ConditionExpression");
        fail_with_unused();
        if (!failed()) fail_with_keys(update, condition);
        check_.after = check_.stored;
        if (failed()) return;
        if (condition && !holds(*condition, check_.stored.value_or(Item{}))) return fail(kFailed);
        expect_update(update, returns);
    }

    Update sound_update(const Item& item) {
        Update update = generator(item).update();
        while (is_unclear(update, check_.stored, key_of_item())) update = generator(item).update();
        return update;
    }

    void fail_with_keys(const Update& update, const std::optional<Condition>& condition) {
        for (const Section& section : update.sections) {
            for (const Clause& clause : section.clauses) {
                if (clause.target.elements[0].name != kKeyName) continue;
                fail(validation(
                    "One or more parameter values were invalid: Cannot update attribute pk. This "
                    "attribute is part of the key"
                ));
            }
        }
        if (condition) fail_with_key_paths(paths_of(*condition));
    }

    void expect_update(const Update& update, const std::string& returns) {
        const Updated updated = apply(update, check_.stored, key_of_item());
        for (const std::string& error : updated.errors) fail(validation(error));
        if (failed()) return;
        check_.after = updated.item;
        check_.outcome = updated.item ? "applied" : "nothing to do";
        if (returns == "NONE") check_.reply = attributes(std::nullopt);
        if (returns == "ALL_OLD") check_.reply = attributes(check_.stored);
        if (returns == "ALL_NEW") check_.reply = attributes(check_.after);
        if (returns == "UPDATED_OLD") check_.reply = attributes(touched(update, check_.stored));
        if (returns == "UPDATED_NEW") check_.reply = attributes(touched(update, check_.after));
    }

    Random random_;
    ValueGenerator values_;
    Scope scope_;
    Wording wording_ = Wording::Bare;
    Item imagined_;
    Check check_;
};

}  // namespace

Item key_of_item() {
    return {{kKeyName, Value{std::string("k")}}};
}

Check make_check(std::uint64_t seed, std::uint64_t index) {
    return CheckBuilder(seed, index).build();
}

}  // namespace stator::oracle
