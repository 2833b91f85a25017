// An operation's name on the first line, then its request's JSON. The operation's decode_… function
// always returns a request within the limits or a client error. Spacing of the JSON and unknown
// members do not change the result.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/base/limits.hpp"
#include "protocol/operations/batch/batch.hpp"
#include "protocol/operations/items/items.hpp"
#include "protocol/operations/query/query.hpp"
#include "protocol/operations/settings/account.hpp"
#include "protocol/operations/settings/tags.hpp"
#include "protocol/operations/tables/tables.hpp"
#include "protocol/wire/attribute_codec.hpp"
#include "protocol/wire/json.hpp"
#include "tests/fuzz/oracle.hpp"
#include "tests/fuzz/target.hpp"

namespace stator::fuzz {
namespace {

using protocol::Result;
using protocol::wire::JsonDocument;
using protocol::wire::JsonView;

// A decoded request as text, with enough detail to distinguish two requests. No templates here, so
// that a pointer to an image is shown as the image.
std::string text_of_request(const protocol::values::ItemImagePtr& image) {
    std::string text;
    if (image) protocol::wire::append_item(text, *image);
    return text;
}

std::string text_of_request(const std::optional<protocol::expression::Condition>& condition) {
    return condition ? protocol::expression::condition_text(*condition) : "";
}

std::string text_of_request(
    const std::optional<std::vector<protocol::values::DocumentPath>>& projection
) {
    std::string text;
    if (!projection) return text;
    for (const auto& path : *projection) text.append(protocol::values::path_text(path));
    return text;
}

void check_table_name(std::string_view name) {
    require(!name.empty() && name.size() <= protocol::kMaxTableArnBytes, "name of a table", name);
}

std::string text_of_request(const protocol::operations::items::WriteOptions& options) {
    check_table_name(options.table_name);
    return options.table_name + " " + text_of_request(options.condition);
}

std::string text_of_request(const protocol::operations::items::PutItemRequest& put) {
    require(put.item->item_size() <= protocol::kMaxItemBytes, "size of an item");
    return text_of_request(put.options) + text_of_request(put.item);
}

std::string text_of_request(const protocol::operations::items::UpdateItemRequest& update) {
    return text_of_request(update.options) + text_of_request(update.key) +
           protocol::expression::update_text(update.update);
}

std::string text_of_request(const protocol::operations::items::DeleteItemRequest& remove) {
    return text_of_request(remove.options) + text_of_request(remove.key);
}

std::string text_of_request(const protocol::operations::items::GetItemRequest& get) {
    check_table_name(get.table_name);
    return get.table_name + text_of_request(get.key) + text_of_request(get.projection);
}

std::string text_of_request(const protocol::operations::query::ReadOptions& options) {
    check_table_name(options.table_name);
    require(!options.limit || *options.limit >= 1, "Limit");
    return options.table_name + " " + options.index_name + " " +
           text_of_request(options.projection) + std::to_string(options.limit.value_or(0)) +
           text_of_request(options.filter) + text_of_request(options.start_key);
}

std::string text_of_request(const protocol::operations::query::QueryRequest& query) {
    std::string text = text_of_request(query.options);
    for (const auto& condition : query.key_conditions) {
        text.append(condition.attribute).append(std::to_string(static_cast<int>(condition.op)));
        for (const auto& literal : condition.values) text.append(literal.value.encoded());
    }
    return text;
}

std::string text_of_request(const protocol::operations::query::ScanRequest& scan) {
    require(scan.total_segments >= 1, "TotalSegments");
    require(scan.total_segments <= protocol::kMaxScanSegments, "TotalSegments");
    require(scan.segment >= 0 && scan.segment < scan.total_segments, "Segment");
    return text_of_request(scan.options) + std::to_string(scan.segment);
}

std::string text_of_request(const protocol::operations::batch::BatchGetRequest& batch) {
    std::string text;
    std::size_t keys = 0;
    for (const auto& table : batch.tables) {
        check_table_name(table.table_name);
        const std::string repeated = "{\"Keys\":[]" + table.options_json + "}";
        require(JsonDocument::parse(repeated).has_value(), "options to repeat", repeated);
        text.append(table.table_name).append(text_of_request(table.projection));
        for (const auto& key : table.keys) text.append(text_of_request(key));
        keys += table.keys.size();
    }
    require(keys >= 1 && keys <= protocol::kMaxBatchGetKeys, "number of keys");
    return text;
}

std::string text_of_request(const protocol::operations::batch::BatchWriteRequest& batch) {
    std::string text;
    std::size_t writes = 0;
    for (const auto& table : batch.tables) {
        check_table_name(table.table_name);
        text.append(table.table_name);
        for (const auto& write : table.writes) {
            text.append(write.is_put ? "put" : "delete").append(text_of_request(write.image));
        }
        writes += table.writes.size();
    }
    require(writes >= 1 && writes <= protocol::kMaxBatchWriteRequests, "number of writes");
    return text;
}

std::string text_of_request(const protocol::operations::tables::CreateTableRequest& create) {
    check_table_name(create.table_name);
    require(create.local_indexes.size() <= protocol::kMaxLocalIndexes, "local indexes");
    std::string text = create.table_name;
    for (const auto& index : create.global_indexes) text.append(" ").append(index.name);
    for (const auto& index : create.local_indexes) text.append(" ").append(index.name);
    for (const auto& [key, value] : create.tags) text.append(key).append(value);
    return text;
}

std::string text_of_request(const protocol::operations::tables::UpdateTableRequest& update) {
    check_table_name(update.table_name);
    std::string text = update.table_name;
    for (const auto& action : update.index_actions)
        text.append(" ").append(protocol::operations::tables::index_name(action));
    return text;
}

std::string text_of_request(const protocol::operations::tables::TableNameRequest& request) {
    check_table_name(request.table_name);
    return request.table_name;
}

std::string text_of_request(const protocol::operations::tables::ListTablesRequest& list) {
    require(list.limit >= 1 && list.limit <= protocol::kMaxListedTables, "Limit");
    return list.exclusive_start_table_name + std::to_string(list.limit);
}

using Decoder = Result<std::string> (*)(JsonView);

template <auto Decode>
auto decode_anywhere(JsonView request) {
    using protocol::operations::Reading;
    if constexpr (std::is_invocable_v<decltype(Decode), JsonView, const Reading&>) {
        return Decode(request, Reading());
    } else {
        return Decode(request);
    }
}

template <auto Decode>
Result<std::string> decode(JsonView request) {
    auto decoded = decode_anywhere<Decode>(request);
    if (decoded.has_error()) return std::move(decoded).error();
    if constexpr (requires { text_of_request(*decoded); }) {
        return text_of_request(*decoded);
    } else {
        return "fine";  // the others can hardly be wrong
    }
}

struct Operation {
    std::string_view name;
    Decoder decoder;
};

constexpr Operation kOperations[] = {
    {"BatchGetItem", decode<protocol::operations::batch::decode_batch_get_item>},
    {"BatchWriteItem", decode<protocol::operations::batch::decode_batch_write_item>},
    {"CreateTable", decode<protocol::operations::tables::decode_create_table>},
    {"DeleteItem", decode<protocol::operations::items::decode_delete_item>},
    {"DeleteTable", decode<protocol::operations::tables::decode_delete_table>},
    {"DescribeEndpoints", decode<protocol::operations::settings::decode_describe_endpoints>},
    {"DescribeLimits", decode<protocol::operations::settings::decode_describe_limits>},
    {"DescribeTable", decode<protocol::operations::tables::decode_describe_table>},
    {"GetItem", decode<protocol::operations::items::decode_get_item>},
    {"ListTables", decode<protocol::operations::tables::decode_list_tables>},
    {"ListTagsOfResource", decode<protocol::operations::settings::decode_list_tags>},
    {"PutItem", decode<protocol::operations::items::decode_put_item>},
    {"Query", decode<protocol::operations::query::decode_query>},
    {"Scan", decode<protocol::operations::query::decode_scan>},
    {"TagResource", decode<protocol::operations::settings::decode_tag_resource>},
    {"UntagResource", decode<protocol::operations::settings::decode_untag_resource>},
    {"UpdateItem", decode<protocol::operations::items::decode_update_item>},
    {"UpdateTable", decode<protocol::operations::tables::decode_update_table>},
};

// The decoded request, or the error's type and message.
std::string decoded_outcome(Decoder decoder, const std::string& body) {
    const auto document = JsonDocument::parse(body);
    require(document.has_value(), "still JSON", body);
    const auto decoded = decoder(document->root());
    if (decoded.has_value()) return "decoded " + *decoded;
    require_client_error(decoded.error(), body);
    return std::string(error_name(decoded.error().type)) + ": " + decoded.error().message;
}

void check_decoded(Decoder decoder, const std::string& body) {
    const auto document = JsonDocument::parse(body);
    if (!document || !document->root().is_object()) return;
    const std::string expected = decoded_outcome(decoder, body);
    const std::string compact = document->root().text();
    // A number with more digits than a double may be read back as a neighbouring number after it
    // was written; errors repeat numbers that are not attributes.
    if (JsonDocument::parse(compact)->root().text() != compact) return;
    require(
        decoded_outcome(decoder, compact) == expected,
        "spacing",
        expected,
        decoded_outcome(decoder, compact)
    );
    const std::string_view members = std::string_view(compact).substr(1, compact.size() - 2);
    std::string more("{\"Unknown\":[{\"a\":[]}],\"tablename\":null");
    if (!members.empty()) more.append(",").append(members);
    more.append("}");
    require(
        decoded_outcome(decoder, more) == expected,
        "unknown members",
        expected,
        decoded_outcome(decoder, more)
    );
    if (members.empty()) return;
    const std::string twice = "{" + std::string(members) + "," + std::string(members) + "}";
    require(
        decoded_outcome(decoder, twice) == expected,
        "last wins",
        expected,
        decoded_outcome(decoder, twice)
    );
}

}  // namespace
}  // namespace stator::fuzz

STATOR_FUZZ_TARGET(request) {
    using namespace stator::fuzz;
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const std::size_t line = input.find('\n');
    if (line == std::string_view::npos) return 0;
    for (const Operation& operation : kOperations) {
        if (operation.name != input.substr(0, line)) continue;
        check_decoded(operation.decoder, std::string(input.substr(line + 1)));
    }
    return 0;
}
