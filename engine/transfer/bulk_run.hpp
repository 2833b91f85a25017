// BulkRun: reads the objects of a bulk operation, puts their items, and writes its report. The work
// is split into turns, so that it keeps to the given rate. Holds only a piece of an object and one
// item in memory.
//
// Not thread-safe: one turn at a time, on the long-work thread.
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

// The reason for a bulk operation to end early.
enum class BulkStop : unsigned char {
    None,
    Leave,   // the process is exiting or the universe was replaced: abandon the work
    Cancel,  // CancelBulkOperation
    Gone,    // the table was deleted
};

// Connects a bulk operation to its table.
struct BulkSurroundings {
    // Puts an item and adds it to the usage. Returns the write units consumed, or why it was not
    // put.
    std::function<Result<double>(
        requests::transfers::BulkLine& line, protocol::formats::transfer::BulkUsage& usage
    )>
        put = {};
    // Polled during a turn.
    std::function<BulkStop()> stop = {};
    // Called now and then with the progress.
    std::function<void(const protocol::formats::transfer::BulkDescription& so_far)> note = {};
    std::function<Instant()> now = {};
};

class BulkRun {
public:
    // `is_begun_anew`: a previous process may have put some items. An item whose condition fails
    // counts as put if the table already contains the same item.
    BulkRun(
        std::shared_ptr<ObjectStore> store,
        protocol::formats::transfer::BulkDescription description,
        bool is_begun_anew
    );

    enum class Turn : unsigned char {
        Paused,  // the write units of this second are used up
        Ended,   // description() contains the outcome
        Left,
    };

    Turn go_on(const BulkSurroundings& around);

    const protocol::formats::transfer::BulkDescription& description() const { return description_; }

private:
    // The state of one turn, shared by reading the input and writing the report.
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
