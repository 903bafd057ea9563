#include "server/dealer/dealer.h"

#include "notation/replay.h"
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

std::uint64_t Dealer::below(std::uint64_t bound, const Label& label) const {
    std::vector<unsigned char> message(label.text.begin(), label.text.end());
    for (const std::uint64_t number : label.numbers) {
        for (unsigned i = 0; i < 8; ++i) {
            message.push_back(static_cast<unsigned char>(number >> 8 * i));
        }
    }
    crypto_auth_hmacsha512_state state;
    std::array<unsigned char, crypto_auth_hmacsha512_BYTES> digest;
    crypto_auth_hmacsha512_init(&state, secret_.data(), secret_.size());
    crypto_auth_hmacsha512_update(&state, message.data(), message.size());
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

unsigned Dealer::first_player(unsigned players) const {
    return static_cast<unsigned>(below(players, {"bastide first 1", {0, 0, 0}}));
}

TileIndex Dealer::choose(const Game& game, std::uint64_t turns, std::uint64_t attempt) const {
    assert(game.now.phase == Phase::draw);
    unsigned undrawn = 0;
    for (unsigned i = 0; i < game.box->tile_count; ++i) {
        const auto tile = static_cast<TileIndex>(i);
        if (may_draw(game, tile)) undrawn += game.now.bag[i];
    }
    assert(undrawn > 0);
    std::uint64_t index = below(undrawn, {"bastide dealer 1", {turns, hash(game), attempt}});
    for (unsigned i = 0;; ++i) {
        const auto tile = static_cast<TileIndex>(i);
        if (!may_draw(game, tile)) continue;
        if (index < game.now.bag[i]) return tile;
        index -= game.now.bag[i];
    }
}

std::vector<TileIndex> Dealer::deal(Game& game, std::uint64_t turns) const {
    std::vector<TileIndex> skipped;
    while (game.now.phase == Phase::draw) {
        const TileIndex tile = choose(game, turns, skipped.size());
        if (draw(game, tile) != DrawOutcome::fits) skipped.push_back(tile);
    }
    return skipped;
}

std::expected<unsigned, RecordError> verify_draws(const Record& record) {
    const auto wrong = [](unsigned turn, const char* reason) {
        return std::unexpected(RecordError{turn, reason});
    };
    if (!record.dealer || !record.dealer->secret) {
        return wrong(0, "it names no dealer's secret: only finished online games can be verified");
    }
    const Dealer dealer(*from_hex(*record.dealer->secret));
    if (dealer.commitment() != record.dealer->commitment) {
        return wrong(0, "the secret is not the one that was committed to");
    }
    if (auto legal = replay(record); !legal) return std::unexpected(legal.error());
    Game game(record.box(), static_cast<unsigned>(record.players.size()), record.first_player());
    unsigned draws = 0;
    for (unsigned i = 0; i < record.turns.size(); ++i) {
        const RecordTurn& turn = record.turns[i];
        const std::vector<TileIndex> skipped = dealer.deal(game, i);
        if (game.over()) return wrong(i + 1, "the dealer's draws end the game before this turn");
        if (skipped != turn.skipped || game.now.hand != turn.tile) {
            return wrong(i + 1, "the tile is not the one the dealer's secret gives");
        }
        draws += static_cast<unsigned>(skipped.size()) + 1;
        apply(game, turn.move);
    }
    if (record.result) {
        dealer.deal(game, record.turns.size());
        if (!game.over()) return wrong(0, "the dealer's draws do not end the game");
    }
    return draws;
}

} // namespace bastide::server
