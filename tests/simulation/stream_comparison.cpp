// The part of the comparison that replays streams.
#include <map>
#include <set>

#include "tests/simulation/comparison.hpp"
#include "tests/simulation/operations/table_definition.hpp"

namespace stator::simulation {
namespace {

constexpr std::int64_t kRetentionMs = 24 * 3'600'000LL;

// One record, reduced to strings. An absent image is "".
struct Record {
    std::string event;
    std::string old_image;
    std::string new_image;
    std::string by;  // the deleting service, "" for a request
    std::int64_t seconds = 0;
    std::string sequence_number;

    bool tells_the_same_as(const Record& other) const {
        return event == other.event && old_image == other.old_image &&
               new_image == other.new_image && by == other.by && seconds == other.seconds;
    }

    std::string text() const {
        return event + " " + (old_image.empty() ? "-" : old_image) + " -> " +
               (new_image.empty() ? "-" : new_image) + " by " + (by.empty() ? "request" : by) +
               " at " + std::to_string(seconds);
    }
};

// By the item's key as JSON, in order.
using Replay = std::map<std::string, std::vector<Record>>;

Request stream_request(std::string operation, std::string json) {
    return {std::move(operation), std::move(json), true};
}

class StreamReader {
public:
    StreamReader(const World& world, std::string arn, std::size_t page_items)
        : world_(world), arn_(std::move(arn)), page_items_(page_items) {}

    // Every record that can be read; shards follow their parents.
    std::optional<Difference> read() {
        std::set<std::string> done;
        std::string start;
        do {
            const rapidjson::Document reply = describe(start);
            if (!failure_.empty()) return Difference{"stream", failure_};
            const rapidjson::Value& description = reply["StreamDescription"];
            status_ = description["StreamStatus"].GetString();
            for (const auto& shard : description["Shards"].GetArray()) shards_.push_back(of(shard));
            const auto last = description.FindMember("LastEvaluatedShardId");
            start = last == description.MemberEnd() ? "" : last->value.GetString();
        } while (!start.empty());
        for (std::size_t round = 0; done.size() < shards_.size(); ++round) {
            if (round > shards_.size()) return Difference{"stream", "shards in a circle"};
            for (const Shard& shard : shards_) {
                if (done.contains(shard.id) || is_waiting(shard, done)) continue;
                read_shard(shard.id);
                if (!failure_.empty()) return Difference{"stream", failure_};
                done.insert(shard.id);
            }
        }
        return std::nullopt;
    }

    const Replay& replay() const { return replay_; }

    const std::string& status() const { return status_; }

private:
    struct Shard {
        std::string id;
        std::string parent;
    };

    static Shard of(const rapidjson::Value& shard) {
        const auto parent = shard.FindMember("ParentShardId");
        return {
            shard["ShardId"].GetString(),
            parent == shard.MemberEnd() ? "" : parent->value.GetString()};
    }

    // True while the parent still exists and has not been read.
    bool is_waiting(const Shard& shard, const std::set<std::string>& done) const {
        for (const Shard& other : shards_) {
            if (other.id == shard.parent) return !done.contains(other.id);
        }
        return false;
    }

    rapidjson::Document call(const Request& request) {
        rapidjson::Document reply;
        const Answer answer = world_.run(request);
        if (!answer.error.empty()) {
            failure_ = request.operation + ": " + answer.error + " " + answer.text;
            reply.SetObject();
            return reply;
        }
        reply.Parse(answer.text.data(), answer.text.size());
        return reply;
    }

    rapidjson::Document describe(const std::string& start) {
        std::string json = "{\"StreamArn\":" + quoted(arn_);
        if (!start.empty()) json.append(",\"ExclusiveStartShardId\":").append(quoted(start));
        return call(stream_request("DescribeStream", json + "}"));
    }

    void read_shard(const std::string& shard) {
        const rapidjson::Document first = call(stream_request(
            "GetShardIterator",
            "{\"StreamArn\":" + quoted(arn_) + ",\"ShardId\":" + quoted(shard) +
                ",\"ShardIteratorType\":\"TRIM_HORIZON\"}"
        ));
        if (!failure_.empty()) return;
        std::string iterator = first["ShardIterator"].GetString();
        while (!iterator.empty()) {
            std::string json = "{\"ShardIterator\":" + quoted(iterator);
            if (page_items_ != 0) json.append(",\"Limit\":").append(std::to_string(page_items_));
            const rapidjson::Document page = call(stream_request("GetRecords", json + "}"));
            if (!failure_.empty()) return;
            const auto& records = page["Records"];
            for (const auto& record : records.GetArray()) take(record);
            // An open shard always has a next iterator.
            const auto next = page.FindMember("NextShardIterator");
            const bool is_over = next == page.MemberEnd() || records.Empty();
            iterator = is_over ? "" : next->value.GetString();
        }
    }

    void take(const rapidjson::Value& json) {
        const rapidjson::Value& change = json["dynamodb"];
        const auto image = [&](const char* name) {
            const auto found = change.FindMember(name);
            return found == change.MemberEnd() ? "" : canonical_json(found->value);
        };
        Record record{
            json["eventName"].GetString(), image("OldImage"), image("NewImage"), "", 0, ""};
        const auto identity = json.FindMember("userIdentity");
        if (identity != json.MemberEnd()) record.by = identity->value["PrincipalId"].GetString();
        record.seconds = change["ApproximateCreationDateTime"].GetInt64();
        record.sequence_number = change["SequenceNumber"].GetString();
        replay_[canonical_json(change["Keys"])].push_back(std::move(record));
    }

    const World& world_;
    const std::string arn_;
    const std::size_t page_items_;
    std::vector<Shard> shards_;
    std::string status_;
    std::string failure_;
    Replay replay_;
};

Replay expected_replay(const ExpectedStream& stream, std::int64_t horizon_ms) {
    Replay replay;
    for (const ExpectedRecord& expected : stream.records) {
        if (expected.time_ms < horizon_ms) continue;
        const char* event = expected.old_item.empty()   ? "INSERT"
                            : expected.new_item.empty() ? "REMOVE"
                                                        : "MODIFY";
        replay[expected.key].push_back(
            {event,
             expected.old_item,
             expected.new_item,
             expected.by_time_to_live ? "dynamodb.amazonaws.com" : "",
             expected.time_ms / 1'000,
             ""}
        );
    }
    return replay;
}

// The mistake within the records of one item, regardless of the model.
std::string broken_chain(const std::vector<Record>& records) {
    for (std::size_t i = 0; i < records.size(); ++i) {
        const Record& record = records[i];
        const bool fits = record.event == "INSERT"   ? record.old_image.empty()
                          : record.event == "REMOVE" ? record.new_image.empty()
                                                     : !record.old_image.empty();
        if (!fits) return "a wrong event: " + record.text();
        if (i == 0) continue;
        if (records[i - 1].new_image != record.old_image) {
            return "broken images: " + records[i - 1].text() + ", then " + record.text();
        }
        if (records[i - 1].sequence_number >= record.sequence_number) {
            return "falling sequence numbers: " + record.text();
        }
    }
    return "";
}

std::string compare_records(
    const std::vector<Record>& actual, const std::vector<Record>& expected
) {
    for (std::size_t i = 0; i < std::max(actual.size(), expected.size()); ++i) {
        const bool both = i < actual.size() && i < expected.size();
        if (both && actual[i].tells_the_same_as(expected[i])) continue;
        const std::string left = i < actual.size() ? actual[i].text() : "nothing";
        const std::string right = i < expected.size() ? expected[i].text() : "nothing";
        return "record " + std::to_string(i) + ": " + left + "; expected " + right;
    }
    return "";
}

// Replaying a complete stream that still records must give the table.
std::string compare_with_table(const Replay& replay, const ExpectedTable& table) {
    std::map<std::string, std::string> items;
    for (const auto& [key, records] : replay) {
        if (!records.back().new_image.empty()) items[key] = records.back().new_image;
    }
    std::map<std::string, std::string> expected;
    for (const auto& [key, item] : table.items)
        expected[item_json(key_item(key))] = item_json(item);
    return items == expected ? "" : "the replay does not give the table";
}

std::optional<Difference> compare_stream(
    const World& world,
    const std::string& arn,
    const ExpectedTable& table,
    const ExpectedStream& stream,
    std::size_t page_items
) {
    StreamReader reader(world, arn, page_items);
    if (auto difference = reader.read()) return difference;
    const std::string status = stream.disabled_ms ? "DISABLED" : "ENABLED";
    if (reader.status() != status) return Difference{"stream", "is " + reader.status()};
    const Replay expected = expected_replay(stream, world.now_ms() - kRetentionMs);
    for (const auto& [key, records] : reader.replay()) {
        const std::string broken = broken_chain(records);
        if (!broken.empty()) return Difference{"stream", key + ": " + broken};
        if (!expected.contains(key)) {
            return Difference{"stream", key + ": unexpected " + records.front().text()};
        }
    }
    static const std::vector<Record> kNone;
    for (const auto& [key, records] : expected) {
        const auto actual = reader.replay().find(key);
        const std::string text =
            compare_records(actual == reader.replay().end() ? kNone : actual->second, records);
        if (!text.empty()) return Difference{"stream", key + ": " + text};
    }
    const bool is_whole =
        stream.is_complete && !stream.disabled_ms &&
        (stream.records.empty() || stream.records.front().time_ms >= world.now_ms() - kRetentionMs);
    const std::string text = is_whole ? compare_with_table(reader.replay(), table) : "";
    if (!text.empty()) return Difference{"stream", text};
    return std::nullopt;
}

// The ARNs of the table's streams that can be described, by age.
std::vector<std::string> stream_arns(const World& world, const std::string& table) {
    const Answer answer =
        world.run(stream_request("ListStreams", "{\"TableName\":" + quoted(table) + "}"));
    rapidjson::Document list;
    list.Parse(answer.text.data(), answer.text.size());
    std::vector<std::string> arns;
    for (const auto& stream : list["Streams"].GetArray()) {
        const std::string arn = stream["StreamArn"].GetString();
        const Answer description =
            world.run(stream_request("DescribeStream", "{\"StreamArn\":" + quoted(arn) + "}"));
        if (description.error.empty()) arns.push_back(arn);
    }
    return arns;
}

}  // namespace

std::optional<Difference> compare_streams(
    const World& world, const Model& model, std::size_t page_items
) {
    for (std::size_t table = 0; table < table_definitions().size(); ++table) {
        const std::string& name = table_definitions()[table].name;
        std::vector<const ExpectedStream*> expected;
        for (const ExpectedStream& stream : model.table(table).streams) {
            const bool is_spent =
                stream.disabled_ms && *stream.disabled_ms + kRetentionMs <= world.now_ms();
            if (!is_spent) expected.push_back(&stream);
        }
        const std::vector<std::string> arns = stream_arns(world, name);
        if (arns.size() != expected.size()) {
            return Difference{
                "stream",
                name + ": " + std::to_string(arns.size()) + " streams, expected " +
                    std::to_string(expected.size())};
        }
        for (std::size_t i = 0; i < arns.size(); ++i) {
            auto difference =
                compare_stream(world, arns[i], model.table(table), *expected[i], page_items);
            if (difference) return Difference{difference->subject, name + ": " + difference->text};
        }
    }
    return std::nullopt;
}

}  // namespace stator::simulation
