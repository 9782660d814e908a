package org.armci4j.bootstrap.launch.rank;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.armci4j.bootstrap.BootstrapException;
import org.armci4j.bootstrap.Failure;
import org.armci4j.bootstrap.JobSecret;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.RankEnvironment;
import org.armci4j.bootstrap.RankThreadGroup;
import org.armci4j.bootstrap.launch.plan.LaunchException;
import org.armci4j.bootstrap.rendezvous.RendezvousPlace;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.OnFailure;
import org.armci4j.bootstrap.settings.Setting;
import org.armci4j.bootstrap.settings.Settings;

/**
 * Main class of a rank's process. Learns from the launcher which rank it is, then runs the program
 * in that rank's thread group. The process ends as the program alone would, with its last thread or
 * by {@link System#exit}. It ends with an error code when an exception ends {@code main} or another
 * of the program's threads.
 */
public final class RankMain {
  /** Length of the secret's digits and a newline. */
  static final int SECRET_LINE_BYTES = 2 * JobSecret.SIZE_BYTES + 1;

  /** Stands for the secret of a rank without a rendezvous. */
  public static final String NO_SECRET = "0".repeat(2 * JobSecret.SIZE_BYTES);

  private RankMain() {}

  /**
   * Starts a rank; only the launcher starts this class.
   *
   * @param args the launcher's process id, the program's main class, the program's arguments
   */
  public static void main(String[] args) {
    try {
      if (args.length < 2) {
        throw new LaunchException("use `armci run` to start ranks");
      }
      ParentWatch.start(Long.parseLong(args[0]));
      JobSecret secret = readSecret();
      Membership membership =
          RankEnvironment.read(System.getenv(), address -> new RendezvousPlace(address, secret));
      MainMethod program = MainMethod.find(args[1], ClassLoader.getSystemClassLoader());
      String[] arguments = Arrays.copyOfRange(args, 2, args.length);
      Consumer<Throwable> failure = thrown -> fail(membership, thrown, Long.parseLong(args[0]));
      Runnable rank = () -> run(program, arguments, failure);
      new Thread(new RankThreadGroup(membership, failure), rank, "main").start();
    } catch (LaunchException | BootstrapException | IOException e) {
      System.err.println("armci: cannot start the program: " + e.getMessage());
      System.exit(RankExit.USAGE);
    }
  }

  private static void run(MainMethod program, String[] arguments, Consumer<Throwable> failure) {
    try {
      program.run(arguments);
    } catch (Throwable thrown) {
      failure.accept(thrown);
    }
  }

  /** Ends the rank after an exception has ended one of its threads. */
  private static void fail(Membership self, Throwable thrown, long parentPid) {
    Failure failure = ofOtherProcess(self, thrown);
    RankExit.report(self.rank(), thrown, failure);
    int code = RankExit.code(thrown);
    if (failure == null) {
      RankExit.exit(code);
    } else if (failure.rank() == Failure.LAUNCHER) {
      ParentWatch.endWithParent(parentPid);
      RankExit.exit(code);
    } else if (replacesRanks()) {
      RankExit.exit(RankExit.NOT_CAUGHT);
    } else {
      System.exit(code); // the launcher limits the time of shutdown hooks: --grace
    }
  }

  /** Returns the failure of another process that has led to the exception, or null. */
  private static Failure ofOtherProcess(Membership self, Throwable thrown) {
    Failure failure = Failure.behind(thrown);
    boolean own = failure != null && failure.rank() == self.rank() && !self.restarted();
    return own ? null : failure;
  }

  private static boolean replacesRanks() {
    Setting<OnFailure> setting = BootstrapSettings.ON_FAILURE;
    Settings settings = Settings.of(List.of(setting)).ignoreUnknown().resolve();
    return settings.get(setting) == OnFailure.REPLACE;
  }

  /** Reads the secret and not a byte more: the rest is the program's own input. */
  private static JobSecret readSecret() throws IOException {
    byte[] line = new FileInputStream(FileDescriptor.in).readNBytes(SECRET_LINE_BYTES);
    if (line.length < SECRET_LINE_BYTES || line[SECRET_LINE_BYTES - 1] != '\n') {
      throw new LaunchException("no secret on standard input; use `armci run` to start ranks");
    }
    return JobSecret.ofHex(new String(line, 0, SECRET_LINE_BYTES - 1, StandardCharsets.US_ASCII));
  }
}
