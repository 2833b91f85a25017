#include "engine/transfer/object_records.hpp"

#include <utility>

#include "protocol/base/result.hpp"

namespace stator::engine::transfer {
namespace {

using protocol::transfer::ImportFormat;
using protocol::transfer::RecordSplitter;

// What the binary form of Ion begins with, and no text can.
constexpr std::string_view kBinaryIon("\xE0\x01\x00\xEA", 4);

std::unique_ptr<RecordSplitter> splitter_for(ImportFormat format) {
    switch (format) {
        case ImportFormat::DynamodbJson: break;
        case ImportFormat::Ion: return std::make_unique<protocol::transfer::IonSplitter>();
        case ImportFormat::Csv: return std::make_unique<protocol::transfer::CsvSplitter>();
    }
    return std::make_unique<protocol::transfer::LineSplitter>();
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
    if (splitter_->is_too_long()) return fail("a record is longer than any item can be");
    if (is_read_) {
        skip();
        return begin_object();
    }
    const auto piece = text_->next();
    if (piece.has_error()) return fail(piece.error().detail);
    if (source_.format == ImportFormat::Ion && piece->starts_with(kBinaryIon)) {
        return fail("the object has the binary form of Ion; its text is what can be read");
    }
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
