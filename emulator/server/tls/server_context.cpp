#include "emulator/server/tls/server_context.hpp"

#include <openssl/err.h>
#include <openssl/x509.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>
#include <stdexcept>

namespace stator::emulator::server::tls {
namespace {

// The format of ALPN: the length, then the name.
constexpr std::array<unsigned char, 9> kHttp11 = {8, 'h', 't', 't', 'p', '/', '1', '.', '1'};

// OpenSSL's callback: selects a protocol from the client's list.
extern "C" int choose_protocol(
    SSL* /* session */,
    const unsigned char** chosen,
    unsigned char* chosen_size,
    const unsigned char* offered,
    unsigned int offered_size,
    void* /* argument */
) {
    unsigned char* found = nullptr;
    const int result = SSL_select_next_proto(
        &found, chosen_size, kHttp11.data(), kHttp11.size(), offered, offered_size
    );
    *chosen = found;
    return result == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL;
}

// The server is not interactive, so it cannot request a passphrase.
extern "C" int no_passphrase(char*, int, int, void*) {
    return 0;
}

struct PemFile {
    std::string text;
    std::string problem;  // "" for none
};

struct FileCloser {
    void operator()(std::FILE* file) const { std::fclose(file); }
};

// Uses C's file functions, because they report the reason for a failure.
PemFile read_pem(const std::string& name, const char* option) {
    PemFile read;
    errno = 0;
    const std::unique_ptr<std::FILE, FileCloser> file(std::fopen(name.c_str(), "rb"));
    std::array<char, 4096> some{};
    while (file != nullptr) {
        const std::size_t bytes = std::fread(some.data(), 1, some.size(), file.get());
        read.text.append(some.data(), bytes);
        if (bytes == 0) break;
    }
    if (!read.text.empty()) return read;
    const std::string why = errno == 0 ? "it is empty" : std::strerror(errno);
    read.problem = "the file " + name + " cannot be read (" + why + "): give " + option +
                   " a file in PEM that this user can read.";
    return read;
}

bool has(const PemFile& file, const char* words) {
    return file.text.find(words) != std::string::npos;
}

// Returns the problem with the certificate; nullopt if OpenSSL has accepted it.
std::optional<std::string> use_certificate(SSL_CTX* context, const std::string& name) {
    const PemFile file = read_pem(name, "--tls-cert");
    if (!file.problem.empty()) return file.problem;
    if (SSL_CTX_use_certificate_chain_file(context, name.c_str()) == 1) return std::nullopt;
    const std::string why = take_error();
    if (has(file, "PRIVATE KEY") && !has(file, "BEGIN CERTIFICATE")) {
        return "the file " + name +
               " has a key and no certificate: give the certificate to --tls-cert, and the key to "
               "--tls-key.";
    }
    return "the file " + name + " has no certificate in PEM (" + why +
           "): give --tls-cert one that begins with -----BEGIN CERTIFICATE-----.";
}

std::optional<std::string> use_key(
    SSL_CTX* context, const std::string& name, const std::string& certificate_name
) {
    const PemFile file = read_pem(name, "--tls-key");
    if (!file.problem.empty()) return file.problem;
    if (has(file, "ENCRYPTED")) {
        return "the key " + name +
               " is encrypted: give --tls-key a key without a passphrase, as 'openssl pkey -in " +
               name + " -out plain.pem' makes one.";
    }
    const bool is_taken = SSL_CTX_use_PrivateKey_file(context, name.c_str(), SSL_FILETYPE_PEM) == 1;
    if (is_taken && SSL_CTX_check_private_key(context) == 1) return std::nullopt;
    const bool is_another = ERR_GET_LIB(ERR_peek_error()) == ERR_LIB_X509;
    const std::string why = take_error();
    if (is_taken || is_another) {
        return "the key " + name + " does not belong to the certificate " + certificate_name +
               ": give --tls-cert and --tls-key files that were made together.";
    }
    return "the file " + name + " has no private key in PEM (" + why +
           "): give --tls-key one that begins with -----BEGIN PRIVATE KEY-----.";
}

std::string warning_of(const X509* certificate, const std::string& name) {
    if (X509_cmp_current_time(X509_get0_notAfter(certificate)) < 0) {
        return "the certificate " + name + " has expired: clients will refuse it.";
    }
    if (X509_cmp_current_time(X509_get0_notBefore(certificate)) > 0) {
        return "the certificate " + name + " is not valid yet: clients will refuse it.";
    }
    return {};
}

}  // namespace

ServerContext::ServerContext() : context_(SSL_CTX_new(TLS_server_method())) {
    if (context_ == nullptr) throw std::runtime_error("TLS cannot be had: " + take_error());
    SSL_CTX* const it = context_.get();
    SSL_CTX_set_min_proto_version(it, TLS1_2_VERSION);
    SSL_CTX_set_options(it, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
    // An idle connection keeps no buffers.
    SSL_CTX_set_mode(it, SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_alpn_select_cb(it, choose_protocol, nullptr);
    SSL_CTX_set_default_passwd_cb(it, no_passphrase);
}

ServerContext::ServerContext(const SelfMade& made) : ServerContext() {
    if (SSL_CTX_use_certificate(context_.get(), made.certificate.get()) == 1 &&
        SSL_CTX_use_PrivateKey(context_.get(), made.key.get()) == 1) {
        return;
    }
    throw std::runtime_error("the certificate cannot be used: " + take_error());
}

std::variant<std::unique_ptr<ServerContext>, std::string> ServerContext::load(
    const std::string& certificate_file, const std::string& key_file
) {
    std::unique_ptr<ServerContext> made(new ServerContext());
    SSL_CTX* const it = made->get();
    if (auto problem = use_certificate(it, certificate_file)) return *std::move(problem);
    if (auto problem = use_key(it, key_file, certificate_file)) return *std::move(problem);
    made->warning_ = warning_of(SSL_CTX_get0_certificate(it), certificate_file);
    return made;
}

}  // namespace stator::emulator::server::tls
