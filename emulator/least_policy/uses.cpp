#include "emulator/least_policy/uses.hpp"

#include <iterator>
#include <string_view>

namespace stator::emulator::least_policy {
namespace {

void add_values(Uses::Texts& texts, const iam::Context& request, std::string_view key) {
    const iam::ContextValue* const value = request.find(key);
    if (value != nullptr) texts.insert(value->values.begin(), value->values.end());
}

void forget_surplus(Uses::Texts& keys) {
    while (keys.size() > Uses::kMaxKeys + 1) keys.erase(std::prev(keys.end()));
}

}  // namespace

void Uses::add(const iam::Context& request) {
    const iam::ContextValue* const addressed = request.find("dynamodb:leadingkeys");
    if (addressed == nullptr) {
        is_unheld = true;
    } else {
        keys.insert(addressed->values.begin(), addressed->values.end());
        forget_surplus(keys);
    }
    add_values(attributes, request, "dynamodb:attributes");
    add_values(selects, request, "dynamodb:select");
    add_values(returned, request, "dynamodb:returnvalues");
}

void Uses::join(const Uses& others) {
    is_unheld = is_unheld || others.is_unheld;
    keys.insert(others.keys.begin(), others.keys.end());
    forget_surplus(keys);
    attributes.insert(others.attributes.begin(), others.attributes.end());
    selects.insert(others.selects.begin(), others.selects.end());
    returned.insert(others.returned.begin(), others.returned.end());
}

}  // namespace stator::emulator::least_policy
