// A whole Stator up to the dispatcher, with its laboratory: requests as they arrive and replies as
// they are sent, under a frozen clock.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "emulator/admin/router.hpp"
#include "emulator/admin/routes.hpp"
#include "emulator/dispatch/dispatcher.hpp"
#include "emulator/laboratory/laboratories.hpp"
#include "emulator/operations/operation_table.hpp"
#include "engine/base/clock.hpp"
#include "engine/engine.hpp"

namespace stator::testing {

class DispatchedWorld {
public:
    explicit DispatchedWorld(emulator::overload::MemoryGuard* memory = nullptr) : memory_(memory) {}

    // The reply to a request for an operation on tables or items. `fault` is the value of the
    // header that injects a fault; "" sends none.
    emulator::http::Reply send(
        std::string_view operation, std::string body, std::string_view fault = ""
    ) {
        const std::string target = "DynamoDB_20120810." + std::string(operation);
        emulator::http::HttpRequest asked = request("POST", "/");
        asked.amz_target = target;
        asked.stator_fault = fault;
        asked.body = std::move(body);
        return dispatcher_.handle(asked);
    }

    // The body; preceded by the status if that is not 200.
    std::string ask(std::string_view operation, std::string body, std::string_view fault = "") {
        return text_of(send(operation, std::move(body), fault));
    }

    // Like ask(), but for a request from the console.
    std::string look(std::string_view operation, std::string body) {
        const std::string target = "DynamoDB_20120810." + std::string(operation);
        emulator::http::HttpRequest asked = request("POST", "/_stator/console/api");
        asked.amz_target = target;
        asked.body = std::move(body);
        return text_of(dispatcher_.handle(asked));
    }

    // A call of the admin API: "/faults".
    std::string call(std::string_view method, const std::string& path, std::string body = "") {
        const std::string target = "/_stator/v1" + path;
        emulator::http::HttpRequest asked = request(method, target);
        asked.body = std::move(body);
        return text_of(dispatcher_.handle(asked));
    }

    emulator::laboratory::Laboratory& laboratory() { return laboratories_.usual(); }

private:
    static emulator::http::HttpRequest request(std::string_view method, std::string_view target) {
        emulator::http::HttpRequest request;
        request.method = method;
        request.target = target;
        request.host = "localhost:8000";
        request.content_type = emulator::kAmzJson;
        request.amz_date = "20261121T000000Z";
        request.authorization =
            "AWS4-HMAC-SHA256 Credential=key/20261121/us-east-1/dynamodb/aws4_request, "
            "SignedHeaders=host, Signature=00";
        return request;
    }

    static std::string text_of(const emulator::http::Reply& reply) {
        return reply.status == 200 ? reply.body : std::to_string(reply.status) + " " + reply.body;
    }

    emulator::overload::MemoryGuard* const memory_;
    engine::ManualClock clock_{engine::Instant(1'750'000'000'000)};
    std::unique_ptr<engine::Engine> engine_ = std::get<0>(engine::Engine::open({}, clock_));
    emulator::laboratory::Laboratories laboratories_{*engine_, {.seed = 7}};
    emulator::admin::AdminRouter router_{laboratories_, emulator::admin::all_admin_routes()};
    emulator::dispatch::Dispatcher dispatcher_{
        *engine_,
        emulator::operations::find_operation,
        {.laboratories = &laboratories_, .admin = &router_, .memory = memory_}};
};

}  // namespace stator::testing
