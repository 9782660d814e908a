package org.armci4j.cli.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Requires every public method of the packages that programs use to name its checks by {@code
 * @throws}, if it takes arguments or does something for its effect alone, as a fence does.
 */
class ThrowsTagTest {
  private static final List<String> PACKAGES =
      List.of(
          "armci-core/src/main/java/org/armci4j",
          "armci-core/src/main/java/org/armci4j/call",
          "armci-core/src/main/java/org/armci4j/completion",
          "armci-core/src/main/java/org/armci4j/error",
          "armci-strided/src/main/java/org/armci4j/strided",
          "collectives/src/main/java/org/armci4j/collectives",
          "global-arrays/src/main/java/org/armci4j/arrays",
          "global-arrays/src/main/java/org/armci4j/checkpoint");

  /** Methods that cannot throw, or that transports call, which have checked. */
  private static final Set<String> NAMED =
      Set.of(
          "Accumulation.ofComplexDouble",
          "Accumulation.ofComplexFloat",
          "Accumulation.ofDouble",
          "Accumulation.ofFloat",
          "Accumulation.ofInt",
          "Accumulation.ofLong",
          "ArmciException.ArmciException",
          "ArmciTimeoutException.ArmciTimeoutException",
          "Comparison.test",
          "ComplexResult.set",
          "Group.groupRank",
          "GroupRevokedException.GroupRevokedException",
          "MutexBrokenException.MutexBrokenException",
          "RankFailedException.RankFailedException",
          "Reduction.isExact",
          "Section.at");

  /** Matches a Javadoc, annotations, and the head of a public method with two spaces before it. */
  private static final Pattern METHOD =
      Pattern.compile(
          "  /\\*\\*(?<doc>(?:(?!\\*/).)*+)\\*/\\n(?<annotations>(?:  @[^\\n]*\\n)*)"
              + "  public (?<kind>[^;{}=()]*?)\\b(?<name>\\w+)\\((?<arguments>[^)]*)\\)",
          Pattern.DOTALL);

  @Test
  void publicMethodsSayWhatTheyThrow() throws IOException {
    Set<String> silent = new TreeSet<>();
    Set<String> exempt = new TreeSet<>();
    int methods = 0;
    for (Path module : SourceTree.modules()) {
      for (Path source : SourceTree.sources(module, "main")) {
        if (PACKAGES.contains(SourceTree.name(source.getParent()))) {
          String type = source.getFileName().toString().replace(".java", "");
          Matcher method = METHOD.matcher(publicPart(Files.readString(source)));
          while (method.find()) {
            if (acts(method)) {
              methods++;
              String name = type + "." + method.group("name");
              boolean says = method.group("doc").contains("@throws");
              if (!says) {
                (NAMED.contains(name) ? exempt : silent).add(name);
              }
            }
          }
        }
      }
    }
    assertTrue(methods > 150, "the methods were not found: " + methods);
    assertEquals(Set.of(), silent, "name the checks by @throws, or list here what cannot throw");
    assertEquals(new TreeSet<>(NAMED), exempt, "listed here for nothing");
  }

  private static String publicPart(String source) {
    return source.contains("\npublic ") ? source : "";
  }

  private static boolean acts(Matcher method) {
    if (method.group("annotations").contains("@Override")) {
      return false;
    }
    String kind = method.group("kind");
    return !method.group("arguments").isBlank() || kind.matches(".*\\bvoid\\s+");
  }
}
