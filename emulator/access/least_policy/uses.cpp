#include "emulator/access/least_policy/uses.hpp"

#include <iterator>
#include <string_view>

namespace stator::emulator::access::least_policy {
namespace {

void add_values(Uses::Texts& texts, const iam::Context& request, std::string_view key) {
    const iam::ContextValue* const value = request.find(key);
    if (value != nullptr) texts.insert(value->values.begin(), value->values.end());
}

void forget_surplus(Uses::Texts& texts, std::size_t most) {
    while (texts.size() > most + 1) texts.erase(std::prev(texts.end()));
}

}  // namespace

void Uses::add(const iam::Context& request) {
    const iam::ContextValue* const addressed = request.find("dynamodb:leadingkeys");
    if (addressed == nullptr) {
        is_unrestricted = true;
    } else {
        keys.insert(addressed->values.begin(), addressed->values.end());
        forget_surplus(keys, kMaxKeys);
    }
    add_values(attributes, request, "dynamodb:attributes");
    forget_surplus(attributes, kMaxAttributes);
    add_values(selects, request, "dynamodb:select");
    add_values(returned, request, "dynamodb:returnvalues");
}

void Uses::join(const Uses& others) {
    is_unrestricted = is_unrestricted || others.is_unrestricted;
    keys.insert(others.keys.begin(), others.keys.end());
    forget_surplus(keys, kMaxKeys);
    attributes.insert(others.attributes.begin(), others.attributes.end());
    forget_surplus(attributes, kMaxAttributes);
    selects.insert(others.selects.begin(), others.selects.end());
    returned.insert(others.returned.begin(), others.returned.end());
}

}  // namespace stator::emulator::access::least_policy
