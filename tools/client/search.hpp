// Identifies the server at an endpoint, and finds the Stators that run on this machine.
#pragma once

#include <chrono>
#include <string>
#include <variant>
#include <vector>

#include "emulator/base/port_holder.hpp"
#include "tools/client/surroundings.hpp"

namespace stator::tools::client {

// Time limit for a request to a server.
constexpr std::chrono::milliseconds kPatience{2'000};

enum class Answerer : unsigned char {
    Stator,         // or another server with the same health reply
    DynamodbLocal,  // rejects every request without a signature
    Stranger,       // answers, but is neither of these
    Nobody,         // refuses the connection, is silent, or does not use HTTP
};

struct Answer {
    Answerer who = Answerer::Nobody;
    std::string sentence;  // the problem, without the fix; "" for a Stator
};

// Requests the health of the server at a URL, with or without the path of a universe. `ca_file`
// contains the CA certificates for HTTPS; "" for the system's.
Answer ask_health(const std::string& endpoint, const std::string& ca_file = {});

// Returns the main port of every Stator that runs here, oldest first, as far as /proc shows them.
std::vector<emulator::PortHolder> running_stators(const std::string& proc);

// Returns the URL of a port of this machine.
std::string local_endpoint(std::uint16_t port);

// Returned by find_server() if no Stator is found, or more than one: a sentence that includes the
// fix.
struct NoServer {
    std::string sentence;
};

// Returns the usual endpoint if a Stator answers there; otherwise the only other Stator that runs
// on this machine.
std::variant<std::string, NoServer> find_server(const Surroundings& surroundings);

}  // namespace stator::tools::client
