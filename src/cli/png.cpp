#include "cli/png.h"

#include <librsvg/rsvg.h>

#include <dlfcn.h>
#include <memory>
#include <stdexcept>

namespace bastide::cli {
namespace {

/// The library is loaded when a PNG is first asked for and never by a server: what draws pictures
/// (and reads fonts, images and settings for it) has no business in a process that strangers talk
/// to. A name is looked for in librsvg and in what it needs itself, which is cairo and glib.
template <class Function>
Function* drawing(const char* name) {
    static void* const library = dlopen("librsvg-2.so.2", RTLD_NOW | RTLD_LOCAL);
    void* const found = library == nullptr ? nullptr : dlsym(library, name);
    if (found == nullptr) {
        throw std::runtime_error("a PNG needs librsvg (Debian: librsvg2-2), which is not here; "
                                 "an SVG needs nothing");
    }
    return reinterpret_cast<Function*>(found);
}
// The headers give the types, so that a call is checked as if it were linked.
#define BASTIDE_DRAWING(name) drawing<decltype(name)>(#name)

struct Free {
    void operator()(RsvgHandle* handle) const { BASTIDE_DRAWING(g_object_unref)(handle); }
    void operator()(cairo_surface_t* surface) const {
        BASTIDE_DRAWING(cairo_surface_destroy)(surface);
    }
    void operator()(cairo_t* context) const { BASTIDE_DRAWING(cairo_destroy)(context); }
    void operator()(GError* error) const { BASTIDE_DRAWING(g_error_free)(error); }
};
template <class T>
using Held = std::unique_ptr<T, Free>;

[[noreturn]] void fail(GError* error) {
    const Held<GError> held(error);
    throw std::runtime_error(std::string("the picture cannot be drawn: ") +
                             (error != nullptr ? error->message : "unknown reason"));
}

Held<cairo_surface_t> draw(std::string_view svg) {
    GError* error = nullptr;
    const auto* data = reinterpret_cast<const guint8*>(svg.data());
    const Held<RsvgHandle> handle(
        BASTIDE_DRAWING(rsvg_handle_new_from_data)(data, svg.size(), &error));
    if (!handle) fail(error);
    double width = 0, height = 0;
    if (!BASTIDE_DRAWING(rsvg_handle_get_intrinsic_size_in_pixels)(handle.get(), &width, &height))
        fail(nullptr);
    Held<cairo_surface_t> surface(BASTIDE_DRAWING(cairo_image_surface_create)(
        CAIRO_FORMAT_ARGB32, static_cast<int>(width), static_cast<int>(height)));
    if (BASTIDE_DRAWING(cairo_surface_status)(surface.get()) != CAIRO_STATUS_SUCCESS) {
        throw std::runtime_error("the picture is too large for a PNG; ask for fewer pixels");
    }
    const Held<cairo_t> context(BASTIDE_DRAWING(cairo_create)(surface.get()));
    const RsvgRectangle view = {0, 0, width, height};
    if (!BASTIDE_DRAWING(rsvg_handle_render_document)(handle.get(), context.get(), &view, &error))
        fail(error);
    return surface;
}

} // namespace

Pixels rasterize(std::string_view svg) {
    const auto surface = draw(svg);
    BASTIDE_DRAWING(cairo_surface_flush)(surface.get());
    Pixels pixels = {BASTIDE_DRAWING(cairo_image_surface_get_width)(surface.get()),
                     BASTIDE_DRAWING(cairo_image_surface_get_height)(surface.get()),
                     {}};
    const int stride = BASTIDE_DRAWING(cairo_image_surface_get_stride)(surface.get());
    const unsigned char* data = BASTIDE_DRAWING(cairo_image_surface_get_data)(surface.get());
    for (int y = 0; y < pixels.height; ++y) {
        const auto* row = reinterpret_cast<const std::uint32_t*>(data + y * stride);
        pixels.colours.insert(pixels.colours.end(), row, row + pixels.width);
    }
    return pixels;
}

void write_png(std::string_view svg, const std::string& file) {
    const auto surface = draw(svg);
    const cairo_status_t status =
        BASTIDE_DRAWING(cairo_surface_write_to_png)(surface.get(), file.c_str());
    if (status != CAIRO_STATUS_SUCCESS) {
        throw std::runtime_error(file + ": " + BASTIDE_DRAWING(cairo_status_to_string)(status));
    }
}

} // namespace bastide::cli
