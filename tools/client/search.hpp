// What answers at an endpoint, and where a Stator is to be found on this machine.
#pragma once

#include <chrono>
#include <string>
#include <variant>
#include <vector>

#include "emulator/base/port_holder.hpp"
#include "tools/client/surroundings.hpp"

namespace stator::tools::client {

// A look at a server waits no longer than that.
constexpr std::chrono::milliseconds kPatience{2'000};

enum class Answerer : unsigned char {
    Stator,         // or another that says it is healthy in the same words
    DynamodbLocal,  // which asks for a signature, whatever it is asked
    Stranger,       // answers, and is neither
    Nobody,         // refuses, is silent, or speaks no HTTP
};

struct Answer {
    Answerer who = Answerer::Nobody;
    std::string sentence;  // what is wrong with it, without the fix; "" for a Stator
};

// Asks the server at a URL, with or without the path of a universe, how it is. `ca_file` has the
// authorities for https, "" for the system's.
Answer ask_health(const std::string& endpoint, const std::string& ca_file = {});

// The main port of every Stator that runs here, the oldest first, as far as /proc shows them.
std::vector<emulator::PortHolder> running_stators(const std::string& proc);

// The URL of a port of this machine.
std::string local_endpoint(std::uint16_t port);

// The usual endpoint if a Stator answers there; otherwise the only other Stator that runs on this
// machine. A sentence with the fix when there is none, or more than one.
struct NoServer {
    std::string sentence;
};

std::variant<std::string, NoServer> find_server(const Surroundings& surroundings);

}  // namespace stator::tools::client
