#include "tools/transfer/table_moves.hpp"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_future.hpp>
#include <future>
#include <span>
#include <utility>
#include <variant>

#include "protocol/base/limits.hpp"
#include "protocol/base/result.hpp"
#include "protocol/wire/json.hpp"
#include "tools/client/replies.hpp"
#include "tools/client/scan_page.hpp"
#include "tools/client/table_definition.hpp"

namespace stator::tools::transfer {

using protocol::wire::JsonDocument;
using protocol::wire::JsonView;

namespace {

using Reply = std::variant<client::ApiReply, client::ApiFailure>;

// Passes on the items of a page, changed as requested.
class PageItems {
public:
    PageItems(const ItemTaker& take, const ChangeItem& change) : take_(take), change_(change) {}

    emulator::Accepted<void> hand_on(const client::ScanPage& page, bool has_line_breaks) const {
        for (const std::string_view item : page.items) {
            if (has_line_breaks) {
                STATOR_CHECK(hand_on_in_a_line(item));
            } else {
                STATOR_CHECK(hand_on(item));
            }
        }
        return {};
    }

    emulator::Accepted<void> hand_on(const client::ScanLines& page) const {
        if (take_.lines && !change_) return take_.lines(page.items);
        for (std::string_view lines = page.items; !lines.empty();) {
            const std::string_view item = client::take_line_item(lines);
            if (item.empty()) return emulator::Refusal{"a line of the server's reply is no item"};
            STATOR_CHECK(hand_on(item));
        }
        return {};
    }

private:
    // A server may indent its JSON, but a line of a file must contain one item.
    emulator::Accepted<void> hand_on_in_a_line(std::string_view item) const {
        const auto document = JsonDocument::parse(std::string(item));
        return document ? hand_on(document->root().text()) : hand_on(item);
    }

    emulator::Accepted<void> hand_on(std::string_view item) const {
        if (!change_) return take_.item(item);
        STATOR_TRY(const std::string changed, change_(item));
        return take_.item(changed);
    }

    const ItemTaker& take_;
    const ChangeItem& change_;
};

// A received page, in either format.
class Page {
public:
    static std::optional<Page> of(const client::ApiReply& reply) {
        Page page;
        if (reply.is_in_lines) {
            page.lines_ = client::cut_scan_lines(reply.body);
            if (!page.lines_) return std::nullopt;
            return page;
        }
        page.page_ = client::cut_scan_page(reply.body);
        if (!page.page_) return std::nullopt;
        page.has_line_breaks_ = reply.body.find('\n') != std::string::npos ||
                                reply.body.find('\r') != std::string::npos;
        return page;
    }

    std::string_view last_evaluated_key() const {
        return lines_ ? lines_->last_evaluated_key : page_->last_evaluated_key;
    }

    std::uint64_t count() const { return lines_ ? lines_->count : page_->items.size(); }

    emulator::Accepted<void> hand_on(const PageItems& items) const {
        return lines_ ? items.hand_on(*lines_) : items.hand_on(*page_, has_line_breaks_);
    }

private:
    // Exactly one of these two is set.
    std::optional<client::ScanLines> lines_;
    std::optional<client::ScanPage> page_;
    bool has_line_breaks_ = false;
};

// Reads a segment of a table. The next page is received while a page is processed. One thread sends
// all requests, and two buffers hold all pages, because a new thread and new memory for each page
// would cost more than reading it.
class SegmentReader {
public:
    SegmentReader(client::ApiClient& api, const std::string& table, client::Segment segment)
        : api_(api), table_(table), segment_(segment) {
        ask_for({}, {});
    }

    // Reads the whole table. The first page has been received.
    SegmentReader(client::ApiClient& api, const std::string& table, client::ApiReply first)
        : api_(api), table_(table) {
        std::promise<Reply> come;
        come.set_value(std::move(first));
        coming_ = come.get_future();
    }

    bool is_at_end() const { return is_at_end_; }

    // Passes on a page and returns its number of items.
    emulator::Accepted<std::uint64_t> hand_on_page(const PageItems& items) {
        Reply answer = coming_.get();
        if (const auto* failure = std::get_if<client::ApiFailure>(&answer)) {
            return emulator::Refusal{failure->sentence};
        }
        std::string done =
            std::exchange(reply_, std::move(std::get<client::ApiReply>(answer))).body;
        const std::string_view early_key = client::closing_last_evaluated_key(reply_.body);
        if (!early_key.empty()) ask_for(early_key, std::move(done));
        const auto page = Page::of(reply_);
        if (!page) return emulator::Refusal{"the server's reply is no JSON object"};
        is_at_end_ = page->last_evaluated_key().empty();
        if (early_key.empty() && !is_at_end_) {
            ask_for(page->last_evaluated_key(), std::move(done));
        }
        STATOR_CHECK(page->hand_on(items));
        return page->count();
    }

private:
    // `memory`: the buffer of a processed page.
    void ask_for(std::string_view start, std::string memory) {
        coming_ = boost::asio::post(
            thread_,
            boost::asio::use_future([this,
                                     request = client::page_request(table_, start, segment_),
                                     kept = std::move(memory)]() mutable {
                return api_.call_for_lines("Scan", std::move(request), std::move(kept));
            })
        );
    }

    client::ApiClient& api_;
    const std::string& table_;
    const client::Segment segment_ = {};
    std::future<Reply> coming_;
    client::ApiReply reply_;
    bool is_at_end_ = false;
    boost::asio::thread_pool thread_{1};  // its destructor waits for running requests
};

// Takes pages from several readers in turn. Returns the number of items.
emulator::Accepted<std::uint64_t> hand_on_all(
    std::span<SegmentReader> readers, const PageItems& items
) {
    std::uint64_t count = 0;
    for (bool is_more = true; is_more;) {
        is_more = false;
        for (SegmentReader& reader : readers) {
            if (reader.is_at_end()) continue;
            STATOR_TRY(const std::uint64_t more, reader.hand_on_page(items));
            count += more;
            is_more = true;
        }
    }
    return count;
}

// Whether this is the first of several pages from a Stator.
bool is_worth_segments(const client::ApiReply& first) {
    if (!first.is_in_lines) return false;
    const auto page = client::cut_scan_lines(first.body);
    return page && !page->last_evaluated_key.empty();
}

}  // namespace

// A Stator takes two to three times as long to read a page as this program takes to write it, so
// two segments are read from it, and the first page is read again. Other servers may not support
// segments, or may have no capacity left.
emulator::Accepted<std::uint64_t> export_items(
    client::ApiClient& api,
    const std::string& table,
    const ItemTaker& take,
    const ChangeItem& change
) {
    const PageItems items(take, change);
    Reply answer = api.call_for_lines("Scan", client::page_request(table, ""));
    if (const auto* failure = std::get_if<client::ApiFailure>(&answer)) {
        return emulator::Refusal{failure->sentence};
    }
    auto& first = std::get<client::ApiReply>(answer);
    if (!is_worth_segments(first)) {
        SegmentReader reader(api, table, std::move(first));
        return hand_on_all(std::span(&reader, 1), items);
    }
    const auto second = api.another();
    SegmentReader readers[] = {
        {api, table, client::Segment{0, 2}}, {*second, table, client::Segment{1, 2}}};
    return hand_on_all(readers, items);
}

emulator::Accepted<void> TableWriter::open(const std::string& definition) {
    if (!definition.empty()) {
        STATOR_TRY(const auto found, client::find_table(api_, table_));
        if (!found) STATOR_CHECK(client::document_of(api_.call("CreateTable", definition)));
    }
    constexpr std::string_view kRemedy = ": create it, or give its definition by --definition";
    STATOR_TRY(const JsonDocument described, client::made_table(api_, table_, kRemedy));
    return describe(*described.root().find("Table"));
}

emulator::Accepted<void> TableWriter::describe(JsonView table) {
    keys_ = client::key_attributes(table);
    const auto attributes = table.find("AttributeDefinitions");
    if (keys_.empty()) return emulator::Refusal{"the server does not say what the keys are"};
    for (const auto& attribute : attributes->elements()) {
        const JsonView one(attribute);
        definitions_.push_back(
            {std::string(one.string_or_empty("AttributeName")),
             client::scalar_type_from(one.string_or_empty("AttributeType"))}
        );
    }
    return {};
}

std::string TableWriter::key_of(std::string_view item_json) const {
    const auto document = JsonDocument::parse(std::string(item_json));
    std::string key;
    for (const auto& attribute : keys_) {
        const auto value = document->root().find(attribute.name);
        if (value) key.append(value->text()).append("\n");
    }
    return key;
}

// AWS: a batch must not contain two items with the same key.
emulator::Accepted<void> TableWriter::add(std::string_view item_json) {
    std::string key = key_of(item_json);
    const bool is_there = std::ranges::find(item_keys_, key) != item_keys_.end();
    if (is_there || items_.size() == protocol::kMaxBatchWriteRequests) STATOR_CHECK(flush());
    items_.emplace_back(item_json);
    item_keys_.push_back(std::move(key));
    return {};
}

emulator::Accepted<void> TableWriter::flush() {
    const std::vector<std::string_view> items(items_.begin(), items_.end());
    STATOR_CHECK(batches_.write(items));
    items_.clear();
    item_keys_.clear();
    return {};
}

}  // namespace stator::tools::transfer
