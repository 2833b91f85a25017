// The hunter against two engines of Stator, one of which has seeded bugs: each must be found and
// shrunk to a request or two. Without seeded bugs nothing may be found.
#include <gtest/gtest.h>

#include <algorithm>

#include "conformance/generate/json_text.hpp"
#include "conformance/hunt/hunt.hpp"
#include "tests/emulator/support/world.hpp"
#include "tests/support/scripted_server.hpp"

namespace stator::conformance::hunt {
namespace {

using stator::testing::json_reply;
using stator::testing::ScriptedRequest;
using stator::testing::ScriptedServer;

/// Changes a reply, given as JSON or as "Type: message", of a request.
using Plant = void (*)(const ScriptedRequest& request, std::string& reply);

void no_plant(const ScriptedRequest& /*request*/, std::string& /*reply*/) {}

/// Looks the table up before it reads the expressions.
void wrong_order(const ScriptedRequest& request, std::string& reply) {
    const bool is_missing = request.body.find("a-table-that-is-missing") != std::string::npos;
    if (request.target == "UpdateItem" && is_missing && reply.starts_with("Validation")) {
        reply = "ResourceNotFoundException: Requested resource not found";
    }
}

void wrong_capacity(const ScriptedRequest& request, std::string& reply) {
    const std::string figure = R"("CapacityUnits":2.0)";
    const std::size_t at = reply.find(figure);
    if (request.target != "DeleteItem" || at == std::string::npos) return;
    reply.replace(at, figure.size(), R"("CapacityUnits":1.0)");
}

/// Loses the last row of a Query that goes backwards.
void lost_row(const ScriptedRequest& request, std::string& reply) {
    const bool is_backwards = request.body.find(R"("ScanIndexForward":false)") != std::string::npos;
    if (request.target != "Query" || !is_backwards || !reply.starts_with("{")) return;
    JsonDocument body = parse_json(reply);
    const Json* rows = find_member(body, "Items");
    if (rows == nullptr || rows->Empty()) return;
    body["Items"].PopBack();
    body["Count"].SetUint(body["Items"].Size());
    reply = to_text(body);
}

class PlantedServer {
public:
    explicit PlantedServer(Plant plant)
        : plant_(plant),
          server_([this](const ScriptedRequest& request) { return answer(request); }) {}

    std::unique_ptr<Side> side(const std::string& name) const {
        Target target;
        target.endpoint = *transport::parse_endpoint(server_.url());
        target.credentials = {"test", "test", ""};
        target.region = "eu-west-2";
        return std::make_unique<Side>(name, target);
    }

private:
    std::optional<std::string> answer(const ScriptedRequest& request) {
        std::string reply = world_.run("", request.target, request.body, "eu-west-2");
        plant_(request, reply);
        if (reply.starts_with("{")) return json_reply(200, reply);
        const std::size_t colon = reply.find(": ");
        return json_reply(
            400,
            generate::ObjectText()
                .add_text("__type", reply.substr(0, colon))
                .add_text("message", colon == std::string::npos ? "" : reply.substr(colon + 2))
                .text()
        );
    }

    testing::World world_;
    Plant plant_;
    ScriptedServer server_;
};

HuntResult hunt_for(Plant plant, std::uint64_t requests) {
    const PlantedServer subject(plant);
    const PlantedServer other(no_plant);
    std::vector<std::unique_ptr<Side>> sides;
    sides.push_back(subject.side("planted"));
    sides.push_back(other.side("sound"));
    HuntSettings settings;
    settings.requests = requests;
    settings.run_id = "test";
    return run_hunt(sides, settings, [](const HuntResult&) {});
}

/// The number of requests in the smallest exemplar of that operation; 0 if there is none.
std::size_t requests_to_show(const HuntResult& result, std::string_view operation) {
    std::size_t least = 0;
    for (const auto& [signature, exemplar] : result.smallest) {
        if (signature.operation != operation) continue;
        std::size_t count = 1;
        for (const generate::KnownTable& table : exemplar.tables) count += table.items.size();
        least = least == 0 ? count : std::min(least, count);
    }
    return least;
}

constexpr std::uint64_t kRequests = 6'000;

TEST(Hunt, FindsNothingBetweenTwoOfTheSame) {
    const HuntResult result = hunt_for(no_plant, 2'000);
    EXPECT_EQ(result.requests, 2'000U);
    EXPECT_EQ(result.clusters.size(), 0U);
    EXPECT_TRUE(result.breaches.empty()) << result.breaches.front().sentence;
    EXPECT_EQ(result.complaint, "");
}

TEST(Hunt, FindsAWrongOrderOfChecks) {
    const HuntResult result = hunt_for(wrong_order, kRequests);
    EXPECT_EQ(requests_to_show(result, "UpdateItem"), 1U);
}

TEST(Hunt, FindsAWrongCapacityFigure) {
    const HuntResult result = hunt_for(wrong_capacity, kRequests);
    const std::size_t requests = requests_to_show(result, "DeleteItem");
    EXPECT_GE(requests, 1U);
    EXPECT_LE(requests, 2U);
}

TEST(Hunt, FindsALostRowByComparisonAndByItself) {
    const HuntResult result = hunt_for(lost_row, kRequests);
    EXPECT_EQ(requests_to_show(result, "Query"), 2U);
    ASSERT_FALSE(result.breaches.empty());
    EXPECT_EQ(result.breaches.front().exemplar.tables.front().items.size(), 1U)
        << result.breaches.front().sentence;
}

}  // namespace
}  // namespace stator::conformance::hunt
