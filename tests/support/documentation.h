#pragma once
// Code blocks of a document, so that what it shows can be run.

#include <string>
#include <vector>

namespace bastide::testing_support {

struct Block {
    std::string language, name, text;
};

/// The fenced blocks of a file of this repository, such as "docs/record.md".
std::vector<Block> blocks(const std::string& file);

} // namespace bastide::testing_support
