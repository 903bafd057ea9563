#include "notation/words.h"

#include "rules/tokens.h"

#include <array>

namespace bastide {
namespace {

constexpr std::array<std::string_view, area_kind_count> area_words = {
    "road",   "city",  "monastery", "garden", "field", "gingerbread",
    "forest", "river", "hut",       "meadow", "goods"};
constexpr std::array<std::string_view, 4> reason_words = {"completed", "final", "recall", "left"};
constexpr std::array<std::string_view, segment_kind_count> segment_words = {
    "city", "road", "field", "monastery", "garden", "river", "forest", "river", "meadow", "lake"};

} // namespace

std::string_view word(Token token) {
    return token == Token::none ? "none" : kind_of(token).word;
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
    for (const TokenKind& kind : token_kinds) {
        if (kind.word == text) return kind.token;
    }
    return std::nullopt;
}

} // namespace bastide
