// Comparison: sends each request to all sides and tells how their answers differ. Not thread-safe.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "conformance/generate/known_table.hpp"
#include "conformance/hunt/cluster.hpp"
#include "conformance/hunt/outcome.hpp"
#include "conformance/hunt/side.hpp"

namespace stator::conformance::hunt {

/// What came of one request.
struct Observation {
    Signature signature;
    std::vector<Answer> answers;  // the subject's, then the others'
    bool has_loss = false;        // a side did not answer: it may have lost its tables
};

class Comparison {
public:
    /// The first side is the subject. All must outlive this.
    explicit Comparison(std::vector<std::unique_ptr<Side>>& sides) : sides_(sides) {}

    Side& subject() { return *sides_.front(); }

    /// Makes the tables on every side. False when the subject does not make them.
    bool create(const std::vector<generate::KnownTable>& tables);
    void drop(const std::vector<generate::KnownTable>& tables);

    /// Sends the request to all sides. After a write, the contents of the tables it names are
    /// compared too; `tables` then has the subject's, and so have the other sides.
    Observation send(const generate::Request& request, std::vector<generate::KnownTable>& tables);

    /// Gives every side's tables exactly these contents.
    void restore(const std::vector<generate::KnownTable>& tables);

    /// After a loss: waits a little for each other side, and mutes those that do not come back.
    /// Their names.
    std::vector<std::string> leave_out_silent();

private:
    static void compare_answers(const std::vector<Outcome>& outcomes, Signature& signature);
    /// A CreateTable may have made a table under a name that is to stay unknown.
    void drop_created(const generate::Request& request);
    void compare_contents(generate::KnownTable& table, Signature& signature);

    std::vector<std::unique_ptr<Side>>& sides_;
};

/// Whether the operation can change items.
bool is_write(const generate::Request& request);

/// Whether the operation can change tables themselves.
bool changes_tables(const generate::Request& request);

}  // namespace stator::conformance::hunt
