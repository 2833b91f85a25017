// Numbers, keys, images, expressions.
#include <benchmark/benchmark.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "engine/expression/evaluate.hpp"
#include "engine/schema/key_encoding.hpp"
#include "engine/schema/partition_hash.hpp"
#include "micro/micro_case.hpp"
#include "micro/sample_items.hpp"
#include "protocol/expression/analysis/expression_scope.hpp"
#include "protocol/expression/analysis/parser.hpp"
#include "protocol/values/number.hpp"
#include "protocol/wire/attribute_codec.hpp"
#include "protocol/wire/json.hpp"

namespace stator::bench {
namespace {

using benchmark::DoNotOptimize;
using protocol::expression::analysis::ExpressionScope;
using protocol::expression::analysis::ParsedExpressions;
using protocol::values::Dialect;
using protocol::wire::JsonDocument;

constexpr std::string_view kLongNumber = "-12345678901234567890.123456789012345678";
constexpr std::string_view kNames = R"({"#s":"status"})";
constexpr std::string_view kValues = R"({":v":{"S":"new"},":one":{"N":"1"},":zero":{"N":"0"}})";
constexpr std::string_view kCondition = "attribute_exists(pk) AND n >= :zero";
constexpr std::string_view kUpdate = "SET #s = :v ADD n :one";

std::string encoded(std::string_view number) {
    std::string bytes;
    protocol::values::encode_number(number, Dialect::Current, bytes).value();
    return bytes;
}

using Cases = std::vector<MicroCase>;

void add_encode_case(Cases& cases, std::string name, std::string_view number) {
    const auto prepare = [number] {
        return [number, bytes = std::string()]() mutable {
            bytes.clear();
            DoNotOptimize(protocol::values::encode_number(number, Dialect::Current, bytes));
        };
    };
    cases.push_back({std::move(name), prepare});
}

void add_number_cases(Cases& cases) {
    add_encode_case(cases, "number/encode_short", "42");
    add_encode_case(cases, "number/encode_38_digits", kLongNumber);
    const auto print = [] {
        return [number = encoded(kLongNumber), text = std::string()]() mutable {
            text.clear();
            protocol::values::append_number_text(number, text);
            DoNotOptimize(text);
        };
    };
    cases.push_back({"number/print", print});
    const auto add = [] {
        return [left = encoded("17"), right = encoded("1"), sum = std::string()]() mutable {
            sum.clear();
            DoNotOptimize(protocol::values::add_numbers(left, right, sum));
        };
    };
    cases.push_back({"number/add", add});
    const auto compare = [] {
        return
            [left = encoded(kLongNumber), right = encoded("17")] { DoNotOptimize(left < right); };
    };
    cases.push_back({"number/compare", compare});
}

void add_key_cases(Cases& cases) {
    const auto encode_part = [] {
        return [bytes = std::string()]() mutable {
            bytes.clear();
            engine::schema::append_key_part(bytes, "customer-0042");
            DoNotOptimize(bytes);
        };
    };
    cases.push_back({"key/encode_part", encode_part});
    const auto partition_hash = [] {
        return [] { DoNotOptimize(engine::schema::hash_partition_key("customer-0042")); };
    };
    cases.push_back({"key/partition_hash", partition_hash});
}

// The item of 1 KB as a parsed document.
std::shared_ptr<JsonDocument> item_document() {
    return std::make_shared<JsonDocument>(std::move(*JsonDocument::parse(record_json(1))));
}

void add_image_cases(Cases& cases) {
    const auto parse_1kb_item = [] {
        return [text = record_json(1)] { DoNotOptimize(JsonDocument::parse(text)); };
    };
    cases.push_back({"json/parse_1kb_item", parse_1kb_item});
    const auto decode_1kb_item = [] {
        return [document = item_document()] {
            DoNotOptimize(protocol::wire::decode_item(document->root(), Dialect::Current));
        };
    };
    cases.push_back({"image/decode_1kb_item", decode_1kb_item});
    const auto print_1kb_item = [] {
        return [image = record_image(1), text = std::string()]() mutable {
            text.clear();
            protocol::wire::append_item(text, *image);
            DoNotOptimize(text);
        };
    };
    cases.push_back({"image/print_1kb_item", print_1kb_item});
    const auto find_attribute = [] {
        return [image = record_image(1)] { DoNotOptimize(image->find("status")); };
    };
    cases.push_back({"image/find_attribute", find_attribute});
}

// The documents of ExpressionAttributeNames and ExpressionAttributeValues.
struct Placeholders {
    JsonDocument names = std::move(*JsonDocument::parse(std::string(kNames)));
    JsonDocument values = std::move(*JsonDocument::parse(std::string(kValues)));

    ExpressionScope scope() const {
        return ExpressionScope::decode(names.root(), values.root(), Dialect::Current).value();
    }
};

void add_expression_cases(Cases& cases) {
    using protocol::values::ExpressionKind;
    const auto decode_scope = [] {
        return [placeholders = std::make_shared<Placeholders>()] {
            DoNotOptimize(placeholders->scope());
        };
    };
    cases.push_back({"expression/decode_scope", decode_scope});
    // The text has been parsed before, as on a worker's thread.
    const auto parse = [] {
        return [scope = std::make_shared<ExpressionScope>(Placeholders().scope()),
                known = std::make_shared<ParsedExpressions>()] {
            DoNotOptimize(protocol::expression::analysis::parse_condition(
                kCondition, ExpressionKind::Condition, *scope, known.get()
            ));
        };
    };
    cases.push_back({"expression/parse_condition", parse});
    const auto update = [] {
        return [scope = std::make_shared<ExpressionScope>(Placeholders().scope()),
                known = std::make_shared<ParsedExpressions>()] {
            DoNotOptimize(protocol::expression::analysis::parse_update(kUpdate, *scope, known.get())
            );
        };
    };
    cases.push_back({"expression/parse_update", update});
    const auto evaluate_condition = [] {
        auto scope = Placeholders().scope();
        auto parsed = protocol::expression::analysis::parse_condition(
            kCondition, ExpressionKind::Condition, scope
        );
        auto condition =
            std::make_shared<protocol::expression::Condition>(std::move(parsed).value());
        return [condition, image = record_image(1)] {
            DoNotOptimize(
                engine::expression::evaluate(*condition, protocol::values::ItemView(image.get()))
            );
        };
    };
    cases.push_back({"expression/evaluate_condition", evaluate_condition});
}

}  // namespace

std::vector<MicroCase> protocol_cases() {
    Cases cases;
    add_number_cases(cases);
    add_key_cases(cases);
    add_image_cases(cases);
    add_expression_cases(cases);
    return cases;
}

}  // namespace stator::bench
