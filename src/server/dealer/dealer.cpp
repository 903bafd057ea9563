#include "server/dealer/dealer.h"

#include "rules/rules.h"

#include <sodium.h>

#include <cassert>

namespace bastide::server {
namespace {

std::uint64_t number_at(const unsigned char* bytes) {
    std::uint64_t number = 0;
    for (unsigned i = 8; i-- > 0;) number = number << 8 | bytes[i];
    return number;
}

} // namespace

std::uint64_t Dealer::below(std::uint64_t bound, const Message& message) const {
    std::vector<unsigned char> text(message.label.begin(), message.label.end());
    for (const std::uint64_t number : message.numbers) {
        for (unsigned i = 0; i < 8; ++i) {
            text.push_back(static_cast<unsigned char>(number >> 8 * i));
        }
    }
    if (message.mix) text.insert(text.end(), message.mix->begin(), message.mix->end());
    crypto_auth_hmacsha512_state state;
    std::array<unsigned char, crypto_auth_hmacsha512_BYTES> digest;
    crypto_auth_hmacsha512_init(&state, secret_.data(), secret_.size());
    crypto_auth_hmacsha512_update(&state, text.data(), text.size());
    crypto_auth_hmacsha512_final(&state, digest.data());

    // Numbers in the last, incomplete multiple of the bound would favour the first tiles.
    const std::uint64_t excess = (0 - bound) % bound;
    std::uint64_t number = 0;
    for (unsigned i = 0; i < 8; ++i) {
        number = number_at(digest.data() + std::size_t{8} * i);
        if (number <= ~std::uint64_t{0} - excess) break;
    }
    return number % bound;
}

unsigned Dealer::first_player(unsigned players, const std::optional<Bytes32>& mix) const {
    const char* label = mix ? "bastide first 2" : "bastide first 1";
    return static_cast<unsigned>(below(players, {label, {0, 0, 0}, mix}));
}

TileIndex Dealer::choose(const Game& game, const DrawOf& draw, std::uint64_t attempt) const {
    assert(game.now.phase == Phase::draw);
    unsigned undrawn = 0;
    for (unsigned i = 0; i < game.box->tile_count; ++i) {
        const auto tile = static_cast<TileIndex>(i);
        if (may_draw(game, tile)) undrawn += game.now.bag[i];
    }
    assert(undrawn > 0);
    // Without the position in it, no move changes what comes: it can only be hit or missed.
    const char* label = draw.mix ? "bastide dealer 2" : "bastide dealer 1";
    const std::uint64_t position = draw.mix ? 0 : hash(game);
    std::uint64_t index = below(undrawn, {label, {draw.turn, position, attempt}, draw.mix});
    for (unsigned i = 0;; ++i) {
        const auto tile = static_cast<TileIndex>(i);
        if (!may_draw(game, tile)) continue;
        if (index < game.now.bag[i]) return tile;
        index -= game.now.bag[i];
    }
}

std::vector<TileIndex> Dealer::deal(Game& game, const DrawOf& draw_of) const {
    std::vector<TileIndex> skipped;
    while (game.now.phase == Phase::draw) {
        const TileIndex tile = choose(game, draw_of, skipped.size());
        if (draw(game, tile) != DrawOutcome::fits) skipped.push_back(tile);
    }
    return skipped;
}

} // namespace bastide::server
