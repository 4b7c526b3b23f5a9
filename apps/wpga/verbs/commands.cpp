#include "verbs/commands.hpp"

namespace wpga {

std::vector<std::unique_ptr<Command>> all_commands() {
  std::vector<std::unique_ptr<Command>> commands;
  commands.push_back(generate_command());
  commands.push_back(convert_command());
  commands.push_back(info_command());
  commands.push_back(distance_command());
  commands.push_back(morph_command());
  commands.push_back(mean_command());
  commands.push_back(fit_command());
  commands.push_back(project_command());
  commands.push_back(sample_command());
  commands.push_back(loadings_command());
  commands.push_back(regress_command());
  commands.push_back(compare_command());
  commands.push_back(recolor_command());
  commands.push_back(report_command());
  commands.push_back(help_command());
  commands.push_back(completion_command());
  return commands;
}

}  // namespace wpga
