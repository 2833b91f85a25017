#include "protocol/formats/transfer/binary_ion.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <vector>

namespace stator::protocol::formats::transfer {
namespace {

using Texts = std::vector<std::string>;

struct Cut {
    Texts records;
    std::string fault;
};

// The records cut from the stream if it arrives in pieces of `piece_bytes`.
template <class Splitter>
Cut cut(std::string_view stream, std::size_t piece_bytes) {
    Splitter splitter;
    Cut cut;
    const auto take = [&] {
        while (const auto record = splitter.next()) cut.records.emplace_back(*record);
    };
    for (std::size_t at = 0; at < stream.size(); at += piece_bytes) {
        splitter.add(stream.substr(at, piece_bytes));
        take();
    }
    splitter.finish();
    take();
    cut.fault = splitter.fault();
    return cut;
}

void expect_texts(std::string_view stream, const Texts& expected, std::string_view fault = "") {
    for (const std::size_t piece_bytes : {1, 2, 3, 7, 1000}) {
        const Cut found = cut<AnyIonSplitter>(stream, piece_bytes);
        EXPECT_EQ(found.records, expected) << piece_bytes;
        EXPECT_EQ(found.fault, fault) << piece_bytes;
    }
}

std::string bytes(std::initializer_list<unsigned> values) {
    std::string text;
    for (const unsigned value : values) text.push_back(static_cast<char>(value));
    return text;
}

// A struct with one member, whose name is symbol 4, "name".
std::string member(const std::string& value) {
    return bytes({0xE0, 0x01, 0x00, 0xEA, 0xDE, 0x80U | static_cast<unsigned>(value.size() + 1)}) +
           bytes({0x84}) + value;
}

std::string text_of(std::initializer_list<unsigned> value) {
    const Cut found = cut<BinaryIonSplitter>(member(bytes(value)), 1000);
    EXPECT_EQ(found.fault, "");
    return found.records.empty() ? "" : found.records.front();
}

// A value of a type, preceded by its length in four bytes.
std::string sized(unsigned type, const std::string& body) {
    const auto size = static_cast<unsigned>(body.size());
    return bytes(
               {type << 4U | 0x0EU,
                size >> 21U & 0x7FU,
                size >> 14U & 0x7FU,
                size >> 7U & 0x7FU,
                0x80U | (size & 0x7FU)}
           ) +
           body;
}

// A marker and $ion_symbol_table::{…} with these members.
std::string table_of(const std::string& members) {
    return std::string(kBinaryIonMarker) + sized(0xE, bytes({0x81, 0x83}) + sized(0xD, members));
}

// A table in which symbol 10 is "a", unless the only import, with these members, takes its number.
std::string table_importing(const std::string& import) {
    const std::string imports = bytes({0x86}) + sized(0xB, sized(0xD, import));
    return table_of(imports + bytes({0x87, 0xB2, 0x81, 'a'}));
}

// The examples in https://amazon-ion.github.io/ion-docs/docs/binary.html and similar values.
TEST(BinaryIon, ReadsScalars) {
    EXPECT_EQ(text_of({0x0F}), "{name:null}");
    EXPECT_EQ(text_of({0x8F}), "{name:null}");
    EXPECT_EQ(text_of({0x10}), "{name:false}");
    EXPECT_EQ(text_of({0x11}), "{name:true}");
    EXPECT_EQ(text_of({0x20}), "{name:0}");
    EXPECT_EQ(text_of({0x21, 0xFE}), "{name:254}");
    EXPECT_EQ(text_of({0x31, 0x7F}), "{name:-127}");
    EXPECT_EQ(text_of({0x29, 0x01, 0, 0, 0, 0, 0, 0, 0, 0}), "{name:18446744073709551616}");
    EXPECT_EQ(text_of({0x40}), "{name:0e0}");
    EXPECT_EQ(text_of({0x44, 0x3F, 0xC0, 0x00, 0x00}), "{name:1.5}");
    EXPECT_EQ(text_of({0x48, 0xC0, 0x04, 0, 0, 0, 0, 0, 0}), "{name:-2.5}");
    EXPECT_EQ(text_of({0x50}), "{name:0d0}");
    EXPECT_EQ(text_of({0x52, 0xC1, 0x02}), "{name:2d-1}");
    EXPECT_EQ(text_of({0x52, 0x82, 0x86}), "{name:-6d2}");
    EXPECT_EQ(text_of({0x51, 0x83}), "{name:0d3}");
    EXPECT_EQ(text_of({0x53, 0xC1, 0x00, 0xFF}), "{name:255d-1}");
    EXPECT_EQ(text_of({0x80}), "{name:\"\"}");
    EXPECT_EQ(text_of({0x84, 'a', '"', 0xC3, 0xA4}), "{name:\"a\\\"\xC3\xA4\"}");
    EXPECT_EQ(text_of({0xA3, 0x00, 0xFF, 0x41}), "{name:{{AP9B}}}");
    EXPECT_EQ(text_of({0xA0}), "{name:{{}}}");
}

// A value that no attribute can have becomes a word, which the reader of Ion text then rejects.
TEST(BinaryIon, ReplacesUnsupportedValuesWithWords) {
    EXPECT_EQ(text_of({0x63, 0xC0, 0x0F, 0xD0}), "{name:timestamp}");
    EXPECT_EQ(text_of({0x71, 0x04}), "{name:symbol}");
    EXPECT_EQ(text_of({0x91, 'a'}), "{name:clob}");
    EXPECT_EQ(text_of({0xC1, 0x20}), "{name:sexp}");
}

TEST(BinaryIon, ReadsContainers) {
    EXPECT_EQ(text_of({0xB0}), "{name:[]}");
    EXPECT_EQ(text_of({0xB4, 0x21, 0x01, 0x81, 'x'}), "{name:[1,\"x\"]}");
    EXPECT_EQ(text_of({0xBE, 0x82, 0x21, 0x01}), "{name:[1]}");
    EXPECT_EQ(text_of({0xD0}), "{name:{}}");
    EXPECT_EQ(text_of({0xD6, 0x84, 0x21, 0x01, 0x87, 0x21, 0x02}), "{name:{name:1,symbols:2}}");
    EXPECT_EQ(text_of({0xD1, 0x83, 0x84, 0x21, 0x01}), "{name:{name:1}}");
    EXPECT_EQ(text_of({0xE4, 0x81, 0x84, 0x21, 0x01}), "{name:name::1}");
}

TEST(BinaryIon, SkipsPadding) {
    EXPECT_EQ(text_of({0xB5, 0x00, 0x21, 0x01, 0x01, 0xFF}), "{name:[1]}");
    EXPECT_EQ(text_of({0xD5, 0x84, 0x21, 0x01, 0x80, 0x00}), "{name:{name:1}}");
    expect_texts(bytes({0xE0, 0x01, 0x00, 0xEA, 0x02, 0xAA, 0xAA, 0xD0}), {"{}"});
}

// $ion_symbol_table::{symbols:["a","b c"]}, and a table that adds a symbol.
TEST(BinaryIon, KnowsTheSymbolsOfItsTables) {
    const std::string table =
        bytes({0xEB, 0x81, 0x83, 0xD8, 0x87, 0xB6, 0x81, 'a', 0x83, 'b', ' ', 'c'});
    const std::string more =
        bytes({0xEA, 0x81, 0x83, 0xD7, 0x86, 0x71, 0x03, 0x87, 0xB2, 0x81, 'd'});
    const std::string marker(kBinaryIonMarker);
    const std::string first = bytes({0xD6, 0x8A, 0x21, 0x01, 0x8B, 0x21, 0x02});
    const std::string second = bytes({0xD6, 0x8B, 0x21, 0x01, 0x8C, 0x21, 0x02});
    expect_texts(marker + table + first + more + second, {"{a:1,'b c':2}", "{'b c':1,d:2}"});
    // Another table without imports, or another marker, discards all earlier symbols.
    expect_texts(
        marker + table + first + table + second,
        {"{a:1,'b c':2}"},
        "Ion's binary form is broken: symbol 12 has no text here"
    );
    expect_texts(
        marker + table + first + marker + first,
        {"{a:1,'b c':2}"},
        "Ion's binary form is broken: symbol 10 has no text here"
    );
}

TEST(BinaryIon, CountsTheSymbolsOfSharedTables) {
    // imports:[{name:"s",max_id:2}], symbols:["a"]: symbols 10 and 11 belong to the import.
    const std::string table = table_importing(bytes({0x84, 0x81, 's', 0x88, 0x21, 0x02}));
    expect_texts(table + bytes({0xD3, 0x8C, 0x21, 0x01}), {"{a:1}"});
    expect_texts(
        table + bytes({0xD3, 0x8B, 0x21, 0x01}),
        {},
        "Ion's binary form is broken: symbol 11 has no text here"
    );
}

TEST(BinaryIon, SkipsImportsWithoutAName) {
    const std::string count = bytes({0x88, 0x21, 0x02});
    const std::string record = bytes({0xD3, 0x8A, 0x21, 0x01});
    for (const std::string& name :
         {bytes({}),
          bytes({0x84, 0x8F}),
          bytes({0x84, 0x0F}),
          bytes({0x84, 0x21, 0x05}),
          bytes({0x84, 0x80}),
          bytes({0x84, 0x84, '$', 'i', 'o', 'n'})}) {
        expect_texts(table_importing(name + count) + record, {"{a:1}"});
    }
}

TEST(BinaryIon, RefusesImportsWithoutANumberOfSymbols) {
    const std::string name = bytes({0x84, 0x81, 's'});
    const std::string record = bytes({0xD3, 0x8A, 0x21, 0x01});
    expect_texts(table_importing(name + bytes({0x88, 0x20})) + record, {"{a:1}"});
    for (const std::string& count :
         {bytes({}),
          bytes({0x88, 0x2F}),
          bytes({0x88, 0x0F}),
          bytes({0x88, 0x31, 0x02}),
          bytes({0x88, 0x81, '2'}),
          bytes({0x88, 0x29, 0x01, 0, 0, 0, 0, 0, 0, 0, 0})}) {
        expect_texts(table_importing(name + count) + record, {}, "a symbol table of Ion is broken");
    }
}

TEST(BinaryIon, FindsStructsInAListAndAfterAnnotations) {
    const std::string marker(kBinaryIonMarker);
    expect_texts(marker + bytes({0xB3, 0xD0, 0xD0, 0xD0}), {"{}", "{}", "{}"});
    expect_texts(marker + bytes({0xE3, 0x81, 0x84, 0xD0, 0x21, 0x05, 0xDF}), {"{}"});
}

TEST(BinaryIon, OpensAListAfterAnAnnotation) {
    const std::string marker(kBinaryIonMarker);
    expect_texts(marker + bytes({0xE4, 0x81, 0x84, 0xB1, 0xD0}), {"{}"});
    expect_texts(
        marker + bytes({0xE6, 0x82, 0x84, 0x87, 0xB2, 0xD0, 0xD0, 0xD2, 0x84, 0x20}),
        {"{}", "{}", "{name:0}"}
    );
    // Structs in a list, and empty structs.
    expect_texts(
        marker + bytes({0xB6, 0xE4, 0x81, 0x84, 0xB1, 0xD0, 0xD0, 0xD0}), {"{}", "{}", "{}"}
    );
    expect_texts(marker + bytes({0xE3, 0x81, 0x84, 0xB0, 0xE3, 0x81, 0x84, 0xBF, 0xD0}), {"{}"});
    // A list may be longer than any record, but a struct may not.
    const std::string length = bytes({0x04, 0x00, 0x00, 0x87});
    const std::string begin = marker + bytes({0xEE}) + length + bytes({0x81, 0x84});
    const std::string inner_length = bytes({0x04, 0x00, 0x00, 0x80});
    expect_texts(
        begin + bytes({0xBE}) + inner_length + bytes({0xD0}), {"{}"}, "Ion's binary form is cut off"
    );
    expect_texts(
        begin + bytes({0xDE}) + inner_length + bytes({0xD0}),
        {},
        "a record is longer than any item can be"
    );
}

TEST(BinaryIon, FindsAListThatIsCutOff) {
    const std::string marker(kBinaryIonMarker);
    const std::string_view cut_off = "Ion's binary form is cut off";
    expect_texts(marker + bytes({0xBE, 0x83, 0xD0}), {"{}"}, cut_off);
    expect_texts(marker + bytes({0xB2, 0xB1}), {}, cut_off);
    expect_texts(marker + bytes({0xB3, 0xB1, 0xD0}), {"{}"}, cut_off);
    expect_texts(marker + bytes({0xE5, 0x81, 0x84, 0xB2, 0xD0}), {"{}"}, cut_off);
    expect_texts(marker + bytes({0xE5, 0x81, 0x84}), {}, cut_off);
    expect_texts(
        marker + bytes({0xB2, 0xD2, 0x84, 0x20}), {}, "a list of Ion ends before it should"
    );
}

TEST(BinaryIon, RefusesListsThatAreNestedTooDeeply) {
    // A struct after each list keeps all of them open.
    const auto nested = [](int depth) {
        std::string list = bytes({0xD0});
        for (int level = 0; level < depth; ++level) list = sized(0xB, list + bytes({0xD0}));
        return std::string(kBinaryIonMarker) + list;
    };
    expect_texts(nested(70), Texts(71, "{}"));
    expect_texts(nested(71), {}, "lists of Ion are nested too deeply");
}

TEST(BinaryIon, RefusesBrokenAnnotations) {
    const std::string marker(kBinaryIonMarker);
    for (const std::string& annotated :
         {bytes({0xE3, 0xFF, 0x84, 0xD0}),
          bytes({0xE3, 0x81, 0x04, 0xD0}),                    // a name without an end
          bytes({0xE3, 0x80, 0xD0, 0xD0}),                    // no name
          bytes({0xE2, 0x81, 0x84}),                          // no value
          bytes({0xE4, 0x81, 0x84, 0xD0, 0xD0}),              // two values
          bytes({0xE3, 0x81, 0x84, 0xD1, 0x20}),              // a value that ends beyond it
          bytes({0xE5, 0x81, 0x84, 0xB1, 0xD0, 0xD0}),        // a list that ends before it
          bytes({0xE6, 0x81, 0x84, 0xE3, 0x81, 0x84, 0xD0}),  // an annotation
          bytes({0xB4, 0xE0, 0x01, 0x00, 0xEA})}) {           // a marker in a list
        expect_texts(marker + annotated, {}, "an annotation of Ion is broken");
    }
}

// A struct with short members that refer to a long symbol.
TEST(BinaryIon, BoundsTheTextOfARecord) {
    constexpr std::size_t kLong = std::size_t{1} << 20U;
    const std::string symbol(kLong, 'a');
    const std::string table = table_of(bytes({0x87}) + sized(0xB, sized(0x8, symbol)));
    const auto naming = [&](int count) {
        std::string members;
        for (int member = 0; member < count; ++member) members += bytes({0x8A, 0x20});
        return cut<AnyIonSplitter>(table + sized(0xD, members), kLong);
    };
    const Cut short_enough = naming(15);
    EXPECT_EQ(short_enough.fault, "");
    ASSERT_EQ(short_enough.records.size(), 1U);
    EXPECT_EQ(short_enough.records.front().size(), 15 * (kLong + 3) + 1);
    const Cut too_long = naming(17);
    EXPECT_EQ(too_long.fault, "a record is longer than any item can be");
    EXPECT_TRUE(too_long.records.empty());
    // The same symbol as an annotation, repeatedly.
    const std::string names(17, '\x8A');
    const std::string annotated = sized(0xE, bytes({0x91}) + names + bytes({0x20}));
    const Cut in_names = cut<AnyIonSplitter>(table + sized(0xD, bytes({0x84}) + annotated), kLong);
    EXPECT_EQ(in_names.fault, "a record is longer than any item can be");
    EXPECT_TRUE(in_names.records.empty());
}

TEST(BinaryIon, TakesNumbersOfUpToTenBytes) {
    const std::string marker(kBinaryIonMarker);
    expect_texts(marker + bytes({0xDE, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x80}), {"{}"});
    expect_texts(
        marker + bytes({0xDE, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x80}),
        {},
        "the length of a value in Ion is broken"
    );
}

TEST(BinaryIon, RefusesExponentsBeyondSixtyFourBits) {
    const std::string digits = bytes({0x7F, 0x7F, 0x7F, 0x7F, 0x7F, 0x7F, 0x7F, 0xFF, 0x01});
    EXPECT_EQ(
        cut<BinaryIonSplitter>(member(bytes({0x5B, 0x00, 0x7F}) + digits), 1000).records,
        Texts{"{name:1d9223372036854775807}"}
    );
    EXPECT_EQ(
        cut<BinaryIonSplitter>(member(bytes({0x5B, 0x40, 0x7F}) + digits), 1000).records,
        Texts{"{name:1d-9223372036854775807}"}
    );
    for (const unsigned first : {0x01U, 0x41U}) {
        const std::string beyond = bytes({0x5B, first, 0, 0, 0, 0, 0, 0, 0, 0, 0x80, 0x01});
        expect_texts(
            member(beyond), {}, "Ion's binary form is broken: a value ends before it should"
        );
    }
}

TEST(BinaryIon, ReportsTheFault) {
    const std::string marker(kBinaryIonMarker);
    expect_texts(marker + bytes({0xD3, 0x84, 0x21}), {}, "Ion's binary form is cut off");
    expect_texts(
        marker + bytes({0xD3, 0x84, 0x22, 0x01}),
        {},
        "Ion's binary form is broken: a value ends before it should"
    );
    expect_texts(
        marker + bytes({0xD2, 0x84, 0xF0}),
        {},
        "Ion's binary form is broken: a value has a type that Ion does not know"
    );
    expect_texts(
        marker + bytes({0xE0, 0x02, 0x00, 0xEA}),
        {},
        "Ion of another version than 1.0 cannot be read"
    );
    expect_texts(
        marker + bytes({0xDE, 0x7F, 0x7F, 0x7F, 0x7F, 0xFF}),
        {},
        "a record is longer than any item can be"
    );
    expect_texts(
        marker + bytes({0xDE, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}),
        {},
        "the length of a value in Ion is broken"
    );
}

TEST(BinaryIon, LeavesTextToItsSplitter) {
    expect_texts("$ion_1_0 {Item:{a:1}} {}", {"{Item:{a:1}}", "{}"});
    expect_texts("{}", {"{}"});
    expect_texts("", {});
}

}  // namespace
}  // namespace stator::protocol::formats::transfer
