#include "notation/words.h"

#include <array>

namespace bastide {
namespace {

constexpr std::array<std::string_view, 4> token_words = {"none", "follower", "abbot", "hut"};
constexpr std::array<std::string_view, area_kind_count> area_words = {
    "road",        "city",   "monastery", "garden", "field",
    "gingerbread", "forest", "river",     "hut",    "meadow"};
constexpr std::array<std::string_view, 4> reason_words = {"completed", "final", "recall", "left"};
constexpr std::array<std::string_view, segment_kind_count> segment_words = {
    "city", "road", "field", "monastery", "garden", "river", "forest", "river", "meadow", "lake"};

} // namespace

std::string_view word(Token token) {
    return token_words[static_cast<unsigned>(token)];
}
std::string_view word(AreaKind kind) {
    return area_words[static_cast<unsigned>(kind)];
}
std::string_view word(Reason reason) {
    return reason_words[static_cast<unsigned>(reason)];
}
std::string_view word(SegmentKind kind) {
    return segment_words[static_cast<unsigned>(kind)];
}

std::optional<Token> token_from(std::string_view text) {
    for (unsigned i = 1; i < token_words.size(); ++i) {
        if (token_words[i] == text) return static_cast<Token>(i);
    }
    return std::nullopt;
}

} // namespace bastide
