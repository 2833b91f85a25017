#include "emulator/access/iam/managed_policies.hpp"

#include <array>

namespace stator::emulator::access::iam {
namespace {

struct ManagedPolicy {
    std::string_view name;
    std::string_view actions;  // a JSON value
};

// AWS: statements about other services are omitted, because they are never evaluated.
// [docs.aws.amazon.com/aws-managed-policy/latest/reference/AmazonDynamoDBFullAccess.html]
constexpr std::array kManaged = std::to_array<ManagedPolicy>({
    {"AdministratorAccess", R"("*")"},
    {"AmazonDynamoDBFullAccess", R"("dynamodb:*")"},
    {"AmazonDynamoDBFullAccess_v2", R"("dynamodb:*")"},
    {"AmazonDynamoDBReadOnlyAccess",
     R"(["dynamodb:BatchGetItem","dynamodb:Describe*","dynamodb:List*","dynamodb:GetAbacStatus",)"
     R"("dynamodb:GetItem","dynamodb:GetResourcePolicy","dynamodb:Query","dynamodb:Scan",)"
     R"("dynamodb:PartiQLSelect"])"},
});

}  // namespace

SharedPolicy managed_policy(std::string_view name) {
    for (const ManagedPolicy& managed : kManaged) {
        if (managed.name != name) continue;
        std::string text(
            R"({"Version":"2012-10-17","Statement":[{"Effect":"Allow","Resource":"*","Action":)"
        );
        text.append(managed.actions).append("}]}");
        const auto document = protocol::wire::JsonDocument::parse(std::move(text));
        auto policy = Policy::read(
            document->root(),
            std::string("arn:aws:iam::aws:policy/").append(name),
            Policy::Owner::Principal
        );
        return std::make_shared<const Policy>(std::move(policy).value());
    }
    return nullptr;
}

}  // namespace stator::emulator::access::iam
