package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.armci4j.cli.docs.Pages;
import org.armci4j.cli.docs.Pages.Block;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compiles every block of Java in the documentation: a class as it stands, statements within a
 * program that also runs on two ranks. Statements may use the declarations of {@link #PROGRAM}.
 */
class JavaBlocksTest {
  private static final Pattern CLASS = Pattern.compile("(?m)^(?:public )?(?:final )?class (\\w+)");

  /** Program around statements, which replace {@code %s}. */
  private static final String PROGRAM =
      """
      import java.lang.foreign.*;
      import java.nio.*;
      import java.nio.file.*;
      import java.util.*;
      import jdk.incubator.vector.*;
      import org.armci4j.*;
      import org.armci4j.arrays.*;
      import org.armci4j.collectives.*;
      import org.armci4j.profile.*;
      import org.armci4j.stream.*;
      import org.armci4j.strided.*;
      public class Statements {
        static final int COUNTER = 0;
        static final int VALUES = 1;
        static Armci armci;
        static GlobalMemory memory;
        static double sum = 1;
        static int right;
        static double[] parameters = new double[4];
        static double[] mine = new double[64];
        static double[] all;
        public static void main(String[] args) throws Exception {
          try (Armci opened = Armci.open()) {
            armci = opened;
            right = (armci.rank() + 1) % armci.size();
            memory = armci.allocate(4096);
            all = new double[64 * armci.size()];
            run();
            armci.barrier();
          }
        }
        static void run() throws Exception {
      %s
        }
      }
      """;

  private static final String VECTORS = "--add-modules=jdk.incubator.vector";

  @TempDir Path folder;

  @TestFactory
  Stream<DynamicTest> blocks() {
    List<Block> blocks =
        Pages.blocks().stream().filter(block -> block.language().equals("java")).toList();
    assertTrue(blocks.size() >= 3, "blocks of Java: " + blocks.size());
    return blocks.stream().map(block -> dynamicTest(block.place(), () -> test(block.text())));
  }

  private void test(String text) throws IOException, InterruptedException {
    Matcher type = CLASS.matcher(text);
    if (type.find()) {
      compile(type.group(1), text);
    } else if (text.contains("Armci.open()")) {
      run(
          PROGRAM
              .replaceFirst("(?s)try \\(Armci opened.*?\\n    }\n", "run();\n")
              .replace("%s", text));
    } else {
      run(PROGRAM.replace("%s", text));
    }
  }

  private void run(String program) throws IOException, InterruptedException {
    Path classes = compile("Statements", program);
    String option = program.contains("VectorSpecies<") ? VECTORS : "-Dvectors=none";
    List<String> words =
        List.of(
            "run",
            "--ranks=2",
            "--jvm-arg=-XX:TieredStopAtLevel=1",
            "--jvm-arg=" + option,
            "--jvm-arg=-Darmci.profile=" + program.contains("armci.counters()"),
            "-cp",
            classes.toString(),
            "Statements");
    try (LaunchedJob job = LaunchedJob.armci(Map.of(), words)) {
      assertEquals(0, job.exitCode(), job::toString);
    }
  }

  private Path compile(String name, String text) throws IOException {
    Path place = Files.createTempDirectory(folder, name);
    Path source = Files.writeString(place.resolve(name + ".java"), text);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      List<String> options =
          List.of("-cp", everything(), "-d", place.toString(), "-proc:none", VECTORS);
      boolean compiled =
          compiler
              .getTask(messages, files, null, options, null, files.getJavaFileObjects(source))
              .call();
      assertTrue(compiled, () -> messages + text);
    }
    return place;
  }

  /** Returns a class path with all classes of this JVM. */
  private static String everything() {
    return System.getProperty("jdk.module.path", "")
        + File.pathSeparator
        + System.getProperty("java.class.path");
  }
}
