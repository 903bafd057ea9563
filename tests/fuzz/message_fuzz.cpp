// What a socket says, and the rules of a table: any bytes are refused or understood.

#include "notation/json.h"
#include "server/protocol/message.h"
#include "server/rooms/table_rules.h"

#include <cstdlib>

using namespace bastide;
using namespace bastide::server;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto message = parse_client_message(text);
    const bool is_ping = message && std::holds_alternative<request::Ping>(message->request);
    if (message && !is_ping && message->game.size() != 16) std::abort();
    if (const std::string clean = clean_text(text, 40); clean_text(clean, 40) != clean) {
        std::abort();
    }
    Json json;
    std::string error;
    if (!parse_json(text, json, error)) return 0;
    if (const auto rules = parse_table_rules(json)) {
        // What was understood is written in a form that is understood again, the same.
        const Json written = table_rules_json(*rules);
        const auto again = parse_table_rules(written);
        if (!again || table_rules_json(*again) != written) std::abort();
    }
    return 0;
}
