package org.armci4j.collectives.cost;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;

/**
 * A machine as a text of lines such as {@code between.latencyNanos = 1000}, and as numbers in the
 * order of these lines. Lines that begin with # are left out.
 */
public final class MachineFile {
  private static final List<String> LEVEL =
      List.of(
          "startNanos",
          "latencyNanos",
          "overheadNanos",
          "gapNanos",
          "nanosPerByte",
          "sendNanosPerByte",
          "writeNanosPerByte",
          "copyNanosPerByte",
          "combineNanosPerByte",
          "stepNanos");

  /** The names of all numbers. */
  private static final List<String> NAMES = names();

  /** The last line of a text that is whole. */
  private static final String END = "end";

  /** Count of the numbers that describe a machine. */
  public static final int COUNT = NAMES.size();

  private MachineFile() {}

  private static List<String> names() {
    List<String> names = new ArrayList<>();
    LEVEL.forEach(name -> names.add("inside." + name));
    LEVEL.forEach(name -> names.add("between." + name));
    names.add("hopNanos");
    names.add("turnNanos");
    return List.copyOf(names);
  }

  /**
   * Reads a file.
   *
   * @throws ArmciException when it cannot be read, is cut off, lacks a number, or has one that
   *     cannot be a time
   */
  public static MachineModel read(Path file) {
    try {
      return parse(Files.readString(file), file.toString());
    } catch (IOException e) {
      throw new ArmciException(
          Text.format(
              "the measured machine %s cannot be read: %s; make it with 'armci tune --collectives"
                  + " --output FILE'",
              file, e),
          e);
    }
  }

  /**
   * Reads a text.
   *
   * @param source what it is, for messages
   * @throws ArmciException when it is cut off, lacks a number, or has one that cannot be a time
   */
  static MachineModel parse(String text, String source) {
    Properties lines = new Properties();
    try {
      lines.load(new StringReader(text));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a string can be read
    } catch (IllegalArgumentException e) {
      throw new ArmciException(
          Text.format("the measured machine %s: %s", source, e.getMessage()), e);
    }
    if (lines.getProperty(END) == null) {
      throw new ArmciException(
          Text.format(
              "the measured machine %s is cut off: its last line is not '%s'; make it again with"
                  + " 'armci tune --collectives --output FILE'",
              source, END));
    }
    double[] numbers = new double[COUNT];
    for (int i = 0; i < COUNT; i++) {
      numbers[i] = number(lines.getProperty(NAMES.get(i)), NAMES.get(i), source);
    }
    return of(numbers);
  }

  private static double number(String value, String name, String source) {
    try {
      double number = Double.parseDouble(value == null ? "" : value.strip());
      if (number >= 0 && number < Double.POSITIVE_INFINITY) {
        return number;
      }
    } catch (NumberFormatException e) {
      // As a number that is none.
    }
    throw new ArmciException(
        Text.format(
            "the measured machine %s: %s is '%s'; it is to be a number of at least 0",
            source, name, value == null ? "" : value));
  }

  /** Returns the text of a machine. */
  public static String text(MachineModel machine) {
    double[] numbers = numbers(machine);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < COUNT; i++) {
      text.append(Text.format("%s = %.6g%n", NAMES.get(i), numbers[i]));
    }
    return text.append(END).append(System.lineSeparator()).toString();
  }

  /** Returns the machine of these numbers. */
  public static MachineModel of(double... numbers) {
    return new MachineModel(
        level(numbers, 0),
        level(numbers, LEVEL.size()),
        numbers[2 * LEVEL.size()],
        numbers[2 * LEVEL.size() + 1]);
  }

  private static LogGP level(double[] n, int at) {
    return new LogGP(
        n[at], n[at + 1], n[at + 2], n[at + 3], n[at + 4], n[at + 5], n[at + 6], n[at + 7],
        n[at + 8], n[at + 9]);
  }

  /** Returns the numbers of a machine. */
  public static double[] numbers(MachineModel machine) {
    double[] numbers = new double[COUNT];
    fill(numbers, 0, machine.inside());
    fill(numbers, LEVEL.size(), machine.between());
    numbers[2 * LEVEL.size()] = machine.hopNanos();
    numbers[2 * LEVEL.size() + 1] = machine.turnNanos();
    return numbers;
  }

  private static void fill(double[] numbers, int at, LogGP level) {
    double[] all = {
      level.startNanos(),
      level.latencyNanos(),
      level.overheadNanos(),
      level.gapNanos(),
      level.nanosPerByte(),
      level.sendNanosPerByte(),
      level.writeNanosPerByte(),
      level.copyNanosPerByte(),
      level.combineNanosPerByte(),
      level.stepNanos()
    };
    System.arraycopy(all, 0, numbers, at, all.length);
  }
}
