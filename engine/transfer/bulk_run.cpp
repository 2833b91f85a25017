#include "engine/transfer/bulk_run.hpp"

#include <utility>

#include "engine/transfer/export_run.hpp"
#include "protocol/base/limits.hpp"
#include "protocol/errors/bulk.hpp"
#include "protocol/formats/transfer/ion_json.hpp"

namespace stator::engine::transfer {
namespace {

using errors::S3Failure;
using protocol::ErrorType;
using protocol::formats::transfer::BulkDescription;
using protocol::formats::transfer::ImportFormat;
using protocol::formats::transfer::TransferStatus;
using requests::transfers::BulkLine;

Result<BulkLine> line_of(
    std::string_view record, ImportFormat format, const requests::Reading& reading
) {
    if (format != ImportFormat::Ion) {
        return requests::transfers::decode_bulk_line(std::string(record), reading);
    }
    std::string json;
    const auto fault = protocol::formats::transfer::append_bulk_json_of_ion(json, record);
    if (fault) return errors::bulk_line_unreadable(fault->sentence);
    return requests::transfers::decode_bulk_line(std::move(json), reading);
}

std::optional<S3Failure> failure_of_stop(BulkStop stop) {
    switch (stop) {
        case BulkStop::None:
        case BulkStop::Leave: break;
        case BulkStop::Cancel: return errors::bulk_cancelled();
        case BulkStop::Gone: return errors::bulk_target_gone();
    }
    return std::nullopt;
}

}  // namespace

// One turn. An S3Failure ends the whole operation.
class BulkRun::Work {
public:
    Work(BulkRun& run, const BulkSurroundings& around) : run_(run), around_(around) {}

    // Opens the input and the report on the first turn. Returns nullopt on success.
    std::optional<S3Failure> begin() {
        if (run_.records_ != nullptr) return std::nullopt;
        if (run_.store_ == nullptr) {
            return failure({StoreFault::NoSuchBucket, "there is no S3"});
        }
        const auto& input = run_.description_.specification.input;
        run_.records_ = std::make_unique<ObjectRecords>(
            *run_.store_, ObjectRecords::Source{input.bucket, input.format, input.compression}
        );
        if (const auto listed = run_.records_->list(input.prefix); listed.has_error()) {
            return failure(listed.error());
        }
        const auto& objects = run_.records_->objects();
        if (objects.size() > protocol::kMaxBulkObjects) return errors::bulk_too_many_objects();
        std::int64_t& total = run_.description_.counts.total_bytes.emplace(0);
        for (const ObjectInfo& object : objects) total += static_cast<std::int64_t>(object.bytes);
        run_.report_ = std::make_unique<ReportWriter>(*run_.store_, run_.description_);
        if (const auto begun = run_.report_->begin(); begun.has_error()) {
            return failure(begun.error());
        }
        return std::nullopt;
    }

    // Reads until the input ends, the write units are used up or the work must stop.
    std::optional<S3Failure> read() {
        while (stop_ == BulkStop::None && !is_through_ && run_.has_room(units_)) {
            const auto step = run_.records_->next();
            if (const Stored<> taken = take(step); taken.has_error()) {
                return failure(taken.error());
            }
            if (refusal_) return refusal_;
        }
        return std::nullopt;
    }

    BulkStop stop() const { return stop_; }

    bool is_through() const { return is_through_; }

    void look_up() { stop_ = around_.stop(); }

private:
    using Step = ObjectRecords::Step;

    S3Failure failure(const StoreError& error) const {
        return failure_of(error, run_.description_.arn);
    }

    Stored<> take(Step step) {
        switch (step) {
            case Step::Object: return begin_object();
            case Step::Record: return take_record();
            case Step::Piece: note_piece(); return {};
            case Step::Fault: return fail_item(run_.records_->fault());
            case Step::End: is_through_ = true; return {};
        }
        return {};
    }

    Stored<> begin_object() {
        run_.index_ = 0;
        if (run_.records_->object().bytes <= protocol::kMaxBulkObjectBytes) return {};
        run_.records_->skip();
        return fail_item("the object is larger than 5 GB");
    }

    void note_piece() {
        run_.description_.counts.processed_bytes = run_.records_->input_bytes();
        around_.note(run_.description_);
        look_up();
    }

    Stored<> take_record() {
        const ImportFormat format = run_.description_.specification.input.format;
        Result<BulkLine> line = line_of(run_.records_->record(), format, {{}, &run_.expressions_});
        Stored<> taken = line.has_error() ? fail_item(line.error().message) : put(*std::move(line));
        ++run_.index_;
        return taken;
    }

    Stored<> put(BulkLine line) {
        auto& counts = run_.description_.counts;
        const values::ItemImagePtr item = line.item;
        const Result<double> put = around_.put(line, run_.description_.usage);
        if (put.has_value()) {
            units_ += *put;
            ++counts.processed_items;
            ++counts.put_items;
            return {};
        }
        const ApiError& error = put.error();
        if (error.type == ErrorType::ConditionalCheckFailedException) return missed(*item, error);
        if (error.type != ErrorType::InternalServerError) return fail_item(error.message);
        refusal_ = errors::bulk_writes_refused(error.message);
        return {};
    }

    // AWS: an unmet condition is not an error. [spec-formats: bulk operations]
    Stored<> missed(const values::ItemImage& item, const ApiError& error) {
        auto& counts = run_.description_.counts;
        ++counts.processed_items;
        const bool is_there = error.item != nullptr && error.item->payload() == item.payload();
        if (run_.is_begun_anew_ && is_there) {
            ++counts.put_items;
            return {};
        }
        return run_.report_->add_condition_failure(pointer(), item, error.item);
    }

    Stored<> fail_item(std::string_view message) {
        auto& counts = run_.description_.counts;
        ++counts.processed_items;
        ++counts.failed_items;
        return run_.report_->add_error(pointer(), message);
    }

    protocol::formats::transfer::BulkPointer pointer() const {
        const auto& input = run_.description_.specification.input;
        return {input.bucket, run_.records_->object().key, run_.index_};
    }

    BulkRun& run_;
    const BulkSurroundings& around_;
    double units_ = 0;
    BulkStop stop_ = BulkStop::None;
    bool is_through_ = false;
    std::optional<S3Failure> refusal_;
};

BulkRun::BulkRun(
    std::shared_ptr<ObjectStore> store, BulkDescription description, bool is_begun_anew
)
    : store_(std::move(store)),
      description_(std::move(description)),
      is_begun_anew_(is_begun_anew) {
    description_.counts = {};
    description_.usage = {};
}

BulkRun::Turn BulkRun::go_on(const BulkSurroundings& around) {
    Work work(*this, around);
    work.look_up();
    if (work.stop() == BulkStop::Leave) return Turn::Left;
    std::optional<S3Failure> failure = work.begin();
    if (!failure) failure = work.read();
    if (work.stop() == BulkStop::Leave) return Turn::Left;
    if (work.stop() != BulkStop::None) failure = failure_of_stop(work.stop());
    if (!failure && !work.is_through()) {
        around.note(description_);
        return Turn::Paused;
    }
    end(std::move(failure), work.stop(), around.now());
    return Turn::Ended;
}

bool BulkRun::has_room(double units) const {
    const std::int64_t most = description_.specification.max_write_units;
    return most == 0 || units < static_cast<double>(most);
}

void BulkRun::end(std::optional<S3Failure> failure, BulkStop stop, Instant now) {
    const bool is_clean = description_.counts.failed_items == 0;
    description_.status =
        is_clean ? TransferStatus::Completed : TransferStatus::CompletedWithErrors;
    if (failure) {
        const bool is_cancelled = stop == BulkStop::Cancel;
        description_.status = is_cancelled ? TransferStatus::Cancelled : TransferStatus::Failed;
    }
    description_.end = now;
    if (records_ != nullptr) description_.counts.processed_bytes = records_->input_bytes();
    if (report_ != nullptr) {
        const Stored<> finished = report_->finish(description_);
        // Reports the failure that ended the operation, even if writing the report failed as well.
        if (!failure && finished.has_error()) {
            description_.status = TransferStatus::Failed;
            failure = failure_of(finished.error(), description_.arn);
        }
    }
    if (!failure) return;
    description_.failure_code = std::move(failure->code);
    description_.failure_message = std::move(failure->message);
}

}  // namespace stator::engine::transfer
