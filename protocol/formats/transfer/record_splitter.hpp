// Splits a data object, which arrives in pieces, into the texts of its items. Needs memory only for
// one piece and one item, regardless of the object's size.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace stator::protocol::formats::transfer {

// Maximum text of an item: 400 KB in base64, with escapes.
inline constexpr std::size_t kMaxRecordBytes = std::size_t{4} << 20U;

// Usage: add a piece, then call next() until it returns nullopt. After the last piece, call
// finish(), and take the remaining records.
class RecordSplitter {
public:
    virtual ~RecordSplitter() = default;

    void add(std::string_view piece) {
        text_.erase(0, at_);
        at_ = 0;
        text_.append(piece);
    }

    void finish() { is_finished_ = true; }

    // Returns the next record; nullopt if no record is complete. Valid until the next call of
    // next() or add().
    virtual std::optional<std::string_view> next() = 0;

    // Returns true if a record exceeds the maximum length. No more records can be read then.
    virtual bool is_too_long() const { return text_.size() - at_ > kMaxRecordBytes; }

    // Returns the error that stopped the splitter, other than is_too_long(); "" if none.
    virtual std::string_view fault() const { return {}; }

protected:
    std::string text_;
    std::size_t at_ = 0;  // start of the unread text
    bool is_finished_ = false;
};

// Splits into lines without their line ends. Skips empty lines.
class LineSplitter final : public RecordSplitter {
public:
    std::optional<std::string_view> next() override;

private:
    std::size_t searched_ = 0;  // relative to at_
};

// Splits comma-separated values into lines. A quoted field may contain line breaks.
class CsvSplitter final : public RecordSplitter {
public:
    std::optional<std::string_view> next() override;
};

// Splits Ion text into its structs, including those in a list. Anything else is an error.
class IonSplitter final : public RecordSplitter {
public:
    std::optional<std::string_view> next() override;

    std::string_view fault() const override { return fault_; }

private:
    bool pass_byte_order_mark();
    void check_word(std::string_view word, bool is_annotation);

    bool has_begun_ = false;
    std::string_view fault_;
};

}  // namespace stator::protocol::formats::transfer
