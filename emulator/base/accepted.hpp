// Accepted<T>: a value, or the reason why the admin API rejects a request, as one sentence that
// includes the fix.
#pragma once

#include <boost/system/result.hpp>
#include <optional>
#include <string>
#include <utility>

#include "protocol/wire/json.hpp"

namespace stator::emulator {

struct Refusal {
    std::string sentence;
    int status = 400;  // 404 if something does not exist, 409 if there is a conflict
    // The invalid value, from which its position can be determined. Valid as long as its document.
    std::optional<protocol::wire::JsonView> at = {};
};

// Lets Accepted<T>::value() throw on misuse, which is always a bug in Stator.
[[noreturn]] void throw_exception_from_error(
    const Refusal& refusal, const boost::source_location& location
);

template <class T = void>
class [[nodiscard]] Accepted : public boost::system::result<T, Refusal> {
public:
    using boost::system::result<T, Refusal>::result;
};

}  // namespace stator::emulator
