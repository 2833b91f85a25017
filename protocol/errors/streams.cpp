#include "protocol/errors/streams.hpp"

#include <string>
#include <utility>

#include "protocol/errors/general.hpp"

namespace stator::protocol::errors {

ApiError time_to_live_of_changing_table(values::TableStatus status) {
    const std::string text(values::status_text(status));
    return validation(
        "Cannot describe time to live while table is in " + text +
        " state: Current table state is " + text
    );
}

}  // namespace stator::protocol::errors
