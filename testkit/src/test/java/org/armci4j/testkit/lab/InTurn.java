package org.armci4j.testkit.lab;

import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.armci4j.bootstrap.Membership;

/**
 * Runs several programs one after the other in one job: in the lab it takes half a minute until a
 * job runs, and longer until its code is compiled. Arguments are each program's class and its
 * arguments, with a comma between programs; or a setting, such as {@code verbsLists=packed}, for
 * all programs that follow. Rank 0 prints the time of each.
 */
public final class InTurn {
  private static final String BETWEEN = ",";
  private static final Pattern SETTING = Pattern.compile("([a-z]\\w*)=(.*)");

  private InTurn() {}

  /**
   * Runs the programs on this rank.
   *
   * @param arguments programs with their arguments
   * @throws ReflectiveOperationException when there is no such program, or it failed
   */
  public static void main(String[] arguments) throws ReflectiveOperationException {
    List<String> left = List.of(arguments);
    while (!left.isEmpty()) {
      int end = left.indexOf(BETWEEN);
      List<String> program = left.subList(0, end < 0 ? left.size() : end);
      run(program.getFirst(), program.subList(1, program.size()).toArray(String[]::new));
      left = left.subList(end < 0 ? left.size() : end + 1, left.size());
    }
  }

  private static void run(String name, String... arguments) throws ReflectiveOperationException {
    Matcher setting = SETTING.matcher(name);
    if (setting.matches()) {
      System.setProperty("armci." + setting.group(1), setting.group(2));
      return;
    }
    long start = System.nanoTime();
    try {
      Class.forName(name).getMethod("main", String[].class).invoke(null, (Object) arguments);
    } catch (InvocationTargetException failed) {
      throw new IllegalStateException(name + " failed", failed.getCause());
    }
    if (Membership.current().rank() == 0) {
      System.out.printf(
          Locale.ROOT,
          "%4.0f s: %s %s%n",
          (System.nanoTime() - start) * 1e-9,
          name,
          String.join(" ", arguments));
    }
  }
}
