#include "protocol/transfer/binary_ion.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <vector>

namespace stator::protocol::transfer {
namespace {

using Texts = std::vector<std::string>;

struct Cut {
    Texts records;
    std::string fault;
};

// Takes what is cut off the stream when it comes in pieces of that size.
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

// A struct of one member, whose name is symbol 4, "name".
std::string member(const std::string& value) {
    return bytes({0xE0, 0x01, 0x00, 0xEA, 0xDE, 0x80U | static_cast<unsigned>(value.size() + 1)}) +
           bytes({0x84}) + value;
}

std::string text_of(std::initializer_list<unsigned> value) {
    const Cut found = cut<BinaryIonSplitter>(member(bytes(value)), 1000);
    EXPECT_EQ(found.fault, "");
    return found.records.empty() ? "" : found.records.front();
}

// The examples of https://amazon-ion.github.io/ion-docs/docs/binary.html and its neighbours.
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

// A word in the place of what no attribute can be; the reader of the text refuses it.
TEST(BinaryIon, LeavesNoValueOfWhatIsNone) {
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

TEST(BinaryIon, PassesOverPadding) {
    EXPECT_EQ(text_of({0xB5, 0x00, 0x21, 0x01, 0x01, 0xFF}), "{name:[1]}");
    EXPECT_EQ(text_of({0xD5, 0x84, 0x21, 0x01, 0x80, 0x00}), "{name:{name:1}}");
    expect_texts(bytes({0xE0, 0x01, 0x00, 0xEA, 0x02, 0xAA, 0xAA, 0xD0}), {"{}"});
}

// $ion_symbol_table::{symbols:["a","b c"]}, and one that adds to it.
TEST(BinaryIon, KnowsTheSymbolsOfItsTables) {
    const std::string table =
        bytes({0xEB, 0x81, 0x83, 0xD8, 0x87, 0xB6, 0x81, 'a', 0x83, 'b', ' ', 'c'});
    const std::string more =
        bytes({0xEA, 0x81, 0x83, 0xD7, 0x86, 0x71, 0x03, 0x87, 0xB2, 0x81, 'd'});
    const std::string marker(kBinaryIonMarker);
    const std::string first = bytes({0xD6, 0x8A, 0x21, 0x01, 0x8B, 0x21, 0x02});
    const std::string second = bytes({0xD6, 0x8B, 0x21, 0x01, 0x8C, 0x21, 0x02});
    expect_texts(marker + table + first + more + second, {"{a:1,'b c':2}", "{'b c':1,d:2}"});
    // Another table without imports, and another marker, begin anew.
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
    // imports:[{max_id:2}], symbols:["a"]: symbols 10 and 11 are elsewhere.
    const std::string table = bytes(
        {0xEE, 0x8D, 0x81, 0x83, 0xDA, 0x86, 0xB4, 0xD3, 0x88, 0x21, 0x02, 0x87, 0xB2, 0x81, 'a'}
    );
    const std::string marker(kBinaryIonMarker);
    expect_texts(marker + table + bytes({0xD3, 0x8C, 0x21, 0x01}), {"{a:1}"});
    expect_texts(
        marker + table + bytes({0xD3, 0x8B, 0x21, 0x01}),
        {},
        "Ion's binary form is broken: symbol 11 has no text here"
    );
}

TEST(BinaryIon, FindsStructsInAListAndBehindAnnotations) {
    const std::string marker(kBinaryIonMarker);
    expect_texts(marker + bytes({0xB3, 0xD0, 0xD0, 0xD0}), {"{}", "{}", "{}"});
    expect_texts(marker + bytes({0xE3, 0x81, 0x84, 0xD0, 0x21, 0x05, 0xDF}), {"{}"});
}

TEST(BinaryIon, TellsWhatIsBroken) {
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
}  // namespace stator::protocol::transfer
