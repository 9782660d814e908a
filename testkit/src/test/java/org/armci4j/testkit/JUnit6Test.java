package org.armci4j.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.File;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.armci4j.bootstrap.text.Text;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Runs {@link ArmciTest}, which is compiled against JUnit 5, on JUnit 6, as its users may. */
@Tag("release")
class JUnit6Test {
  /** Folder into which the build puts the jars of JUnit 6. */
  private static final Path JARS = Path.of(System.getProperty("junit6.folder"));

  /** Runs the tests of {@link ArmciTest} with the JUnit of its class path. */
  static final class Program {
    private Program() {}

    public static void main(String[] arguments) {
      SummaryGeneratingListener listener = new SummaryGeneratingListener();
      LauncherFactory.create()
          .execute(
              LauncherDiscoveryRequestBuilder.request()
                  .selectors(selectClass(ArmciTestTest.class))
                  .build(),
              listener);
      TestExecutionSummary summary = listener.getSummary();
      summary.printFailuresTo(new PrintWriter(System.out, true, StandardCharsets.UTF_8));
      System.out.println("JUnit " + Test.class.getPackage().getImplementationVersion());
      System.out.printf(
          Locale.ROOT,
          "%d of %d passed%n",
          summary.getTestsSucceededCount(),
          summary.getTestsFoundCount());
    }
  }

  @Test
  @Timeout(600)
  void everyTestOfTheExtensionPassesOnIt() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath(),
                Program.class.getName())
            .redirectErrorStream(true)
            .start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(1, TimeUnit.MINUTES), output);
    assertTrue(output.contains("JUnit 6."), output);
    long tests =
        Arrays.stream(ArmciTestTest.class.getDeclaredMethods())
            .filter(method -> method.isAnnotationPresent(Test.class))
            .count();
    assertTrue(output.contains(Text.format("%d of %1$d passed", tests)), output);
    assertEquals(0, process.exitValue(), output);
  }

  /** Returns the class path of this JVM, with JUnit 6 in place of JUnit 5. */
  private static String classPath() {
    String others =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .filter(entry -> !isOfJUnit(Path.of(entry).getFileName().toString()))
            .collect(Collectors.joining(File.pathSeparator));
    return JARS.resolve("*") + File.pathSeparator + others;
  }

  private static boolean isOfJUnit(String jar) {
    return jar.startsWith("junit-") || jar.startsWith("opentest4j-");
  }
}
