// The tables of a run: created when a case first needs them, shared by cases that define them
// alike, deleted at the end. Safe to use from several threads, each with its own client.
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

/// A table a case needs cannot be had: `what()` says why.
class TableError : public std::runtime_error {
public:
    explicit TableError(const std::string& reason, Loss loss = Loss::None)
        : std::runtime_error(reason), loss_(loss) {}

    /// Whether it is for want of a reply.
    Loss loss() const { return loss_; }

private:
    Loss loss_;
};

class TablePool {
public:
    /// `run_id` sets the names of this run apart; `patience` is how long a table may take to become
    /// ACTIVE or to go.
    TablePool(std::string run_id, std::chrono::milliseconds patience);

    /// The name of an ACTIVE table made by that request. The first caller creates it, the others
    /// wait for it. Throws TableError, for every caller, if it cannot be created.
    std::string shared_table(const std::string& create_table, ApiClient& client);

    /// The name of a new ACTIVE table. Throws TableError.
    std::string own_table(const std::string& create_table, ApiClient& client);

    /// Takes all shared tables for lost: they are created anew when needed.
    void forget_shared();

    /// Deletes a table no case needs any more, now or, if it is busy, at the end.
    void dispose(const std::string& name, ApiClient& client);

    /// Deletes all tables left. Returns one sentence for each that stays.
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
    /// Every table made and not yet deleted, also one that never became ACTIVE.
    std::set<std::string> left_;
};

}  // namespace stator::conformance
