#include "engine/transfer/object_records.hpp"

#include <utility>

#include "protocol/base/result.hpp"
#include "protocol/formats/transfer/binary_ion.hpp"

namespace stator::engine::transfer {
namespace {

using protocol::formats::transfer::ImportFormat;
using protocol::formats::transfer::RecordSplitter;

std::unique_ptr<RecordSplitter> splitter_for(ImportFormat format) {
    switch (format) {
        case ImportFormat::DynamodbJson: break;
        case ImportFormat::Ion:
            return std::make_unique<protocol::formats::transfer::AnyIonSplitter>();
        case ImportFormat::Csv: return std::make_unique<protocol::formats::transfer::CsvSplitter>();
    }
    return std::make_unique<protocol::formats::transfer::LineSplitter>();
}

}  // namespace

Stored<> ObjectRecords::list(const std::string& prefix) {
    STATOR_TRY(objects_, store_.list(source_.bucket, prefix));
    return {};
}

ObjectRecords::Step ObjectRecords::next() {
    if (!is_opened_) {
        is_opened_ = true;
        auto reader = store_.open(source_.bucket, object().key);
        if (reader.has_error()) return fail(std::move(reader).error().detail);
        text_ = std::make_unique<ObjectText>(*std::move(reader), source_.compression);
        splitter_ = splitter_for(source_.format);
    }
    if (text_ == nullptr) return begin_object();
    if (const auto record = splitter_->next()) {
        record_ = *record;
        return Step::Record;
    }
    if (!splitter_->fault().empty()) return fail(std::string(splitter_->fault()));
    if (splitter_->is_too_long()) return fail("a record is longer than any item can be");
    if (is_read_) {
        skip();
        return begin_object();
    }
    const auto piece = text_->next();
    if (piece.has_error()) return fail(piece.error().detail);
    text_bytes_ += static_cast<std::int64_t>(piece->size());
    splitter_->add(*piece);
    is_read_ = piece->empty();
    if (is_read_) splitter_->finish();
    return Step::Piece;
}

void ObjectRecords::skip() {
    left_input_bytes_ = input_bytes();
    text_.reset();
    is_opened_ = true;
}

std::int64_t ObjectRecords::input_bytes() const {
    return left_input_bytes_ + (text_ == nullptr ? 0 : text_->input_bytes());
}

ObjectRecords::Step ObjectRecords::begin_object() {
    if (next_ == objects_.size()) return Step::End;
    ++next_;
    is_opened_ = false;
    is_read_ = false;
    return Step::Object;
}

ObjectRecords::Step ObjectRecords::fail(std::string why) {
    fault_ = std::move(why);
    skip();
    return Step::Fault;
}

}  // namespace stator::engine::transfer
