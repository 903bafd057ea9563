#pragma once
// Text inside an XML document, such as a picture.

#include <string>
#include <string_view>

namespace bastide {

/// For an element or an attribute in double quotes. Control characters have no place in XML and go.
std::string xml_escaped(std::string_view text);

} // namespace bastide
