#include "ai/learning/sibling_shards.h"

#include "ai/margin.h"
#include "rules/inspect.h"
#include "rules/rules.h"

#include <utility>

namespace bastide {
namespace {

template <class Record>
void append(std::string& bytes, const Record& record) {
    bytes.append(reinterpret_cast<const char*>(&record), sizeof record);
}

std::string header(std::string_view magic, std::uint32_t record) {
    std::string bytes(magic);
    append(bytes, SiblingShards::format + (network::version << 16));
    append(bytes, record);
    return bytes;
}

} // namespace

std::string SiblingShards::positions_header() {
    return header("bastsibp", sizeof(Position));
}
std::string SiblingShards::tokens_header() {
    return header("bastsibt", sizeof(Token));
}
std::string SiblingShards::take_positions() {
    return std::exchange(positions_, {});
}
std::string SiblingShards::take_tokens() {
    return std::exchange(tokens_, {});
}

void SiblingShards::add(const Game& game, std::span<const Sibling> siblings) {
    const unsigned player = game.now.player;
    for (const Sibling& sibling : siblings) {
        Game board = game;
        apply(board, sibling.move);
        if (board.over()) return; // as it is for all of them
        reader_.read(board, seen_);
        Position position = {};
        position.decision = decisions_;
        position.tokens = static_cast<std::uint16_t>(seen_.count);
        position.tiles_left = static_cast<std::uint16_t>(tiles_left(board, Stack::land));
        position.global = seen_.global;
        position.judged = margin_of(corrected_(board), player, 2);
        for (std::size_t i = 0; i < sibling_looks.size(); ++i) {
            position.later[i] = margin_of(sibling.later[i], player, 2);
        }
        append(positions_, position);
        for (unsigned t = 0; t < seen_.count; ++t) {
            const AreaToken& seen = seen_.token[t];
            Token token;
            token.kind_and_whose =
                static_cast<std::uint16_t>(static_cast<unsigned>(seen.kind) * network::relations +
                                           static_cast<unsigned>(seen.whose));
            token.row.fill(network::token_rows);
            std::copy_n(seen.row.begin(), seen.count, token.row.begin());
            append(tokens_, token);
        }
    }
    ++decisions_;
}

} // namespace bastide
