#include "emulator/server/tls/self_made.hpp"

#include <arpa/inet.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string_view>

namespace stator::emulator::server::tls {
namespace {

constexpr long kDaySeconds = 24L * 60 * 60;
constexpr long kValidDays = 397;
constexpr long kVersion3 = 2;

void require(bool succeeded, const char* what) {
    if (!succeeded) throw std::runtime_error(std::string(what) + ": " + take_error());
}

Owned<EVP_PKEY> new_key() {
    Owned<EVP_PKEY> key(EVP_PKEY_Q_keygen(nullptr, nullptr, "EC", "P-256"));
    require(key != nullptr, "no key can be made");
    return key;
}

std::uint64_t new_serial() {
    std::array<unsigned char, 8> bytes{};
    require(RAND_bytes(bytes.data(), bytes.size()) == 1, "there is no randomness");
    std::uint64_t serial = 0;
    for (const unsigned char byte : bytes) serial = serial << 8U | byte;
    return serial >> 1U | 1U;  // positive
}

void set_name(X509_NAME* name, const std::string& common_name) {
    const auto add = [name](const char* field, const std::string& text) {
        std::vector<unsigned char> bytes(text.begin(), text.end());
        const int size = static_cast<int>(bytes.size());
        require(
            X509_NAME_add_entry_by_txt(name, field, MBSTRING_UTF8, bytes.data(), size, -1, 0) == 1,
            "no name can be set"
        );
    };
    add("O", "Stator");
    add("CN", common_name);
}

void add_extension(X509* certificate, X509* issuer, int nid, const std::string& value) {
    X509V3_CTX context;
    X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
    X509_EXTENSION* const extension = X509V3_EXT_conf_nid(nullptr, &context, nid, value.c_str());
    require(extension != nullptr, "no certificate can be made");
    const int added = X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
    require(added == 1, "no certificate can be made");
}

Owned<X509> unsigned_certificate(EVP_PKEY* key, const std::string& common_name) {
    Owned<X509> certificate(X509_new());
    require(certificate != nullptr, "no certificate can be made");
    X509* const it = certificate.get();
    X509_set_version(it, kVersion3);
    ASN1_INTEGER_set_uint64(X509_get_serialNumber(it), new_serial());
    // A client's clock may be slow, so the certificate is valid from yesterday.
    X509_gmtime_adj(X509_getm_notBefore(it), -kDaySeconds);
    X509_gmtime_adj(X509_getm_notAfter(it), (kValidDays - 1) * kDaySeconds);
    X509_set_pubkey(it, key);
    set_name(X509_get_subject_name(it), common_name);
    return certificate;
}

std::string pem_of(X509* certificate) {
    const Owned<BIO> memory(BIO_new(BIO_s_mem()));
    require(
        memory != nullptr && PEM_write_bio_X509(memory.get(), certificate) == 1,
        "no certificate can be written"
    );
    std::string text(BIO_ctrl_pending(memory.get()), '\0');
    BIO_read(memory.get(), text.data(), static_cast<int>(text.size()));
    return text;
}

Owned<X509> make_authority(EVP_PKEY* key) {
    // Each CA has a unique name, so that a client's store may contain several of them.
    auto authority =
        unsigned_certificate(key, "Stator, for one start " + std::to_string(new_serial()));
    X509* const it = authority.get();
    X509_set_issuer_name(it, X509_get_subject_name(it));
    add_extension(it, it, NID_basic_constraints, "critical,CA:TRUE,pathlen:0");
    add_extension(it, it, NID_key_usage, "critical,keyCertSign");
    add_extension(it, it, NID_subject_key_identifier, "hash");
    require(X509_sign(it, key, EVP_sha256()) > 0, "no certificate can be signed");
    return authority;
}

bool is_address(const std::string& name) {
    std::array<unsigned char, sizeof(in6_addr)> ignored{};
    return inet_pton(AF_INET, name.c_str(), ignored.data()) == 1 ||
           inet_pton(AF_INET6, name.c_str(), ignored.data()) == 1;
}

// Only these characters are allowed, because commas and colons have a meaning in OpenSSL's
// extension syntax.
bool is_name(std::string_view name) {
    constexpr std::string_view kOthers = "-._*";
    for (const char c : name) {
        const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        const bool is_digit = c >= '0' && c <= '9';
        if (!is_letter && !is_digit && kOthers.find(c) == std::string_view::npos) return false;
    }
    return !name.empty();
}

std::string alternative_names(const std::vector<std::string>& names) {
    std::string text = "DNS:localhost,IP:127.0.0.1,IP:::1";
    for (const std::string& name : names) {
        if (is_address(name)) {
            text.append(",IP:").append(name);
        } else if (is_name(name)) {
            text.append(",DNS:").append(name);
        } else {
            throw std::runtime_error("'" + name + "' is no name of a machine");
        }
    }
    return text;
}

}  // namespace

std::string take_error() {
    std::array<char, 256> text{};
    ERR_error_string_n(ERR_get_error(), text.data(), text.size());
    ERR_clear_error();
    return text.data();
}

SelfMade make_self_made(const std::vector<std::string>& names) {
    const std::string alternatives = alternative_names(names);
    const Owned<EVP_PKEY> authority_key = new_key();
    const Owned<X509> authority = make_authority(authority_key.get());
    SelfMade made;
    made.key = new_key();
    made.certificate = unsigned_certificate(made.key.get(), "localhost");
    X509* const it = made.certificate.get();
    X509_set_issuer_name(it, X509_get_subject_name(authority.get()));
    const auto extend = [&](int nid, const std::string& value) {
        add_extension(it, authority.get(), nid, value);
    };
    extend(NID_basic_constraints, "critical,CA:FALSE");
    extend(NID_key_usage, "critical,digitalSignature");
    extend(NID_ext_key_usage, "serverAuth");
    extend(NID_subject_alt_name, alternatives);
    extend(NID_subject_key_identifier, "hash");
    extend(NID_authority_key_identifier, "keyid:always");
    require(X509_sign(it, authority_key.get(), EVP_sha256()) > 0, "no certificate can be signed");
    made.authority_pem = pem_of(authority.get());
    return made;
}

}  // namespace stator::emulator::server::tls
