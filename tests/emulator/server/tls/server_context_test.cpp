#include "emulator/server/tls/server_context.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <openssl/pem.h>

#include "tests/emulator/server/tls/tls_client.hpp"
#include "tests/support/temporary_directory.hpp"

namespace stator::emulator::server::tls {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::string drain(BIO* memory) {
    std::string text(BIO_ctrl_pending(memory), '\0');
    BIO_read(memory, text.data(), static_cast<int>(text.size()));
    return text;
}

std::string certificate_text(const SelfMade& made) {
    const Owned<BIO> memory(BIO_new(BIO_s_mem()));
    PEM_write_bio_X509(memory.get(), made.certificate.get());
    return drain(memory.get());
}

std::string key_text(const SelfMade& made, const char* passphrase = nullptr) {
    const Owned<BIO> memory(BIO_new(BIO_s_mem()));
    const EVP_CIPHER* const cipher = passphrase == nullptr ? nullptr : EVP_aes_128_cbc();
    const std::string phrase = passphrase == nullptr ? "" : passphrase;
    PEM_write_bio_PKCS8PrivateKey(
        memory.get(),
        made.key.get(),
        cipher,
        phrase.data(),
        static_cast<int>(phrase.size()),
        nullptr,
        nullptr
    );
    return drain(memory.get());
}

class ServerContextTest : public ::testing::Test {
protected:
    std::string file(const std::string& name, const std::string& text) {
        const std::string path = directory_.path() + "/" + name;
        testing::write_file(path, text);
        return path;
    }

    // The error; "" if there is none.
    static std::string problem(const std::string& certificate, const std::string& key) {
        const auto loaded = ServerContext::load(certificate, key);
        const auto* const sentence = std::get_if<std::string>(&loaded);
        return sentence == nullptr ? "" : *sentence;
    }

    testing::TemporaryDirectory directory_;
    const SelfMade made_ = make_self_made({});
    const std::string certificate_ = file("cert.pem", certificate_text(made_));
    const std::string key_ = file("key.pem", key_text(made_));
};

TEST_F(ServerContextTest, LoadsACertificateWithItsKey) {
    auto loaded = ServerContext::load(certificate_, key_);
    ASSERT_TRUE(std::holds_alternative<std::unique_ptr<ServerContext>>(loaded))
        << std::get<std::string>(loaded);
    const auto& context = *std::get<0>(loaded);
    EXPECT_EQ(context.warning(), "");
    Connection server(context);
    testing::TlsClient client(made_.authority_pem);
    client.pass(server);
    EXPECT_TRUE(client.is_connected());
}

TEST_F(ServerContextTest, ReportsErrorsAndTheirRemedies) {
    const std::string none = directory_.path() + "/none.pem";
    EXPECT_THAT(problem(none, key_), AllOf(HasSubstr("No such file"), HasSubstr("--tls-cert")));
    EXPECT_THAT(
        problem(certificate_, none), AllOf(HasSubstr("No such file"), HasSubstr("--tls-key"))
    );
    EXPECT_THAT(problem(file("empty", ""), key_), HasSubstr("it is empty"));
    EXPECT_THAT(problem(directory_.path(), key_), HasSubstr("cannot be read"));
    EXPECT_THAT(problem(file("text", "hello"), key_), HasSubstr("-----BEGIN CERTIFICATE-----"));
    EXPECT_THAT(problem(key_, certificate_), HasSubstr("has a key and no certificate"));
    EXPECT_THAT(problem(certificate_, file("text", "hello")), HasSubstr("no private key in PEM"));
    EXPECT_THAT(problem(certificate_, certificate_), HasSubstr("no private key in PEM"));
    EXPECT_THAT(
        problem(certificate_, file("other", key_text(make_self_made({})))),
        AllOf(HasSubstr("does not belong to the certificate"), HasSubstr("made together"))
    );
    EXPECT_THAT(
        problem(certificate_, file("locked", key_text(made_, "secret"))),
        AllOf(HasSubstr("is encrypted"), HasSubstr("openssl pkey -in"))
    );
}

TEST_F(ServerContextTest, WarnsOfACertificateThatHasExpired) {
    X509_gmtime_adj(X509_getm_notAfter(made_.certificate.get()), -60);
    const auto loaded = ServerContext::load(file("old", certificate_text(made_)), key_);
    EXPECT_THAT(std::get<0>(loaded)->warning(), HasSubstr("has expired"));
}

TEST(SelfMadeTest, RejectsInvalidNames) {
    for (const char* name : {"", "a,DNS:evil.example", "a b", "http://a", "a:1"}) {
        EXPECT_THROW(make_self_made({name}), std::runtime_error) << name;
    }
}

TEST(SelfMadeTest, TheAuthoritysKeyIsNowhere) {
    const SelfMade made = make_self_made({});
    EXPECT_EQ(made.authority_pem.find("PRIVATE"), std::string::npos);
    EXPECT_THAT(made.authority_pem, HasSubstr("BEGIN CERTIFICATE"));
}

}  // namespace
}  // namespace stator::emulator::server::tls
