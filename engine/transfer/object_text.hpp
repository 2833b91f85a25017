// ObjectText: what is in an object that may be compressed, piece by piece. Memory stays the same.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "engine/transfer/object_store.hpp"
#include "protocol/formats/transfer/import.hpp"

namespace stator::engine::transfer {

class ObjectText {
public:
    ObjectText(
        std::unique_ptr<ObjectReader> reader, protocol::formats::transfer::Compression compression
    );
    ~ObjectText();
    ObjectText(const ObjectText&) = delete;
    ObjectText& operator=(const ObjectText&) = delete;

    // The next piece, never empty before the end; "" at the end. Borrowed until the next call.
    // Errors: those of the store; Damaged when it is not compressed so, or cut off.
    Stored<std::string_view> next();

    // How much of the object has been read, as it is in its bucket.
    std::int64_t input_bytes() const { return input_bytes_; }

    // One way of compressing.
    class Codec;

private:
    const std::unique_ptr<ObjectReader> reader_;
    const std::unique_ptr<Codec> codec_;
    std::string input_;
    std::string piece_;
    std::int64_t input_bytes_ = 0;
    bool is_at_end_ = false;
};

}  // namespace stator::engine::transfer
