#pragma once
// A whole server: everything put together, started, drained and stopped.

#include "server/service/config.h"
#include "server/storage/file_lock.h"

#include <expected>
#include <memory>
#include <string>

namespace bastide::server {

class Service {
  public:
    explicit Service(const Config& config);
    ~Service();
    Service(const Service&) = delete;
    Service& operator=(const Service&) = delete;

    /// Opens the store, brings it up to date and listens. The port, or why not.
    std::expected<unsigned short, std::string> start();

    /// Takes nobody new, tells everybody to come back, writes what is on its way, and stops.
    void drain();

    static const char* version();

  private:
    struct Inside;
    Config config_;
    std::unique_ptr<FileLock> lock_;
    std::unique_ptr<Inside> inside_;
};

} // namespace bastide::server
