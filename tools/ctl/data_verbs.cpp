#include "tools/ctl/data_verbs.hpp"

namespace stator::tools::ctl {
namespace {

using Form = CtlForm;
using Place = CtlPlace;
using Verbs = std::vector<CtlVerb>;

Verbs stream_verbs() {
    return {
        {"streams", "show", "Say how hard streams are to read", "GET", "/_stator/v1/streams"},
        {"streams",
         "set",
         "Make streams harder to read",
         "PUT",
         "/_stator/v1/streams",
         {{"--lag",
           "lag",
           Form::Distribution,
           Place::Member,
           "how late records come: ms, uniform:0:500 or exponential:200"},
          {"--empty-pages",
           "emptyPages",
           Form::Number,
           Place::Member,
           "share of pages that are empty though records follow, 0 to 0.95"},
          {"--page-records",
           "pageRecords",
           Form::Integer,
           Place::Member,
           "most records of a page, 0 for as usual"},
          {"--shard-records",
           "shardRecords",
           Form::Integer,
           Place::Member,
           "records after which a shard ends, about; 0 for never"},
          {"--listed-shards",
           "listedShards",
           Form::Integer,
           Place::Member,
           "most shards in a reply of DescribeStream, 0 for as usual"},
          {"--iterator-age",
           "iteratorAge",
           Form::Distribution,
           Place::Member,
           "how old iterators are when they arrive, up to a minute"},
          {"--kinesis-lag",
           "kinesisLag",
           Form::Distribution,
           Place::Member,
           "how late records are sent to Kinesis"},
          {"--kinesis-duplicates",
           "kinesisDuplicates",
           Form::Number,
           Place::Member,
           "share of records that are sent to Kinesis twice, 0 to 1"}}},
    };
}

Verbs trigger_verbs() {
    return {
        {"kinesis",
         "",
         "Show what tables send to Kinesis data streams, what waits and why",
         "GET",
         "/_stator/v1/kinesis",
         {{"--table", "table", Form::Text, Place::Parameter, "of this table alone"}}},
        {"triggers",
         "show",
         "List the functions that streams call, and how each stands",
         "GET",
         "/_stator/v1/triggers"},
        {"triggers",
         "deliveries",
         "List the latest calls of a trigger's function, and how each went",
         "GET",
         "/_stator/v1/triggers/{name}/deliveries",
         {{"name", "name", Form::Text, Place::Segment, "of the mapping", true}}},
        {"triggers",
         "set",
         "Put these mappings in the place of all",
         "PUT",
         "/_stator/v1/triggers",
         {{"mappings",
           "mappings",
           Form::Json,
           Place::Body,
           "JSON, a file of it, or - for standard input",
           true}}},
    };
}

Verbs vector_verbs() {
    return {
        {"vectors", "show", "Say how much searches find", "GET", "/_stator/v1/vectors"},
        {"vectors",
         "recall",
         "Let searches miss some of what they should find",
         "PUT",
         "/_stator/v1/vectors",
         {{"recall",
           "recall",
           Form::Number,
           Place::Member,
           "0.95: one in twenty is missed; 1: none",
           true}}},
    };
}

}  // namespace

Verbs data_verbs() {
    Verbs verbs = stream_verbs();
    for (const auto make : {trigger_verbs, vector_verbs}) {
        const Verbs group = make();
        verbs.insert(verbs.end(), group.begin(), group.end());
    }
    return verbs;
}

}  // namespace stator::tools::ctl
