#include "engine/transfer/import_run.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <utility>
#include <vector>

#include "engine/transfer/import_crew.hpp"
#include "engine/transfer/object_records.hpp"
#include "protocol/base/limits.hpp"
#include "protocol/errors/transfers.hpp"
#include "protocol/errors/values.hpp"
#include "protocol/formats/transfer/csv.hpp"
#include "protocol/formats/transfer/ion_json.hpp"
#include "protocol/formats/transfer/item_line.hpp"
#include "protocol/operations/parameters.hpp"
#include "protocol/wire/attribute_codec.hpp"
#include "protocol/wire/json.hpp"

namespace stator::engine::transfer {
namespace {

using protocol::formats::transfer::CsvFields;
using protocol::formats::transfer::ImportDescription;
using protocol::formats::transfer::ImportFormat;
using protocol::formats::transfer::ImportSpecification;
using protocol::formats::transfer::ItemLine;
using values::MutableItemImagePtr;

// The size of a batch, which one thread puts at a time.
constexpr std::size_t kRecordsAtOnceBytes = std::size_t{256} << 10U;

// Parses the item in {"Item":{…}}.
Result<MutableItemImagePtr> item_of_json(std::string json) {
    const auto document = protocol::wire::JsonDocument::parse(std::move(json));
    if (!document || !document->root().is_object()) {
        return errors::import_record_unreadable("it is no JSON object");
    }
    const auto item = document->root().find("Item");
    if (!item || !item->is_object()) return errors::import_record_unreadable("it has no Item");
    STATOR_CHECK(protocol::wire::check_types(*item, requests::shapes::kAttributeMap));
    return protocol::wire::decode_item(*item, values::Dialect::Current);
}

// An item that is ready to be put.
struct ReadyItem {
    std::int64_t index;  // in its object
    write::WriteIntent intent;
};

class Importer {
public:
    Importer(const ImportSurroundings& around, const ImportDescription& description)
        : around_(around), description_(description), specification_(description.specification) {}

    ImportResult run() {
        ObjectRecords records(
            *around_.store,
            {specification_.bucket, specification_.format, specification_.compression}
        );
        if (const auto listed = records.list(specification_.prefix); listed.has_error()) {
            result_.failure = listed.error();
            return result_;
        }
        ImportCrew crew(
            around_.threads,
            [this](const RecordBatch& batch) { return put(batch); },
            [this](const BatchOutcome& outcome) { note(outcome); }
        );
        for (auto step = records.next(); step != Step::End; step = records.next()) {
            take(step, records, crew);
            if (result_.was_left) break;
        }
        put_all(crew);
        result_.counts.processed_bytes = records.text_bytes();
        return result_;
    }

private:
    using Step = ObjectRecords::Step;

    void take(Step step, ObjectRecords& records, ImportCrew& crew) {
        switch (step) {
            case Step::Object:
                put_all(crew);
                key_ = records.object().key;
                names_ = specification_.header;
                batch_ = RecordBatch();
                return;
            case Step::Record: return read_record(records, crew);
            case Step::Piece: result_.was_left = !around_.goes_on(); return;
            case Step::Fault: put_all(crew); return log(batch_.next_index(), records.fault());
            case Step::End: return;
        }
    }

    void read_record(ObjectRecords& records, ImportCrew& crew) {
        if (specification_.format == ImportFormat::Csv && names_.empty()) {
            const auto error = read_header(records.record());
            if (!error) return;
            records.skip();
            return log(batch_.next_index(), *error);
        }
        ++result_.counts.processed_items;
        batch_.add(records.record());
        if (batch_.bytes() >= kRecordsAtOnceBytes) hand_over(crew);
    }

    void hand_over(ImportCrew& crew) {
        const std::int64_t next = batch_.next_index();
        crew.hand_over(std::exchange(batch_, crew.empty_batch(next)));
    }

    // Puts the records read so far from an object.
    void put_all(ImportCrew& crew) {
        if (!batch_.empty()) hand_over(crew);
        crew.finish();
    }

    std::optional<std::string> read_header(std::string_view record) {
        const auto names =
            protocol::formats::transfer::csv_fields(record, specification_.delimiter);
        if (!names) return "the header is no line of comma separated values";
        names_ = *names;
        return std::nullopt;
    }

    // Called by all threads of the crew. The members that it reads do not change while an object is
    // read.
    BatchOutcome put(const RecordBatch& batch) const {
        BatchOutcome outcome;
        ItemLine line;
        std::vector<ReadyItem> items;
        batch.each([&](std::int64_t index, std::string_view record) {
            auto intent = intent_of(line, record);
            if (intent.has_error()) {
                outcome.errors.emplace_back(index, std::move(intent.error().message));
            } else {
                items.push_back({index, std::move(intent).value()});
            }
        });
        bring_into_turn(items);
        for (const ReadyItem& item : items) {
            Result<void> put = around_.put(item.intent);
            if (put.has_error()) {
                outcome.errors.emplace_back(item.index, std::move(put.error().message));
            } else {
                ++outcome.imported;
            }
        }
        std::ranges::sort(outcome.errors);
        return outcome;
    }

    // Sorts by hash, so that a batch visits the table's partitions one after another. Each batch
    // starts at a different hash, so that threads in different partitions do not wait for each
    // other. If two items have the same key, the later one stays the later one.
    void bring_into_turn(std::vector<ReadyItem>& items) const {
        const std::uint64_t of_each = std::numeric_limits<std::uint64_t>::max() / around_.threads;
        const std::uint64_t first = turn_.fetch_add(1, std::memory_order_relaxed) * of_each;
        std::ranges::sort(items, {}, [first](const ReadyItem& item) {
            return std::pair(item.intent.hash - first, item.index);
        });
    }

    Result<write::WriteIntent> intent_of(ItemLine& line, std::string_view record) const {
        MutableItemImagePtr item;
        if (specification_.format == ImportFormat::DynamodbJson) item = line.read(record);
        if (item == nullptr) {
            STATOR_TRY(std::string json, json_of(record));
            STATOR_TRY(item, item_of_json(std::move(json)));
        }
        if (item->item_size() > protocol::kMaxItemBytes) return errors::item_too_large();
        return around_.intent_of(std::move(item));
    }

    Result<std::string> json_of(std::string_view record) const {
        if (specification_.format == ImportFormat::DynamodbJson) return std::string(record);
        if (specification_.format == ImportFormat::Ion) {
            std::string json;
            const auto fault =
                protocol::formats::transfer::append_wrapped_json_of_ion(json, record, "Item");
            if (fault) return errors::import_record_unreadable(fault->sentence);
            return json;
        }
        const auto fields =
            protocol::formats::transfer::csv_fields(record, specification_.delimiter);
        if (!fields) return errors::import_record_unreadable("its quotes do not match");
        if (fields->size() != names_.size()) {
            return errors::import_record_unreadable(
                "it has " + std::to_string(fields->size()) + " columns and the header has " +
                std::to_string(names_.size())
            );
        }
        return protocol::formats::transfer::json_of_csv(names_, *fields, around_.definitions);
    }

    void note(const BatchOutcome& outcome) {
        result_.counts.imported_items += outcome.imported;
        for (const auto& [index, message] : outcome.errors) log(index, message);
    }

    void log(std::int64_t index, const std::string& message) {
        ++result_.counts.errors;
        around_.log_error(protocol::formats::transfer::import_error_line(
            {specification_.bucket, key_, index, description_.arn, message}
        ));
    }

    const ImportSurroundings& around_;
    const ImportDescription& description_;
    const ImportSpecification& specification_;
    ImportResult result_;
    std::string key_;
    RecordBatch batch_;  // being filled
    CsvFields names_;
    mutable std::atomic<std::uint64_t> turn_{0};
};

}  // namespace

ImportResult run_import(
    const ImportSurroundings& surroundings, const ImportDescription& description
) {
    if (surroundings.store == nullptr) {
        ImportResult result;
        result.failure = {StoreFault::NoSuchBucket, "there is no S3"};
        return result;
    }
    return Importer(surroundings, description).run();
}

}  // namespace stator::engine::transfer
