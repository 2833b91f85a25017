// Splits the binary form of Amazon Ion into structs, and converts each to text.
// https://amazon-ion.github.io/ion-docs/docs/binary.html
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/formats/transfer/ion_bytes.hpp"
#include "protocol/formats/transfer/record_splitter.hpp"

namespace stator::protocol::formats::transfer {

// The first bytes of the binary form. Text never begins with them.
inline constexpr std::string_view kBinaryIonMarker("\xE0\x01\x00\xEA", 4);

// Returns the structs of a binary stream, including those in a list, as text. Values that items
// cannot contain, such as timestamps and symbols, become a word that no item parser accepts.
class BinaryIonSplitter final : public RecordSplitter {
public:
    std::optional<std::string_view> next() override;

    std::string_view fault() const override { return fault_; }

private:
    std::string_view rest() const { return std::string_view(text_).substr(at_); }

    // Skips a part of the stream that is not a record. Returns false if more bytes are required.
    bool step();
    bool pass_marker();
    bool fits_list(std::size_t head_bytes, std::uint64_t length) const;
    void pass(std::size_t bytes, std::uint64_t of_list);
    bool open_list(std::size_t head_bytes, std::uint64_t length);
    bool step_annotated(std::size_t head_bytes, std::uint64_t length);
    void take(std::string_view value);
    void fail(std::string sentence);

    IonSymbols symbols_;
    // The number of remaining bytes of each open list, the innermost last. Never 0.
    std::vector<std::uint64_t> lists_;
    std::string record_;
    bool has_record_ = false;
    std::string fault_;
};

// Accepts both forms of Ion.
class AnyIonSplitter final : public RecordSplitter {
public:
    std::optional<std::string_view> next() override;

    std::string_view fault() const override { return form_ ? form_->fault() : std::string_view(); }

    bool is_too_long() const override { return form_ && form_->is_too_long(); }

private:
    std::unique_ptr<RecordSplitter> form_;
};

}  // namespace stator::protocol::formats::transfer
