// The document that Kinesis receives for one change of an item. Pure functions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "protocol/model/stream.hpp"
#include "protocol/values/kinesis_terms.hpp"

namespace stator::protocol::formats::kinesis {

// The parts of a document that are not in the stream record.
struct RecordForm {
    std::string_view event_id;  // a UUID
    std::string_view region;
    std::string_view table;
    std::int64_t microseconds = 0;  // time of the change, since 1970
    values::TimePrecision precision = values::TimePrecision::Millisecond;
};

// Returns the document. Precondition: the record has both images, if both exist. AWS: members in
// this order, binary values in base64 twice. [doc kds_gettingstarted.html]
std::string record_document(const model::StreamRecord& record, const RecordForm& form);

}  // namespace stator::protocol::formats::kinesis
