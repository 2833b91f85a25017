#include "protocol/values/return_values.hpp"

namespace stator::protocol::values {

ReturnValues return_values(std::string_view text) {
    if (text == "ALL_OLD") return ReturnValues::AllOld;
    if (text == "UPDATED_OLD") return ReturnValues::UpdatedOld;
    if (text == "ALL_NEW") return ReturnValues::AllNew;
    if (text == "UPDATED_NEW") return ReturnValues::UpdatedNew;
    return ReturnValues::None;
}

}  // namespace stator::protocol::values
