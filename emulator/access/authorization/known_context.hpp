// KnownContext: the recorded context of an earlier request, for evaluating it against a policy
// again. Remembers whether the evaluation needed a key that was not recorded. Not thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "emulator/access/authorization/decision.hpp"
#include "emulator/access/iam/context.hpp"

namespace stator::emulator::access::authorization {

class KnownContext : public iam::Context {
public:
    // True if the evaluation requested a key that was not recorded.
    bool was_asked_too_much() const { return !unknown_.empty(); }

    // Why the last such key is not known, and how to record it: the end of a sentence.
    const std::string& why_unknown() const { return unknown_; }

protected:
    void note_unknown(std::string why) const { unknown_ = std::move(why); }

private:
    mutable std::string unknown_;
};

// The context in a decision: the keys that policies requested when it was made.
class DecidedContext : public KnownContext {
public:
    // Borrows the evaluation.
    explicit DecidedContext(const Evaluation& decided) : decided_(decided) {}

    const iam::ContextValue* find(std::string_view key) const override {
        for (const auto& [known, value] : decided_.context) {
            if (known == key) return value.values.empty() ? nullptr : &value;
        }
        note_unknown(
            "no policy asked for " + std::string(key) +
            " then; attach the policy and send the requests again."
        );
        return nullptr;
    }

private:
    const Evaluation& decided_;
};

}  // namespace stator::emulator::access::authorization
