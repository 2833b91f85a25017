// Checksums of the data file and the change log: XXH3 with 64 bits.
//
// They find accidental damage; they do not authenticate. Pure functions, except for RowSum, which a
// single thread uses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace stator::engine::persistence::changes {

// The checksum of `bytes`. With another seed, the same bytes have an unrelated checksum.
std::uint64_t checksum(std::string_view bytes, std::uint64_t seed = 0);

// The checksum of one row of the data file, over its values with their types, in column order. Each
// data file has its own seed, so that rows of another file do not match.
class RowSum {
public:
    explicit RowSum(std::uint64_t seed) : value_(seed) {}

    void add_null();
    void add_integer(std::int64_t value);
    void add_text(std::string_view text);
    void add_blob(std::string_view bytes);

    std::uint64_t value() const { return value_; }

private:
    void add(char type, std::string_view bytes);

    std::uint64_t value_;
};

}  // namespace stator::engine::persistence::changes
