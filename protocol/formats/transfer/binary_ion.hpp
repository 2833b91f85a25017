// The binary form of Amazon Ion, cut into the texts of its structs.
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

// What the binary form begins with, and no text does.
inline constexpr std::string_view kBinaryIonMarker("\xE0\x01\x00\xEA", 4);

// The structs of a stream in the binary form, and those in a list of it, each as its text. Values
// that are no item's, as timestamps and symbols, become a word that no reader of items takes.
class BinaryIonSplitter final : public RecordSplitter {
public:
    std::optional<std::string_view> next() override;

    std::string_view fault() const override { return fault_; }

private:
    std::string_view rest() const { return std::string_view(text_).substr(at_); }

    // Passes over what is no record. False when there is nothing to be done until more has come.
    bool step();
    bool pass_marker();
    bool fits_list(std::size_t head_bytes, std::uint64_t length) const;
    void pass(std::size_t bytes, std::uint64_t of_list);
    bool open_list(std::size_t head_bytes, std::uint64_t length);
    bool step_annotated(std::size_t head_bytes, std::uint64_t length);
    void take(std::string_view value);
    void fail(std::string sentence);

    IonSymbols symbols_;
    // Of each list that is open, the innermost last: how many bytes are still to come, never 0.
    std::vector<std::uint64_t> lists_;
    std::string record_;
    bool has_record_ = false;
    std::string fault_;
};

// Takes Ion of either form.
class AnyIonSplitter final : public RecordSplitter {
public:
    std::optional<std::string_view> next() override;

    std::string_view fault() const override { return form_ ? form_->fault() : std::string_view(); }

    bool is_too_long() const override { return form_ && form_->is_too_long(); }

private:
    std::unique_ptr<RecordSplitter> form_;
};

}  // namespace stator::protocol::formats::transfer
