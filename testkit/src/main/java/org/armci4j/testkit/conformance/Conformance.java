package org.armci4j.testkit.conformance;

import java.util.stream.Collectors;
import org.armci4j.Armci;
import org.armci4j.ArmciSettings;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.strided.StridedSettings;
import org.armci4j.testkit.conformance.program.ConformanceProgram;
import org.armci4j.testkit.conformance.trial.Form;
import org.armci4j.testkit.options.ProgramCommandLine;

/**
 * Runs the kit as a program of the launcher: {@code armci run -n 4 conformance}. Rank 0 prints a
 * table with every rank's differences.
 */
public final class Conformance {
  private static final int FAILED = 1;

  private Conformance() {}

  /**
   * Runs on one rank.
   *
   * @param arguments see {@code --help}
   */
  public static void main(String[] arguments) {
    boolean speaks = Membership.current().rank() == 0;
    ConformanceOptions options;
    try {
      options = ConformanceOptions.parse(arguments);
    } catch (IllegalArgumentException mistake) {
      ProgramCommandLine.refuse("conformance", mistake.getMessage());
      return;
    }
    if (!options.help() && !options.list()) {
      run(options);
    } else if (speaks) {
      System.out.println((options.help() ? ConformanceOptions.usage() : list()).stripTrailing());
    }
  }

  private static String list() {
    return ConformancePrograms.ALL.stream()
        .map(
            program ->
                Text.format("%-14s %-20s %s", program.name(), program.oracle(), forms(program)))
        .collect(Collectors.joining("\n"));
  }

  private static String forms(ConformanceProgram program) {
    return program.forms().stream().map(Form::toString).collect(Collectors.joining(", "));
  }

  private static void run(ConformanceOptions options) {
    Settings settings =
        ArmciSettings.builder()
            .set(StridedSettings.CHECK_OVERLAP, true)
            .set(ArmciSettings.SHM_RESERVE, !options.needsSparseBlocks())
            .resolve();
    long failed;
    try (Armci armci = Armci.open(settings)) {
      failed = new TableRun(armci, options).run();
    }
    if (failed > 0 && Membership.current().rank() == 0) {
      System.exit(FAILED); // one rank's exit code is enough
    }
  }
}
