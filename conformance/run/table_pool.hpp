// The tables of a run: created when a case first needs them, shared by cases with the same
// definition, deleted at the end. Thread-safe; each thread needs its own client.
#pragma once

#include <chrono>
#include <future>
#include <map>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "conformance/http/api_client.hpp"
#include "conformance/run/target_watch.hpp"

namespace stator::conformance {

/// A table that a case requires cannot be created: `what()` contains the reason.
class TableError : public std::runtime_error {
public:
    explicit TableError(const std::string& reason, Loss loss = Loss::None)
        : std::runtime_error(reason), loss_(loss) {}

    /// How a reply was lost, if that is the reason.
    Loss loss() const { return loss_; }

private:
    Loss loss_;
};

class TablePool {
public:
    /// `run_id` distinguishes the names of this run's tables from others. `patience` limits the
    /// time for a table to become ACTIVE or to be deleted.
    TablePool(std::string run_id, std::chrono::milliseconds patience);

    /// Returns the name of an ACTIVE table created by that request. The first caller creates it;
    /// the others wait for it. If it cannot be created, every caller gets a TableError.
    std::string shared_table(const std::string& create_table, ApiClient& client);

    /// Returns the name of a new ACTIVE table. Throws TableError.
    std::string own_table(const std::string& create_table, ApiClient& client);

    /// Treats all shared tables as lost. They are created again when required.
    void forget_shared();

    /// Deletes a table that no case uses any more, or postpones this to the end if it is busy.
    void dispose(const std::string& name, ApiClient& client);

    /// Deletes all remaining tables. Returns one sentence for each that cannot be deleted.
    std::vector<std::string> delete_all(ApiClient& client);

private:
    std::string next_name();
    std::string create(const std::string& create_table, ApiClient& client);
    void wait_until_active(const std::string& name, ApiClient& client) const;
    std::string delete_patiently(const std::string& name, ApiClient& client) const;
    void remember(const std::string& name);

    std::string run_id_;
    std::chrono::milliseconds patience_;
    std::mutex mutex_;
    std::size_t names_given_ = 0;
    std::map<std::string, std::shared_future<std::string>> shared_;
    /// All tables created and not yet deleted, including those that never became ACTIVE.
    std::set<std::string> left_;
};

}  // namespace stator::conformance
