#include "conformance/format/scope.hpp"

namespace stator::conformance {

void Scope::define(std::string_view name, std::string text) {
    texts_.insert_or_assign(std::string(name), std::move(text));
}

void Scope::capture(std::string_view name, const Json& value) {
    JsonDocument copy;
    copy.CopyFrom(value, copy.GetAllocator());
    captures_.insert_or_assign(std::string(name), std::move(copy));
}

const Json* Scope::captured(std::string_view name) const {
    const auto found = captures_.find(name);
    return found == captures_.end() ? nullptr : &found->second;
}

std::optional<std::string> Scope::text(std::string_view name) const {
    const auto found = texts_.find(name);
    if (found != texts_.end()) return found->second;
    const Json* value = captured(name);
    if (value == nullptr) return std::nullopt;
    if (value->IsString()) return std::string(text_of(*value));
    if (value->IsNumber()) return to_text(*value);
    return std::nullopt;
}

}  // namespace stator::conformance
