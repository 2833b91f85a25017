#include "emulator/base/accepted.hpp"

#include <stdexcept>

namespace stator::emulator {

void throw_exception_from_error(const Refusal& refusal, const boost::source_location&) {
    throw std::logic_error(refusal.sentence);
}

}  // namespace stator::emulator
