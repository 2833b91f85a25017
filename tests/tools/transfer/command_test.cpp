#include "tools/transfer/command.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <mutex>
#include <set>
#include <sstream>

#include "emulator/laboratory/declaration/seed_folder.hpp"
#include "tests/support/database.hpp"
#include "tests/support/scripted_server.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tools/client/scan_page.hpp"

namespace stator::tools::transfer {
namespace {

using testing::Database;

// A server whose answers are those of an engine; it throttles some requests first.
class TableMoves : public ::testing::Test {
protected:
    TableMoves()
        : server_([this](const testing::ScriptedRequest& request) { return answer(request); }) {
        database_.create_table("tbl", "pk:S");
    }

    std::string answer(const testing::ScriptedRequest& request) {
        const std::lock_guard lock(mutex_);
        if (throttles_ > 0) {
            --throttles_;
            return testing::error_reply("ProvisionedThroughputExceededException", "slowly");
        }
        const std::string reply = database_.run(request.target, request.body);
        const bool wants_lines =
            request.head.find("\r\nAccept: application/x-ndjson\r\n") != std::string::npos;
        const bool is_in_lines = reply.starts_with("{") && speaks_lines_ && wants_lines;
        if (wants_lines) ++scans_;
        if (request.body.find("TotalSegments") != std::string::npos) ++segment_scans_;
        if (wants_lines && is_fickle_) speaks_lines_ = !speaks_lines_;
        if (is_in_lines) return in_lines(reply);
        if (reply.starts_with("{")) return testing::json_reply(200, reply);
        const std::size_t colon = reply.find(": ");
        return testing::error_reply(reply.substr(0, colon), reply.substr(colon + 2));
    }

    // A Scan's reply in lines, as Stator sends it.
    static std::string in_lines(const std::string& reply) {
        std::string lines;
        const auto page = client::cut_scan_page(reply);
        for (const std::string_view item : page->items) {
            lines.append("{\"Item\":").append(item).append("}\n");
        }
        lines.append("{" + reply.substr(reply.find("\"Count\"")) + "\n");
        return "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nContent-Length: " +
               std::to_string(lines.size()) + "\r\n\r\n" + lines;
    }

    std::string path(const std::string& name) const {
        return std::string(directory_.path()) + "/" + name;
    }

    void write(const std::string& name, const std::string& text) const {
        std::ofstream(path(name)) << text;
    }

    std::string text_of(const std::string& name) const {
        std::ostringstream text;
        text << std::ifstream(path(name)).rdbuf();
        return text.str();
    }

    // The lines of an exported file, each once.
    std::set<std::string> lines_of(const std::string& name) const {
        std::set<std::string> seen;
        std::istringstream lines(text_of(name));
        for (std::string line; std::getline(lines, line);) {
            EXPECT_TRUE(line.starts_with(R"({"Item":{"n":{"N":"1"},"pk":)")) << line.substr(0, 80);
            EXPECT_TRUE(line.ends_with("}}}")) << line.substr(0, 80);
            EXPECT_TRUE(seen.insert(line).second) << line.substr(0, 80) << " is there twice";
        }
        return seen;
    }

    int run(std::vector<std::string> arguments, const std::string& input = "") {
        arguments.insert(arguments.end(), {"--endpoint", server_.url()});
        std::istringstream in(input);
        std::ostringstream out;
        std::ostringstream err;
        const client::Surroundings surroundings{
            [](const std::string&) { return std::nullopt; }, "http://127.0.0.1:1"};
        const int code = run_command(arguments, surroundings, clock_, in, out, err);
        out_ = out.str();
        err_ = err.str();
        return code;
    }

    // `more`: members in addition to the key and a number.
    void put_items(int count, const std::string& more = "") {
        for (int i = 0; i < count; ++i) {
            database_.run(
                "PutItem",
                R"({"TableName":"tbl","Item":{"pk":{"S":")" + std::to_string(i) +
                    R"("},"n":{"N":"1"})" + more + "}}"
            );
        }
    }

    std::string scan(const std::string& table = "tbl") {
        return database_.run("Scan", R"({"TableName":")" + table + "\"}");
    }

    testing::TemporaryDirectory directory_;
    std::mutex mutex_;
    Database database_;
    int throttles_ = 0;
    bool speaks_lines_ = false;
    bool is_fickle_ = false;  // changes its format each time
    int scans_ = 0;
    int segment_scans_ = 0;
    engine::ManualClock clock_{Database::kStart};
    std::string out_;
    std::string err_;
    testing::ScriptedServer server_;
};

TEST_F(TableMoves, ImportTheirOwnExports) {
    put_items(60);
    const std::string before = scan();
    for (const std::string name : {"a.jsonl", "a.jsonl.gz", "a.ion.zst"}) {
        ASSERT_EQ(run({"export", "--table", "tbl", "--to", path(name)}), 0) << err_;
        EXPECT_EQ(err_, "60 items of tbl were written.\n");
        database_.run("DeleteTable", R"({"TableName":"tbl"})");
        database_.create_table("tbl", "pk:S");
        throttles_ = 2;
        ASSERT_EQ(run({"import", "--table", "tbl", "--from", path(name)}), 0) << err_;
        EXPECT_EQ(err_, "60 items are there in tbl.\n");
        EXPECT_EQ(scan(), before);
    }
}

// Stator answers in lines, other servers do not; the file is the same in both cases.
TEST_F(TableMoves, WriteTheSameForEitherFormatOfAnswer) {
    put_items(30);
    write("rules.json", R"({"rules":{"n":"drop"}})");
    const std::vector<std::vector<std::string>> exports = {
        {"--format", "jsonl"},
        {"--format", "ion"},
        {"--format", "json"},
        {"--format", "csv", "--attributes", "pk,n"},
        {"--anonymise", path("rules.json")}};
    for (const auto& options : exports) {
        std::vector<std::string> command{"export", "--table", "tbl"};
        command.insert(command.end(), options.begin(), options.end());
        speaks_lines_ = false;
        ASSERT_EQ(run(command), 0) << err_;
        const std::string before = out_;
        EXPECT_EQ(err_.substr(0, 8), "30 items");
        speaks_lines_ = true;
        ASSERT_EQ(run(command), 0) << err_;
        EXPECT_EQ(out_, before) << options[1];
        EXPECT_EQ(err_.substr(0, 8), "30 items");
    }
    ASSERT_EQ(run({"export", "--table", "none"}), 1);
}

// Pages of a megabyte, each in either format, as from different servers behind one address.
TEST_F(TableMoves, ContinueIfTheNextPageHasTheOtherFormat) {
    put_items(50, R"(,"t":{"S":")" + std::string(60'000, 'x') + R"("})");
    is_fickle_ = true;
    for (const bool begins_with_lines : {false, true}) {
        speaks_lines_ = begins_with_lines;
        ASSERT_EQ(run({"export", "--table", "tbl", "--to", path("all.jsonl")}), 0) << err_;
        EXPECT_EQ(err_, "50 items of tbl were written.\n");
        EXPECT_EQ(lines_of("all.jsonl").size(), 50u);
    }
}

// A server without support for segments would answer each with all items.
TEST_F(TableMoves, ReadSegmentsOnlyFromStators) {
    put_items(50, R"(,"t":{"S":")" + std::string(60'000, 'x') + R"("})");
    for (const bool is_a_stator : {false, true}) {
        speaks_lines_ = is_a_stator;
        scans_ = segment_scans_ = 0;
        ASSERT_EQ(run({"export", "--table", "tbl", "--to", path("all.jsonl")}), 0) << err_;
        EXPECT_EQ(lines_of("all.jsonl").size(), 50u);
        EXPECT_EQ(scans_ - segment_scans_, is_a_stator ? 1 : 3);
        EXPECT_GE(segment_scans_, is_a_stator ? 4 : 0);
    }
    database_.run("DeleteTable", R"({"TableName":"tbl"})");
    database_.create_table("tbl", "pk:S");
    put_items(3);
    scans_ = 0;
    ASSERT_EQ(run({"export", "--table", "tbl", "--to", path("all.jsonl")}), 0) << err_;
    EXPECT_EQ(scans_, 1) << "a page is enough";
}

TEST_F(TableMoves, TakeStandardInputAndOutput) {
    ASSERT_EQ(run({"import", "--table", "tbl"}, "{\"pk\":{\"S\":\"a\"}}\n"), 0) << err_;
    ASSERT_EQ(run({"export", "--table", "tbl"}), 0) << err_;
    EXPECT_EQ(out_, "{\"Item\":{\"pk\":{\"S\":\"a\"}}}\n");
}

TEST_F(TableMoves, ReportTheirProgressOnFailure) {
    write("a.jsonl", "{\"pk\":{\"S\":\"a\"}}\n{\"pk\":{\"N\":\"1\"}}\n{\"pk\":{\"S\":\"c\"}}\n");
    EXPECT_EQ(run({"import", "--table", "tbl", "--from", path("a.jsonl")}), 1);
    EXPECT_NE(
        err_.find("stator import: PutItem was answered with ValidationException: "),
        std::string::npos
    ) << err_;
    EXPECT_NE(err_.find("; 1 item is there; go on with --skip 1.\n"), std::string::npos) << err_;
    write("a.jsonl", "{\"pk\":{\"S\":\"a\"}}\n{\"pk\":{\"S\":\"b\"}}\n");
    EXPECT_EQ(run({"import", "--table", "tbl", "--from", path("a.jsonl"), "--skip", "1"}), 0);
    EXPECT_EQ(err_, "2 items are there in tbl.\n");
    EXPECT_EQ(run({"import", "--table", "none", "--from", path("a.jsonl")}), 1);
    EXPECT_EQ(run({"export", "--table", "none", "--to", path("none.jsonl")}), 1);
    EXPECT_FALSE(std::filesystem::exists(path("none.jsonl")));
}

TEST_F(TableMoves, CreateAMissingTable) {
    write(
        "table.json",
        R"({"TableName":"new","BillingMode":"PAY_PER_REQUEST","AttributeDefinitions":[)"
        R"({"AttributeName":"pk","AttributeType":"S"}],)"
        R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]})"
    );
    const std::vector<std::string> command{
        "import", "--table", "new", "--definition", path("table.json")};
    // The same key twice: the later item counts.
    ASSERT_EQ(
        run(command, "{\"pk\":{\"S\":\"a\"}}\n{\"pk\":{\"S\":\"a\"},\"n\":{\"N\":\"2\"}}\n"), 0
    ) << err_;
    EXPECT_NE(scan("new").find(R"({"n":{"N":"2"},"pk":{"S":"a"}})"), std::string::npos);
    EXPECT_NE(scan("new").find(R"("Count":1)"), std::string::npos);
}

TEST_F(TableMoves, WriteNothingInADryRun) {
    ASSERT_EQ(run({"import", "--table", "tbl", "--dry-run"}, "{\"pk\":{\"S\":\"a\"}}\n"), 0);
    EXPECT_EQ(err_, "1 item was read.\n");
    EXPECT_NE(scan().find(R"("Count":0)"), std::string::npos);
}

TEST_F(TableMoves, KeepFoldersAsDynamodumpDoes) {
    const std::string item = R"({"pk":{"S":"a"},"m":{"M":{"n":{"N":"1.5"},"s":{"SS":["x"]}}}})";
    database_.run("PutItem", R"({"TableName":"tbl","Item":)" + item + "}");
    const std::string before = scan();
    ASSERT_EQ(run({"export", "--table", "tbl", "--format", "dynamodump", "--to", path("dump")}), 0)
        << err_;
    EXPECT_TRUE(text_of("dump/tbl/schema.json").starts_with("{\"Table\":{\"TableName\":\"tbl\""));
    EXPECT_TRUE(text_of("dump/tbl/data/0001.json").starts_with("{\"Items\":[{"));
    EXPECT_TRUE(text_of("dump/tbl/data/0001.json").ends_with("],\"Count\":1,\"ScannedCount\":1}\n")
    );
    database_.run("DeleteTable", R"({"TableName":"tbl"})");
    // The schema creates the table under any name.
    ASSERT_EQ(run({"import", "--table", "tbl", "--from", path("dump")}), 0) << err_;
    EXPECT_EQ(scan(), before);
    ASSERT_EQ(run({"import", "--table", "other", "--from", path("dump/tbl")}), 0) << err_;
    EXPECT_EQ(scan("other"), before);
    write("dump/tbl/schema.json", "{}");
    EXPECT_EQ(run({"import", "--table", "tbl", "--from", path("dump")}), 1);
    EXPECT_NE(err_.find("does not describe a table"), std::string::npos) << err_;
}

TEST_F(TableMoves, AcceptFilesOfDynein) {
    const std::string plain =
        R"([{"pk":"a","n":-0.5,"big":12345678901234567890123456789012345678,"t":"\u00fc\ud83d\ude00"},)"
        "\n"
        R"( {"pk":"b","l":[1,"x",null,true,{"y":[]}]}])";
    write("a.json", plain);
    ASSERT_EQ(run({"import", "--table", "tbl", "--format", "json", "--from", path("a.json")}), 0)
        << err_;
    const std::string there = scan();
    EXPECT_NE(
        there.find(R"("big":{"N":"12345678901234567890123456789012345678"})"), std::string::npos
    ) << there;
    EXPECT_NE(
        there.find(
            R"("l":{"L":[{"N":"1"},{"S":"x"},{"NULL":true},{"BOOL":true},{"M":{"y":{"L":[]}}}]})"
        ),
        std::string::npos
    ) << there;
    ASSERT_EQ(run({"export", "--table", "tbl", "--format", "json", "--to", path("b.json")}), 0);
    ASSERT_EQ(run({"import", "--table", "tbl", "--format", "json", "--from", path("b.json")}), 0)
        << err_;
    EXPECT_EQ(scan(), there);
    write("c.json", R"({"tbl":[{"PutRequest":{"Item":{"pk":{"S":"c"}}}}]})");
    ASSERT_EQ(run({"import", "--table", "tbl", "--format", "batch", "--from", path("c.json")}), 0)
        << err_;
    EXPECT_NE(scan().find(R"({"pk":{"S":"c"}})"), std::string::npos);
    write("c.json", R"({"tbl":[{"DeleteRequest":{"Key":{"pk":{"S":"c"}}}}]})");
    EXPECT_EQ(run({"import", "--table", "tbl", "--format", "batch", "--from", path("c.json")}), 1);
    EXPECT_NE(err_.find("an import only puts"), std::string::npos) << err_;
    EXPECT_EQ(run({"export", "--table", "tbl", "--format", "batch"}), 2);
}

TEST_F(TableMoves, AnonymiseByRules) {
    write("rules.json", R"({"rules":{"name":"mask","gone":"drop"}})");
    const std::vector<std::string> rules{"--anonymise", path("rules.json")};
    std::vector<std::string> words{"import", "--table", "tbl"};
    words.insert(words.end(), rules.begin(), rules.end());
    ASSERT_EQ(run(words, R"({"pk":{"S":"a"},"name":{"S":"Ann"}})"), 0) << err_;
    EXPECT_EQ(err_, "1 item is there in tbl.\nno item has 'gone', which a rule names.\n");
    EXPECT_NE(scan().find(R"("name":{"S":"***"})"), std::string::npos) << scan();
    words[0] = "export";
    write("rules.json", R"({"rules":{"name":"drop"}})");
    ASSERT_EQ(run(words), 0) << err_;
    EXPECT_EQ(out_, "{\"Item\":{\"pk\":{\"S\":\"a\"}}}\n");
    write("rules.json", R"({"rules":{"pk":"drop"}})");
    EXPECT_EQ(run(words), 1);
    EXPECT_NE(err_.find("would give items of tbl the same key"), std::string::npos) << err_;
}

TEST_F(TableMoves, ExplainWrongUsage) {
    EXPECT_EQ(run({"export"}), 2);
    EXPECT_EQ(run({"export", "--table", "tbl", "--format", "csv"}), 2);
    EXPECT_EQ(run({"import", "--table", "tbl", "--format", "xml"}), 2);
    EXPECT_FALSE(is_command({"serve"}));
    EXPECT_FALSE(is_command({"ctl", "faults"}));
}

TEST_F(TableMoves, SaveAFixtureThatCanBeLoaded) {
    for (const std::string pk : {"b", "a"}) {
        database_.run("PutItem", R"({"TableName":"tbl","Item":{"pk":{"S":")" + pk + "\"}}}");
    }
    ASSERT_EQ(run({"ctl", "fixture", "save", path("tables")}), 0) << err_;
    EXPECT_EQ(text_of("tables/tbl.jsonl"), "{\"pk\":{\"S\":\"a\"}}\n{\"pk\":{\"S\":\"b\"}}\n");
    const std::string before = scan();
    Database other;
    const auto fixtures = emulator::laboratory::declaration::read_seed_folder(path("tables"));
    ASSERT_TRUE(fixtures.has_value()) << fixtures.error().sentence;
    ASSERT_EQ(fixtures->size(), 1);
    const auto loaded =
        emulator::laboratory::declaration::load_fixtures(other.universe(), *fixtures);
    ASSERT_TRUE(loaded.has_value()) << loaded.error().sentence;
    EXPECT_EQ(other.run("Scan", R"({"TableName":"tbl"})"), before);
    EXPECT_TRUE(emulator::laboratory::declaration::read_seed_folder(path("none")).has_error());
}

}  // namespace
}  // namespace stator::tools::transfer
