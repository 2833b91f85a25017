// The exports of a universe's tables.
#pragma once

#include <memory>

#include "engine/transfer/export_source.hpp"
#include "engine/transfer/transfer_log.hpp"
#include "protocol/formats/transfer/export.hpp"

namespace stator::engine::transfer {

struct ExportKind {
    using Description = protocol::formats::transfer::ExportDescription;
    using Source = std::shared_ptr<const ExportSource>;

    static constexpr std::string_view kSection = "exports";
    static constexpr std::string_view kArn = protocol::formats::transfer::kExport;

    // AWS: an incremental export's id encodes a whole second. [spec-formats: captured twice in
    // 2026]
    static Instant time_of_id(const Description& description);

    static std::int64_t items_of(const Description& description) { return description.items; }

    // Error: the maximum number of exports is in progress.
    static Result<void> admit(std::int64_t under_way);

    static std::string encode(const Description& description) {
        return protocol::formats::transfer::encode_export(description);
    }

    static std::optional<Description> decode(std::string text) {
        return protocol::formats::transfer::decode_export(std::move(text));
    }
};

using Exports = TransferLog<ExportKind>;

}  // namespace stator::engine::transfer
