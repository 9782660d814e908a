package org.armci4j.lab.machine;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.armci4j.bootstrap.text.Text;

/** One emulated machine: QEMU's process and the serial ports of the machine. */
final class Machine {
  private static final int CONSOLE_LINES = 25;

  private final int host;
  private final Path console;
  private final Process process;
  private final List<SerialPort> ports = new ArrayList<>();
  private final ByteArrayOutputStream control = new ByteArrayOutputStream();

  private Machine(LabPlan plan, int host, Path boot, RunFolder folder, CommandOutput output)
      throws IOException {
    this.host = host;
    this.console = folder.console(host);
    for (String name : Qemu.ports(host)) {
      ports.add(SerialPort.open(folder.port(host, name), output.of(name, control), this::kill));
    }
    process =
        new ProcessBuilder(Qemu.command(plan, host, boot, folder))
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(console.toFile()))
            .start();
  }

  /** Destinations of a command's output. */
  record CommandOutput(OutputStream out, OutputStream err) {
    OutputStream of(String port, OutputStream control) {
      return switch (port) {
        case Qemu.OUT -> out;
        case Qemu.ERR -> err;
        default -> control;
      };
    }
  }

  /** Starts a machine. It ends with the calling thread at the latest. */
  static Machine start(LabPlan plan, int host, Path boot, RunFolder folder, CommandOutput output)
      throws IOException {
    return new Machine(plan, host, boot, folder, output);
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Returns whether the machine has booted and runs the command or waits for work. */
  boolean isUp() {
    return messages().stream().anyMatch("up"::equals);
  }

  /** Returns the command's exit code; empty while it runs. */
  OptionalInt exitCode() {
    return messages().stream()
        .filter(message -> message.startsWith("exit "))
        .mapToInt(message -> Integer.parseInt(message.substring("exit ".length())))
        .findFirst();
  }

  private List<String> messages() {
    String text = control.toString(StandardCharsets.UTF_8);
    return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
  }

  void kill() {
    if (process != null) {
      process.destroyForcibly();
    }
  }

  /** Waits for the end of the process and of its output. */
  void finish() throws InterruptedException, IOException {
    process.waitFor();
    for (SerialPort port : ports) {
      port.finish();
    }
  }

  /** Returns the last lines of the machine's console. */
  String lastWords() {
    List<String> lines;
    try {
      lines = new String(Files.readAllBytes(console), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      lines = List.of("(cannot be read: " + e.getMessage() + ")");
    }
    List<String> last = lines.subList(Math.max(0, lines.size() - CONSOLE_LINES), lines.size());
    String text = last.isEmpty() ? "(nothing)" : String.join("\n  ", last);
    return Text.format("console of host%d:\n  %s", host, text);
  }
}
