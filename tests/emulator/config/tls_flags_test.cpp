#include "emulator/config/tls_flags.hpp"

#include <gtest/gtest.h>

#include "emulator/config/config.hpp"

namespace stator::emulator::config {
namespace {

std::variant<Config, EarlyExit> parse_tls(const std::vector<std::string>& arguments) {
    return parse_command_line(arguments, Environment::Ignored);
}

TEST(TlsFlags, AreOffByDefault) {
    const auto config = std::get<Config>(parse_tls({})).tls;
    EXPECT_FALSE(config.is_on());
}

TEST(TlsFlags, TakeACertificateOrMakeOne) {
    const auto made =
        std::get<Config>(parse_tls({"--tls", "self", "--tls-ca", "ca", "--tls-names", "a,b"})).tls;
    EXPECT_TRUE(made.is_on());
    EXPECT_TRUE(made.is_self_made());
    EXPECT_EQ(made.ca_file, "ca");
    EXPECT_EQ(made.names, (std::vector<std::string>{"a", "b"}));
    const auto given = std::get<Config>(parse_tls({"--tls-cert", "c", "--tls-key", "k"})).tls;
    EXPECT_TRUE(given.is_on());
    EXPECT_FALSE(given.is_self_made());
    EXPECT_EQ(given.certificate_file, "c");
    EXPECT_EQ(given.key_file, "k");
}

TEST(TlsFlags, ReportInvalidCombinations) {
    const std::vector<std::pair<std::vector<std::string>, const char*>> misfits = {
        {{"--tls", "always"}, "--tls"},
        {{"--tls-cert", "c"}, "--tls-cert needs --tls-key"},
        {{"--tls-key", "k"}, "--tls-key needs --tls-cert"},
        {{"--tls", "self", "--tls-cert", "c"}, "--tls self makes a certificate and takes none"},
        {{"--tls-ca", "ca"}, "--tls-ca needs --tls self"},
        {{"--tls-names", "a"}, "--tls-names needs --tls self"},
        {{"--tls-cert", "c", "--tls-key", "k", "--tls-ca", "ca"}, "--tls-ca needs --tls self"},
    };
    for (const auto& [arguments, sentence] : misfits) {
        const auto parsed = parse_tls(arguments);
        ASSERT_TRUE(std::holds_alternative<EarlyExit>(parsed)) << sentence;
        const auto& exit = std::get<EarlyExit>(parsed);
        EXPECT_EQ(exit.code, 2);
        EXPECT_NE(exit.text.find(sentence), std::string::npos) << exit.text;
    }
}

}  // namespace
}  // namespace stator::emulator::config
