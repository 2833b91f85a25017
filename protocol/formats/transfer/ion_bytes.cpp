#include "protocol/formats/transfer/ion_bytes.hpp"

#include <array>
#include <utility>

namespace stator::protocol::formats::transfer {
namespace {

constexpr unsigned kLengthFollows = 14;
constexpr unsigned kStructInOrder = 1;  // a separate length also follows

constexpr std::uint64_t kImportName = 4;
constexpr std::uint64_t kMaxId = 8;
constexpr std::uint64_t kImports = 6;
constexpr std::uint64_t kSymbols = 7;
constexpr std::array<std::string_view, 9> kSystemSymbols{
    "$ion",
    "$ion_1_0",
    "$ion_symbol_table",
    "name",
    "version",
    "imports",
    "symbols",
    "max_id",
    "$ion_shared_symbol_table"};

// Limit on symbols; no stream of items has more.
constexpr std::size_t kMostSymbols = std::size_t{1} << 20U;

}  // namespace

IonHead read_ion_head(IonBytes& bytes) {
    const std::uint8_t first = bytes.byte();
    IonHead head{static_cast<IonType>(first >> 4U), first & 0x0FU, 0};
    const bool is_ordered = head.type == IonType::Struct && head.low == kStructInOrder;
    if (head.low == kLengthFollows || is_ordered) {
        head.length = bytes.var_uint();
    } else if (!head.is_null() && head.type != IonType::Bool) {
        head.length = head.low;
    }
    return head;
}

std::uint64_t big_endian(std::string_view bytes) {
    std::uint64_t value = 0;
    for (const char byte : bytes) value = value << 8U | static_cast<unsigned char>(byte);
    return value;
}

void IonSymbols::reset() {
    texts_.assign(1, std::nullopt);
    for (const std::string_view text : kSystemSymbols) texts_.emplace_back(std::string(text));
}

std::optional<std::string_view> IonSymbols::text(std::uint64_t number) const {
    if (number >= texts_.size() || !texts_[number]) return std::nullopt;
    return *texts_[number];
}

bool IonSymbols::add(std::optional<std::string> text) {
    if (texts_.size() >= kMostSymbols) return false;
    texts_.push_back(std::move(text));
    return true;
}

bool IonSymbols::add_unknown(std::uint64_t count) {
    if (count >= kMostSymbols || texts_.size() + count >= kMostSymbols) return false;
    texts_.resize(texts_.size() + static_cast<std::size_t>(count));
    return true;
}

namespace {

// Calls `take` with each member's name (a symbol number), the head of its value, and the body of
// the value.
template <class Take>
bool each_member(std::string_view members, const Take& take) {
    IonBytes bytes(members);
    while (!bytes.at_end()) {
        const std::uint64_t name = bytes.var_uint();
        const IonHead head = read_ion_head(bytes);
        take(name, head, bytes.take(head.length));
    }
    return !bytes.is_broken();
}

template <class Take>
bool each_value(std::string_view values, const Take& take) {
    IonBytes bytes(values);
    while (!bytes.at_end()) {
        const IonHead head = read_ion_head(bytes);
        take(head, bytes.take(head.length));
    }
    return !bytes.is_broken();
}

// Reserves symbol numbers for a shared table, whose texts are not available. As Ion requires, a
// table without a name and the system's own table are skipped. A table that is not available must
// declare `max_id`, its number of symbols.
bool import_table(IonSymbols& symbols, std::string_view table) {
    std::string_view table_name;
    std::optional<std::uint64_t> count;
    const bool is_whole =
        each_member(table, [&](std::uint64_t name, const IonHead& head, std::string_view body) {
            if (head.is_null()) return;
            if (name == kImportName && head.type == IonType::String) table_name = body;
            const bool is_count = name == kMaxId && head.type == IonType::PositiveInteger;
            if (is_count && body.size() <= sizeof(*count)) count = big_endian(body);
        });
    if (!is_whole) return false;
    if (table_name.empty() || table_name == kSystemSymbols.front()) return true;
    return count && symbols.add_unknown(*count);
}

bool import_shared(IonSymbols& symbols, std::string_view imports) {
    bool fits = true;
    const bool is_whole = each_value(imports, [&](const IonHead& head, std::string_view table) {
        if (head.type == IonType::Struct) fits = fits && import_table(symbols, table);
    });
    return is_whole && fits;
}

}  // namespace

bool take_table(IonSymbols& symbols, std::string_view value) {
    IonBytes bytes(value);
    const IonHead table_head = read_ion_head(bytes);
    const std::string_view table = bytes.take(table_head.length);
    if (bytes.is_broken() || table_head.type != IonType::Struct) return false;
    std::string_view imports;
    std::string_view texts;
    bool adds = false;
    const bool is_whole =
        each_member(table, [&](std::uint64_t name, const IonHead& head, std::string_view body) {
            if (name == kImports && head.type == IonType::List) imports = body;
            if (name == kImports && head.type == IonType::Symbol) {
                adds = big_endian(body) == kIonSymbolTable;
            }
            if (name == kSymbols && head.type == IonType::List) texts = body;
        });
    if (!is_whole) return false;
    if (!adds) symbols.reset();
    if (!import_shared(symbols, imports)) return false;
    bool fits = true;
    const bool are_whole = each_value(texts, [&](const IonHead& head, std::string_view text) {
        if (head.type == IonType::Null && !head.is_null()) return;  // padding
        const bool is_text = head.type == IonType::String && !head.is_null();
        fits = fits && symbols.add(is_text ? std::optional<std::string>(text) : std::nullopt);
    });
    return are_whole && fits;
}

}  // namespace stator::protocol::formats::transfer
