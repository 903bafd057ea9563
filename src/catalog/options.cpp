#include "catalog/options.h"

#include <algorithm>

namespace bastide {

bool set_option(Options& options, std::string_view key, std::string_view value) {
    const auto rows = options.rows();
    for (unsigned row = 0; row < rows.size(); ++row) {
        if (rows[row].key != key) continue;
        const auto& values = rows[row].values;
        const auto found = std::find(values.begin(), values.end(), value);
        if (found == values.end()) return false;
        options.choose(row, static_cast<unsigned>(found - values.begin()));
        return true;
    }
    return false;
}

bool set_options(Options& options, std::string_view pairs) {
    while (!pairs.empty()) {
        const std::string_view pair = pairs.substr(0, pairs.find(','));
        pairs.remove_prefix(std::min(pair.size() + 1, pairs.size()));
        const std::size_t equals = pair.find('=');
        if (equals == std::string_view::npos) return false;
        if (!set_option(options, pair.substr(0, equals), pair.substr(equals + 1))) return false;
    }
    return true;
}

std::string_view option_value(const Options& options, std::string_view key) {
    const auto rows = options.rows();
    for (unsigned row = 0; row < rows.size(); ++row) {
        if (rows[row].key == key) return rows[row].values[options.index(row)];
    }
    return {};
}

} // namespace bastide
