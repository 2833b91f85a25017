// Files that are written next to the data file, objects of exports and Kinesis records: a call that
// fails leaves nothing incomplete, and the caller receives the reason.
#include <gtest/gtest.h>

#include "emulator/integrations/kinesis/folder_sink.hpp"
#include "emulator/integrations/s3/folder_store.hpp"
#include "tests/disk/failing_disk.hpp"
#include "tests/engine/persistence/persistence_fixture.hpp"

namespace stator::disk {
namespace {

namespace ep = engine::persistence;
namespace fs = std::filesystem;
using testing::TemporaryDirectory;

constexpr Fault kFaults[] = {Fault::Error, Fault::Full, Fault::Short, Fault::Torn, Fault::Kill};
constexpr std::uint64_t kWritingCallsMax = 60;
// The exit statuses of processes of these tests.
constexpr int kWritingDone = 0;
constexpr int kToldWhy = 1;

std::string bytes_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// Tries each fault at each call; `work` returns how it ended, `judge` checks the remaining files.
// Returns how often a failure was reported.
int fail_everywhere(
    const std::function<void(const std::string& directory)>& prepare,
    const std::function<int(const std::string& directory)>& work,
    const std::function<void(const std::string& directory, int status, const std::string& name)>&
        judge
) {
    int failures = 0;
    for (const Fault fault : kFaults) {
        for (std::uint64_t at = 1; at <= kWritingCallsMax; ++at) {
            const TemporaryDirectory directory;
            const std::string path = directory.path() + "/files";
            fs::create_directory(path);
            prepare(path);
            const int status = ep::in_child([&] {
                arm({path, fault, at, at});
                return work(path);
            });
            if (status == kToldWhy) ++failures;
            judge(path, status, std::string(name_of(fault)) + " at call " + std::to_string(at));
        }
    }
    return failures;
}

std::string long_text(char letter) {
    return std::string(30'000, letter);
}

int write_object(const std::string& directory, const std::string& text) {
    emulator::integrations::s3::FolderStore store(directory);
    auto writer = store.create("bucket", "folder/object");
    if (writer.has_error()) return writer.error().detail.empty() ? 9 : kToldWhy;
    for (std::size_t place = 0; place < text.size(); place += 8'192) {
        const auto written = (*writer)->write(std::string_view(text).substr(place, 8'192));
        if (written.has_error()) return written.error().detail.empty() ? 9 : kToldWhy;
    }
    const auto finished = (*writer)->finish();
    if (finished.has_error()) return finished.error().detail.empty() ? 9 : kToldWhy;
    return kWritingDone;
}

TEST(WrittenFiles, AnObjectIsWholeOrWhatItWasBefore) {
    const std::string before = long_text('a');
    const std::string after = long_text('b');
    const int failures = fail_everywhere(
        [&](const std::string& directory) {
            fs::create_directories(directory + "/bucket");
            ASSERT_EQ(write_object(directory, before), kWritingDone);
        },
        [&](const std::string& directory) { return write_object(directory, after); },
        [&](const std::string& directory, int status, const std::string& name) {
            const std::string found = bytes_of(directory + "/bucket/folder/object");
            ASSERT_TRUE(status == kWritingDone || status == kToldWhy || status == kKilled)
                << name << ": " << status;
            EXPECT_TRUE(found == after || (status != kWritingDone && found == before)) << name;
            if (status == kKilled) return;
            const auto files = fs::directory_iterator(directory + "/bucket/folder");
            EXPECT_EQ(std::distance(begin(files), end(files)), 1) << name << ": something is left";
        }
    );
    EXPECT_GT(failures, 10);
}

int read_object(const std::string& directory, const std::string& expected) {
    emulator::integrations::s3::FolderStore store(directory);
    auto reader = store.open("bucket", "folder/object");
    if (reader.has_error()) return kToldWhy;
    std::string text;
    std::vector<char> buffer(4'096);
    while (true) {
        const auto got = (*reader)->read(buffer);
        if (got.has_error()) return kToldWhy;
        if (*got == 0) return text == expected ? kWritingDone : 9;
        text.append(buffer.data(), *got);
    }
}

TEST(WrittenFiles, AnObjectIsReadAsAWholeOrNot) {
    const std::string text = long_text('a');
    const int failures = fail_everywhere(
        [&](const std::string& directory) {
            fs::create_directories(directory + "/bucket");
            ASSERT_EQ(write_object(directory, text), kWritingDone);
        },
        [&](const std::string& directory) { return read_object(directory, text); },
        [&](const std::string&, int status, const std::string& name) {
            EXPECT_TRUE(status == kWritingDone || status == kToldWhy || status == kKilled)
                << name << ": " << status;
        }
    );
    EXPECT_GT(failures, 5);
}

int send(const std::string& directory, const std::string& document) {
    emulator::integrations::kinesis::FolderSink sink(directory);
    const auto record = std::make_shared<engine::kinesis::Outgoing>();
    record->stream_arn = "arn:aws:kinesis:us-east-1:000000000000:stream/changes";
    record->document = document;
    const std::vector<emulator::integrations::kinesis::OutgoingPtr> records = {record};
    const auto delivered = sink.deliver("", records);
    if (delivered.sent.size() == 1) return delivered.error.empty() ? kWritingDone : 9;
    return delivered.error.empty() ? 9 : kToldWhy;
}

// Records that are sent again after a failure may occur twice, but no incomplete record may precede
// them.
TEST(WrittenFiles, KinesisRecordsAreWholeLines) {
    const std::string first = "{\"n\":1," + long_text('a') + "}";
    const std::string second = "{\"n\":2," + long_text('b') + "}";
    const std::string third = "{\"n\":3}";
    const int failures = fail_everywhere(
        [&](const std::string& directory) { ASSERT_EQ(send(directory, first), kWritingDone); },
        [&](const std::string& directory) { return send(directory, second); },
        [&](const std::string& directory, int status, const std::string& name) {
            ASSERT_TRUE(status == kWritingDone || status == kToldWhy || status == kKilled)
                << name << ": " << status;
            ASSERT_EQ(send(directory, third), kWritingDone) << name;
            const std::string found = bytes_of(directory + "/changes.ndjson");
            const std::string all = first + "\n" + second + "\n" + third + "\n";
            const bool is_sent = found == all;
            const bool is_not = found == first + "\n" + third + "\n";
            EXPECT_TRUE(is_sent || (status != kWritingDone && is_not)) << name;
        }
    );
    EXPECT_GT(failures, 3);
}

}  // namespace
}  // namespace stator::disk
