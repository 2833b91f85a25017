// BulkRun: reads the objects of a bulk operation, puts what is in them, and writes its report. Goes
// on from turn to turn, so that it keeps to the rate that it was given. Holds no more of the
// objects than a piece, and one item.
//
// Not thread-safe: one turn at a time, on whatever thread does long work.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/instant.hpp"
#include "engine/transfer/object_records.hpp"
#include "engine/transfer/object_store.hpp"
#include "engine/transfer/report_writer.hpp"
#include "protocol/base/result.hpp"
#include "protocol/errors/transfers.hpp"
#include "protocol/expression/analysis/parsed_expressions.hpp"
#include "protocol/formats/transfer/bulk_operation.hpp"
#include "protocol/operations/transfers/bulk_line.hpp"

namespace stator::engine::transfer {

// Why a bulk operation ends before it is through.
enum class BulkStop : unsigned char {
    None,
    Leave,   // the process ends, or the universe was replaced: it is to be left as it is
    Cancel,  // CancelBulkOperation
    Gone,    // its table is gone
};

// Where a bulk operation's items go.
struct BulkSurroundings {
    // Adds what was put to the usage; returns the write units it took. Error: why it was not put.
    std::function<Result<double>(
        requests::transfers::BulkLine& line, protocol::formats::transfer::BulkUsage& usage
    )>
        put = {};
    // Asked from time to time.
    std::function<BulkStop()> stop = {};
    // Told from time to time how far it has come.
    std::function<void(const protocol::formats::transfer::BulkDescription& so_far)> note = {};
    std::function<Instant()> now = {};
};

class BulkRun {
public:
    // `is_begun_anew`: another process may have put some of the items already. An item that fails
    // its condition now, but stands in the table as it was to be put, then counts as put.
    BulkRun(
        std::shared_ptr<ObjectStore> store,
        protocol::formats::transfer::BulkDescription description,
        bool is_begun_anew
    );

    enum class Turn : unsigned char {
        Paused,  // a second's write units have been used
        Ended,   // description() says what became of it
        Left,
    };

    Turn go_on(const BulkSurroundings& around);

    const protocol::formats::transfer::BulkDescription& description() const { return description_; }

private:
    // What the input and the report meet on the way.
    class Work;

    bool has_room(double units) const;
    void end(std::optional<errors::S3Failure> failure, BulkStop stop, Instant now);

    const std::shared_ptr<ObjectStore> store_;
    protocol::formats::transfer::BulkDescription description_;
    const bool is_begun_anew_;
    std::unique_ptr<ObjectRecords> records_;  // null before the first turn
    std::unique_ptr<ReportWriter> report_;
    std::int64_t index_ = 0;  // of the record within its object
    protocol::expression::analysis::ParsedExpressions expressions_;
};

}  // namespace stator::engine::transfer
