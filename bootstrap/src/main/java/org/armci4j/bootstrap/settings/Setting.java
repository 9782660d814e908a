package org.armci4j.bootstrap.settings;

import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import org.armci4j.bootstrap.text.Text;

/**
 * Defines one setting: its name, type, default, meaning and allowed values. Immutable.
 *
 * <p>The name is in lower camel case, such as {@code waitSpins}. The environment variable {@code
 * ARMCI_WAIT_SPINS}, the system property {@code armci.waitSpins}, or code sets the value.
 *
 * @param <T> type of the value
 */
public final class Setting<T> {
  private final String name;
  private final T defaultValue;
  private final String documentation;
  private final Format<T> format;
  private final boolean internal;

  /** Reads, writes and checks values; {@code allowed} describes the allowed ones. */
  private record Format<T>(
      String allowed, Function<String, T> parser, Function<T, String> printer, Predicate<T> valid) {

    Format<T> narrowed(String words, Predicate<T> further) {
      return new Format<>(words, parser, printer, valid.and(further));
    }
  }

  private Setting(String name, T defaultValue, String documentation, Format<T> format) {
    this(name, defaultValue, documentation, format, false);
  }

  private Setting(
      String name, T defaultValue, String documentation, Format<T> format, boolean internal) {
    if (!isLowerCamel(name)) {
      throw new IllegalArgumentException("a setting's name is in lower camel case, not " + name);
    }
    this.name = name;
    this.defaultValue = Objects.requireNonNull(defaultValue, name);
    this.documentation = Objects.requireNonNull(documentation, name);
    this.format = format;
    this.internal = internal;
    if (!format.valid().test(defaultValue)) {
      throw new IllegalArgumentException(
          "default " + defaultValue + " of " + name + " is not " + format.allowed());
    }
  }

  /** Returns a setting for a whole number such as {@code 200}. */
  public static Setting<Integer> integer(String name, int defaultValue, String documentation) {
    return new Setting<>(
        name,
        defaultValue,
        documentation,
        new Format<>("a whole number", Integer::valueOf, String::valueOf, value -> true));
  }

  /**
   * Returns a setting for a number of bytes such as {@code 4096}, {@code 64KiB}, {@code 16 MiB}.
   */
  public static Setting<Long> size(String name, long defaultBytes, String documentation) {
    return new Setting<>(
        name,
        defaultBytes,
        documentation,
        new Format<>(
            "a number of bytes such as 4096, 64KiB or 16MiB",
            Units::parseBytes,
            Units::printBytes,
            value -> value >= 0));
  }

  /**
   * Returns a setting for a span of time such as {@code 500ms}, {@code 5s}; always with its unit.
   */
  public static Setting<Duration> duration(
      String name, Duration defaultValue, String documentation) {
    return new Setting<>(
        name,
        defaultValue,
        documentation,
        new Format<>(
            "a span of time such as 50us, 500ms, 5s or 2m",
            Units::parseDuration,
            Units::printDuration,
            value -> !value.isNegative()));
  }

  /** Returns a setting for a switch: {@code true} or {@code false}. */
  public static Setting<Boolean> flag(String name, boolean defaultValue, String documentation) {
    return new Setting<>(
        name,
        defaultValue,
        documentation,
        new Format<>("true or false", Setting::parseFlag, String::valueOf, value -> true));
  }

  /** Returns a setting for any text. */
  public static Setting<String> text(String name, String defaultValue, String documentation) {
    return new Setting<>(
        name,
        defaultValue,
        documentation,
        new Format<>("text", Function.identity(), Function.identity(), value -> true));
  }

  /**
   * Returns a setting for a constant of an enum, written in lower case with hyphens, read in any
   * case.
   */
  public static <E extends Enum<E>> Setting<E> choice(
      String name, E defaultValue, String documentation) {
    Class<E> type = defaultValue.getDeclaringClass();
    return new Setting<>(
        name,
        defaultValue,
        documentation,
        new Format<>(
            "one of " + Units.printNames(type),
            text -> Enum.valueOf(type, text.toUpperCase(Locale.ROOT).replace('-', '_')),
            Units::printName,
            value -> true));
  }

  /**
   * Returns this setting with a further condition; {@code allowed} describes all allowed values.
   */
  public Setting<T> where(String allowed, Predicate<T> condition) {
    return new Setting<>(
        name, defaultValue, documentation, format.narrowed(allowed, condition), internal);
  }

  /** Returns this setting as an internal one, for experiments: listings for users leave it out. */
  public Setting<T> asInternal() {
    return new Setting<>(name, defaultValue, documentation, format, true);
  }

  /** Returns the name, such as {@code waitSpins}. */
  public String name() {
    return name;
  }

  /** Returns the environment variable, such as {@code ARMCI_WAIT_SPINS}. */
  public String environmentName() {
    StringBuilder words = new StringBuilder(Settings.ENVIRONMENT_PREFIX);
    for (int i = 0; i < name.length(); i++) {
      char letter = name.charAt(i);
      if (Character.isUpperCase(letter)) {
        words.append('_');
      }
      words.append(Character.toUpperCase(letter));
    }
    return words.toString();
  }

  /** Returns the system property, such as {@code armci.waitSpins}. */
  public String propertyName() {
    return Settings.PROPERTY_PREFIX + name;
  }

  /** Returns the value that holds when no source sets another. */
  public T defaultValue() {
    return defaultValue;
  }

  /** Returns one line on what the setting does. */
  public String documentation() {
    return documentation;
  }

  /** Returns a description of the allowed values. */
  public String allowed() {
    return format.allowed();
  }

  /** Returns whether only experiments set it. */
  public boolean internal() {
    return internal;
  }

  /** Returns the value as text that {@link #parse} reads. */
  String print(T value) {
    return format.printer().apply(value);
  }

  /**
   * Reads a value that came from {@code origin}.
   *
   * @throws SettingException when the value is not allowed
   */
  T parse(String text, String origin) {
    T value;
    try {
      value = format.parser().apply(text.strip());
    } catch (IllegalArgumentException | ArithmeticException unreadable) {
      throw refusal(text, origin);
    }
    if (!format.valid().test(value)) {
      throw refusal(text, origin);
    }
    return value;
  }

  /**
   * Checks a value given from code.
   *
   * @throws SettingException when the value is not allowed
   */
  T check(T value, String origin) {
    if (value == null || !format.valid().test(value)) {
      throw refusal(String.valueOf(value), origin);
    }
    return value;
  }

  private SettingException refusal(String text, String origin) {
    return new SettingException(
        Text.format(
            "setting %s: '%s' from %s is not allowed; allowed is %s",
            name, text, origin, allowed()));
  }

  private static boolean isLowerCamel(String name) {
    return !name.isEmpty()
        && Character.isLowerCase(name.charAt(0))
        && name.chars().allMatch(Character::isLetterOrDigit);
  }

  private static Boolean parseFlag(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException(text);
    };
  }

  @Override
  public String toString() {
    return "Setting[" + name + "]";
  }
}
