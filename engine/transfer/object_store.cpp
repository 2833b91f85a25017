#include "engine/transfer/object_store.hpp"

#include <stdexcept>

#include "protocol/base/result.hpp"

namespace stator::engine::transfer {

void throw_exception_from_error(const StoreError& error, const boost::source_location&) {
    throw std::logic_error("an unchecked error of an object store: " + error.detail);
}

Stored<> ObjectStore::put(
    const std::string& bucket, const std::string& key, std::string_view bytes
) {
    STATOR_TRY(const std::unique_ptr<ObjectWriter> writer, create(bucket, key));
    STATOR_CHECK(writer->write(bytes));
    return writer->finish();
}

}  // namespace stator::engine::transfer
