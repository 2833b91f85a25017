#include "engine/transfer/report_writer.hpp"

#include <utility>

#include "engine/transfer/digest.hpp"
#include "protocol/base/result.hpp"
#include "protocol/values/base64.hpp"

namespace stator::engine::transfer {

using protocol::formats::transfer::BulkDescription;
using protocol::formats::transfer::BulkPointer;

ReportWriter::ReportWriter(ObjectStore& store, const BulkDescription& description)
    : store_(store),
      arn_(description.arn),
      output_(description.specification.output),
      folder_(protocol::formats::transfer::bulk_report_folder(description)) {}

Stored<> ReportWriter::begin() {
    return store_.put(output_.bucket, folder_ + "_started", "");
}

Stored<> ReportWriter::add_error(const BulkPointer& pointer, std::string_view message) {
    if (!output_.has_errors) return {};
    STATOR_TRY(DataObject* const lines, object(Type::Error));
    protocol::formats::transfer::append_bulk_error(lines->lines(), pointer, message);
    return lines->line_added();
}

Stored<> ReportWriter::add_condition_failure(
    const BulkPointer& pointer, const values::ItemImage& item, const values::ItemImagePtr& existing
) {
    if (!output_.has_condition_failures) return {};
    STATOR_TRY(DataObject* const lines, object(Type::ConditionCheckFailure));
    protocol::formats::transfer::append_condition_failure(lines->lines(), pointer, item, existing);
    return lines->line_added();
}

Stored<> ReportWriter::finish(const BulkDescription& description) {
    std::string files;
    for (const Type type : {Type::Error, Type::ConditionCheckFailure}) {
        const auto& lines = objects_[static_cast<std::size_t>(type)];
        if (lines == nullptr) continue;
        STATOR_TRY(const auto file, lines->finish());
        protocol::formats::transfer::append_report_file(files, type, file);
    }
    STATOR_CHECK(put_with_digest("manifest-files", files));
    return put_with_digest(
        "manifest-summary",
        protocol::formats::transfer::report_summary(description, folder_ + "manifest-files.json")
    );
}

Stored<DataObject*> ReportWriter::object(Type type) {
    auto& lines = objects_[static_cast<std::size_t>(type)];
    if (lines != nullptr) return lines.get();
    std::string key = folder_ + (type == Type::Error ? "error/" : "condition-check-failure/");
    key.append(object_name(arn_, static_cast<std::size_t>(type))).append(".json.gz");
    STATOR_TRY(std::unique_ptr<ObjectWriter> writer, store_.create(output_.bucket, key));
    lines = std::make_unique<DataObject>(std::move(writer), key);
    return lines.get();
}

Stored<> ReportWriter::put_with_digest(const std::string& name, std::string_view bytes) {
    STATOR_CHECK(store_.put(output_.bucket, folder_ + name + ".json", bytes));
    return store_.put(output_.bucket, folder_ + name + ".md5", values::base64_text(md5(bytes)));
}

}  // namespace stator::engine::transfer
