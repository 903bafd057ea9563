#pragma once
// Editions and tiles: the files of data/, read, checked and turned into what the rules need.

#include "catalog/options.h"
#include "rules/box.h"

#include <array>
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

/// One file of data/tiles.
struct TileSet {
    std::string name;  // such as "base"
    std::string theme; // the look of a sheet of these tiles
    std::vector<NamedTile> tiles;
};
/// `file` is only for messages; the name is left to the caller.
std::expected<TileSet, CatalogError> parse_tiles(std::string_view file, std::string_view json);

inline constexpr unsigned family_count = 2;

/// data/options.json: the options that the editions of each family take.
struct OptionTable {
    std::array<std::shared_ptr<const OptionRows>, family_count> of_family;
};
std::expected<OptionTable, CatalogError> parse_options(std::string_view file,
                                                       std::string_view json);

/// What comes into the box when an option has this value.
struct Expansion {
    std::string option;
    std::string value;              // as text
    std::vector<std::string> tiles; // names of tile files
    std::vector<FieldValue> rules;
    bool replaces_start = false; // R1: the land's start tile leaves the game
};

/// One file of data/editions.
struct Edition {
    std::string id;
    unsigned shelf = 0;                    // where it stands among the others, from the left
    std::string theme;                     // the look it is drawn in
    std::string cover;                     // the picture's file
    unsigned players = 0;                  // at most
    unsigned age = 0;                      // from which on, as its book says; 0 where it does not
    std::vector<std::string> illustrators; // where its book names them
    std::vector<std::string> tiles;        // names of tile files
    Ruleset rules;                         // before options
    std::vector<Expansion> expansions;
    Options defaults;
    std::vector<std::string> offers; // options that the edition's box itself brings

    Family family() const { return rules.family; }
};
/// How many may play at most: an expansion may bring room for more (I1).
unsigned most_players(const Edition& edition, const Options& options);
std::expected<Edition, CatalogError> parse_edition(std::string_view file, std::string_view json,
                                                   const OptionTable& options);

/// A box ready to play, with the names of its tiles.
struct Setup {
    std::string edition;
    std::string theme;
    unsigned players = 0; // at most
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
    /// Of the edition that takes most.
    unsigned most_players() const;
    const Edition* find(std::string_view id) const;
    /// Tiles of one file, such as "base"; nullptr if there is none.
    const std::vector<NamedTile>* tile_set(std::string_view name) const;
    const std::vector<TileSet>& tile_sets() const { return sets_; }
    std::vector<std::string> tile_set_names() const;
    const OptionTable& options() const { return options_; }

    /// The box for an edition with these options, which are its defaults or began as them.
    std::expected<Setup, CatalogError> setup(const Edition& edition, const Options& options) const;

  private:
    std::vector<Edition> editions_;
    std::vector<TileSet> sets_;
    OptionTable options_;
};

} // namespace bastide
