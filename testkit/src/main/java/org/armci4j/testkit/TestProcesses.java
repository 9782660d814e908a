package org.armci4j.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.armci4j.ArmciSettings;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.CollectivesSettings;
import org.armci4j.testkit.harness.RankFailure;
import org.armci4j.testkit.harness.RankProcesses;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;

/** Runs a test method on ranks that are processes, and collects their reports. */
record TestProcesses(ArmciTest test, long seed) {
  /** Time for JVMs to start and end, beside the test's own limit, which the ranks keep. */
  private static final Duration MARGIN = Duration.ofSeconds(30);

  List<RankFailure> run(Class<?> testClass, Method method) {
    requireRunnable(testClass, method);
    try {
      Path folder = Files.createTempDirectory("armci-test");
      try {
        return run(folder, testClass, method);
      } finally {
        delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void requireRunnable(Class<?> testClass, Method method) {
    if (!Arrays.stream(method.getParameterTypes()).allMatch(RankedInvocation::isPerRank)) {
      throw new ExtensionConfigurationException(
          method + ": a test on processes takes an Armci and a random generator, and nothing else");
    }
    if (testClass.isMemberClass() && !Modifier.isStatic(testClass.getModifiers())) {
      throw new ExtensionConfigurationException(
          testClass + ": a test on processes cannot be in an inner class; make it static");
    }
  }

  private List<RankFailure> run(Path folder, Class<?> testClass, Method method) throws IOException {
    Map<String, String> environment = new HashMap<>();
    environment.put(
        CollectivesSettings.CHECK.environmentName(),
        Boolean.toString(RankedInvocation.checksCollectives()));
    if (!test.transport().isEmpty()) {
      environment.put(ArmciSettings.TRANSPORT.environmentName(), test.transport());
    }
    RankProcesses.Result result =
        RankProcesses.run(
            test.ranks(),
            TestRankMain.class,
            environment,
            MARGIN.plusSeconds(test.timeoutSeconds()),
            folder.toString(),
            testClass.getName(),
            method.getName(),
            Long.toString(seed),
            Integer.toString(test.timeoutSeconds()));
    System.out.print(result.output());
    List<RankFailure> failures = new ArrayList<>();
    for (int rank = 0; rank < test.ranks(); rank++) {
      if (RankReport.exists(folder, rank)) {
        RankReport report = RankReport.read(folder, rank);
        if (report.kind() != RankReport.Kind.CONSEQUENCE) {
          failures.add(new RankFailure(rank, report.toThrowable()));
        }
      }
    }
    if (failures.isEmpty() && result.exitCode() != 0) {
      throw new AssertionError(
          Text.format(
              "no rank says why the job ended with exit code %d:%n%s%s",
              result.exitCode(), result.output(), result.errors()));
    }
    return failures;
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }
}
