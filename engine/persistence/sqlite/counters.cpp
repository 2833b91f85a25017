#include "engine/persistence/sqlite/counters.hpp"

#include <optional>
#include <string>

namespace stator::engine::persistence::sqlite {

std::uint64_t read_counter(Connection& connection, std::string_view key) {
    Statement select(connection, "SELECT key, value, sum FROM meta WHERE key = ?1");
    select.bind_text(1, key);
    std::optional<std::int64_t> value;
    bool is_intact = false;
    while (select.step()) {
        value = select.column_integer(1);
        is_intact = select.has_intact_sum(2);
    }
    if (value && is_intact) return static_cast<std::uint64_t>(*value);
    const char* const what = value ? " is damaged" : " is missing";
    throw Error(ErrorKind::Corrupt, "the counter " + std::string(key) + what);
}

void write_counter(Connection& connection, std::string_view key, std::uint64_t value) {
    Statement put(
        connection, "REPLACE INTO meta (key, value, sum) VALUES (?1, ?2, row_sum(?1, ?2))"
    );
    put.bind_text(1, key);
    put.bind(2, static_cast<std::int64_t>(value));
    put.run();
}

}  // namespace stator::engine::persistence::sqlite
