// What nearly every source includes, parsed once a build and not once a file (cmake/rooms.cmake).  A source
// still includes what it uses: the presets dev and fuzz compile without this header.
#pragma once

#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>
