// BatchProgress: how far a batch has come across its tables, and which parts are returned as
// unprocessed. One per request; not thread-safe.
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

    // True when the next key or write is to be processed; false when the reply returns it, because
    // it was throttled or a rare answer asks for it.
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

    // The key or write just admitted was throttled after all.
    void throttle(const ApiError& error) {
        --processed_;
        refusal_ = error;
        give_back();
    }

    // The reply has no room for a key.
    void give_back() {
        if (context_.meter != nullptr) ++context_.meter->unprocessed;
    }

    // AWS: the exception is answered only when nothing at all was processed.
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
