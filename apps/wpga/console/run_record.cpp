#include "console/run_record.hpp"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "wpga/base/error.hpp"
#include "wpga/base/utf8.hpp"
#include "wpga/base/version.hpp"
#include "wpga/io/file_system.hpp"
#include "wpga/io/input_file.hpp"
#include "wpga/io/options_json.hpp"
#include "wpga/io/output_file.hpp"

namespace wpga {

namespace {

constexpr std::uint64_t largest_run_record = 1 << 20;  // bytes

// As Linux tells it; empty where it does not.
std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name"))
      if (const std::size_t colon = line.find(": "); colon != std::string::npos)
        return line.substr(colon + 2);
  return {};
}

std::string system_name() {
  struct utsname names;
  if (::uname(&names) != 0) return {};
  return fmt::format("{} {} {}", names.sysname, names.release, names.machine);
}

}  // namespace

std::string run_record_path(const std::string& output) {
  return std::filesystem::path(output).replace_extension(".run.json").string();
}

std::optional<std::string> run_record_in(const std::string& path) {
  if (bytes_in(path) > largest_run_record) return std::nullopt;
  const std::vector<std::byte> bytes = read_file(path);
  std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const Json found = parsed_json(text);
  if (!found.is_object() || !found.contains("command") || !found.contains("seconds")) return std::nullopt;
  return text;
}

void require_run_record_place(const std::string& path) {
  require_writable(path);
  require(
      !is_file(path) || run_record_in(path),
      fmt::format("{}: this file is no record of a run, and would be replaced by that of the model beside "
                  "it; name the model differently",
                  displayed(path)));
}

Json run_record(const Console& console, Json seconds, const Execution& execution) {
  Json record = Json::object();
  record["command"] = console.words();
  record["version"] = std::string(version);
  record["seconds"] = std::move(seconds);
  record["threads"] = thread_count(execution);
  record["machine"] = {{"processor", processor_name()},
                       {"cores", std::thread::hardware_concurrency()},
                       {"system", system_name()}};
  return record;
}

}  // namespace wpga
