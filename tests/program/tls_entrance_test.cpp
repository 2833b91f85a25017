#include "program/tls_entrance.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/emulator/server/tls/tls_client.hpp"
#include "tests/support/temporary_directory.hpp"

namespace stator::program {
namespace {

std::string text_of(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

TEST(TlsEntrance, IsEmptyByDefault) {
    const auto opened = open_tls({}, "127.0.0.1");
    EXPECT_EQ(std::get<TlsEntrance>(opened).context, nullptr);
    EXPECT_EQ(std::get<TlsEntrance>(opened).ca_path(), "");
}

TEST(TlsEntrance, IsForTheHostAndTheNamesThatAreGiven) {
    const testing::TemporaryDirectory directory;
    const std::string ca = directory.path() + "/ca.pem";
    for (const char* host : {"devbox", "*", "0.0.0.0", "::"}) {
        const auto opened =
            open_tls({.mode = "self", .ca_file = ca, .names = {"orders.test"}}, host);
        const auto& entrance = std::get<TlsEntrance>(opened);
        EXPECT_EQ(entrance.ca_path(), ca);
        emulator::server::tls::Connection server(*entrance.context);
        testing::TlsClient client(
            text_of(ca), host == std::string("devbox") ? host : "orders.test"
        );
        client.pass(server);
        EXPECT_TRUE(client.is_connected()) << host;
    }
    EXPECT_FALSE(std::filesystem::exists(ca)) << "it goes with the server";
}

TEST(TlsEntrance, ReportsErrors) {
    const auto misnamed = open_tls({.mode = "self", .names = {"no name"}}, "127.0.0.1");
    EXPECT_NE(std::get<std::string>(misnamed).find("--tls-names"), std::string::npos);
    const auto missing =
        open_tls({.certificate_file = "/none/cert.pem", .key_file = "/none/key.pem"}, "127.0.0.1");
    EXPECT_NE(std::get<std::string>(missing).find("--tls-cert"), std::string::npos);
}

}  // namespace
}  // namespace stator::program
