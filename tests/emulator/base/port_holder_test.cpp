#include "emulator/base/port_holder.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "tests/emulator/support/running_server.hpp"
#include "tests/support/temporary_directory.hpp"

namespace stator::emulator {
namespace {

// A likeness of /proc.
class PortHolderTest : public ::testing::Test {
protected:
    PortHolderTest() {
        std::filesystem::create_directories(proc() + "/net");
        std::filesystem::create_directories(proc() + "/self");
    }

    const std::string& proc() const { return directory_.path(); }

    // Port 8000 is 1F40; state 0A listens, 01 is a connection.
    void sockets(const std::string& lines, const char* table = "/net/tcp") {
        testing::write_file(
            proc() + table,
            "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  "
            "timeout inode\n" +
                lines
        );
    }

    static std::string line(
        const std::string& local, const std::string& state, const std::string& inode
    ) {
        return "   0: " + local + " 00000000:0000 " + state +
               " 00000000:00000000 00:00000000 00000000     0        0 " + inode +
               " 1 0000000000000000 100 0 0 10 0\n";
    }

    void process(const std::string& pid, const std::string& inode, const std::string& command) {
        std::filesystem::create_directories(proc() + "/" + pid + "/fd");
        std::filesystem::create_symlink("socket:[" + inode + "]", proc() + "/" + pid + "/fd/5");
        testing::write_file(proc() + "/" + pid + "/cmdline", command);
    }

    testing::TemporaryDirectory directory_;
};

TEST_F(PortHolderTest, KeepsATokenToItself) {
    sockets(line("0100007F:1F40", "0A", "11") + line("0100007F:1F41", "0A", "12"));
    process("42", "11", std::string("stator\0--admin-token\0secret\0--port\08000\0", 40));
    process("43", "12", std::string("stator\0--admin-token=secret\0--admin-token-file\0f\0", 49));
    EXPECT_EQ(
        find_port_holder(8000, proc())->text(), "process 42 (stator --admin-token ... --port 8000)"
    );
    EXPECT_EQ(
        find_port_holder(8001, proc())->text(),
        "process 43 (stator --admin-token=... --admin-token-file f)"
    );
}

TEST_F(PortHolderTest, NamesTheProcessThatListens) {
    sockets(line("0100007F:1F40", "01", "10") + line("0100007F:1F40", "0A", "11"));
    process("7", "10", "client");
    process("42", "11", std::string("java\0-jar\0DynamoDBLocal.jar\0", 27));
    const auto holder = find_port_holder(8000, proc());
    ASSERT_TRUE(holder.has_value());
    EXPECT_EQ(holder->pid, 42);
    EXPECT_EQ(holder->text(), "process 42 (java -jar DynamoDBLocal.jar)");
    EXPECT_FALSE(holder->is_stator());
    EXPECT_FALSE(find_port_holder(8001, proc()).has_value());
}

TEST_F(PortHolderTest, SeesIpv6AndTheOldestFirst) {
    sockets(line("00000000000000000000000000000000:1F41", "0A", "12"), "/net/tcp6");
    sockets(line("00000000:1F42", "0A", "9"));
    process("42", "12", std::string("/opt/stator\0--port\0", 19));
    process("43", "9", "stator");
    const auto holders = port_holders(proc());
    ASSERT_EQ(holders.size(), 2U);
    EXPECT_EQ(holders[0].port, 8002);
    EXPECT_EQ(holders[1].port, 8001);
    EXPECT_TRUE(holders[0].is_stator());
    EXPECT_TRUE(holders[1].is_stator());
}

TEST_F(PortHolderTest, AdmitsWhatItCannotSee) {
    sockets(line("0100007F:1F40", "0A", "11") + "nonsense\n");
    const auto holder = find_port_holder(8000, proc());
    ASSERT_TRUE(holder.has_value());
    EXPECT_EQ(holder->text(), "a process of another user, which only root can see");
    EXPECT_TRUE(port_holders(proc() + "/none").empty());
}

TEST_F(PortHolderTest, ShowsACommandAsOneShortLine) {
    sockets(line("0100007F:1F40", "0A", "11"));
    process("42", "11", "a\nb" + std::string(200, 'x'));
    const std::string command = find_port_holder(8000, proc())->command;
    EXPECT_TRUE(command.starts_with("a?bxx")) << command;
    EXPECT_TRUE(command.ends_with("x...")) << command;
    EXPECT_EQ(command.size(), 83U);
}

TEST(PortHolder, KnowsThisProcess) {
    testing::RunningServer server;
    const auto holder = find_port_holder(server.port());
    ASSERT_TRUE(holder.has_value());
    EXPECT_EQ(holder->pid, ::getpid());
}

}  // namespace
}  // namespace stator::emulator
