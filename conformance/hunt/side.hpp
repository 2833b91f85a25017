// Side: one endpoint of a hunt. Not thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "conformance/generate/known_table.hpp"
#include "conformance/generate/request_writer.hpp"
#include "conformance/http/api_client.hpp"

namespace stator::conformance::hunt {

/// The reply of an endpoint to one request.
struct Answer {
    int status = 0;  // 0: the connection was lost or no reply came in time
    std::string body;

    bool is_success() const { return status == 200; }
};

class Side {
public:
    /// `name`: the endpoint's name in reports.
    Side(std::string name, Target target);

    const std::string& name() const { return name_; }

    /// Sends a signed request. Waits and retries while the endpoint throttles it, as AWS may do.
    Answer call(const generate::Request& request);

    /// Creates the table and waits until it is ACTIVE. Returns false if the endpoint rejects it.
    bool create(const generate::TableShape& table);

    void drop(const std::string& table);

    /// Reads all items of a table with consistent reads. Returns false if the table cannot be read.
    bool read_all(const std::string& table, std::vector<generate::Item>& items);

    /// Changes the table so that it contains exactly these items.
    void make_equal(const generate::TableShape& table, const std::vector<generate::Item>& items);

    /// Returns true if the endpoint replies at all within ten seconds.
    bool is_answering();

    /// After this call, no requests are sent to it, and it counts as not replying.
    void mute() { is_mute_ = true; }

    bool is_mute() const { return is_mute_; }

    std::uint64_t requests() const { return requests_; }

    /// Returns the consumed capacity units: from the replies, or estimated from the transferred
    /// bytes.
    double units() const { return units_; }

private:
    Answer send(const generate::Request& request);
    void count_units(const generate::Request& request, const Answer& answer);

    std::string name_;
    Target target_;
    ApiClient client_;
    std::uint64_t requests_ = 0;
    double units_ = 0;
    bool is_mute_ = false;
};

}  // namespace stator::conformance::hunt
