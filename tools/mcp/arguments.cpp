#include "tools/mcp/arguments.hpp"

#include <algorithm>

#include "emulator/base/universe_name.hpp"

namespace stator::tools::mcp {

using protocol::wire::JsonView;

emulator::Accepted<void> take_universe(JsonView arguments, ServerRequest& request) {
    const auto universe = arguments.find(kUniverse);
    if (!universe) return {};
    if (!universe->is_string() || !emulator::is_universe_name(universe->string())) {
        return emulator::Refusal{
            universe->text() +
            " cannot be the name of a universe; 'listUniverses' lists those that there are."};
    }
    request.universe = universe->string();
    return {};
}

bool is_region(std::string_view text) {
    const auto fits = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '-';
    };
    return !text.empty() && std::ranges::all_of(text, fits);
}

std::string object_without(JsonView object, std::initializer_list<std::string_view> names) {
    std::string text;
    protocol::wire::JsonWriter json(text);
    json.begin_object();
    for (const auto& member : object.members()) {
        const std::string_view name = protocol::wire::member_name(member);
        if (std::ranges::find(names, name) != names.end()) continue;
        json.raw_member(name, JsonView(member.value).text());
    }
    json.end_object();
    return text;
}

}  // namespace stator::tools::mcp
