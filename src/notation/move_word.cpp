#include "notation/move_word.h"

#include "rules/tile.h"
#include "rules/tokens.h"

#include <algorithm>
#include <charconv>

namespace bastide {
namespace {

constexpr int farthest = 120; // of a cell, as in records

/// Takes words apart from the left; once something is wrong it stays wrong.
class Reader {
  public:
    explicit Reader(std::string_view text)
        : left_(text) {}

    bool failed() const { return failed_; }
    bool done() const { return left_.empty(); }
    bool take(char c) {
        if (!left_.starts_with(c)) return false;
        left_.remove_prefix(1);
        return true;
    }
    void expect(char c) { failed_ |= !take(c); }
    int number(int low, int high) {
        int value = 0;
        const auto [end, error] = std::from_chars(left_.data(), left_.data() + left_.size(), value);
        if (error != std::errc() || value < low || value > high) {
            failed_ = true;
            return 0;
        }
        left_.remove_prefix(static_cast<std::size_t>(end - left_.data()));
        return value;
    }
    Cell cell() {
        Cell cell;
        cell.x = static_cast<std::int8_t>(number(-farthest, farthest));
        expect(',');
        cell.y = static_cast<std::int8_t>(number(-farthest, farthest));
        expect(',');
        return cell;
    }
    Deployment deployment() {
        if (take('r')) return Deployment::recall_abbot();
        for (const TokenKind& kind : token_kinds) {
            if (!take(kind.letter)) continue;
            const int segment = number(0, max_segments - 1);
            return Deployment::put(kind.token, static_cast<unsigned>(segment));
        }
        failed_ = true;
        return {};
    }

  private:
    std::string_view left_;
    bool failed_ = false;
};

std::string three(Cell cell, unsigned last) {
    return std::to_string(cell.x) + "," + std::to_string(cell.y) + "," + std::to_string(last);
}

} // namespace

std::string move_word(const Move& move) {
    std::string word = three(move.placement.cell, move.placement.rotation);
    const Deployment& deployment = move.deployment;
    if (deployment.action == Deployment::Action::recall) word += ",r";
    if (deployment.action == Deployment::Action::deploy) {
        word += ',';
        word += kind_of(deployment.token).letter;
        word += std::to_string(deployment.segment);
    }
    for (unsigned i = 0; i < move.man_move_count; ++i) {
        word += "@" + three(move.man_moves[i].cell, move.man_moves[i].segment);
    }
    return word;
}

std::optional<Move> move_from_word(std::string_view word) {
    Reader reader(word);
    Move move;
    move.placement.cell = reader.cell();
    move.placement.rotation = static_cast<Rotation>(reader.number(0, 3));
    if (reader.take(',')) move.deployment = reader.deployment();
    while (!reader.failed() && move.man_move_count < max_man_moves && reader.take('@')) {
        SegmentRef& target = move.man_moves[move.man_move_count++];
        target.cell = reader.cell();
        target.segment = static_cast<std::uint8_t>(reader.number(0, max_segments - 1));
    }
    if (reader.failed() || !reader.done()) return std::nullopt;
    return move;
}

} // namespace bastide
