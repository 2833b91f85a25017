// ObjectText: the decompressed text of an object, in pieces. Memory use is constant.
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

    // Returns the next piece: not empty before the end, and "" at the end. Valid until the next
    // call. Errors: those of the store; Damaged if the object is not in the stated format or is cut
    // off.
    Stored<std::string_view> next();

    // Bytes of the object read so far, as stored in the bucket.
    std::int64_t input_bytes() const { return input_bytes_; }

    // A compression format.
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
