#include "engine/transfer/data_object.hpp"

#include <cstdint>
#include <utility>

#include "engine/base/seeded_random.hpp"
#include "engine/base/vocabulary.hpp"
#include "protocol/base/result.hpp"
#include "protocol/values/base64.hpp"

namespace stator::engine::transfer {
namespace {

// Lines are compressed in batches of this size.
constexpr std::size_t kBatchBytes = std::size_t{64} << 10U;

}  // namespace

std::string object_name(std::string_view arn, std::size_t number) {
    constexpr std::string_view kCharacters = "abcdefghijklmnopqrstuvwxyz234567";
    constexpr std::size_t kLength = 26;
    std::string name;
    std::uint64_t bits = mix(number, arn);
    while (name.size() < kLength) {
        bits = mix(bits);
        name.push_back(kCharacters[bits % kCharacters.size()]);
    }
    return name;
}

Stored<> DataObject::line_added() {
    ++file_.items;
    return lines_.size() < kBatchBytes ? Stored<>() : pass_on();
}

// AWS: the ETag is that of an upload in one part. [spec-formats: recomputed on 3 files]
Stored<protocol::formats::transfer::DataFile> DataObject::finish() {
    STATOR_CHECK(pass_on());
    gzip_.finish(compressed_);
    STATOR_CHECK(write());
    STATOR_CHECK(writer_->finish());
    const std::string digest = digest_.finish();
    file_.md5 = values::base64_text(digest);
    file_.etag = hexadecimal(md5(digest)) + "-1";
    return std::move(file_);
}

Stored<> DataObject::pass_on() {
    if (!lines_.empty()) gzip_.add(lines_, compressed_);
    lines_.clear();
    return write();
}

Stored<> DataObject::write() {
    digest_.add(compressed_);
    Stored<> written = writer_->write(compressed_);
    compressed_.clear();
    return written;
}

}  // namespace stator::engine::transfer
