#include "engine/persistence/changes/change_codec.hpp"

#include <boost/endian/conversion.hpp>

#include <optional>
#include <type_traits>
#include <utility>

#include "protocol/values/item_flaw.hpp"

namespace stator::engine::persistence::changes {
namespace {

using boost::endian::endian_load;
using boost::endian::endian_store;
using values::ItemImage;
using values::ItemImagePtr;
using endian_order = boost::endian::order;

template <class T, class Value>
concept Like = std::is_same_v<std::remove_const_t<T>, Value>;

// One function for both directions keeps encoding and decoding consistent: `fields(coder, value)`
// names the fields of a value in order, and a coder appends or reads them.
class Encoder {
public:
    explicit Encoder(std::string& out) : out_(out) {}

    template <class Number>
    requires std::is_integral_v<Number> || std::is_enum_v<Number>

    void operator()(const Number& number) {
        unsigned char bytes[sizeof(Number)];
        endian_store<Number, sizeof(Number), endian_order::little>(bytes, number);
        out_.append(reinterpret_cast<const char*>(bytes), sizeof bytes);
    }

    void operator()(std::string_view text) {
        (*this)(static_cast<std::uint32_t>(text.size()));
        out_.append(text);
    }

    void operator()(const std::string& text) { (*this)(std::string_view(text)); }

    void operator()(const ItemImagePtr& image) {
        payload(image == nullptr ? std::string_view() : image->payload());
    }

    // Appends an image's payload. Empty bytes mean that the image is missing: an item always has at
    // least its keys.
    void payload(std::string_view bytes) {
        (*this)(!bytes.empty());
        if (!bytes.empty()) (*this)(bytes);
    }

    void operator()(const std::vector<RowChange>& rows);

    void demand(const ItemImagePtr&) {}

    void operator()(Instant time) { (*this)(time.unix_ms()); }

    template <class T>
    void operator()(const std::optional<T>& value) {
        (*this)(value.has_value());
        if (value) (*this)(*value);
    }

    template <class T>
    void operator()(const std::vector<T>& list) {
        (*this)(static_cast<std::uint32_t>(list.size()));
        for (const T& element : list) fields(*this, element);
    }

private:
    std::string& out_;
};

// Returns zeros after the end of the bytes; is_whole() is then false.
class Decoder {
public:
    Decoder(std::string_view bytes, std::vector<StoredRow>& rows) : bytes_(bytes), rows_(rows) {}

    // True if the bytes contained exactly the values that were read.
    bool is_whole() const { return !has_failed_ && bytes_.empty(); }

    void operator()(bool& flag) {
        std::uint8_t byte = 0;
        (*this)(byte);
        has_failed_ = has_failed_ || byte > 1;
        flag = byte == 1;
    }

    void operator()(model::StreamEvent& event) {
        constexpr auto kLast = static_cast<std::uint8_t>(model::StreamEvent::Remove);
        static_assert(sizeof event == 1);
        std::uint8_t byte = 0;
        (*this)(byte);
        has_failed_ = has_failed_ || byte > kLast;
        if (!has_failed_) event = static_cast<model::StreamEvent>(byte);
    }

    template <class Number>
    requires std::is_integral_v<Number>

    void operator()(Number& number) {
        const std::string_view taken = take(sizeof(Number));
        if (taken.empty()) return;
        const auto* bytes = reinterpret_cast<const unsigned char*>(taken.data());
        number = endian_load<Number, sizeof(Number), endian_order::little>(bytes);
    }

    void operator()(Instant& time) {
        std::int64_t unix_ms = 0;
        (*this)(unix_ms);
        time = Instant(unix_ms);
    }

    void operator()(std::string_view& borrowed) {
        std::uint32_t size = 0;
        (*this)(size);
        borrowed = take(size);
    }

    void operator()(std::string& text) {
        std::string_view borrowed;
        (*this)(borrowed);
        text = borrowed;
    }

    void operator()(ItemImagePtr& image) {
        std::string_view bytes;
        payload(bytes);
        if (!bytes.empty()) image = ItemImage::create(bytes);
    }

    void payload(std::string_view& bytes) {
        bool is_there = false;
        (*this)(is_there);
        if (!is_there) return;
        (*this)(bytes);
        if (has_failed_ || bytes.empty() || values::flaw_of_item(bytes)) {
            has_failed_ = true;
            bytes = {};
        }
    }

    // Fails if the image is missing, because every batch of append_batch() has it.
    void demand(const ItemImagePtr& image) { has_failed_ = has_failed_ || image == nullptr; }

    template <class T>
    void operator()(std::optional<T>& value) {
        bool is_there = false;
        (*this)(is_there);
        if (is_there) (*this)(value.emplace());
    }

    void operator()(std::vector<RowChange>&) { (*this)(rows_); }

    template <class T>
    void operator()(std::vector<T>& list) {
        std::uint32_t count = 0;
        (*this)(count);
        for (; count > 0 && !has_failed_; --count) fields(*this, list.emplace_back());
    }

private:
    std::string_view take(std::size_t count) {
        has_failed_ = has_failed_ || count > bytes_.size();
        if (has_failed_) return {};
        const std::string_view taken = bytes_.substr(0, count);
        bytes_.remove_prefix(count);
        return taken;
    }

    std::string_view bytes_;
    std::vector<StoredRow>& rows_;
    bool has_failed_ = false;
};

void fields(auto& code, Like<StoredRow> auto& row) {
    code(row.table);
    code(row.row_id);
    code.payload(row.payload);
}

void Encoder::operator()(const std::vector<RowChange>& rows) {
    (*this)(static_cast<std::uint32_t>(rows.size()));
    for (const RowChange& row : rows) {
        const std::string_view payload =
            row.image == nullptr ? std::string_view() : row.image->payload();
        const StoredRow stored{row.table.value, row.row_id, payload};
        fields(*this, stored);
    }
}

void fields(auto& code, Like<DefinitionChange> auto& change) {
    code(change.table.value);
    code(change.place.universe);
    code(change.place.region);
    code(change.definition);
    code(change.is_backup);
}

void fields(auto& code, Like<StreamChange> auto& change) {
    code(change.stream.value);
    code(change.place.universe);
    code(change.place.region);
    code(change.definition);
    code(change.trimmed_before);
}

void fields(auto& code, Like<TableCopy> auto& copy) {
    code(copy.from.value);
    code(copy.to.value);
    code(copy.with_history);
}

void fields(auto& code, Like<StreamCopy> auto& copy) {
    code(copy.from.value);
    code(copy.to.value);
    code(copy.last_commit);
}

void fields(auto& code, Like<StreamRecordRow> auto& row) {
    code(row.stream.value);
    code(row.shard_id);
    code(row.record.position.commit);
    code(row.record.position.ordinal);
    code(row.record.time);
    code(row.record.event);
    code(row.record.by_time_to_live);
    code(row.record.keys);
    code.demand(row.record.keys);
    code(row.record.old_image);
    code(row.record.new_image);
}

void fields(auto& code, Like<HistoryRow> auto& row) {
    code(row.table.value);
    code(row.position);
    code(row.first);
    code(row.time);
    code(row.is_insertion);
    code(row.row_id);
    code(row.image);
    code.demand(row.image);
}

void fields(auto& code, Like<TableNumber> auto& table) {
    code(table.value);
}

void fields(auto& code, Like<EntryRow> auto& row) {
    code(row.section);
    code(row.place.universe);
    code(row.place.region);
    code(row.key);
    code(row.value);
    code(row.expires_at);
}

void fields(auto& code, Like<ChangeBatch> auto& batch) {
    code(batch.sequence.value);
    code(batch.rows);
    code(batch.definitions);
    code(batch.streams);
    code(batch.records);
    code(batch.history);
    code(batch.ended_histories);
    code(batch.entries);
    code(batch.expired_by);
    code(batch.table_copies);
    code(batch.stream_copies);
}

}  // namespace

void append_batch(std::string& out, const ChangeBatch& batch) {
    Encoder encoder(out);
    fields(encoder, batch);
}

bool decode_batch(std::string_view bytes, StoredBatches& out) {
    ChangeBatch batch;
    const std::size_t rows_before = out.rows.size();
    Decoder decoder(bytes, out.rows);
    fields(decoder, batch);
    if (!decoder.is_whole()) {
        out.rows.resize(rows_before);
        return false;
    }
    out.batches.push_back(std::move(batch));
    out.row_counts.push_back(out.rows.size() - rows_before);
    return true;
}

bool copies_something(const ChangeBatch& batch) {
    return !batch.table_copies.empty() || !batch.stream_copies.empty();
}

}  // namespace stator::engine::persistence::changes
