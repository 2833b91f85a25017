#include "emulator/laboratory/differences/subject.hpp"

#include <array>
#include <utility>

#include "emulator/base/time_text.hpp"
#include "emulator/base/universe_name.hpp"
#include "protocol/base/number_text.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::laboratory::differences {
namespace {

using Kind = Subject::Kind;

constexpr std::array<std::pair<std::string_view, Kind>, 4> kKinds{{
    {"table:", Kind::Table},
    {"backup:", Kind::Backup},
    {"universe:", Kind::Universe},
    {"snapshot:", Kind::Snapshot},
}};

Refusal unknown_subject(std::string_view text) {
    return {
        "'" + std::string(text) +
        "' is nothing that can be compared; write table:NAME, table:NAME@TIME, backup:ARN, "
        "universe:NAME or snapshot:NAME."};
}

// Parses milliseconds since 1970, or a time as text.
std::optional<engine::Instant> read_moment(std::string_view text) {
    const auto milliseconds = protocol::parse_number<std::int64_t>(text);
    if (milliseconds) return engine::Instant(*milliseconds);
    return parse_time(text);
}

// Removes "NAME/" from the front of a table's name or a backup's ARN.
std::optional<std::string> take_universe(std::string_view& rest) {
    const auto slash = rest.find('/');
    if (slash == std::string_view::npos || rest.starts_with("arn:")) return std::nullopt;
    std::string universe(rest.substr(0, slash));
    rest.remove_prefix(slash + 1);
    return universe;
}

Accepted<void> read_table(Subject& subject, std::string_view rest) {
    subject.universe = take_universe(rest);
    const auto at = subject.kind == Kind::Table ? rest.find('@') : std::string_view::npos;
    subject.name = rest.substr(0, at);
    if (at == std::string_view::npos) return {};
    const std::string_view time = rest.substr(at + 1);
    subject.moment = read_moment(time);
    if (subject.moment) return {};
    return Refusal{
        "'" + std::string(time) +
        "' is no time; write 2026-01-01T00:00:00Z, or milliseconds since 1970."};
}

}  // namespace

Accepted<Subject> parse_subject(std::string_view text) {
    for (const auto& [prefix, kind] : kKinds) {
        if (!text.starts_with(prefix)) continue;
        Subject subject{kind, std::string(text)};
        const std::string_view rest = text.substr(prefix.size());
        if (subject.is_one_table()) {
            STATOR_CHECK(read_table(subject, rest));
        } else {
            subject.name = rest;
        }
        if (subject.name.empty()) return unknown_subject(text);
        return subject;
    }
    return unknown_subject(text);
}

}  // namespace stator::emulator::laboratory::differences
