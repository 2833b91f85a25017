#include "conformance/application.hpp"

int main(int argc, char** argv) {
    using namespace stator::conformance;
    const ParsedOptions parsed = parse_options(argc, argv);
    return parsed.exit_code ? *parsed.exit_code : run_application(parsed.options);
}
