#include "notation/xml.h"

#include <gtest/gtest.h>

using namespace bastide;

TEST(Xml, text_stays_text) {
    EXPECT_EQ(xml_escaped("Tom & \"Jerry\" <b>"), "Tom &amp; &quot;Jerry&quot; &lt;b&gt;");
    EXPECT_EQ(xml_escaped("Łódź"), "Łódź");
}

TEST(Xml, control_characters_go) {
    EXPECT_EQ(xml_escaped(std::string_view("a\0b\n\x1f", 5)), "ab");
}
