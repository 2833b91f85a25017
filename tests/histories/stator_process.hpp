// StatorProcess: the program itself, as a process of its own, for the length of a test.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace stator::testing {

class StatorProcess {
public:
    // Listens at a free port. `flags` are further ones. Throws when it does not start.
    explicit StatorProcess(const std::vector<std::string>& flags);
    ~StatorProcess();
    StatorProcess(const StatorProcess&) = delete;
    StatorProcess& operator=(const StatorProcess&) = delete;

    std::uint16_t port() const { return port_; }

private:
    pid_t process_ = -1;
    int output_ = -1;
    std::uint16_t port_ = 0;
};

}  // namespace stator::testing
