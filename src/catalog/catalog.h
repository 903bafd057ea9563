#pragma once
// Editions and tiles: the files of data/, read, checked and turned into what the rules need.

#include "catalog/options.h"
#include "rules/box.h"

#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bastide {

/// What is wrong with a data file: which file, which tile (if one), why.
struct CatalogError {
    std::string file;
    std::string tile;
    std::string reason;
    std::string text() const;
};

struct NamedTile {
    std::string id; // such as "base/D"
    Tile tile;
};

/// One file of data/tiles. `file` is only for messages.
std::expected<std::vector<NamedTile>, CatalogError> parse_tiles(std::string_view file,
                                                                std::string_view json);

/// One file of data/editions.
struct Edition {
    std::string id;
    Family family = Family::classic;
    std::vector<std::string> tiles; // names of tile files
    std::string river, river_2021, gingerbread;
    unsigned followers = 7;
    unsigned huts = 0;
    Options defaults;
    std::vector<std::string> offers; // options that the edition's box itself brings
};
std::expected<Edition, CatalogError> parse_edition(std::string_view file, std::string_view json);

/// A box ready to play, with the names of its tiles.
struct Setup {
    std::string edition;
    Options options;
    std::unique_ptr<const Box> box;
    std::vector<std::string> tile_ids; // by TileIndex

    std::optional<TileIndex> find_tile(std::string_view id) const;
    const std::string& tile_id(TileIndex tile) const { return tile_ids[tile]; }
};

/// Version of the rules and data; a fix that changes a running game's course gets a new number.
inline constexpr unsigned rules_version = 1;

class Catalog {
  public:
    using Files = std::vector<std::pair<std::string, std::string>>; // name under data/, content

    /// The files built into the program. They are tested, so that this cannot fail.
    static const Catalog& embedded();

    /// Any set of files, such as a folder that is to be checked.
    static std::expected<Catalog, CatalogError> load(const Files& files);

    const std::vector<Edition>& editions() const { return editions_; }
    const Edition* find(std::string_view id) const;
    /// Tiles of one file, such as "base"; nullptr if there is none.
    const std::vector<NamedTile>* tile_set(std::string_view name) const;
    std::vector<std::string> tile_set_names() const;

    /// The box for an edition with these options (hunters has none and ignores them).
    std::expected<Setup, CatalogError> setup(const Edition& edition, const Options& options) const;

  private:
    std::vector<Edition> editions_;
    std::vector<std::pair<std::string, std::vector<NamedTile>>> sets_;
};

} // namespace bastide
