#include "conformance/hunt/stream_history.hpp"

#include <map>
#include <set>
#include <vector>

#include "conformance/generate/json_text.hpp"
#include "conformance/hunt/normal_form.hpp"

namespace stator::conformance::hunt {
namespace {

using generate::ObjectText;
using generate::Request;

std::string member_text(const Json* object, std::string_view name) {
    const Json* member = object == nullptr ? nullptr : find_member(*object, name);
    return member != nullptr && member->IsString() ? std::string(text_of(*member)) : "";
}

std::string stream_arn(Side& side, const std::string& table) {
    const Answer answer =
        side.call({"DescribeTable", ObjectText().add_text("TableName", table).text()});
    if (!answer.is_success()) return "";
    const JsonDocument body = parse_json(answer.body);
    return member_text(find_member(body, "Table"), "LatestStreamArn");
}

std::vector<std::string> shards_of(Side& side, const std::string& arn) {
    std::vector<std::string> shards;
    const Answer answer =
        side.call({"DescribeStream", ObjectText().add_text("StreamArn", arn).text()});
    if (!answer.is_success()) return shards;
    const JsonDocument body = parse_json(answer.body);
    const Json* description = find_member(body, "StreamDescription");
    const Json* list = description == nullptr ? nullptr : find_member(*description, "Shards");
    if (list == nullptr) return shards;
    for (const Json& shard : list->GetArray()) shards.push_back(member_text(&shard, "ShardId"));
    return shards;
}

std::string image_text(const Json& record, std::string_view name) {
    const Json* image = find_member(record, name);
    return image == nullptr ? "" : normal_item_text(*image);
}

/// The contents that result from applying the records, by key.
class History {
public:
    /// Returns "" or the record's error.
    std::string apply(const Json& record) {
        const Json* change = find_member(record, "dynamodb");
        const Json* keys = change == nullptr ? nullptr : find_member(*change, "Keys");
        if (keys == nullptr) return "a record has no keys";
        const std::string key = normal_item_text(*keys);
        const std::string event = member_text(&record, "eventName");
        std::string& image = images_[key];
        if (image_text(*change, "OldImage") != image) {
            return event + " of " + key + " has another old image than the record before it left";
        }
        const std::string next = image_text(*change, "NewImage");
        const std::string right = image.empty() ? "INSERT" : next.empty() ? "REMOVE" : "MODIFY";
        if (event != right) return "a record of " + key + " is called " + event;
        image = next;
        return "";
    }

    std::multiset<std::string> contents() const {
        std::multiset<std::string> contents;
        for (const auto& [key, image] : images_) {
            if (!image.empty()) contents.insert(image);
        }
        return contents;
    }

private:
    std::map<std::string, std::string> images_;
};

std::string read_shard(
    Side& side, const std::string& arn, const std::string& shard, History& history
) {
    const Answer first = side.call(
        {"GetShardIterator",
         ObjectText()
             .add_text("StreamArn", arn)
             .add_text("ShardId", shard)
             .add_text("ShardIteratorType", "TRIM_HORIZON")
             .text()}
    );
    if (!first.is_success()) return "";
    std::string iterator =
        member_text(&static_cast<const Json&>(parse_json(first.body)), "ShardIterator");
    while (!iterator.empty()) {
        const Answer answer =
            side.call({"GetRecords", ObjectText().add_text("ShardIterator", iterator).text()});
        if (!answer.is_success()) return "";
        const JsonDocument body = parse_json(answer.body);
        const Json* records = find_member(body, "Records");
        if (records == nullptr || records->Empty()) return "";
        for (const Json& record : records->GetArray()) {
            if (std::string fault = history.apply(record); !fault.empty()) return fault;
        }
        iterator = member_text(&body, "NextShardIterator");
    }
    return "";
}

}  // namespace

Request plan_stream(const generate::KnownTable& table, Random& /*random*/) {
    if (!table.shape.has_stream) return {};
    return {"DescribeTable", ObjectText().add_text("TableName", table.shape.name).text()};
}

std::string judge_stream(
    Side& side, const generate::KnownTable& table, const Request& /*request*/
) {
    const std::string arn = stream_arn(side, table.shape.name);
    if (arn.empty()) return "";
    History history;
    for (const std::string& shard : shards_of(side, arn)) {
        if (std::string fault = read_shard(side, arn, shard, history); !fault.empty()) return fault;
    }
    std::vector<generate::Item> items;
    if (!side.read_all(table.shape.name, items)) return "";
    std::multiset<std::string> contents;
    for (const generate::Item& item : items) {
        contents.insert(normal_item_text(parse_json(generate::item_text(item))));
    }
    if (contents == history.contents()) return "";
    return "the stream's records make " + std::to_string(history.contents().size()) +
           " items, the table has " + std::to_string(contents.size()) + " or others";
}

}  // namespace stator::conformance::hunt
