// A delimiter (one byte), then comma separated values. The object is cut into the same records in
// pieces of any size, as by a plain reading of RFC 4180; fields that are written again are the same
// fields; the item's JSON contains exactly these.
#include <optional>

#include "protocol/formats/transfer/csv.hpp"
#include "protocol/formats/transfer/record_splitter.hpp"
#include "protocol/wire/json.hpp"
#include "tests/fuzz/oracle.hpp"
#include "tests/fuzz/target.hpp"

namespace stator::fuzz {
namespace {

using protocol::formats::transfer::CsvFields;
using protocol::formats::transfer::CsvSplitter;
using protocol::wire::JsonDocument;
using protocol::wire::JsonView;

// A line ends only after an even number of quotes.
std::vector<std::string> plain_records(std::string_view text) {
    std::vector<std::string> records;
    std::string line;
    const auto end_line = [&] {
        if (line.ends_with('\r')) line.pop_back();
        if (!line.empty()) records.push_back(line);
        line.clear();
    };
    bool is_inside = false;
    for (const char c : text) {
        if (c == '"') is_inside = !is_inside;
        if (c == '\n' && !is_inside) {
            end_line();
        } else {
            line.push_back(c);
        }
    }
    end_line();
    return records;
}

std::string written(const CsvFields& fields, char delimiter) {
    std::string text;
    for (const std::string& field : fields) {
        if (&field != &fields.front()) text.push_back(delimiter);
        text.push_back('"');
        for (const char c : field) text.append(c == '"' ? 2 : 1, c);
        text.push_back('"');
    }
    return text;
}

void check_csv_item(const CsvFields& fields) {
    CsvFields names;
    std::size_t filled = 0;
    bool is_text = true;
    for (const std::string& field : fields) {
        names.push_back("c" + std::to_string(names.size()));
        filled += field.empty() ? 0 : 1;
        is_text = is_text && is_utf8(field);
    }
    const std::vector<protocol::values::AttributeDefinition> definitions{
        {"c0", protocol::values::AttributeType::Number}};
    const std::string json = protocol::formats::transfer::json_of_csv(names, fields, definitions);
    const auto document = JsonDocument::parse(json);
    require(document.has_value() == is_text, "JSON of what is UTF-8", json);
    if (!document) return;
    const auto item = document->root().find("Item");
    require(item && item->size() == filled, "an attribute for each field", json);
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const auto value = item->find(names[i]);
        require(value.has_value() != fields[i].empty(), "none for an empty field", json);
        if (!value) continue;
        require(value->string_or_empty(i == 0 ? "N" : "S") == fields[i], "its text", json);
    }
}

void check_record(const std::string& record, char delimiter) {
    const auto fields = protocol::formats::transfer::csv_fields(record, delimiter);
    if (!fields) {
        require(record.find('"') != std::string::npos, "only quotes can be wrong", record);
        return;
    }
    const std::string again = written(*fields, delimiter);
    require(
        protocol::formats::transfer::csv_fields(again, delimiter) == fields,
        "the same fields",
        record
    );
    const std::string twice = again + "\r\n" + again;
    const std::vector<std::string> two{again, again};
    require(records_of<CsvSplitter>(twice) == two, "one record each", twice);
    check_csv_item(*fields);
}

}  // namespace
}  // namespace stator::fuzz

STATOR_FUZZ_TARGET(csv) {
    using namespace stator::fuzz;
    constexpr std::string_view kDelimiters = ",;:|\t ";
    if (size == 0) return 0;
    const char delimiter = kDelimiters[data[0] % kDelimiters.size()];
    const std::string_view text = text_of(data + 1, size - 1);
    const auto records = records_of<CsvSplitter>(text);
    require(records == plain_records(text), "cut as a plain reading cuts", text);
    for (const std::size_t bytes : piece_sizes(text)) {
        require(records_of<CsvSplitter>(text, bytes) == records, "the same in pieces", text);
    }
    for (const std::string& record : records) check_record(record, delimiter);
    return 0;
}
