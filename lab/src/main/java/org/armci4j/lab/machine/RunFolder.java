package org.armci4j.lab.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.armci4j.bootstrap.text.Text;

/**
 * The folder of one run: scripts and keys that the machines read, their consoles, and the sockets
 * of their ports. Only this user can enter it. The run removes it at its end.
 */
final class RunFolder {
  private final Path path;

  private RunFolder(Path path) {
    this.path = path;
  }

  static RunFolder create(LabPlan plan, Path boot) throws IOException {
    RunFolder folder = new RunFolder(Files.createTempDirectory("armci-lab-"));
    Path guest = Files.createDirectory(folder.guest());
    Resources.copy("guest.sh", guest);
    Files.writeString(guest.resolve("settings"), settings(plan, boot));
    Files.writeString(guest.resolve("environment"), environment(plan));
    Files.writeString(guest.resolve("command"), command(plan));
    if (plan.hosts() > 1) {
      String key = guest.resolve("id").toString();
      int code =
          Tools.finish(
              new ProcessBuilder(
                  "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "armci lab", "-f", key));
      if (code != 0) {
        throw new LabException("ssh-keygen could not make the keys of this run; see above");
      }
    }
    return folder;
  }

  /** Returns the part of the folder that the machines see. */
  Path guest() {
    return path.resolve("guest");
  }

  Path console(int host) {
    return path.resolve("console" + host);
  }

  /** Returns the socket of a machine's serial port. */
  Path port(int host, String name) {
    return path.resolve(name + host);
  }

  /** Returns the socket that is the wire of a rail between two machines. */
  Path link(int rail) {
    return path.resolve("rail" + rail);
  }

  void remove() {
    try {
      BootCache.delete(path);
    } catch (IOException e) {
      System.err.println("armci lab: cannot remove " + path + ": " + e.getMessage());
    }
  }

  /** Returns the settings that guest.sh reads. */
  static String settings(LabPlan plan, Path boot) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("hosts", Integer.toString(plan.hosts()));
    settings.put("rails", Integer.toString(Math.max(1, plan.rails())));
    settings.put("wired", plan.wired() ? "yes" : "no");
    settings.put("modules", boot.resolve("lib/modules").toString());
    settings.put("out", plan.output().toString());
    int locked = plan.lockedMemoryKibibytes();
    settings.put("lockedKibibytes", locked < 0 ? "" : Integer.toString(locked));
    return Shell.assignments("", settings)
        + "opened=("
        + Shell.quote(plan.home().toString())
        + " "
        + Shell.quote(plan.directory().toString())
        + ")\n";
  }

  /** Returns the environment of the command, also for its programs on the other machine by ssh. */
  static String environment(LabPlan plan) {
    return Shell.assignments("export ", plan.environment());
  }

  static String command(LabPlan plan) {
    return Text.format(
        ". /run/lab/environment\ncd -- %s || exit 126\nexec %s\n",
        Shell.quote(plan.directory().toString()), Shell.line(plan.command()));
  }
}
