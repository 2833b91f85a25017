#include "tools/transfer/data_files.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/support/temporary_directory.hpp"

namespace stator::tools::transfer {
namespace {

using Items = std::vector<std::string>;

class DataFiles : public ::testing::Test {
protected:
    std::string path(const std::string& name) const {
        return std::string(directory_.path()) + "/" + name;
    }

    void write(const std::string& name, const Items& items, const Items& attributes = {}) {
        std::ostringstream none;
        ItemFile file(path(name), format_of_file(name), attributes, none);
        for (const std::string& item : items) ASSERT_TRUE(file.add(item).has_value());
        ASSERT_TRUE(file.close().has_value());
    }

    // The items, then "!" and the error, if there is one.
    Items read(const std::string& name, ReadOptions options = {}) {
        options.format = format_of_file(name);
        Items items;
        std::istringstream none;
        const auto done = read_items(path(name), none, options, [&](std::string_view item) {
            items.emplace_back(item);
            return std::nullopt;
        });
        if (done.has_error()) items.push_back("!" + done.error().sentence);
        return items;
    }

    testing::TemporaryDirectory directory_;
};

TEST_F(DataFiles, ReadTheirOwnOutput) {
    const Items items{
        R"({"pk":{"S":"a"},"n":{"N":"1.5"},"l":{"L":[{"NULL":true}]}})",
        R"({"pk":{"S":"b\n\"ü"}})"};
    for (const std::string ending : {"", ".gz", ".zst"}) {
        write("items.jsonl" + ending, items);
        EXPECT_EQ(read("items.jsonl" + ending), items) << ending;
        write("items.ion" + ending, items);
        EXPECT_EQ(
            read("items.ion" + ending),
            (Items{
                R"({"l":{"L":[{"NULL":true}]},"n":{"N":"1.5"},"pk":{"S":"a"}})",
                R"({"pk":{"S":"b\n\"ü"}})"})
        ) << ending;
    }
}

TEST_F(DataFiles, DoNotExistBeforeTheyAreComplete) {
    std::ostringstream none;
    {
        ItemFile file(path("half.jsonl"), FileFormat::Jsonl, {}, none);
        ASSERT_TRUE(file.add("{}").has_value());
    }
    EXPECT_TRUE(std::filesystem::is_empty(directory_.path()));
}

TEST_F(DataFiles, ReportWhyTheyCannotBeWritten) {
    const auto refusal_of = [](const std::string& name) {
        std::ostringstream none;
        ItemFile file(name, FileFormat::Jsonl, {}, none);
        EXPECT_TRUE(file.add("{}").has_value());
        const auto closed = file.close();
        return closed.has_error() ? closed.error().sentence : "";
    };
    EXPECT_EQ(refusal_of("/dev/full"), "'/dev/full' cannot be written: No space left on device.");
    EXPECT_TRUE(std::filesystem::is_character_file("/dev/full")) << "it is no file of ours";
    EXPECT_EQ(refusal_of("/dev/null"), "");
    std::ofstream(path("real")) << "x";
    std::filesystem::create_symlink(path("real"), path("link"));
    EXPECT_EQ(refusal_of(path("link")), "");
    EXPECT_TRUE(std::filesystem::is_symlink(path("link")));
    EXPECT_EQ(read("real"), (Items{"{}"}));
    EXPECT_EQ(
        refusal_of(path("none/x")),
        "'" + path("none/x") + "' cannot be written: No such file or directory."
    );
    EXPECT_EQ(
        refusal_of(directory_.path()),
        "'" + directory_.path() + "' cannot be written: Is a directory."
    );
}

TEST_F(DataFiles, HaveTheColumnsThatAreNamed) {
    write(
        "items.csv",
        {R"({"pk":{"S":"a,b"},"n":{"N":"1"},"m":{"M":{}}})", R"({"pk":{"S":"c"}})"},
        {"pk", "n"}
    );
    ReadOptions options;
    options.definitions = {{"n", protocol::values::AttributeType::Number}};
    EXPECT_EQ(
        read("items.csv", options),
        (Items{R"({"pk":{"S":"a,b"},"n":{"N":"1"}})", R"({"pk":{"S":"c"}})"})
    );
}

TEST_F(DataFiles, ReportThePlaceOfAnError) {
    std::ofstream(path("wrong.jsonl")) << "{\"pk\":{\"S\":\"a\"}}\n\nno json\n";
    EXPECT_EQ(
        read("wrong.jsonl"),
        (Items{
            R"({"pk":{"S":"a"}})",
            "!record 2 of '" + path("wrong.jsonl") + "': it is no JSON object."})
    );
    std::ofstream(path("torn.jsonl.gz")) << "no gzip";
    EXPECT_EQ(
        read("torn.jsonl.gz"),
        (Items{
            "!'" + path("torn.jsonl.gz") +
            "', behind record 0: the object is not compressed as it was said."})
    );
    EXPECT_EQ(read("none"), (Items{"!the file '" + path("none") + "' cannot be read."}));
}

TEST_F(DataFiles, AreFoundByAnExportsManifest) {
    std::filesystem::create_directories(path("AWSDynamoDB/id/data"));
    std::ofstream(path("AWSDynamoDB/id/manifest-files.json"))
        << R"({"itemCount":1,"dataFileS3Key":"p/AWSDynamoDB/id/data/z.json.gz"})"
        << "\n"
        << R"({"itemCount":0,"dataFileS3Key":"p/AWSDynamoDB/id/data/a.json.gz"})"
        << "\n";
    for (const char* name : {"z", "a", "other"}) {
        std::ofstream(path("AWSDynamoDB/id/data/" + std::string(name) + ".json.gz")) << "x";
    }
    EXPECT_EQ(
        *files_at(path("AWSDynamoDB/id")),
        (Items{path("AWSDynamoDB/id/data/z.json.gz"), path("AWSDynamoDB/id/data/a.json.gz")})
    );
    EXPECT_EQ(files_at(path("AWSDynamoDB/id/data"))->size(), 3);
    EXPECT_TRUE(files_at(path("none")).has_error());
}

}  // namespace
}  // namespace stator::tools::transfer
