#include "emulator/laboratory/declaration/declaration.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "emulator/http/compression.hpp"
#include "emulator/laboratory/declaration/establish.hpp"
#include "tests/emulator/support/world.hpp"
#include "tests/support/temporary_directory.hpp"

namespace stator::emulator::laboratory::declaration {
namespace {

using testing::World;

class LaboratoryFile : public ::testing::Test {
protected:
    void write(const std::string& name, const std::string& text) {
        testing::write_file(path(name), text);
    }

    std::string path(const std::string& name) { return directory_.path() + "/" + name; }

    // Applies the laboratory file. Returns "" or the error.
    std::string load() {
        const auto loaded = load_declaration(path("lab.json"));
        if (loaded.has_error()) return loaded.error().sentence;
        const auto established =
            establish(world_.laboratories(), world_.laboratory(), loaded->declaration);
        return established.has_error() ? established.error().sentence : "";
    }

    void write_fixture(const std::string& more) {
        write(
            "lab.json",
            R"({"fixtures":[{"table":)" + World::create_table_request("Tab") + "," + more + "}]}"
        );
    }

    testing::TemporaryDirectory directory_;
    World world_;
};

TEST_F(LaboratoryFile, IsRead) {
    write("lab.json", R"({"clock":{"mode":"frozen","set":5000},"universes":[{"name":"a"}]})");
    EXPECT_EQ(load(), "");
    EXPECT_EQ(world_.clock().now(), engine::Instant(5'000));
    EXPECT_TRUE(world_.engine().universes().exists("a"));
}

TEST_F(LaboratoryFile, RefusalsNameIt) {
    EXPECT_EQ(
        load(),
        "The laboratory file '" + path("lab.json") +
            "' cannot be opened; check that it exists and may be read."
    );
    write("lab.json", "{");
    EXPECT_EQ(
        load(),
        "The laboratory file '" + path("lab.json") +
            "' is not JSON; it has the form {\"clock\":{…},\"universes\":[…]}."
    );
    write("lab.json", R"({"clock":{"mood":"frozen"}})");
    EXPECT_EQ(
        load(),
        "The laboratory file '" + path("lab.json") +
            "' has a mistake: clock has no member 'mood'; it may have mode, set, scale, offsetMs, "
            "anchor, now, nowMs, nextDueMs."
    );
}

TEST_F(LaboratoryFile, FilesOfItemsAreNextToIt) {
    write("items.json", "\n [{\"pk\":{\"S\":\"a\"}},\n{\"Item\":{\"pk\":{\"S\":\"b\"}}}]\n");
    write_fixture(R"("file":"items.json")");
    EXPECT_EQ(load(), "");
    EXPECT_EQ(world_.count("", "Tab"), "2");
}

TEST_F(LaboratoryFile, LinesOfItemsAreReadAsDynamoDbExportsThem) {
    std::filesystem::create_directories(path("data"));
    write(
        "data/export.json",
        "{\"Item\":{\"pk\":{\"S\":\"a\"},\"n\":{\"N\":\"7\"}}}\r\n\n{\"pk\":{\"S\":\"b\"}}"
    );
    write_fixture(R"("file":"data/export.json")");
    EXPECT_EQ(load(), "");
    EXPECT_EQ(world_.count("", "Tab"), "2");
    EXPECT_EQ(world_.number("", "Tab", "a"), "7");
}

TEST_F(LaboratoryFile, CompressedFilesAreDecompressed) {
    write(
        "items.json.gz",
        http::compress(http::Codec::Gzip, "{\"pk\":{\"S\":\"a\"}}\n") +
            http::compress(http::Codec::Gzip, "{\"pk\":{\"S\":\"b\"}}\n")
    );
    write_fixture(R"("file":"items.json.gz")");
    EXPECT_EQ(load(), "");
    EXPECT_EQ(world_.count("", "Tab"), "2");
}

TEST_F(LaboratoryFile, MistakesInFilesOfItemsAreNamed) {
    write_fixture(R"("file":"items.json")");
    const std::string the_file = "items' file '" + path("items.json") + "'";

    struct Case {
        std::string text;
        std::string part;
    };

    const Case cases[] = {
        {"[{]", the_file + " is no JSON array"},
        {"{\"pk\":{\"S\":\"a\"}}\n\n{", "Line 3 of the " + the_file + " is not JSON"},
        {"\x1f\x8b\x08 and so on", the_file + " cannot be unpacked"},
        {"{\"pk\":{\"S\":\"a\"}}\n{\"Item\":{\"pk\":{\"N\":\"1\"}}}",
         "fixtures[0] (table Tab): item 2 of '" + path("items.json") + "' is refused with "},
    };
    EXPECT_NE(load().find("cannot be opened"), std::string::npos);
    for (const Case& each : cases) {
        write("items.json", each.text);
        const std::string sentence = load();
        EXPECT_NE(sentence.find(each.part), std::string::npos) << sentence;
        EXPECT_TRUE(sentence.ends_with('.')) << sentence;
        EXPECT_EQ(world_.tables(""), R"({"TableNames":[]})");
    }
    write("items.json", "");
    EXPECT_EQ(load(), "");
    EXPECT_EQ(world_.count("", "Tab"), "0");
    write_fixture(R"("file":"items.json","items":[])");
    EXPECT_NE(load().find("fixtures[0] has 'items' beside 'file'"), std::string::npos);
}

}  // namespace
}  // namespace stator::emulator::laboratory::declaration
