// Trees printed as expression texts, with blanks and letter case that vary.
#pragma once

#include <string>

#include "tests/oracle/random.hpp"
#include "tests/oracle/tree.hpp"

namespace stator::oracle {

std::string printed(const Condition& condition, Random& random);
std::string printed(const Update& update, Random& random);
std::string printed(const Projection& projection, Random& random);

// Adds the parentheses that the tree's shape needs, so that the text says the same.
void parenthesise(Condition& condition);

}  // namespace stator::oracle
