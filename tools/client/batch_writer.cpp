#include "tools/client/batch_writer.hpp"

#include <algorithm>

#include "protocol/base/limits.hpp"
#include "protocol/base/result.hpp"
#include "protocol/wire/json.hpp"
#include "tools/client/replies.hpp"

namespace stator::tools::client {
namespace {

using protocol::wire::JsonDocument;
using protocol::wire::JsonView;
using protocol::wire::JsonWriter;

// A request's body may have 16 MB, so a batch stays well below that.
constexpr std::size_t kMostBatchBytes = std::size_t{12} << 20U;
// Maximum number of batches in a row that write no item: the same as for a batch that is throttled
// as a whole.
constexpr int kMostVainBatches = ApiClient::kMostThrottles;
constexpr double kBytesOfAWriteUnit = 1024;

std::string put_request(const std::string& table, std::string_view item) {
    return protocol::wire::object_text([&](JsonWriter& json) {
        json.string_member("TableName", table);
        json.raw_member("Item", item);
    });
}

// Returns the items that the reply lists as unprocessed.
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

// Estimates the consumed units if the server does not report them.
double estimated_units(const std::vector<std::string_view>& items) {
    double units = 0;
    for (const std::string_view item : items) {
        units += 1 + static_cast<double>(item.size()) / kBytesOfAWriteUnit;
    }
    return units;
}

emulator::Refusal refusal_of(const std::string& why, std::string_view item) {
    constexpr std::size_t kShown = 100;
    std::size_t end = std::min(kShown, item.size());
    const auto is_within_character = [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
    };
    while (end < item.size() && end > 0 && is_within_character(item[end])) --end;
    return {why + ", for the item that begins with " + std::string(item.substr(0, end))};
}

}  // namespace

BatchWriter::BatchWriter(ApiClient& api, std::string table, Spend spend)
    : api_(api),
      table_(std::move(table)),
      spend_(std::move(spend)),
      batch_size_(protocol::kMaxBatchWriteRequests) {}

emulator::Accepted<void> BatchWriter::write(std::span<const std::string_view> items) {
    while (!items.empty()) {
        const auto batch = items.first(next_batch(items));
        STATOR_CHECK(write_batch({batch.begin(), batch.end()}));
        items = items.subspan(batch.size());
    }
    return {};
}

std::size_t BatchWriter::next_batch(std::span<const std::string_view> items) const {
    std::size_t bytes = 0;
    std::size_t count = 0;
    while (count < items.size() && count < batch_size_) {
        bytes += items[count].size();
        if (count > 0 && bytes > kMostBatchBytes) break;
        ++count;
    }
    return count;
}

emulator::Accepted<void> BatchWriter::write_batch(Items items) {
    std::vector<std::string> left;
    for (int attempt = 1;; ++attempt) {
        auto reply = api_.call("BatchWriteItem", request_for(items));
        const auto* const failure = std::get_if<ApiFailure>(&reply);
        if (failure != nullptr && failure->type == "ValidationException") {
            return put_one_by_one(items);
        }
        STATOR_TRY(const JsonDocument document, document_of(std::move(reply)));
        std::vector<std::string> still_left = unprocessed_items(document.root(), table_);
        if (spend_) {
            spend_(consumed_units(document.root()).value_or(estimated_units(items)));
        }
        written_ += items.size() - std::min(items.size(), still_left.size());
        adapt(!still_left.empty() || api_.attempts() > 1);
        if (still_left.empty()) return {};
        if (still_left.size() < items.size()) attempt = 1;
        if (attempt == kMostVainBatches) {
            return emulator::Refusal{"the server leaves items unprocessed again and again"};
        }
        api_.back_off(attempt);
        left = std::move(still_left);
        items.assign(left.begin(), left.end());
    }
}

// Puts the items one by one, because only then does the reply say which item is rejected and why.
emulator::Accepted<void> BatchWriter::put_one_by_one(const Items& items) {
    for (const std::string_view item : items) {
        const auto put = document_of(api_.call("PutItem", put_request(table_, item)));
        if (put.has_error()) return refusal_of(put.error().sentence, item);
        if (spend_) spend_(estimated_units({item}));
        ++written_;
    }
    return {};
}

std::string BatchWriter::request_for(const Items& items) const {
    constexpr std::size_t kBytesAround = 64;
    std::size_t bytes = kBytesAround + table_.size();
    for (const std::string_view item : items) bytes += item.size() + kBytesAround;
    std::string text;
    text.reserve(bytes);
    JsonWriter json(text);
    json.begin_object();
    if (spend_) json.string_member("ReturnConsumedCapacity", "TOTAL");
    json.begin_object("RequestItems");
    json.begin_array(table_);
    for (const std::string_view item : items) {
        json.value_follows();
        text.append(R"({"PutRequest":{"Item":)").append(item).append("}}");
    }
    json.end_array();
    json.end_object();
    json.end_object();
    return text;
}

void BatchWriter::adapt(bool was_throttled) {
    if (was_throttled) {
        batch_size_ = std::max<std::size_t>(1, batch_size_ / 2);
    } else {
        batch_size_ = std::min<std::size_t>(protocol::kMaxBatchWriteRequests, batch_size_ + 1);
    }
}

}  // namespace stator::tools::client
