#include "emulator/laboratory/table_hint.hpp"

#include "emulator/base/universe_name.hpp"

namespace stator::emulator::laboratory {
namespace {

// The region comes from the client's signature, so it may contain any bytes.
std::string printable(std::string text) {
    for (char& character : text) {
        if (character < ' ' || character > '~') character = '?';
    }
    return text;
}

}  // namespace

std::string hint_of_tables(
    Laboratories& laboratories,
    const Laboratory& laboratory,
    const engine::RequestContext& context,
    const std::vector<std::string>& tables
) {
    for (const std::string& table : tables) {
        const auto place =
            laboratory.engine().find_elsewhere(table, laboratory.universe(), context);
        if (!place) continue;
        std::string hint = "table '" + printable(table) + "' is in universe '" +
                           shown_universe(place->universe) + "' (" + printable(place->region) + ")";
        laboratories.note_hint(
            hint + ", and was asked for in universe '" + shown_universe(context.place.universe) +
            "' (" + printable(context.place.region) + ")"
        );
        return hint;
    }
    return {};
}

std::string hint_header(const Laboratory& laboratory, const std::string& hint) {
    if (hint.empty() || laboratory.universe().seeds().given) return {};
    return "x-stator-hint: " + hint + "\r\n";
}

}  // namespace stator::emulator::laboratory
