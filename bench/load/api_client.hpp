// A plain blocking DynamoDB client for what is not measured: making tables, looking at answers.
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

// Keeps one connection and opens it anew when the server has closed it. Not thread-safe. Every call
// throws std::runtime_error when the server cannot be reached, breaks off, or is silent for a
// minute; an error answer is an Answer.
class ApiClient {
public:
    explicit ApiClient(const Endpoint& endpoint);

    Answer call(std::string_view operation, std::string_view body);

    // Sends finished request bytes.
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

// Makes the table described by `create_table_body`, whose name is `table`: deletes an old one
// first, and returns when the new one is ACTIVE. Throws when the server refuses or after a minute.
void recreate_table(ApiClient& api, std::string_view table, std::string_view create_table_body);

// Does nothing when there is no such table.
void delete_table_if_exists(ApiClient& api, std::string_view table);

}  // namespace stator::bench
