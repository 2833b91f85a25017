// Engine: everything DynamoDB does, without a socket in sight. Owns the regions, the Committer and
// the journal.
//
// Thread-safe once open. Owns no thread but the journal's, and a reader while it loads; what waits
// for time happens in run_due(), which somebody must call.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <shared_mutex>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/catalog.hpp"
#include "engine/clock.hpp"
#include "engine/consistency.hpp"
#include "engine/deadlines.hpp"
#include "engine/persistence/data_file.hpp"
#include "engine/persistence/journal.hpp"
#include "engine/request_context.hpp"
#include "engine/transaction_log.hpp"
#include "engine/transaction_register.hpp"
#include "engine/write/committer.hpp"

namespace stator::engine {

struct EngineOptions {
    // Of every table and index status change.
    std::int64_t table_delay_ms = 0;
    // How long an expired item stays before it is deleted.
    std::int64_t time_to_live_delay_ms = 0;
    // One set of tables for all regions, as DynamoDB Local's -sharedDb.
    bool shared_regions = false;
    // Told why the disk refuses writes, and that it accepts them again. From the writer's thread.
    JournalLog report = {};
    // Told now and then while a large data file is loaded how many items there are so far.
    std::function<void(std::uint64_t items)> report_loading = {};
};

// Where and how to persist.
struct DataPath {
    std::string directory;
    Durability durability = Durability::Commit;
};

class Engine {
public:
    // Opens, and loads what was persisted. The error is a sentence for the user.
    static std::variant<std::unique_ptr<Engine>, DataFileError> open(
        EngineOptions options, const Clock& clock, std::optional<DataPath> data_path = {}
    );

    // The same over an opened file, which may be another one than SQLite's: the simulation's loses
    // what was not synced.
    static std::variant<std::unique_ptr<Engine>, DataFileError> open(
        EngineOptions options, const Clock& clock, std::unique_ptr<DataFile> data_file
    );

    ~Engine();
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    std::int64_t now_ms() const { return clock_.now_ms(); }

    // The tables that the request's universe and region select.
    Catalog& catalog(const RequestContext& context);

    Committer& committer() { return *committer_; }

    Consistency& consistency() { return consistency_; }

    // The items transactions are working on.
    TransactionRegister& transactions() { return transactions_; }

    // The client request tokens of transactions.
    TransactionLog& transaction_log() { return transaction_log_; }

    // Whoever changes when something is due notes it here.
    Deadlines& deadlines() { return deadlines_; }

    SequenceNumber last_sequence() const { return consistency_.last_sequence(); }

    // Null for an in-memory engine.
    Journal* journal() { return journal_.get(); }

    // Does everything due now; the time of the next deadline, or INT64_MAX.
    std::int64_t run_due();

    // run_due() if something is due; cheap otherwise. Call it before each request.
    void run_due_if_needed() {
        if (now_ms() >= deadlines_.next_ms()) run_due();
    }

    // Asks the tables of the request's region for their next deadline; call it after changing one.
    void note_deadline(const Catalog& catalog);

    // The time of the next deadline, or INT64_MAX.
    std::int64_t next_deadline_ms() const { return deadlines_.next_ms(); }

    // Makes everything durable and stops the journal. False when something could not be written.
    bool close();

private:
    Engine(EngineOptions options, const Clock& clock);

    // Loads what was persisted and starts the journal. The error is a sentence for the user.
    std::optional<DataFileError> adopt(std::unique_ptr<DataFile> data_file);
    // Makes the engine ready for requests.
    void start();
    // The error is a sentence for the user.
    std::optional<DataFileError> load();
    std::shared_ptr<Table> load_table(const StoredTable& stored);
    void load_items(const std::vector<std::shared_ptr<Table>>& tables);
    void load_stream(const StoredStream& stored);
    // Deletes expired items; the next deletion's time.
    std::int64_t delete_expired_items(std::int64_t now_ms);
    Catalog& region(const std::string& universe, const std::string& region);
    std::unique_ptr<Catalog> make_catalog(const std::string& universe, const std::string& region);
    std::uint64_t record(
        const std::string& universe,
        const std::string& region,
        TableNumber number,
        const protocol::TableDescription* description
    );
    void record_stream(StreamChange change);

    using RegionKey = std::pair<std::string, std::string>;  // universe, region

    EngineOptions options_;
    const Clock& clock_;
    Consistency consistency_;
    TransactionRegister transactions_;
    TransactionLog transaction_log_;
    std::unique_ptr<DataFile> data_file_;
    std::unique_ptr<Journal> journal_;
    std::unique_ptr<Committer> committer_;
    std::atomic<std::uint32_t> last_table_number_{0};
    std::atomic<std::uint32_t> last_stream_number_{0};
    Deadlines deadlines_;
    std::shared_mutex regions_mutex_;
    std::map<RegionKey, std::unique_ptr<Catalog>> regions_;
};

}  // namespace stator::engine
