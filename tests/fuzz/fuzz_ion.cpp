// Ion, as text or in its binary form. It is cut into the same structs in pieces of any size. A
// struct reads as JSON; if that is an item, it is the same item after it is written as Ion and read
// again.
#include <optional>

#include "protocol/formats/transfer/binary_ion.hpp"
#include "protocol/formats/transfer/ion_json.hpp"
#include "protocol/formats/transfer/ion_text.hpp"
#include "protocol/formats/transfer/record_splitter.hpp"
#include "protocol/operations/parameters.hpp"
#include "protocol/wire/attribute_codec.hpp"
#include "protocol/wire/json.hpp"
#include "protocol/wire/shape.hpp"
#include "tests/fuzz/oracle.hpp"
#include "tests/fuzz/target.hpp"

namespace stator::fuzz {
namespace {

using protocol::formats::transfer::AnyIonSplitter;
using protocol::formats::transfer::append_json_of_ion;
using protocol::formats::transfer::IonFault;
using protocol::formats::transfer::IonSplitter;
using protocol::values::Dialect;
using protocol::values::MutableItemImagePtr;
using protocol::wire::JsonDocument;
using protocol::wire::JsonView;

// Null if the JSON is not an item.
MutableItemImagePtr item_of_json(JsonView json, std::string_view ion) {
    const auto types =
        protocol::wire::check_types(json, protocol::operations::shapes::kAttributeMap);
    if (types.has_error()) return nullptr;
    const auto item = protocol::wire::decode_item(json, Dialect::Current);
    if (item.has_value()) return *item;
    require_client_error(item.error(), ion);
    return nullptr;
}

void check_ion_item(const protocol::values::ItemImage& image) {
    std::string ion;
    protocol::formats::transfer::append_ion_item(ion, image);
    require(is_utf8(ion), "written Ion is UTF-8", ion);
    std::string json;
    const auto fault = append_json_of_ion(json, ion);
    require(!fault, "written Ion can be read", ion, fault ? fault->sentence : "");
    const auto document = JsonDocument::parse(json);
    require(document.has_value(), "as JSON", ion, json);
    const auto again = item_of_json(document->root(), ion);
    require(again != nullptr, "as an item", ion, json);
    require(again->payload() == image.payload(), "as the same item", ion, json);
    const auto records = records_of<IonSplitter>("$ion_1_0 " + ion + "\n$ion_1_0 " + ion, 7);
    const std::vector<std::string> two{ion, ion};
    require(records == two, "two structs", ion);
}

// Checks the output of a reader: it is appended to the existing text, and is JSON of an object.
void check_read(
    const std::optional<IonFault>& fault, const std::string& out, std::string_view ion
) {
    constexpr std::string_view kBefore = "[";
    require(out.starts_with(kBefore), "appends", out);
    if (fault) {
        require(!fault->sentence.empty(), "what is wrong");
        require(is_utf8(fault->sentence) || !is_utf8(ion), "in UTF-8", fault->sentence);
        return;
    }
    if (!is_utf8(ion)) return;
    const std::string json = out.substr(kBefore.size());
    const auto document = JsonDocument::parse(json);
    require(document.has_value(), "JSON of Ion", ion, json);
    require(document->root().is_object(), "an object", json);
    if (const auto image = item_of_json(document->root(), ion)) check_ion_item(*image);
}

void check_struct(std::string_view ion) {
    std::string out = "[";
    check_read(append_json_of_ion(out, ion), out, ion);
    std::string again = "[";
    append_json_of_ion(again, ion);
    require(out == again, "deterministic", ion);
    out = "[";
    check_read(protocol::formats::transfer::append_wrapped_json_of_ion(out, ion, "Item"), out, ion);
    out = "[";
    check_read(protocol::formats::transfer::append_bulk_json_of_ion(out, ion), out, ion);
}

}  // namespace
}  // namespace stator::fuzz

STATOR_FUZZ_TARGET(ion) {
    using namespace stator::fuzz;
    const std::string_view text = text_of(data, size);
    const auto records = records_of<AnyIonSplitter>(text);
    for (const std::size_t bytes : piece_sizes(text)) {
        require(records_of<AnyIonSplitter>(text, bytes) == records, "the same in pieces", text);
    }
    for (const std::string& record : records) {
        require(record.starts_with('{'), "a struct", record);
        check_struct(record);
    }
    check_struct(text);
    return 0;
}
