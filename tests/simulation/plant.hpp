// Seeded bugs that the simulation must catch, applied behind the engine's back. They test the test.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/table/effects.hpp"
#include "tests/simulation/operations/operation.hpp"
#include "tests/simulation/system.hpp"

namespace stator::simulation {

enum class Plant : unsigned char {
    None,
    DroppedIndexDelete,    // an index keeps the entry of a deleted item
    SwappedStreamRecords,  // two records of one item change places in the data file
    HalfTransaction,       // half of a transaction reaches the data file
    ForgottenExpiryCheck,  // an item is deleted though its expiry was extended in time
    LostJournalBatch,      // the last batch before a stop is lost
    OverwritingInsert,     // an INSERT replaces the existing item
    LostBulkItem,          // an item that a bulk operation put is lost
    LostPolicy,            // a policy that was put is lost
    LeakyFork,             // a write also reaches a world that was left behind
    LeakyBackup,           // a write also reaches a backup of its table
    LostReplication,       // a write does not reach the replica
    TornExport,            // the end of an exported object is lost
    KeptVector,            // a vector index keeps the vector of a deleted item
    LostKinesisRecord,     // a record for Kinesis counts as sent although it was not
    SwallowedFailure,      // a trigger takes a failed call for a success
    HollowChange,          // recovery stores only the key of a changed item
};

// "drop_index_delete" and so on; nullopt for an unknown name.
std::optional<Plant> plant_from(std::string_view name);
// All names but that of None.
std::vector<std::string> plant_names();

// True for bugs that only show when the data file is read again.
bool needs_persistence(Plant plant);
JournalFault journal_fault_of(Plant plant);

// Applies its bug around the operations of one run, wherever it can.
class Saboteur {
public:
    Saboteur(Plant plant, System& system) : plant_(plant), system_(system) {
        if (plant_ == Plant::TornExport) system_.buckets().tear();
    }

    void before(const Operation& operation);
    void after(const Operation& operation);

private:
    // The item's image as it is stored, or null.
    protocol::values::ItemImagePtr stored_image(const Key& key) const;
    // Removes the item that would make an INSERT fail.
    void clear_way(const Operation& operation);
    void lose_bulk_item(const Operation& operation);
    void lose_policy(const Operation& operation);
    // Repeats a single write in a world that was left behind.
    void leak(const Operation& operation);
    // Puts the current item into the backups of its table.
    void leak_into_backups(const protocol::values::ItemImagePtr& image, const Key& key);
    // Marks writes in transit to a replica as delivered.
    void lose_replication();
    // Marks the oldest record queued for Kinesis as sent.
    void lose_kinesis_record(const Operation& operation);
    // Reduces the item to its key before the next change.
    void hollow_out(const Key& key);
    void restore_index_entries();
    void restore_vector(const Key& key);
    void delete_extended(const protocol::values::ItemImagePtr& image, const Key& key);

    const Plant plant_;
    System& system_;
    engine::transfer::TransferTotals bulk_before_;  // of the bulk operations, before it
    protocol::values::ItemImagePtr image_;          // of the item the operation is about, before it
};

}  // namespace stator::simulation
