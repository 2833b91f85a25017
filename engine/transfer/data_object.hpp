// DataObject: one object of lines on its way into a bucket, compressed with gzip. Holds 15 MB
// at most.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "engine/transfer/digest.hpp"
#include "engine/transfer/gzip_writer.hpp"
#include "engine/transfer/object_store.hpp"
#include "protocol/formats/transfer/manifest.hpp"

namespace stator::engine::transfer {

// The name of a data object, AWS's: 26 characters of those that base 32 has. The same for the same
// export, so that one that is begun anew leaves nothing behind.
std::string object_name(std::string_view arn, std::size_t number);

class DataObject {
public:
    DataObject(std::unique_ptr<ObjectWriter> writer, std::string key)
        : writer_(std::move(writer)), digest_(Digest::Kind::Md5) {
        file_.key = std::move(key);
    }

    // Where the next line is to be appended; call line_added() then.
    std::string& lines() { return lines_; }

    Stored<> line_added();

    // The last call: what a manifest says of it.
    Stored<protocol::formats::transfer::DataFile> finish();

private:
    Stored<> pass_on();
    Stored<> write();

    const std::unique_ptr<ObjectWriter> writer_;
    GzipWriter gzip_;
    Digest digest_;
    std::string lines_;
    std::string compressed_;
    protocol::formats::transfer::DataFile file_;
};

}  // namespace stator::engine::transfer
