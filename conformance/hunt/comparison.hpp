// Comparison: sends each request to all sides and compares their replies. Not thread-safe.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "conformance/generate/known_table.hpp"
#include "conformance/hunt/cluster.hpp"
#include "conformance/hunt/outcome.hpp"
#include "conformance/hunt/side.hpp"

namespace stator::conformance::hunt {

/// The result of one request.
struct Observation {
    Signature signature;
    std::vector<Answer> answers;  // the subject's first
    bool has_loss = false;        // a side did not reply, so it may have lost its tables
};

class Comparison {
public:
    /// The first side is the subject. All must outlive this object.
    explicit Comparison(std::vector<std::unique_ptr<Side>>& sides) : sides_(sides) {}

    Side& subject() { return *sides_.front(); }

    /// Creates the tables on all sides. Returns false if the subject does not create them.
    bool create(const std::vector<generate::KnownTable>& tables);
    void drop(const std::vector<generate::KnownTable>& tables);

    /// Sends the request to all sides. After a write, also compares the contents of the tables that
    /// it names, and copies the subject's contents to `tables` and to the other sides.
    Observation send(const generate::Request& request, std::vector<generate::KnownTable>& tables);

    /// Gives the tables on all sides exactly these contents.
    void restore(const std::vector<generate::KnownTable>& tables);

    /// After a loss: waits briefly for each other side, and mutes those that do not respond.
    /// Returns their names.
    std::vector<std::string> leave_out_silent();

private:
    static void compare_answers(const std::vector<Outcome>& outcomes, Signature& signature);
    /// Deletes a table that a CreateTable may have created under a name that must remain unused.
    void drop_created(const generate::Request& request);
    void compare_contents(generate::KnownTable& table, Signature& signature);

    std::vector<std::unique_ptr<Side>>& sides_;
};

/// Returns true if the operation can change items.
bool is_write(const generate::Request& request);

/// Returns true if the operation can change tables themselves.
bool changes_tables(const generate::Request& request);

}  // namespace stator::conformance::hunt
