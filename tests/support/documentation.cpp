#include "support/documentation.h"

#include <fstream>
#include <sstream>

namespace bastide::testing_support {

std::vector<Block> blocks(const std::string& file) {
    std::ifstream in(std::string(BASTIDE_SOURCE_DIR) + "/" + file);
    std::vector<Block> all;
    bool inside = false;
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with("```")) {
            inside = !inside;
            if (!inside) continue;
            std::istringstream words(line.substr(3));
            all.emplace_back();
            words >> all.back().language >> all.back().name;
        } else if (inside) {
            all.back().text += line + "\n";
        }
    }
    return all;
}

} // namespace bastide::testing_support
