// DataObject: one object of lines, compressed with gzip and uploaded to a bucket. Holds 15 MB at
// most.
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

// The name of a data object in AWS's form: 26 characters of the base 32 alphabet. Deterministic for
// an export, so that a restarted export overwrites its own objects and leaves no others behind.
std::string object_name(std::string_view arn, std::size_t number);

class DataObject {
public:
    DataObject(std::unique_ptr<ObjectWriter> writer, std::string key)
        : writer_(std::move(writer)), digest_(Digest::Kind::Md5) {
        file_.key = std::move(key);
    }

    // The buffer to append the next line to. Call line_added() after each line.
    std::string& lines() { return lines_; }

    Stored<> line_added();

    // Completes the upload and returns the manifest entry. Must be the last call.
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
