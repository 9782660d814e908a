package org.armci4j.cli.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Makes a change of the promised API a decision: the commit that changes it changes {@code api.txt}
 * of the module too. Two releases are compared by {@code git diff} of these files.
 *
 * <p>A text needs no release to begin with, and every clone has it. japicmp and revapi compare
 * jars: before a release there are none. Revapi also reads classes by the compiler of the JVM that
 * runs Maven, which may be older than the classes.
 */
class ApiTest {
  /** The modules whose exported packages may be promised. */
  static final List<String> MODULES =
      List.of(
          "bootstrap", "armci-core", "armci-strided", "collectives", "global-arrays", "testkit");

  @ParameterizedTest
  @FieldSource("MODULES")
  void theApiIsWhatTheTextSays(String name) throws IOException {
    ApiModule module = new ApiModule(name);
    List<String> expected =
        Files.exists(module.text()) ? Files.readAllLines(module.text()) : List.of();
    List<String> found = module.describe();
    if (!found.equals(expected)) {
      Path file = Files.createDirectories(Path.of("target/api")).resolve(name + ".txt");
      Files.write(file, found);
      fail(
          "The API of "
              + name
              + " is not what its api.txt says:\n"
              + ApiChange.between(expected, found)
              + "If that is meant, run \"cp cli/"
              + file
              + " "
              + name
              + "/api.txt\", and name what breaks under Breaking in CHANGELOG.md.");
    }
  }

  @ParameterizedTest
  @FieldSource("MODULES")
  void everyExportedPackageSaysWhetherItIsPromised(String name) throws IOException {
    ApiModule module = new ApiModule(name);
    Set<String> marked = new TreeSet<>(module.packagesThatSay(ApiModule.PROMISED));
    marked.addAll(module.packagesThatSay(ApiModule.NOT_PROMISED));
    assertEquals(
        module.exported(),
        marked,
        () -> "packages that say " + ApiModule.PROMISED + " or " + ApiModule.NOT_PROMISED);
  }

  @Test
  void whatVanishesOrMustBeImplementedIsABreak() {
    List<String> before = List.of("interface a.One", "  abstract int size()", "  void run()");
    List<String> after = List.of("interface a.One", "  abstract int more()", "  void run()");
    ApiChange change = ApiChange.between(before, after);
    assertEquals(
        Set.of("a.One: abstract int size()", "a.One: abstract int more()"), change.breaks());
    assertEquals(Set.of(), change.additions());
  }

  @Test
  void whatIsNewIsAnAddition() {
    List<String> before = List.of("sealed interface a.One permits a.Two");
    List<String> after =
        List.of("sealed interface a.One permits a.Two", "  abstract int more()", "class a.Three");
    ApiChange change = ApiChange.between(before, after);
    assertEquals(Set.of(), change.breaks());
    assertEquals(
        Set.of("a.One: abstract int more()", "a.Three: class a.Three"), change.additions());
  }
}
