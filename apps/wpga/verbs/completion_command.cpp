// wpga completion bash|zsh|fish.
#include <fmt/format.h>

#include "manual/completion_scripts.hpp"
#include "verbs/commands.hpp"
#include "wpga/base/error.hpp"

namespace wpga {

namespace {

class CompletionCommand : public Command {
 public:
  CommandPage page() const override {
    return {.name = "completion",
            .summary = "print a completion script for bash, zsh or fish",
            .usage = "bash|zsh|fish",
            .description =
                "Prints a script for the shell to read; put the line of the example into your shell's "
                "startup file. An installed wpga needs none of this: the scripts lie where shells look.",
            .examples = {"source <(wpga completion bash)", "source <(wpga completion zsh)",
                         "wpga completion fish | source"}};
  }
  std::vector<Positional> positionals() override {
    return {{"SHELL", "bash, zsh or fish", 1, 1, &shell_, {"bash", "zsh", "fish"}}};
  }
  std::vector<FlagGroup> flags() override { return {}; }
  void run(Console& console, const Execution&) override {
    const auto commands = all_commands();
    if (shell_[0] == "bash")
      console.print(bash_script(commands));
    else if (shell_[0] == "zsh")
      console.print(zsh_script(commands));
    else if (shell_[0] == "fish")
      console.print(fish_script(commands));
    else
      throw InputError(
          fmt::format("no completion for the shell '{}'; there is one for bash, zsh and fish", shell_[0]));
  }

 private:
  std::vector<std::string> shell_;
};

}  // namespace

std::unique_ptr<Command> completion_command() { return std::make_unique<CompletionCommand>(); }

}  // namespace wpga
