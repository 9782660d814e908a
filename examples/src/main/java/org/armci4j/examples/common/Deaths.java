package org.armci4j.examples.common;

import java.util.List;
import java.util.Set;
import org.armci4j.Armci;
import org.armci4j.examples.options.OptionException;
import org.armci4j.examples.options.ProgramOptions;

/**
 * Lets ranks of an example die where its command line says. A process that has taken the place of a
 * dead one lives on.
 *
 * @param all the deaths, such as {@code 2@130}: rank 2 at step 130
 */
public record Deaths(Set<String> all) {
  private static final int EXIT_CODE = 9;

  /**
   * Reads the option {@code --die}.
   *
   * @param line the command line
   * @return the deaths; none without the option
   */
  public static Deaths of(ProgramOptions line) {
    Set<String> all =
        line.value("--die", Set.of(), text -> Set.copyOf(List.of(text.split(",", -1))));
    for (String death : all) {
      if (!death.matches("(0|[1-9]\\d{0,5})@(0|[1-9]\\d{0,8})")) {
        throw new OptionException("--die: '" + death + "' is not RANK@STEP");
      }
    }
    return new Deaths(all);
  }

  /**
   * Refuses deaths at steps that never come.
   *
   * @param first the first step at which a rank can die
   * @param last the last one
   * @throws OptionException when there is another one
   */
  public void requireSteps(long first, long last) {
    for (String death : all) {
      long step = Long.parseLong(death.substring(death.indexOf('@') + 1));
      if (step < first || step > last) {
        throw new OptionException(
            "--die: '" + death + "' is not at one of the steps " + first + " to " + last);
      }
    }
  }

  /**
   * Ends this process at once if its rank is to die at a step.
   *
   * @param armci this rank's runtime
   * @param step the step that the rank has come to
   */
  public void dieAt(Armci armci, long step) {
    if (!armci.restarted() && all.contains(armci.rank() + "@" + step)) {
      Runtime.getRuntime().halt(EXIT_CODE);
    }
  }
}
