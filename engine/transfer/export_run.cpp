#include "engine/transfer/export_run.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "engine/base/seeded_random.hpp"
#include "engine/expression/evaluate.hpp"
#include "engine/storage/partition.hpp"
#include "engine/transfer/data_object.hpp"
#include "engine/transfer/digest.hpp"
#include "protocol/base/limits.hpp"
#include "protocol/base/number_text.hpp"
#include "protocol/base/result.hpp"
#include "protocol/errors/transfers.hpp"
#include "protocol/formats/transfer/manifest.hpp"
#include "protocol/formats/transfer/transfer_arn.hpp"
#include "protocol/operations/transfers/export_filter.hpp"
#include "protocol/values/base64.hpp"

namespace stator::engine::transfer {
namespace {

using protocol::formats::transfer::DataFile;
using protocol::formats::transfer::ExportDescription;
using requests::transfers::ExportFilter;
using values::base64_text;
using values::ItemImagePtr;

// The filter in a specification whose request has been validated.
ExportFilter filter_of(const std::string& specification) {
    if (specification.empty()) return {};
    const auto document = protocol::wire::JsonDocument::parse(specification);
    if (!document) return {};
    return requests::transfers::decode_export_filter(document->root()).value();
}

class Exporter {
public:
    Exporter(
        const Surroundings& surroundings, ExportDescription& description, const ExportSource& source
    )
        : store_(*surroundings.store),
          is_left_(surroundings.is_left),
          description_(description),
          source_(source),
          filter_(filter_of(description.specification.filter)) {}

    // AWS: writes the objects in this order.
    Stored<> run(Instant end) {
        STATOR_CHECK(put("_started", ""));
        STATOR_CHECK(source_.table != nullptr ? write_items() : write_changes());
        while (has_next()) STATOR_CHECK(next_object());
        STATOR_CHECK(end_object());
        description_.end = end;
        description_.items = items_;
        description_.billed_bytes = source_.table != nullptr
                                        ? bytes_
                                        : std::max(bytes_, protocol::kMinIncrementalExportBytes);
        STATOR_CHECK(put_with_digest("manifest-files", files_));
        const std::string key = folder() + "manifest-files.json";
        STATOR_CHECK(put_with_digest(
            "manifest-summary", protocol::formats::transfer::manifest_summary(description_, key)
        ));
        description_.manifest = folder() + "manifest-summary.json";
        description_.status = protocol::formats::transfer::TransferStatus::Completed;
        return {};
    }

private:
    const std::string& bucket() const { return description_.specification.bucket; }

    std::string folder() const { return protocol::formats::transfer::export_folder(description_); }

    Stored<> put(const std::string& name, std::string_view bytes) {
        return store_.put(bucket(), folder() + name, bytes);
    }

    Stored<> put_with_digest(const std::string& name, std::string_view bytes) {
        STATOR_CHECK(put(name + ".json", bytes));
        return put(name + ".md5", base64_text(md5(bytes)));
    }

    // AWS: incremental exports write their data into one shared folder.
    std::string data_key() const {
        const bool is_ion =
            description_.specification.format == protocol::formats::transfer::ExportFormat::Ion;
        const auto& prefix = description_.specification.prefix;
        std::string key = folder() + "data/";
        if (description_.specification.incremental) {
            key = (prefix.empty() ? "" : prefix + "/") + "AWSDynamoDB/data/";
        }
        key.append(object_name(description_.arn, object_));
        return key.append(is_ion ? ".ion.gz" : ".json.gz");
    }

    bool has_next() const { return object_ + 1 < source_.last_hashes.size(); }

    Stored<> begin_object() {
        const std::string key = data_key();
        STATOR_TRY(std::unique_ptr<ObjectWriter> writer, store_.create(bucket(), key));
        data_ = std::make_unique<DataObject>(std::move(writer), key);
        return {};
    }

    Stored<> end_object() {
        if (data_ == nullptr) STATOR_CHECK(begin_object());
        STATOR_TRY(const DataFile file, data_->finish());
        items_ += file.items;
        protocol::formats::transfer::append_data_file(files_, file);
        data_.reset();
        return {};
    }

    Stored<> next_object() {
        STATOR_CHECK(end_object());
        ++object_;
        return {};
    }

    // Makes the object for that hash the current one, so that the next lines go there.
    Stored<> reach(std::uint64_t hash) {
        if (is_left_) return StoreError{StoreFault::Broken, "it was left"};
        while (hash > source_.last_hashes[object_]) STATOR_CHECK(next_object());
        if (data_ == nullptr) STATOR_CHECK(begin_object());
        return {};
    }

    bool selects(const values::ItemImage* item) const {
        return std::ranges::all_of(filter_.conditions, [&](const auto& condition) {
            return expression::evaluate(condition, values::ItemView(item));
        });
    }

    Stored<> write_items() {
        const auto format = description_.specification.format;
        for (storage::Partition* partition : source_.table->partitions().all()) {
            for (const storage::Slot& slot : partition->items()) {
                const auto* const item = slot.current_image();
                if (item == nullptr) continue;
                bytes_ += item->item_size();
                if (!selects(item)) continue;
                STATOR_CHECK(reach(slot.hash()));
                const ItemImagePtr shown = projected(filter_, ItemImagePtr(item));
                protocol::formats::transfer::append_item_line(data_->lines(), format, *shown);
                STATOR_CHECK(data_->line_added());
            }
        }
        return {};
    }

    Stored<> write_changes() {
        const auto& specification = description_.specification;
        const auto view = specification.incremental->view;
        for (const auto& [hash, whole] : source_.changes) {
            // AWS: the filter is applied to the latest image, or to the last one before a deletion.
            const auto& latest = whole.new_image != nullptr ? whole.new_image : whole.old_image;
            if (!selects(latest.get())) continue;
            protocol::formats::transfer::ChangedItem change = whole;
            change.old_image = projected(filter_, whole.old_image);
            change.new_image = projected(filter_, whole.new_image);
            STATOR_CHECK(reach(hash));
            protocol::formats::transfer::append_change_line(
                data_->lines(), specification.format, view, change
            );
            for (const auto& image : {change.old_image, change.new_image}) {
                if (image != nullptr) bytes_ += image->item_size();
            }
            STATOR_CHECK(data_->line_added());
        }
        return {};
    }

    ObjectStore& store_;
    const std::atomic<bool>& is_left_;
    ExportDescription& description_;
    const ExportSource& source_;
    const ExportFilter filter_;
    std::size_t object_ = 0;
    std::unique_ptr<DataObject> data_;
    std::string files_;
    std::int64_t items_ = 0;
    std::int64_t bytes_ = 0;
};

}  // namespace

errors::S3Failure failure_of(const StoreError& error, std::string_view arn) {
    constexpr std::size_t kMarkDigits = 16;
    std::string mark;
    protocol::append_hex(mark, mix(0, arn), kMarkDigits);
    switch (error.fault) {
        case StoreFault::NoSuchBucket: return errors::s3_no_such_bucket(mark);
        case StoreFault::AccessDenied: return errors::s3_access_denied(mark);
        case StoreFault::NoSuchKey:
        case StoreFault::Damaged:
        case StoreFault::Broken: break;
    }
    return errors::s3_broken(error.detail);
}

void fail(ExportDescription& description, errors::S3Failure failure, Instant end) {
    description.status = protocol::formats::transfer::TransferStatus::Failed;
    description.end = end;
    description.items = 0;
    description.billed_bytes = 0;
    description.failure_code = std::move(failure.code);
    description.failure_message = std::move(failure.message);
}

std::optional<ExportDescription> run_export(
    const Surroundings& surroundings,
    ExportDescription description,
    const ExportSource& source,
    Instant end
) {
    Stored<> done = StoreError{StoreFault::NoSuchBucket, "there is no S3"};
    if (surroundings.store != nullptr) done = Exporter(surroundings, description, source).run(end);
    if (surroundings.is_left) return std::nullopt;
    if (done.has_error()) fail(description, failure_of(done.error(), description.arn), end);
    return description;
}

}  // namespace stator::engine::transfer
