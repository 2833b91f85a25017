// Transactions: the running transactions of a universe and their client request tokens.
#pragma once

#include "engine/transactions/transaction_log.hpp"
#include "engine/transactions/transaction_register.hpp"

namespace stator::engine::transactions {

struct Transactions {
    TransactionRegister running;  // the items that they use
    TransactionLog tokens;
};

}  // namespace stator::engine::transactions
