// wpga completion bash|zsh: scripts made from the same list of flags as the manual.
#include <fmt/format.h>

#include "flags/command_line.hpp"
#include "verbs/commands.hpp"
#include "wpga/base/error.hpp"

namespace wpga {

namespace {

std::string joined(const std::vector<std::string>& words, const char* separator) {
  return fmt::format("{}", fmt::join(words, separator));
}

std::string bash_case(Command& command) {
  CommonOptions common;
  std::vector<std::string> names;
  std::string values;
  for (const FlagGroup& group : all_flags(command, common))
    for (const Flag& flag : group.flags) {
      names.push_back(flag.name);
      if (!flag.choices.empty())
        values += fmt::format("        {}) COMPREPLY=($(compgen -W \"{}\" -- \"$word\")); return ;;\n",
                              flag.name, joined(flag.choices, " "));
    }
  return fmt::format(
      "    {})\n      case \"$before\" in\n{}      esac\n"
      "      if [[ $word == -* ]]; then COMPREPLY=($(compgen -W \"{}\" -- \"$word\")); return; fi ;;\n",
      command.page().name, values, joined(names, " "));
}

std::string bash_script(std::span<const std::unique_ptr<Command>> commands) {
  std::vector<std::string> verbs;
  std::string cases;
  for (const auto& command : commands) {
    verbs.push_back(command->page().name);
    cases += bash_case(*command);
  }
  return fmt::format(
      "# bash completion for wpga: source <(wpga completion bash)\n"
      "_wpga() {{\n"
      "  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}}\n"
      "  COMPREPLY=()\n"
      "  if (( COMP_CWORD == 1 )); then COMPREPLY=($(compgen -W \"{} --help --version\" -- \"$word\")); "
      "return; fi\n"
      "  case \"${{COMP_WORDS[1]}}\" in\n{}  esac\n"
      "  COMPREPLY=($(compgen -f -- \"$word\"))\n"
      "}}\n"
      "complete -o filenames -F _wpga wpga\n",
      joined(verbs, " "), cases);
}

// Characters that _arguments reads as its own.
std::string zsh_text(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') safe += '\\';
    safe += c == '\'' ? std::string("’") : std::string(1, c);
  }
  return safe;
}

std::string zsh_case(Command& command) {
  CommonOptions common;
  std::string specs;
  for (const FlagGroup& group : all_flags(command, common))
    for (const Flag& flag : group.flags) {
      std::string spec = fmt::format("{}[{}]", flag.name, zsh_text(flag.sentence));
      if (!flag.choices.empty())
        spec += fmt::format(":value:({})", joined(flag.choices, " "));
      else if (!flag.value.empty())
        spec += flag.takes_file ? ":file:_files" : ":" + zsh_text(flag.value) + ":";
      specs += fmt::format("      '{}' \\\n", spec);
    }
  return fmt::format("    {}) _arguments \\\n{}      '*:file:_files' ;;\n", command.page().name, specs);
}

std::string zsh_script(std::span<const std::unique_ptr<Command>> commands) {
  std::string verbs, cases;
  for (const auto& command : commands) {
    verbs += fmt::format("      '{}:{}'\n", command->page().name, zsh_text(command->page().summary));
    cases += zsh_case(*command);
  }
  return fmt::format(
      "#compdef wpga\n"
      "# zsh completion for wpga: source <(wpga completion zsh)\n"
      "_wpga() {{\n"
      "  if (( CURRENT == 2 )); then\n"
      "    local -a verbs=(\n{}    )\n"
      "    _describe 'verb' verbs\n    return\n  fi\n"
      "  local verb=${{words[2]}}\n"
      "  shift words; (( CURRENT-- ))\n"
      "  case $verb in\n{}  esac\n"
      "}}\n"
      "compdef _wpga wpga\n",
      verbs, cases);
}

class CompletionCommand : public Command {
 public:
  CommandPage page() const override {
    return {.name = "completion",
            .summary = "print a completion script for bash or zsh",
            .usage = "bash|zsh",
            .description =
                "Prints a script for the shell to read; put the line of the example into your shell's "
                "startup file.",
            .examples = {"source <(wpga completion bash)", "source <(wpga completion zsh)"}};
  }
  std::vector<Positional> positionals() override { return {{"SHELL", "bash or zsh", 1, 1, &shell_}}; }
  std::vector<FlagGroup> flags() override { return {}; }
  void run(Console& console, const Execution&) override {
    const auto commands = all_commands();
    if (shell_[0] == "bash")
      console.print(bash_script(commands));
    else if (shell_[0] == "zsh")
      console.print(zsh_script(commands));
    else
      throw InputError(
          fmt::format("no completion for the shell '{}'; there is one for bash and one for zsh", shell_[0]));
  }

 private:
  std::vector<std::string> shell_;
};

}  // namespace

std::unique_ptr<Command> completion_command() { return std::make_unique<CompletionCommand>(); }

}  // namespace wpga
