#pragma once
// Another program that is started, talked to by lines, and ended with everything it started.
//
// It is not trusted: every wait has an end, what is kept of its output is bounded, and it cannot
// block us by not reading.

#include <array>
#include <atomic>
#include <chrono>
#include <expected>
#include <fstream>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace bastide::cli {

/// What several programs write to their standard error, in one file of bounded size.
class ErrorFile {
  public:
    /// bad_input() if it cannot be written.
    explicit ErrorFile(const std::string& file);
    void add(std::string_view text);

  private:
    std::mutex mutex_;
    std::ofstream out_;
    std::size_t left_ = 1 << 22;
};

class Program {
  public:
    using Time = std::chrono::steady_clock::time_point;

    /// By the shell. `errors` may be nullptr.
    static std::expected<std::unique_ptr<Program>, std::string> start(const std::string& command,
                                                                      ErrorFile* errors);
    /// Kills it and its process group.
    ~Program();
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    enum class Trouble : std::uint8_t {
        late,      // not before `until`
        ended,     // it has ended, or closed what it is talked to by
        too_long,  // it wrote a line beyond all measure
        cancelled, // we do not want it any more
    };
    struct Wait {
        Time until;
        const std::atomic<bool>* cancel = nullptr;
    };
    /// The line end is added.
    std::expected<void, Trouble> send(std::string_view line, const Wait& wait);
    std::expected<std::string, Trouble> read_line(const Wait& wait);

    /// Tells it that nothing more will come.
    void close_input();
    /// Whether it has ended by then; what it still writes is dropped.
    bool ends_by(Time until);
    /// "exit status 1", "signal 11 (Segmentation fault)"; nothing while it runs.
    std::optional<std::string> how_it_ended() const;
    /// The end of what it wrote to its standard error.
    const std::string& last_words() const { return last_words_; }

  private:
    class Descriptor {
      public:
        Descriptor() = default;
        ~Descriptor() { close(); }
        Descriptor(const Descriptor&) = delete;
        Descriptor& operator=(const Descriptor&) = delete;
        void close();
        void take(int fd);
        int get() const { return fd_; }

      private:
        int fd_ = -1;
    };

    explicit Program(ErrorFile* errors)
        : errors_(errors) {}
    std::expected<void, std::string> spawn(const std::string& command);
    /// Waits a little and moves what there is.
    void turn(std::string_view* unsent, Time until);
    void read_output();
    void read_errors();

    ErrorFile* errors_;
    int pid_ = -1;
    Descriptor in_, out_, err_;
    std::string buffer_;       // of its output, not yet taken
    std::size_t searched_ = 0; // of it: without a line end
    std::string last_words_;
};

} // namespace bastide::cli
