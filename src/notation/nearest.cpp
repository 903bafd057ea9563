#include "notation/nearest.h"

#include <algorithm>

namespace bastide {
namespace {

/// Damerau's distance, where two neighbouring letters may be swapped once.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
    for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t changed = d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, changed});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
            }
        }
    }
    return d[a.size()][b.size()];
}

} // namespace

std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& known) {
    constexpr std::size_t longest = 40; // nobody's command
    if (word.size() > longest) return std::nullopt;
    std::optional<std::string> best;
    std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1;
    for (const std::string& one : known) {
        const bool begins = word.size() >= 2 && one.starts_with(word);
        const std::size_t away = begins ? 0 : distance(word, one);
        if (away >= least) continue;
        least = away;
        best = one;
    }
    return best;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& known,
                         std::string_view quote) {
    const std::optional<std::string> meant = nearest(word, known);
    if (!meant) return "";
    return std::string("; did you mean ").append(quote).append(*meant).append(quote).append("?");
}

} // namespace bastide
