// Side: one endpoint of a hunt. Not thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "conformance/generate/known_table.hpp"
#include "conformance/generate/request_writer.hpp"
#include "conformance/http/api_client.hpp"

namespace stator::conformance::hunt {

/// What an endpoint answers to one request.
struct Answer {
    int status = 0;  // 0: the connection was lost or no reply came in time
    std::string body;

    bool is_success() const { return status == 200; }
};

class Side {
public:
    /// `name` stands for the endpoint in reports.
    Side(std::string name, Target target);

    const std::string& name() const { return name_; }

    /// Sends a signed request. Waits and tries again while it is throttled, as on AWS it may be.
    Answer call(const generate::Request& request);

    /// Makes the table and waits until it is ACTIVE. False when the endpoint does not make it.
    bool create(const generate::TableShape& table);

    void drop(const std::string& table);

    /// Every item of a table, by consistent reads; false when the table cannot be read.
    bool read_all(const std::string& table, std::vector<generate::Item>& items);

    /// Changes what the table has to exactly these items.
    void make_equal(const generate::TableShape& table, const std::vector<generate::Item>& items);

    /// Whether it answers at all, within ten seconds.
    bool is_answering();

    /// From now on it is asked nothing, and answers nothing.
    void mute() { is_mute_ = true; }

    bool is_mute() const { return is_mute_; }

    std::uint64_t requests() const { return requests_; }

    /// Capacity units consumed: as told by the replies, else estimated from the bytes moved.
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
