// BatchProgress: the progress of a batch across its tables: which parts are processed, and which
// are returned as unprocessed. One per request; not thread-safe.
#pragma once

#include <cstddef>
#include <optional>

#include "engine/base/request_context.hpp"
#include "engine/capacity/request_meter.hpp"
#include "engine/faults/rare_answers.hpp"
#include "engine/faults/watched_context.hpp"
#include "protocol/base/result.hpp"

namespace stator::engine::operations {

class BatchProgress {
public:
    explicit BatchProgress(const faults::WatchedContext& context) : context_(context) {}

    std::size_t response_bytes = 0;

    // True if the next key or write must be processed. False if the reply returns it as
    // unprocessed, because it was throttled or a rare answer returns it.
    bool processes(const Result<void>& admitted) {
        const std::size_t ordinal = next_++;
        const faults::RareAnswers* rare = context_.rare_answers;
        const bool given_back = rare != nullptr && rare->gives_back(ordinal);
        if (admitted.has_error()) refusal_ = admitted.error();
        if (given_back || admitted.has_error()) {
            give_back();
            return false;
        }
        ++processed_;
        return true;
    }

    // Call if the key or write just admitted was throttled later.
    void throttle(const ApiError& error) {
        --processed_;
        refusal_ = error;
        give_back();
    }

    // Call if the reply has no room for a key.
    void give_back() {
        if (context_.meter != nullptr) ++context_.meter->unprocessed;
    }

    // AWS: the exception is returned only if nothing was processed.
    Result<void> finish() const {
        if (processed_ == 0 && refusal_) return *refusal_;
        return {};
    }

    static bool is_throttling(const ApiError& error) {
        return error.type == protocol::ErrorType::ProvisionedThroughputExceededException ||
               error.type == protocol::ErrorType::ThrottlingException ||
               error.type == protocol::ErrorType::RequestLimitExceeded;
    }

private:
    const faults::WatchedContext& context_;
    std::size_t next_ = 0;
    std::size_t processed_ = 0;
    std::optional<ApiError> refusal_;
};

}  // namespace stator::engine::operations
