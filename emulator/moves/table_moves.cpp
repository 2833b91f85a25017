#include "emulator/moves/table_moves.hpp"

#include <algorithm>

#include "emulator/moves/replies.hpp"
#include "protocol/base/limits.hpp"
#include "protocol/base/result.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::moves {
namespace {

using protocol::values::AttributeType;
using protocol::wire::JsonDocument;
using protocol::wire::JsonView;
using protocol::wire::JsonWriter;

// A request's body may have 16 MB.
constexpr std::size_t kMostBatchBytes = std::size_t{12} << 20U;
constexpr int kMostWaits = 60;

using Reply = std::variant<std::string, ApiFailure>;

AttributeType type_from(std::string_view text) {
    if (text == "N") return AttributeType::Number;
    return text == "B" ? AttributeType::Binary : AttributeType::String;
}

std::string put_request(const std::string& table, std::string_view item) {
    std::string text;
    JsonWriter json(text);
    json.begin_object();
    json.string_member("TableName", table);
    json.key("Item");
    json.raw(item);
    json.end_object();
    return text;
}

std::string batch_request(const std::string& table, const std::vector<std::string>& items) {
    std::string text;
    JsonWriter json(text);
    json.begin_object();
    json.key("RequestItems");
    json.begin_object();
    json.key(table);
    json.begin_array();
    for (const std::string& item : items) json.raw(R"({"PutRequest":{"Item":)" + item + "}}");
    json.end_array();
    json.end_object();
    json.end_object();
    return text;
}

// The items that a reply says were not written.
std::vector<std::string> unprocessed_items(JsonView reply, const std::string& table) {
    std::vector<std::string> items;
    const auto unprocessed = reply.find("UnprocessedItems");
    const auto requests = unprocessed ? unprocessed->find(table) : std::nullopt;
    if (!requests || !requests->is_array()) return items;
    for (const auto& request : requests->elements()) {
        const auto put = JsonView(request).find("PutRequest");
        const auto item = put ? put->find("Item") : std::nullopt;
        if (item) items.push_back(item->text());
    }
    return items;
}

}  // namespace

forms::Accepted<std::uint64_t> export_items(
    ApiClient& api, const std::string& table, ItemFile& file
) {
    std::uint64_t count = 0;
    std::string start;
    do {
        STATOR_TRY(
            const JsonDocument page, document_of(api.call("Scan", page_request(table, start)))
        );
        const auto items = page.root().find("Items");
        if (items && items->is_array()) {
            for (const auto& item : items->elements()) {
                STATOR_CHECK(file.add(JsonView(item).text()));
                ++count;
            }
        }
        const auto last = page.root().find("LastEvaluatedKey");
        start = last ? last->text() : std::string();
    } while (!start.empty());
    STATOR_CHECK(file.close());
    return count;
}

forms::Accepted<void> TableWriter::open(const std::string& definition) {
    Reply reply = api_.call("DescribeTable", table_request(table_));
    const auto* const failure = std::get_if<ApiFailure>(&reply);
    const bool is_missing = failure != nullptr && failure->type == "ResourceNotFoundException";
    if (is_missing && !definition.empty()) {
        STATOR_CHECK(document_of(api_.call("CreateTable", definition)));
        reply = api_.call("DescribeTable", table_request(table_));
    }
    for (int attempt = 1;; ++attempt) {
        STATOR_TRY(const JsonDocument described, document_of(std::move(reply)));
        const auto table = described.root().find("Table");
        if (!table) return forms::Refusal{"the server says nothing of the table"};
        const bool is_ready = table->string_or_empty("TableStatus") != "CREATING";
        if (is_ready || attempt == kMostWaits) return describe(table->text());
        api_.back_off(attempt);
        reply = api_.call("DescribeTable", table_request(table_));
    }
}

forms::Accepted<void> TableWriter::describe(const std::string& definition) {
    const auto document = JsonDocument::parse(definition);
    const auto keys = document->root().find("KeySchema");
    const auto attributes = document->root().find("AttributeDefinitions");
    if (!keys || !attributes) return forms::Refusal{"the server does not say what the keys are"};
    for (const auto& key : keys->elements()) {
        keys_.emplace_back(JsonView(key).string_or_empty("AttributeName"));
    }
    for (const auto& attribute : attributes->elements()) {
        const JsonView one(attribute);
        definitions_.push_back(
            {std::string(one.string_or_empty("AttributeName")),
             type_from(one.string_or_empty("AttributeType"))}
        );
    }
    return {};
}

std::string TableWriter::key_of(std::string_view item_json) const {
    const auto document = JsonDocument::parse(std::string(item_json));
    std::string key;
    for (const std::string& name : keys_) {
        const auto value = document->root().find(name);
        if (value) key.append(value->text()).append("\n");
    }
    return key;
}

// AWS: no batch may have two items of one key.
forms::Accepted<void> TableWriter::add(std::string_view item_json) {
    std::string key = key_of(item_json);
    const bool is_there = std::ranges::find(item_keys_, key) != item_keys_.end();
    const bool is_full = items_.size() == protocol::kMaxBatchWriteRequests ||
                         bytes_ + item_json.size() > kMostBatchBytes;
    if (is_there || is_full) STATOR_CHECK(flush());
    bytes_ += item_json.size();
    items_.emplace_back(item_json);
    item_keys_.push_back(std::move(key));
    return {};
}

forms::Accepted<void> TableWriter::flush() {
    for (int attempt = 1; !items_.empty(); ++attempt) {
        Reply reply = api_.call("BatchWriteItem", batch_request(table_, items_));
        const auto* const failure = std::get_if<ApiFailure>(&reply);
        if (failure != nullptr && failure->type == "ValidationException") return put_one_by_one();
        STATOR_TRY(const JsonDocument document, document_of(std::move(reply)));
        std::vector<std::string> left = unprocessed_items(document.root(), table_);
        written_ += items_.size() - left.size();
        if (left.size() < items_.size()) attempt = 1;
        if (!left.empty() && attempt == kMostWaits) {
            return forms::Refusal{"the server leaves items unprocessed again and again"};
        }
        if (!left.empty()) api_.back_off(attempt);
        items_ = std::move(left);
    }
    item_keys_.clear();
    bytes_ = 0;
    return {};
}

// Which of them is refused, and why, is said of it alone.
forms::Accepted<void> TableWriter::put_one_by_one() {
    for (const std::string& item : items_) {
        STATOR_CHECK(document_of(api_.call("PutItem", put_request(table_, item))));
        ++written_;
    }
    items_.clear();
    item_keys_.clear();
    bytes_ = 0;
    return {};
}

}  // namespace stator::emulator::moves
