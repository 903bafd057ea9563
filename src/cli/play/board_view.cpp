#include "cli/play/board_view.h"

#include "cli/play/tile_picture.h"

#include <algorithm>
#include <array>

namespace bastide::cli {
namespace {

/// Signs of a tile, by zoom from -1.
constexpr std::array<Size, 4> tile_sizes = {Size{5, 3}, Size{7, 3}, Size{11, 5}, Size{15, 7}};

constexpr char32_t sign_of_choice(unsigned number) {
    return number < 10 ? U'0' + number : U'*';
}

class BoardView {
  public:
    BoardView(Canvas& canvas, Frame frame, const Session& session, const Signs& signs)
        : canvas_(canvas)
        , frame_(frame)
        , session_(session)
        , game_(session.shown())
        , signs_(signs)
        , tile_(tile_size()) {
        find_corner();
    }

    void draw() {
        if (session_.stage() == Stage::place) draw_open_cells();
        for (unsigned i = 0; i < game_.now.placed; ++i) draw_placed(game_.now.tile[i]);
        draw_last();
        draw_man();
        if (session_.stage() == Stage::place) draw_held();
        if (session_.stage() == Stage::figure) draw_choices();
        if (session_.stage() == Stage::man) draw_cities();
        if (session_.stage() == Stage::over) frame_cell(eye_cell(), Paint::mark);
    }

  private:
    /// The zoom that was chosen, from the one that fits a screen of this size.
    Size tile_size() const {
        const int usual = frame_.size.height >= 30 && frame_.size.width >= 80 ? 2 : 1;
        const int most = static_cast<int>(tile_sizes.size()) - 1;
        return tile_sizes[static_cast<std::size_t>(std::clamp(usual + session_.zoom(), 0, most))];
    }

    /// What one looks at.
    Cell eye_cell() const {
        switch (session_.stage()) {
        case Stage::place:
        case Stage::figure:
        case Stage::over:
            return session_.held().cell;
        case Stage::man:
            return session_.cities()[session_.chosen()].cell;
        case Stage::wait:
            break;
        }
        return game_.now.tile[game_.now.placed - 1u].cell;
    }

    /// The whole board in the middle if it fits; else what is around the cursor.
    void find_corner() {
        const Cell eye = eye_cell();
        int low_x = eye.x, high_x = eye.x, low_y = eye.y, high_y = eye.y;
        for (unsigned i = 0; i < game_.now.placed; ++i) {
            const Cell cell = game_.now.tile[i].cell;
            low_x = std::min<int>(low_x, cell.x - 1);
            high_x = std::max<int>(high_x, cell.x + 1);
            low_y = std::min<int>(low_y, cell.y - 1);
            high_y = std::max<int>(high_y, cell.y + 1);
        }
        columns_ = frame_.size.width / tile_.width;
        rows_ = frame_.size.height / tile_.height;
        const auto begin = [](int low, int high, int shown, int at) {
            const int all = high - low + 1;
            if (all <= shown) return low - (shown - all) / 2;
            return std::clamp(at - shown / 2, low, high - shown + 1);
        };
        left_ = begin(low_x, high_x, columns_, eye.x);
        top_ = begin(low_y, high_y, rows_, eye.y);
    }

    bool shown(Cell cell) const {
        return cell.x >= left_ && cell.x < left_ + columns_ && cell.y >= top_ &&
               cell.y < top_ + rows_;
    }
    Spot spot_of(Cell cell) const {
        return {frame_.at.x + (cell.x - left_) * tile_.width,
                frame_.at.y + (cell.y - top_) * tile_.height};
    }

    void draw_open_cells() {
        for (int y = top_; y < top_ + rows_; ++y) {
            for (int x = left_; x < left_ + columns_; ++x) {
                const Cell cell{static_cast<std::int8_t>(x), static_cast<std::int8_t>(y)};
                if (!session_.fits(cell)) continue;
                const Spot at = spot_of(cell);
                canvas_.put({at.x + tile_.width / 2, at.y + tile_.height / 2},
                            {signs_.open, Paint::fits});
            }
        }
    }

    TilePicture picture(TileIndex tile, Rotation rotation) const {
        return {game_.tile(tile), rotation, tile_, signs_};
    }

    void draw_placed(const PlacedTile& placed) {
        if (!shown(placed.cell)) return;
        const TilePicture tile = picture(placed.tile(), placed.rotation());
        const Spot at = spot_of(placed.cell);
        tile.draw(canvas_, at);
        const TokenView token = token_on(game_, placed);
        if (token.token == Token::none) return;
        const Spot on = tile.spot(token.where.segment);
        // Both signs of it stay on the tile.
        draw_token(canvas_, {at.x + std::min(on.x, tile_.width - 2), at.y + on.y}, token, signs_);
    }

    void draw_last() {
        const Cell cell = game_.now.tile[game_.now.placed - 1u].cell;
        if (game_.now.placed > 1 && shown(cell)) {
            canvas_.put(spot_of(cell), {signs_.last, Paint::mark});
        }
    }

    void draw_man() {
        if (game_.now.man != ManPlace::city) return;
        const SegmentRef where = smallest_feature_segment(game_, man_city(game_));
        mark(where, U'G', Paint::mark);
    }

    /// A sign where a figure on this segment would stand, or a little above a figure.
    void mark(SegmentRef where, char32_t sign, Paint paint) {
        const PlacedTile* placed = tile_at(game_, where.cell);
        if (placed == nullptr || !shown(where.cell)) return;
        const Spot on = picture(placed->tile(), placed->rotation()).spot(where.segment);
        const Spot at = spot_of(where.cell);
        const int beside = on.x > 0 ? -1 : std::min(2, tile_.width - 1);
        canvas_.put({at.x + on.x + beside, at.y + on.y}, {sign, paint});
    }

    void frame_cell(Cell cell, Paint paint) {
        const Spot at = spot_of(cell);
        const int right = at.x + tile_.width - 1, below = at.y + tile_.height - 1;
        canvas_.put(at, {signs_.corner[0], paint});
        canvas_.put({right, at.y}, {signs_.corner[1], paint});
        canvas_.put({at.x, below}, {signs_.corner[2], paint});
        canvas_.put({right, below}, {signs_.corner[3], paint});
    }

    void draw_held() {
        const Placement held = session_.held();
        if (!shown(held.cell)) return;
        // Over a tile that lies, one looks at that tile.
        if (!game_.is_placed(held.cell)) {
            picture(game_.now.hand, held.rotation).draw(canvas_, spot_of(held.cell));
        }
        frame_cell(held.cell, session_.refusal().empty() ? Paint::fits : Paint::refused);
    }

    void draw_choices() {
        const Placement held = session_.held();
        if (!shown(held.cell)) return;
        const TilePicture tile = picture(game_.now.hand, held.rotation);
        const Spot at = spot_of(held.cell);
        tile.draw(canvas_, at);
        frame_cell(held.cell, Paint::fits);
        const auto count = static_cast<unsigned>(session_.figures().size());
        for (unsigned i = 0; i < count; ++i) draw_choice(tile, at, i);
        draw_choice(tile, at, session_.chosen());
    }

    /// Those for one segment stand side by side; the chosen one over others, if there is no room.
    void draw_choice(const TilePicture& tile, Spot at, unsigned number) {
        const auto figure = session_.figures().begin() + static_cast<std::ptrdiff_t>(number);
        if (figure->action != Deployment::Action::deploy) return;
        const auto beside = [&](const Deployment& other) {
            return other.action == Deployment::Action::deploy && other.segment == figure->segment;
        };
        const bool chosen = number == session_.chosen();
        const Spot first = tile.spot(figure->segment);
        Spot on = first;
        on.x += static_cast<int>(std::count_if(session_.figures().begin(), figure, beside));
        if (!tile.owns(on, figure->segment)) {
            if (on != first && !chosen) return;
            on = first;
        }
        canvas_.put({at.x + on.x, at.y + on.y},
                    {sign_of_choice(number), chosen ? Paint::mark : paint_of(game_.now.player)});
    }

    void draw_cities() {
        const std::vector<SegmentRef>& cities = session_.cities();
        for (unsigned i = 0; i < cities.size(); ++i) {
            mark(cities[i], sign_of_choice(i),
                 i == session_.chosen() ? Paint::mark : paint_of(game_.now.player));
        }
        frame_cell(eye_cell(), Paint::mark);
    }

    Canvas& canvas_;
    Frame frame_;
    const Session& session_;
    const Game& game_;
    const Signs& signs_;
    Size tile_;
    int left_ = 0, top_ = 0, columns_ = 0, rows_ = 0; // cells that are shown
};

} // namespace

void draw_token(Canvas& canvas, Spot at, const TokenView& token, const Signs& signs) {
    const Paint paint = paint_of(token.player);
    canvas.put(at, {signs.token[static_cast<unsigned>(token.token)], paint});
    canvas.put({at.x + 1, at.y}, {U'1' + token.player, paint});
}

void draw_board(Canvas& canvas, Frame frame, const Session& session, const Signs& signs) {
    BoardView(canvas, frame, session, signs).draw();
}

} // namespace bastide::cli
