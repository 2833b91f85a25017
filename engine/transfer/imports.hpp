// The imports of a universe's tables.
#pragma once

#include "engine/transfer/transfer_log.hpp"
#include "protocol/errors/general.hpp"
#include "protocol/errors/transfers.hpp"
#include "protocol/formats/transfer/import.hpp"

namespace stator::engine::transfer {

struct ImportKind {
    using Description = protocol::formats::transfer::ImportDescription;

    // All input is in the buckets.
    struct Source {};

    static constexpr std::string_view kSection = "imports";
    static constexpr std::string_view kArn = protocol::formats::transfer::kImport;

    static Instant time_of_id(const Description& description) { return description.start; }

    static std::int64_t items_of(const Description& description) {
        return description.counts.imported_items;
    }

    // Error: the maximum number of imports is in progress. AWS: 50. [spec-formats: AWS's
    // documentation]
    static Result<void> admit(std::int64_t under_way) {
        constexpr std::int64_t kMost = protocol::kMaxImports;
        if (under_way >= kMost) return errors::too_many_at_once(kMost, "import");
        return {};
    }

    static std::string encode(const Description& description) {
        return protocol::formats::transfer::encode_import(description);
    }

    static std::optional<Description> decode(std::string text) {
        return protocol::formats::transfer::decode_import(std::move(text));
    }
};

using Imports = TransferLog<ImportKind>;

}  // namespace stator::engine::transfer
