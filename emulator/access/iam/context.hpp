// Context: what is known of a request, by condition key, for the conditions and variables of
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
    // The key may have several values, though there be one now: tests without a quantifier never
    // hold for it.
    bool is_list = false;

    friend bool operator==(const ContextValue&, const ContextValue&) = default;
};

class Context {
public:
    Context() = default;
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;
    virtual ~Context() = default;

    // Null when the request says nothing of it, which an empty list is, too. `key` is in lower
    // case: keys are the same in any case. What is returned lives as long as the context.
    virtual const ContextValue* find(std::string_view key) const = 0;
};

// A context that is written down.
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
