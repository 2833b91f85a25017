// Context: the condition keys of a request with their values, for the conditions and variables of
// policies. Read by one thread.
#pragma once

#include <absl/container/inlined_vector.h>

#include <map>
#include <string>
#include <string_view>

namespace stator::emulator::access::iam {

struct ContextValue {
    using Values = absl::InlinedVector<std::string, 1>;

    Values values = {};
    // True if the key may have several values, even if it has one now. Tests without a quantifier
    // never hold for such a key.
    bool is_list = false;

    friend bool operator==(const ContextValue&, const ContextValue&) = default;
};

class Context {
public:
    Context() = default;
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;
    virtual ~Context() = default;

    // Null if the request has no value for the key, or an empty list. `key` must be in lower case,
    // because keys are case-insensitive. The result is valid as long as the context.
    virtual const ContextValue* find(std::string_view key) const = 0;
};

// A context with given values.
class ContextMap : public Context {
public:
    using Values = std::map<std::string, ContextValue, std::less<>>;

    // `values` by keys in lower case.
    explicit ContextMap(Values values) : values_(std::move(values)) {}

    const ContextValue* find(std::string_view key) const override {
        const auto found = values_.find(key);
        return found == values_.end() || found->second.values.empty() ? nullptr : &found->second;
    }

private:
    Values values_;
};

}  // namespace stator::emulator::access::iam
