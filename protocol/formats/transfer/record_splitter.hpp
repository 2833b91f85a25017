// Cuts a data object, which comes in pieces, into the texts of its items. Holds the piece and one
// item, however large the object is.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace stator::protocol::formats::transfer {

// No item's text is longer: 400 KB in base64, with escapes.
inline constexpr std::size_t kMaxRecordBytes = std::size_t{4} << 20U;

// Add a piece, then take every record that is whole, until there is none. After the last piece
// comes finish(), and what is left is taken.
class RecordSplitter {
public:
    virtual ~RecordSplitter() = default;

    void add(std::string_view piece) {
        text_.erase(0, at_);
        at_ = 0;
        text_.append(piece);
    }

    void finish() { is_finished_ = true; }

    // The next record; borrowed until the next call of next() or add(). Nothing when none is whole.
    virtual std::optional<std::string_view> next() = 0;

    // A record is longer than any can be: nothing more can be taken.
    virtual bool is_too_long() const { return text_.size() - at_ > kMaxRecordBytes; }

    // Why nothing more can be taken, where it is not for its length; "" when it can.
    virtual std::string_view fault() const { return {}; }

protected:
    std::string text_;
    std::size_t at_ = 0;  // what is before has been taken
    bool is_finished_ = false;
};

// Lines without their ends; empty ones are left out.
class LineSplitter final : public RecordSplitter {
public:
    std::optional<std::string_view> next() override;

private:
    std::size_t searched_ = 0;  // from at_
};

// Lines of comma separated values: a line may go on within quotes.
class CsvSplitter final : public RecordSplitter {
public:
    std::optional<std::string_view> next() override;
};

// The structs of a text in Ion, and those in a list of it. Anything else there is a fault.
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
