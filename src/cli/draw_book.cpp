#include "cli/draw_book.h"

#include "cli/console.h"
#include "notation/record.h"
#include "rules/game.h"
#include "rules/random.h"

#include <fmt/core.h>

namespace bastide::cli {
namespace {

DrawOrder order_of(const Record& record) {
    const Game start(record.box(), 2, 0);
    auto left = start.now.bag;
    DrawOrder order;
    const auto add = [&](TileIndex tile) {
        if (left[tile] == 0) return; // more of them than the box has: no game that was played
        --left[tile];
        order.push_back(tile);
    };
    // A tile that goes back has its place where it comes again.
    const bool goes_back = record.box().rules.unplaceable == Unplaceable::put_back;
    for (const RecordTurn& turn : record.turns) {
        if (!goes_back) {
            for (const TileIndex tile : turn.skipped) add(tile);
        }
        add(turn.tile);
    }
    for (unsigned tile = 0; tile < record.box().tile_count; ++tile) {
        order.insert(order.end(), left[tile], static_cast<TileIndex>(tile));
    }
    return order;
}

} // namespace

std::vector<DrawOrder> read_draw_book(const std::string& file, const Setup& setup) {
    std::vector<DrawOrder> book;
    for_each_record(file, [&](const Record& record, unsigned number) {
        if (record.setup->edition != setup.edition || record.setup->options != setup.options) {
            bad_record(file, number, {0, "it is of another game than this match"});
        }
        book.push_back(order_of(record));
    });
    return book;
}

std::string draw_book_mark(const std::vector<DrawOrder>& book) {
    std::uint64_t mark = book.size();
    for (const DrawOrder& order : book) {
        for (const TileIndex tile : order) mark = mix_seed(mark, tile);
    }
    return fmt::format("{} {:016x}", counted(book.size(), "order"), mark);
}

} // namespace bastide::cli
