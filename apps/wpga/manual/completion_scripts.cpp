#include "manual/completion_scripts.hpp"

#include <fmt/format.h>

#include "flags/command_line.hpp"

namespace wpga {

namespace {

std::string joined(const std::vector<std::string>& words, const char* separator) {
  return fmt::format("{}", fmt::join(words, separator));
}

std::vector<Flag> flags_of(Command& command) {
  CommonOptions common;
  std::vector<Flag> flags;
  for (FlagGroup& group : all_flags(command, common))
    for (Flag& flag : group.flags) flags.push_back(std::move(flag));
  return flags;
}

// The words that the first argument may be, where they are known.
std::vector<std::string> first_words(Command& command) {
  const std::vector<Positional> positionals = command.positionals();
  return positionals.empty() ? std::vector<std::string>{} : positionals[0].choices;
}

std::string names_of(const Flag& flag, const char* separator) {
  return flag.alias.empty() ? flag.name : flag.alias + separator + flag.name;
}

std::string bash_case(Command& command) {
  std::vector<std::string> names;
  std::string values;
  for (const Flag& flag : flags_of(command)) {
    names.push_back(names_of(flag, " "));
    if (!flag.choices.empty())
      values += fmt::format("        {}) offer \"{}\"; return ;;\n", names_of(flag, "|"),
                            joined(flag.choices, " "));
    else if (!flag.value.empty())
      values += fmt::format("        {}) {}return ;;\n", names_of(flag, "|"),
                            flag.takes_file ? "offer_files; " : "");
  }
  const std::vector<std::string> words = first_words(command);
  const std::string rest =
      words.empty() ? std::string("offer_files") : fmt::format("offer \"{}\"", joined(words, " "));
  return fmt::format(
      "    {})\n      case \"$before\" in\n{}      esac\n"
      "      if [[ $word == -* ]]; then offer \"{}\"; else {}; fi ;;\n",
      command.page().name, values, joined(names, " "), rest);
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

std::string zsh_value(const Flag& flag) {
  if (!flag.choices.empty()) return fmt::format(":value:({})", joined(flag.choices, " "));
  if (flag.value.empty()) return {};
  return flag.takes_file ? ":file:_files" : ":" + zsh_text(flag.value) + ":";
}

std::string zsh_case(Command& command) {
  std::string specs;
  for (const Flag& flag : flags_of(command)) {
    const std::string rest = fmt::format("[{}]{}", zsh_text(flag.sentence), zsh_value(flag));
    specs += fmt::format("      '{}{}' \\\n", flag.name, rest);
    if (!flag.alias.empty()) specs += fmt::format("      '{}{}' \\\n", flag.alias, rest);
  }
  const std::vector<std::string> words = first_words(command);
  const std::string argument =
      words.empty() ? std::string("'*:file:_files'") : fmt::format("'*:word:({})'", joined(words, " "));
  return fmt::format("    {}) _arguments \\\n{}      {} ;;\n", command.page().name, specs, argument);
}

std::string fish_text(const std::string& text) {
  std::string safe = "'";
  for (const char c : text) {
    if (c == '\\' || c == '\'') safe += '\\';
    safe += c;
  }
  return safe + "'";
}

std::string fish_lines(Command& command) {
  const std::string head = fmt::format("complete -c wpga -n '__wpga_verb_is {}'", command.page().name);
  std::string lines;
  for (const Flag& flag : flags_of(command)) {
    lines += fmt::format("{} -l {}", head, flag.name.substr(2));
    if (!flag.alias.empty()) lines += fmt::format(" -s {}", flag.alias.substr(1));
    if (!flag.choices.empty())
      lines += fmt::format(" -x -a '{}'", joined(flag.choices, " "));
    else if (!flag.value.empty())
      lines += flag.takes_file ? " -r -F" : " -x";
    lines += fmt::format(" -d {}\n", fish_text(flag.sentence));
  }
  const std::vector<std::string> words = first_words(command);
  return lines + (words.empty() ? head + " -F\n" : fmt::format("{} -f -a '{}'\n", head, joined(words, " ")));
}

}  // namespace

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
      "  offer() {{ COMPREPLY=($(compgen -W \"$1\" -- \"$word\")); }}\n"
      "  offer_files() {{ compopt -o default 2> /dev/null; }}\n"
      "  COMPREPLY=()\n"
      "  # Bash takes --as=palette apart at the sign.\n"
      "  if [[ $word == \"=\" ]]; then word=; elif [[ $before == \"=\" ]]; then "
      "before=${{COMP_WORDS[COMP_CWORD-2]}}; fi\n"
      "  if (( COMP_CWORD == 1 )); then offer \"{} --help --version\"; return; fi\n"
      "  case \"${{COMP_WORDS[1]}}\" in\n{}  esac\n"
      "}}\n"
      "complete -F _wpga wpga\n",
      joined(verbs, " "), cases);
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
      "if [[ $funcstack[1] == _wpga ]]; then _wpga \"$@\"; else compdef _wpga wpga; fi\n",
      verbs, cases);
}

std::string fish_script(std::span<const std::unique_ptr<Command>> commands) {
  std::string script =
      "# fish completion for wpga: wpga completion fish | source\n"
      "function __wpga_verb_is\n"
      "  set -l words (commandline -opc)\n"
      "  test (count $words) -ge 2; and test \"$words[2]\" = \"$argv[1]\"\n"
      "end\n"
      "function __wpga_needs_verb\n"
      "  test (count (commandline -opc)) -eq 1\n"
      "end\n"
      "complete -c wpga -f\n"
      "complete -c wpga -n __wpga_needs_verb -l help -d 'the verbs'\n"
      "complete -c wpga -n __wpga_needs_verb -l version -d 'the version'\n";
  for (const auto& command : commands)
    script += fmt::format("complete -c wpga -n __wpga_needs_verb -a {} -d {}\n", command->page().name,
                          fish_text(command->page().summary));
  for (const auto& command : commands) script += fish_lines(*command);
  return script;
}

}  // namespace wpga
