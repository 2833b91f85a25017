// A plain blocking DynamoDB client for requests that are not measured: creating tables, checking
// replies.
#pragma once

#include <string>
#include <string_view>

#include "load/request.hpp"
#include "load/response_reader.hpp"
#include "load/socket.hpp"

namespace stator::bench {

struct Answer {
    unsigned status = 0;
    std::string body;

    bool ok() const noexcept { return status == 200; }
};

// Keeps one connection and opens a new one if the server has closed it. Not thread-safe. All calls
// throw std::runtime_error if the server is unreachable, closes the connection early, or does not
// reply for a minute. An error reply is returned as an Answer.
class ApiClient {
public:
    explicit ApiClient(const Endpoint& endpoint);

    Answer call(std::string_view operation, std::string_view body);

    // Sends complete request bytes.
    Answer exchange(std::string_view request);

    const Endpoint& endpoint() const noexcept { return endpoint_; }

    const RequestWriter& writer() const noexcept { return writer_; }

private:
    void connect();
    bool send_all(std::string_view bytes) noexcept;
    bool receive_answer();

    const Endpoint& endpoint_;
    RequestWriter writer_;
    Socket socket_;
    ResponseReader reader_;
};

// Creates the table `table` as described by `create_table_body`. Deletes an existing table first,
// and returns when the new one is ACTIVE. Throws if the server rejects a request, or after a
// minute.
void recreate_table(ApiClient& api, std::string_view table, std::string_view create_table_body);

// Does nothing if the table does not exist.
void delete_table_if_exists(ApiClient& api, std::string_view table);

}  // namespace stator::bench
