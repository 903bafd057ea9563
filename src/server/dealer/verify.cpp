#include "server/dealer/verify.h"

#include "notation/replay.h"
#include "rules/rules.h"
#include "server/dealer/chain.h"
#include "server/dealer/dealer.h"

namespace bastide::server {
namespace {

class Verifier {
  public:
    explicit Verifier(const Record& record)
        : record_(record)
        , dealer_(*from_hex(*record.dealer->secret)) {}

    std::expected<VerifiedDraws, RecordError> verify() {
        if (dealer_.commitment() != record_.dealer->commitment) {
            return wrong(0, "the secret is not the one that was committed to");
        }
        if (auto legal = replay(record_); !legal) return std::unexpected(legal.error());
        if (record_.dealer->players) {
            proof_.version = 2;
            if (auto ok = take_links(); !ok) return std::unexpected(ok.error());
            if (auto ok = check_first(); !ok) return std::unexpected(ok.error());
        }
        if (auto ok = check_draws(); !ok) return std::unexpected(ok.error());
        return proof_;
    }

  private:
    static std::unexpected<RecordError> wrong(std::size_t turn, const char* reason) {
        return std::unexpected(RecordError{static_cast<unsigned>(turn), reason});
    }

    std::expected<void, RecordError> take_links() {
        const PlayersProof& players = *record_.dealer->players;
        PlayersPart::Tips tips;
        for (const auto& tip : players.tips) tips.push_back(tip ? from_hex(*tip) : std::nullopt);
        part_.emplace(std::move(tips));
        for (unsigned i = 0; i < players.links.size(); ++i) {
            const auto& given = players.links[i];
            std::optional<Bytes32> link;
            if (given) {
                link = from_hex(given->link);
                if (!part_->fits(given->seat, i, *link)) {
                    return wrong(i + 1, "the link is not of the chain its player committed to");
                }
                ++proof_.with_links;
            }
            part_->played(given ? given->seat : 0, i, link);
        }
        return {};
    }

    std::expected<void, RecordError> check_first() {
        const auto players = static_cast<unsigned>(record_.players.size());
        const std::optional<unsigned>& told = record_.dealer->players->first;
        if (record_.turns.empty()) return {};
        proof_.first = told ? VerifiedDraws::First::by_table : VerifiedDraws::First::by_lot;
        if (record_.first_player() == told.value_or(dealer_.first_player(players, part_->mix(0)))) {
            return {};
        }
        return wrong(0, told ? "another player began than the table said"
                             : "another player began than the dealer's secret and the tips give");
    }

    DrawOf draw_of(std::size_t turn) const {
        return {turn,
                part_ ? std::optional(part_->mix(static_cast<unsigned>(turn))) : std::nullopt};
    }

    std::expected<void, RecordError> check_draws() {
        Game game(record_.box(), static_cast<unsigned>(record_.players.size()),
                  record_.first_player());
        for (std::size_t i = 0; i < record_.turns.size(); ++i) {
            const RecordTurn& turn = record_.turns[i];
            const std::vector<TileIndex> skipped = dealer_.deal(game, draw_of(i));
            if (game.over())
                return wrong(i + 1, "the dealer's draws end the game before this turn");
            if (skipped != turn.skipped || game.now.hand != turn.tile) {
                return wrong(i + 1, part_ ? "the tile is not the one the secret and the links give"
                                          : "the tile is not the one the dealer's secret gives");
            }
            proof_.draws += static_cast<unsigned>(skipped.size()) + 1;
            apply(game, turn.move);
        }
        if (record_.result) {
            dealer_.deal(game, draw_of(record_.turns.size()));
            if (!game.over()) return wrong(0, "the dealer's draws do not end the game");
        }
        return {};
    }

    const Record& record_;
    Dealer dealer_;
    std::optional<PlayersPart> part_;
    VerifiedDraws proof_;
};

} // namespace

std::expected<VerifiedDraws, RecordError> verify_draws(const Record& record) {
    if (!record.dealer || !record.dealer->secret) {
        return std::unexpected(RecordError{
            0, "it names no dealer's secret: only finished online games can be verified"});
    }
    return Verifier(record).verify();
}

} // namespace bastide::server
