#include "emulator/integrations/kinesis/folder_sink.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/emulator/integrations/kinesis/outgoing_records.hpp"
#include "tests/support/temporary_directory.hpp"

namespace stator::emulator::integrations::kinesis {
namespace {

using testing::outgoing;

std::string content(const std::string& file) {
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    return text.str();
}

void write(const std::string& file, const std::string& text) {
    std::ofstream(file, std::ios::binary) << text;
}

class FolderSinkTest : public ::testing::Test {
protected:
    Delivered deliver(
        const std::vector<std::string>& documents,
        const std::string& universe = "",
        const std::string& stream_arn = testing::kKinesisStream
    ) {
        std::vector<OutgoingPtr> records;
        for (const auto& document : documents) {
            records.push_back(outgoing("item", document, stream_arn));
        }
        return sink_.deliver(universe, records);
    }

    const testing::TemporaryDirectory temporary_;
    const std::string directory_ = temporary_.path() + "/made/when/needed";
    FolderSink sink_{directory_};
};

TEST_F(FolderSinkTest, AppendsALineForEachRecord) {
    EXPECT_FALSE(std::filesystem::exists(directory_));
    EXPECT_EQ(deliver({"{\"a\":1}", "{\"a\":2}"}).sent.size(), 2U);
    EXPECT_EQ(deliver({"{\"a\":3}"}).error, "");
    EXPECT_EQ(content(directory_ + "/changes.ndjson"), "{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n");
}

TEST_F(FolderSinkTest, StreamsAndUniversesAreApart) {
    deliver({"1"});
    deliver({"2"}, "fork");
    deliver({"3"}, "", "arn:aws:kinesis:eu-west-1:000000000000:stream/..");
    EXPECT_EQ(content(directory_ + "/changes.ndjson"), "1\n");
    EXPECT_EQ(content(directory_ + "/u/fork/changes.ndjson"), "2\n");
    EXPECT_EQ(content(directory_ + "/...ndjson"), "3\n");
    EXPECT_EQ(
        std::distance(
            std::filesystem::directory_iterator(temporary_.path()),
            std::filesystem::directory_iterator()
        ),
        1
    );
}

TEST_F(FolderSinkTest, CutsOffAnIncompleteLine) {
    deliver({"1"});
    const std::string file = directory_ + "/changes.ndjson";
    for (const std::string& torn : {std::string("{\"to"), std::string(200'000, 'x')}) {
        write(file, "1\n" + torn);
        deliver({"2"});
        EXPECT_EQ(content(file), "1\n2\n");
    }
    write(file, "no line at all");
    deliver({"3"});
    EXPECT_EQ(content(file), "3\n");
}

TEST_F(FolderSinkTest, AFileThatIsMovedAwayIsCreatedAgain) {
    deliver({"1"});
    std::filesystem::rename(directory_ + "/changes.ndjson", directory_ + "/old");
    deliver({"2"});
    EXPECT_EQ(content(directory_ + "/changes.ndjson"), "2\n");
}

TEST_F(FolderSinkTest, FollowsNoLink) {
    deliver({"1"});
    const std::string outside = temporary_.path() + "/outside";
    write(outside, "mine\n");
    std::filesystem::remove(directory_ + "/changes.ndjson");
    std::filesystem::create_symlink(outside, directory_ + "/changes.ndjson");
    const Delivered delivered = deliver({"2"});
    EXPECT_TRUE(delivered.sent.empty());
    EXPECT_EQ(delivered.error, "changes.ndjson: Too many levels of symbolic links");
    EXPECT_EQ(content(outside), "mine\n");

    std::filesystem::create_directory(directory_ + "/u");
    std::filesystem::create_directory_symlink(temporary_.path(), directory_ + "/u/fork");
    EXPECT_NE(deliver({"2"}, "fork").error, "");
    EXPECT_FALSE(std::filesystem::exists(temporary_.path() + "/changes.ndjson"));
}

TEST_F(FolderSinkTest, ReportsAnObstacle) {
    write(temporary_.path() + "/made", "a file");
    EXPECT_EQ(deliver({"1"}).error, directory_ + ": Not a directory");
}

}  // namespace
}  // namespace stator::emulator::integrations::kinesis
