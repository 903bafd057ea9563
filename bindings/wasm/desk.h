#pragma once
// How a caller and the module talk: flat functions, text in and JSON out through linear memory.
//
// A caller puts text at alloc(size) and frees it with release(). Every function that answers
// returns the address of JSON whose length is result_size(); it lasts until the next call.
// data/engine/schema.json has the shapes of all answers. A refusal is {"error": code}: a code of
// the rules (of a record with the "turn"), or one of the binding's own, with a "detail" in English
// for whoever looks for the fault.

#include "bindings/shared/session.h"
#include "notation/json.h"

#include <map>
#include <memory>
#include <string>

#define BASTIDE_EXPORT(name) extern "C" __attribute__((export_name(#name), used))

namespace bastide::wasm {

using binding::Session;

struct Desk {
    std::map<unsigned, std::unique_ptr<Session>> sessions;
    unsigned next = 1;
    std::string result;
};

/// The module's memory between calls; a reactor has nowhere else to keep it.
inline Desk& desk() {
    static Desk instance;
    return instance;
}

inline const char* answer(const Json& json) {
    desk().result = text_of(json);
    return desk().result.c_str();
}
inline const char* refuse(std::string_view code) {
    return answer({{"error", std::string(code)}});
}
inline const char* refuse(std::string_view code, std::string_view detail) {
    return answer({{"error", std::string(code)}, {"detail", std::string(detail)}});
}
/// A record that cannot be read, or one whose turn the rules refuse.
inline const char* refuse(const RecordError& error) {
    if (!error.violation) return refuse("bad_record", error.text());
    return answer({{"error", std::string(code(*error.violation))}, {"turn", error.turn}});
}

/// Calls `then` with the session of this number.
template <class Then>
const char* with(unsigned handle, Then&& then) {
    const auto it = desk().sessions.find(handle);
    if (it == desk().sessions.end()) return refuse("no_such_game");
    return then(*it->second);
}

} // namespace bastide::wasm
