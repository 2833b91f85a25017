#include "protocol/formats/transfer/record_splitter.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace stator::protocol::formats::transfer {
namespace {

using Records = std::vector<std::string>;

// The records if the text arrives in pieces of `piece_bytes`.
template <class Splitter>
Records records(std::string_view text, std::size_t piece_bytes, std::string* fault = nullptr) {
    Splitter splitter;
    Records records;
    const auto take = [&] {
        while (const auto record = splitter.next()) records.emplace_back(*record);
    };
    for (std::size_t at = 0; at < text.size(); at += piece_bytes) {
        splitter.add(text.substr(at, piece_bytes));
        take();
    }
    splitter.finish();
    take();
    if (fault != nullptr) *fault = splitter.fault();
    return records;
}

template <class Splitter>
void expect_records(std::string_view text, const Records& expected) {
    for (const std::size_t piece_bytes : {1, 2, 3, 7, 1000}) {
        EXPECT_EQ(records<Splitter>(text, piece_bytes), expected) << piece_bytes << ": " << text;
    }
}

TEST(RecordSplitter, CutsLines) {
    expect_records<LineSplitter>("", {});
    expect_records<LineSplitter>("\n\r\n", {});
    expect_records<LineSplitter>("a\nbc\r\n\nd", {"a", "bc", "d"});
    expect_records<LineSplitter>("a\n", {"a"});
}

TEST(RecordSplitter, KeepsQuotedLinesOfCsvTogether) {
    expect_records<CsvSplitter>(
        "a,b\n1,\"x\ny\"\n2,\"\"\"\n\"\r\n", {"a,b", "1,\"x\ny\"", "2,\"\"\"\n\""}
    );
}

TEST(RecordSplitter, FindsTheStructsOfIon) {
    expect_records<IonSplitter>(
        "$ion_1_0 {Item:{a:\"}\",b:{{fQ==}}}}\n$ion_1_0 {Item:{c:'}'}}",
        {"{Item:{a:\"}\",b:{{fQ==}}}}", "{Item:{c:'}'}}"}
    );
    expect_records<IonSplitter>(
        "$ion_1_0\n[ {Item:{a:[{b:1}]}}, // }\n {Item:{c:'''x'}''' }} /* { */ ]\n",
        {"{Item:{a:[{b:1}]}}", "{Item:{c:'''x'}''' }}"}
    );
    expect_records<IonSplitter>("{a:\"\\\"}\"}", {"{a:\"\\\"}\"}"});
    expect_records<IonSplitter>("", {});
}

// A piece may end between the two opening braces of a blob.
TEST(RecordSplitter, DistinguishesABlobOfIonFromAStruct) {
    for (const std::string_view text :
         {"x{{aGk=}}::{a:1}", "$ion_1_0 x{{aGk=}} {a:1}", "x{", "{{"}) {
        std::string expected_fault;
        const Records expected = records<IonSplitter>(text, text.size(), &expected_fault);
        for (std::size_t piece_bytes = 1; piece_bytes < text.size(); ++piece_bytes) {
            std::string fault;
            EXPECT_EQ(records<IonSplitter>(text, piece_bytes, &fault), expected) << text;
            EXPECT_EQ(fault, expected_fault) << text << " in pieces of " << piece_bytes;
        }
    }
}

TEST(RecordSplitter, LosesNoStructOfIonSilently) {
    expect_records<IonSplitter>("{a:1} {b:\"}", {"{a:1}", "{b:\"}"});
}

TEST(RecordSplitter, ReportsTextThatIsNotAnIonStruct) {
    struct Case {
        std::string_view text;
        Records records;
        std::string_view fault;
    };

    constexpr std::string_view kElse = "there is something else where an item should begin";
    const Case cases[] = {
        {"{a:1} // b\n$ion_1_0 [{b:1},mark::{c:1}] /* */", {"{a:1}", "{b:1}", "{c:1}"}, ""},
        {"{a:1} // b", {"{a:1}"}, ""},
        {"mark:: {a:1} mark::[\n{b:1}]", {"{a:1}", "{b:1}"}, ""},
        {"\xEF\xBB\xBF[\n{a:1}]", {"{a:1}"}, ""},
        {"{a:1} \xEF\xBB\xBF", {"{a:1}"}, kElse},
        {"", {}, ""},
        {"not ion {a:1}", {}, kElse},
        {"{a:1} 5 {b:1}", {"{a:1}"}, kElse},
        {"{a:1}\n\"b\"", {"{a:1}"}, kElse},
        {"{a:1} \"b", {"{a:1}"}, kElse},
        {"{a:1} {{", {"{a:1}"}, kElse},
        {"{a:1} 'b'", {"{a:1}"}, kElse},
        {"{a:1}b::", {"{a:1}"}, kElse},
        {std::string_view("{a:1}\0{b:2}", 11), {"{a:1}"}, kElse},
        {"[1, 2]", {}, kElse},
        {"{a:1} /* b", {"{a:1}"}, kElse},
        {"$ion_symbol_table:: {symbols:[\"a\"]} {$10:1}",
         {},
         "a symbol table is understood in Ion's binary form alone"},
    };
    for (const auto& [text, expected, fault] : cases) {
        for (const std::size_t piece_bytes : {1, 2, 1000}) {
            std::string found;
            EXPECT_EQ(records<IonSplitter>(text, piece_bytes, &found), expected) << text;
            EXPECT_EQ(found, fault) << text;
        }
    }
}

TEST(RecordSplitter, ReportsARecordWithoutAnEnd) {
    LineSplitter splitter;
    splitter.add(std::string(kMaxRecordBytes, 'x'));
    EXPECT_EQ(splitter.next(), std::nullopt);
    EXPECT_FALSE(splitter.is_too_long());
    splitter.add("x");
    EXPECT_EQ(splitter.next(), std::nullopt);
    EXPECT_TRUE(splitter.is_too_long());
}

}  // namespace
}  // namespace stator::protocol::formats::transfer
