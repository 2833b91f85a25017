#include "engine/operations/search_vectors.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <thread>
#include <utility>

#include "engine/base/seeded_random.hpp"
#include "engine/capacity/request_meter.hpp"
#include "engine/capacity/throughput.hpp"
#include "engine/faults/rare_answers.hpp"
#include "engine/schema/schema.hpp"
#include "engine/vectors/search.hpp"
#include "engine/vectors/vector_index.hpp"
#include "protocol/base/limits.hpp"
#include "protocol/errors/items.hpp"
#include "protocol/errors/keys.hpp"
#include "protocol/errors/query.hpp"
#include "protocol/errors/vectors.hpp"

namespace stator::engine::operations {
namespace {

using requests::query::SearchCondition;
using requests::query::SearchResult;
using requests::query::SearchVectorsReply;
using requests::query::SearchVectorsRequest;
using values::DocumentPath;
using values::ItemImage;
using values::ItemImagePtr;

// AWS: an index in its first phase, or of another kind, is treated as missing.
// [case SearchVectors/index]
Result<const schema::VectorIndexSchema*> find_index(
    const table::TableSnapshot& snapshot, const std::string& name
) {
    const schema::VectorIndexSchema* const index = snapshot.schema.find_vector_index(name);
    if (index == nullptr) return errors::no_such_index(name);
    if (!index->readable) return errors::index_is_backfilling_vectors(name);
    return index;
}

Result<void> check_vector(
    const schema::VectorIndexSchema& index, const SearchVectorsRequest& request
) {
    if (!request.vector) return errors::search_vector_invalid();
    if (request.vector_size == index.dimensions) return {};
    return errors::search_vector_of_other_size(request.vector_size, index.dimensions);
}

const SearchCondition* find_condition(
    const SearchVectorsRequest& request, const schema::KeyAttribute& attribute
) {
    const auto found =
        std::ranges::find(request.conditions, attribute.name, &SearchCondition::attribute);
    return found == request.conditions.end() ? nullptr : &*found;
}

// AWS: checks in this order. [case SearchVectors/conditions]
Result<void> check_conditions(
    const schema::VectorIndexSchema& index, const SearchVectorsRequest& request
) {
    if (request.condition_fault) return *request.condition_fault;
    for (const SearchCondition& condition : request.conditions) {
        if (index.find_search_attribute(condition.attribute) == nullptr) {
            return errors::search_attribute_unknown(condition.attribute);
        }
    }
    if (index.hash && find_condition(request, *index.hash) == nullptr) {
        return errors::search_condition_needed();
    }
    for (const SearchCondition& condition : request.conditions) {
        const auto* attribute = index.find_search_attribute(condition.attribute);
        const auto given = condition.value.view().type();
        if (given != attribute->type) {
            return errors::search_value_type_mismatch(condition.attribute, given, attribute->type);
        }
    }
    if (!index.hash) return {};
    const values::AttributeValueView hash = find_condition(request, *index.hash)->value.view();
    if (hash.scalar().empty()) {
        return errors::empty_key(errors::empty_kind(index.hash->type), index.hash->name);
    }
    return {};
}

// The read point of a search, kept readable while this object exists.
class Moment {
public:
    Moment(
        const universes::Call& call,
        const table::Table& table,
        const schema::VectorIndexSchema& index
    )
        : consistency_(call.universe.consistency()) {
        if (!consistency_.lags()) return;
        const auto snapshot = table.snapshot();
        const std::string region = std::string(call.region());
        const consistency::ReadSource source{
            table.number(),
            call.context.place.universe,
            snapshot->description.name,
            index.name,
            consistency::kUndivided,
            region};
        consistency::ReadMoment moment{call.now(), call.context.connection};
        moment.is_observer = call.context.is_observer;
        point_ = consistency_.open_read(source, moment);
    }

    ~Moment() {
        if (point_) consistency_.close_read(*point_);
    }

    Moment(const Moment&) = delete;
    Moment& operator=(const Moment&) = delete;

    storage::ReadPoint point() const { return point_.value_or(storage::ReadPoint{}); }

private:
    consistency::Consistency& consistency_;
    std::optional<storage::ReadPoint> point_;
};

// The item without its vector.
ItemImagePtr without_vector(const ItemImagePtr& image, const std::string& attribute) {
    if (!image->find(attribute)) return image;
    values::ItemBuilder builder;
    for (const values::Entry entry : image->attributes()) {
        if (entry.name != attribute) builder.add(entry.name, entry.value);
    }
    return builder.build();
}

// The elements that the projection selects. nullopt if it selects none.
std::optional<std::vector<float>> shown_elements(
    const std::vector<DocumentPath>& projection,
    const std::string& attribute,
    const std::vector<float>& values
) {
    std::vector<std::uint32_t> places;
    for (const DocumentPath& path : projection) {
        if (path.attribute() != attribute) continue;
        if (path.is_top_level()) return values;
        const auto* place = std::get_if<std::uint32_t>(&path.elements[1]);
        const bool is_there = path.elements.size() == 2 && place != nullptr;
        if (is_there && *place < values.size()) places.push_back(*place);
    }
    if (places.empty()) return std::nullopt;
    std::sort(places.begin(), places.end());
    std::vector<float> shown;
    for (const std::uint32_t place : places) shown.push_back(values[place]);
    return shown;
}

// AWS: the vector is returned if it is requested and the index projects it.
// [case SearchVectors/items]
SearchResult result_of(
    const schema::VectorIndexSchema& index, const SearchVectorsRequest& request, vectors::Hit hit
) {
    SearchResult result{without_vector(hit.image, index.vector_attribute), hit.score};
    if (!request.projection) return result;
    if (index.projects(index.vector_attribute)) {
        result.vector = shown_elements(*request.projection, index.vector_attribute, hit.values);
    }
    std::vector<DocumentPath> others = *request.projection;
    std::erase_if(others, [&](const DocumentPath& path) {
        return path.attribute() == index.vector_attribute;
    });
    result.item = values::project_paths(*result.item, others);
    return result;
}

std::uint64_t hash_of(const std::vector<float>& vector) {
    std::uint64_t hash = vector.size();
    for (const float element : vector) hash = mix(hash, std::bit_cast<std::uint32_t>(element));
    return hash;
}

vectors::SearchPlan make_plan(
    const schema::VectorIndexSchema& index,
    const SearchVectorsRequest& request,
    const vectors::Query& query
) {
    vectors::SearchPlan plan;
    plan.query = &query;
    plan.top_k = request.top_k;
    for (const schema::KeyAttribute& filter : index.filters) {
        if (const SearchCondition* condition = find_condition(request, filter)) {
            plan.filters.push_back({filter.name, condition->value});
        }
    }
    return plan;
}

// Adds results while the reply has room. AWS: no more than 16 MB. [doc API_SearchVectors.html]
void add_results(
    const schema::VectorIndexSchema& index,
    const SearchVectorsRequest& request,
    std::vector<vectors::Hit> hits,
    SearchVectorsReply& reply
) {
    std::size_t bytes = 0;
    for (vectors::Hit& hit : hits) {
        SearchResult result = result_of(index, request, std::move(hit));
        bytes += result.item->item_size();
        if (bytes > protocol::kMaxSearchBytes && !reply.results.empty()) return;
        reply.results.push_back(std::move(result));
    }
}

// Returns the error that a rare answer injects. Throttling is that of an on-demand table's index.
Result<void> refuse_rarely(
    const faults::WatchedContext& context,
    const table::Table& table,
    const table::TableSnapshot& snapshot,
    const schema::VectorIndexSchema& index
) {
    if (context.rare_answers != nullptr && context.rare_answers->throttle) {
        context.rare_answers->given = faults::RareRefusal::Throttle;
        const std::string arn = snapshot.description.table_arn + "/index/" + index.name;
        const capacity::ChargedSource source{
            table.number(), snapshot.description.name, index.name, arn, {.on_demand = true}};
        const faults::Throttle& throttle = *context.rare_answers->throttle;
        return faults::throttled_by(throttle, capacity::Direction::Read, source);
    }
    return faults::refuse(context);
}

void note(
    const faults::WatchedContext& context,
    const table::TableSnapshot& snapshot,
    const schema::VectorIndexSchema& index,
    const SearchVectorsReply& reply
) {
    if (context.meter == nullptr) return;
    capacity::SourceUse& use = context.meter->use(snapshot.description.name, index.name);
    use.scanned += static_cast<std::int64_t>(reply.results.size());
    use.returned += static_cast<std::int64_t>(reply.results.size());
}

}  // namespace

Result<SearchVectorsReply> search_vectors(
    const universes::Call& call, const SearchVectorsRequest& request
) {
    auto found = call.catalog().active_table(request.table_name, "SearchVectors");
    if (found.has_error()) {
        const bool is_missing =
            found.error().type == protocol::ErrorType::ResourceNotFoundException;
        return is_missing ? errors::resource_not_found() : found.error();
    }
    const std::shared_ptr<table::Table> table = std::move(found).value();
    const auto snapshot = table->snapshot();
    STATOR_TRY(const schema::VectorIndexSchema* index, find_index(*snapshot, request.index_name));
    STATOR_CHECK(check_vector(*index, request));
    STATOR_CHECK(check_conditions(*index, request));
    if (request.projection_fault) return *request.projection_fault;
    STATOR_CHECK(refuse_rarely(call.context, *table, *snapshot, *index));

    const vectors::Query query(*request.vector, index->distance);
    vectors::SearchPlan plan = make_plan(*index, request, query);
    const Moment moment(call, *table, *index);
    plan.point = moment.point();
    plan.recall = call.universe.switches().recall.recall();
    plan.query_hash = hash_of(*request.vector);
    plan.threads = std::thread::hardware_concurrency();
    SearchVectorsReply reply;
    reply.vector_attribute = index->vector_attribute;
    reply.request_bytes = protocol::kMinVectorBytes;
    const std::string hash =
        index->hash ? std::string(find_condition(request, *index->hash)->value.encoded()) : "";
    if (const auto column = snapshot->contents.of(*index).view(hash)) {
        reply.request_bytes = std::max(reply.request_bytes, vectors::searched_bytes(*column));
        add_results(*index, request, vectors::search(*column, plan), reply);
    }
    note(call.context, *snapshot, *index, reply);
    return reply;
}

}  // namespace stator::engine::operations
