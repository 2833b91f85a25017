#include "protocol/partiql/next_token.hpp"

#include <absl/strings/escaping.h>

#include "protocol/errors/partiql.hpp"

namespace stator::protocol::partiql {
namespace {

// FNV-1a.
std::uint64_t fingerprint_of(std::string_view bytes) {
    std::uint64_t hash = 14'695'981'039'346'656'037U;
    for (const char byte : bytes) {
        hash ^= static_cast<unsigned char>(byte);
        hash *= 1'099'511'628'211U;
    }
    return hash;
}

void append_fixed(std::string& out, std::uint64_t value) {
    for (int shift = 0; shift < 64; shift += 8) {
        out.push_back(static_cast<char>((value >> shift) & 0xFF));
    }
}

// Removes fields from the front of the bytes. An incomplete field makes the reader invalid.
class FieldReader {
public:
    explicit FieldReader(std::string_view bytes) : rest_(bytes) {}

    std::uint64_t fixed() {
        const std::string_view bytes = take(8);
        std::uint64_t value = 0;
        for (std::size_t i = bytes.size(); i > 0; --i) {
            value = value << 8 | static_cast<unsigned char>(bytes[i - 1]);
        }
        return value;
    }

    std::string text() {
        const std::uint64_t size = fixed();
        return std::string(take(size));
    }

    bool at_end() const { return whole_ && rest_.empty(); }

    bool has_more() const { return whole_ && !rest_.empty(); }

private:
    std::string_view take(std::uint64_t size) {
        whole_ = whole_ && size <= rest_.size();
        if (!whole_) return {};
        const std::string_view taken = rest_.substr(0, size);
        rest_.remove_prefix(size);
        return taken;
    }

    std::string_view rest_;
    bool whole_ = true;
};

}  // namespace

std::uint64_t statement_fingerprint(
    std::string_view statement, std::span<const values::AttributeValue> parameters
) {
    std::string bytes(statement);
    for (const values::AttributeValue& parameter : parameters) {
        append_fixed(bytes, parameter.encoded().size());
        bytes.append(parameter.encoded());
    }
    return fingerprint_of(bytes);
}

// Writes the fingerprint, the read, the row if present, and a checksum over all of them.
std::string encode_next_token(const NextToken& token) {
    std::string bytes;
    append_fixed(bytes, token.fingerprint);
    append_fixed(bytes, token.read);
    if (token.row) {
        append_fixed(bytes, token.row->hash);
        append_fixed(bytes, token.row->pk.size());
        bytes.append(token.row->pk);
        append_fixed(bytes, token.row->sk.size());
        bytes.append(token.row->sk);
    }
    append_fixed(bytes, fingerprint_of(bytes));
    return absl::Base64Escape(absl::string_view(bytes.data(), bytes.size()));
}

Result<NextToken> decode_next_token(std::string_view text) {
    std::string bytes;
    const bool decoded = absl::Base64Unescape(absl::string_view(text.data(), text.size()), &bytes);
    if (!decoded || bytes.size() < 8) return errors::next_token_invalid();
    const std::string_view content(bytes.data(), bytes.size() - 8);
    FieldReader sum(std::string_view(bytes).substr(content.size()));
    if (sum.fixed() != fingerprint_of(content)) return errors::next_token_invalid();
    FieldReader fields(content);
    NextToken token;
    token.fingerprint = fields.fixed();
    token.read = fields.fixed();
    if (fields.has_more()) {
        NextToken::Row row;
        row.hash = fields.fixed();
        row.pk = fields.text();
        row.sk = fields.text();
        token.row = std::move(row);
    }
    if (!fields.at_end()) return errors::next_token_invalid();
    return token;
}

}  // namespace stator::protocol::partiql
