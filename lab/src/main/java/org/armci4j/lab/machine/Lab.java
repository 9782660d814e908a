package org.armci4j.lab.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.armci4j.bootstrap.text.Text;

/** Runs the lab once: starts the machines, waits for the command, and leaves nothing behind. */
final class Lab {
  /** Exit code after a timeout, as of a shell's {@code timeout}. */
  static final int TIMED_OUT = 124;

  /** Limit for booting, long enough for a busy host that emulates two machines. */
  private static final Duration BOOT_LIMIT = Duration.ofMinutes(3);

  private static final long POLL_MILLIS = 20;

  private final LabPlan plan;
  private final List<Machine> machines = new ArrayList<>();
  private final long startNanos = System.nanoTime();

  private Lab(LabPlan plan) {
    this.plan = plan;
  }

  /**
   * Runs the plan's command in its machines.
   *
   * @return the command's exit code; {@link #TIMED_OUT} after the timeout
   */
  static int run(LabPlan plan, Path boot, Machine.CommandOutput output) {
    try {
      Files.createDirectories(plan.output());
      RunFolder folder = RunFolder.create(plan, boot);
      Lab lab = new Lab(plan);
      Thread hook = new Thread(() -> lab.end(folder), "lab-end");
      Runtime.getRuntime().addShutdownHook(hook);
      try {
        return lab.run(boot, folder, output);
      } finally {
        lab.end(folder);
        Runtime.getRuntime().removeShutdownHook(hook);
      }
    } catch (IOException e) {
      throw new LabException("the lab failed: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LabException("the lab was interrupted", e);
    }
  }

  private int run(Path boot, RunFolder folder, Machine.CommandOutput output)
      throws IOException, InterruptedException {
    for (int host = 1; host <= plan.hosts(); host++) {
      Machine machine = Machine.start(plan, host, boot, folder, output);
      synchronized (machines) {
        machines.add(machine);
      }
      if (host < plan.hosts()) {
        awaitWires(machine, folder);
      }
    }
    Machine first = machines.getFirst();
    BootLine line =
        new BootLine(Boolean.getBoolean("armci.terminal") ? System.err : null, plan.hosts());
    while (first.isAlive() && first.exitCode().isEmpty()) {
      if (elapsed().compareTo(plan.timeout()) > 0) {
        System.err.printf(
            Locale.ROOT,
            "armci: the lab took longer than %d s (--timeout) and was ended%n",
            plan.timeout().toSeconds());
        return TIMED_OUT;
      }
      checkMachines();
      line.update(machines.stream().allMatch(Machine::isUp), elapsed().toSeconds());
      Thread.sleep(POLL_MILLIS);
    }
    first.finish();
    return first.exitCode().orElseThrow(() -> failure(first, "ended before the command did"));
  }

  /** Waits for the first machine's sockets, to which the second machine connects. */
  private void awaitWires(Machine machine, RunFolder folder) throws InterruptedException {
    Path last = folder.link(plan.links() - 1);
    while (!Files.exists(last)) {
      if (!machine.isAlive()) {
        throw failure(machine, "did not start");
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  private void checkMachines() {
    for (Machine machine : machines.subList(1, machines.size())) {
      if (!machine.isAlive()) {
        throw failure(machine, "ended before the command did");
      }
    }
    if (elapsed().compareTo(BOOT_LIMIT) > 0) {
      for (Machine machine : machines) {
        if (!machine.isUp()) {
          throw failure(machine, "did not come up within " + BOOT_LIMIT.toSeconds() + " s");
        }
      }
    }
  }

  private LabException failure(Machine machine, String what) {
    return new LabException(
        Text.format(
            """
            an emulated machine %s; %s
            Check: does the host have %d MiB of memory for each of %d machines (--memory)? \
            Does it come up with another --accel (it was %s)? \
            Is the cache whole (%s; remove it, and it is made anew)?\
            """,
            what,
            machine.lastWords(),
            plan.memoryMebibytes(),
            plan.hosts(),
            plan.acceleration().name().toLowerCase(java.util.Locale.ROOT),
            plan.cache()));
  }

  private Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - startNanos);
  }

  private void end(RunFolder folder) {
    synchronized (machines) {
      machines.forEach(Machine::kill);
      try {
        for (Machine machine : machines) {
          machine.finish();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (IOException e) {
        System.err.println("armci lab: " + e.getMessage());
      }
      machines.clear();
    }
    folder.remove();
  }
}
