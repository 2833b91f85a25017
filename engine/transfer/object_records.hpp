// ObjectRecords: reads the records of all objects below a prefix, one after another. Holds a piece
// of an object and one record, regardless of the objects' size. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/transfer/object_store.hpp"
#include "engine/transfer/object_text.hpp"
#include "protocol/formats/transfer/import.hpp"
#include "protocol/formats/transfer/record_splitter.hpp"

namespace stator::engine::transfer {

class ObjectRecords {
public:
    // The location and format of the objects.
    struct Source {
        std::string bucket;
        protocol::formats::transfer::ImportFormat format = {};
        protocol::formats::transfer::Compression compression = {};
    };

    ObjectRecords(ObjectStore& store, Source source) : store_(store), source_(std::move(source)) {}

    // Lists the objects. Error: the bucket cannot be read.
    Stored<> list(const std::string& prefix);

    const std::vector<ObjectInfo>& objects() const { return objects_; }

    enum class Step : unsigned char {
        Object,  // the next object begins: object()
        Record,  // record()
        Piece,   // more has been read: check whether to continue
        Fault,   // the rest of the object cannot be read: fault()
        End,     // all records have been read
    };

    Step next();

    // Skips the rest of the object.
    void skip();

    const ObjectInfo& object() const { return objects_[next_ - 1]; }

    // Valid until the next call of next().
    std::string_view record() const { return record_; }

    const std::string& fault() const { return fault_; }

    // Totals over all objects so far: decompressed bytes, and bytes as stored in the bucket.
    std::int64_t text_bytes() const { return text_bytes_; }

    std::int64_t input_bytes() const;

private:
    Step begin_object();
    Step fail(std::string why);

    ObjectStore& store_;
    const Source source_;
    std::vector<ObjectInfo> objects_;
    std::size_t next_ = 0;  // index of the object after the current one
    bool is_opened_ = true;
    bool is_read_ = false;
    std::unique_ptr<ObjectText> text_;
    std::unique_ptr<protocol::formats::transfer::RecordSplitter> splitter_;
    std::string_view record_;
    std::string fault_;
    std::int64_t text_bytes_ = 0;
    std::int64_t left_input_bytes_ = 0;  // of the objects that are finished
};

}  // namespace stator::engine::transfer
