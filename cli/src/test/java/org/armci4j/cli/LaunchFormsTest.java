package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks the forms in which a program may be named, and where its ranks print. */
class LaunchFormsTest {
  private static final String SOURCE =
      """
      import org.armci4j.Armci;

      public class Hi {
        public static void main(String[] args) {
          try (Armci armci = Armci.open()) {
            System.out.println("hi " + armci.rank() + " " + String.join(" ", args)
                + " " + System.getProperty("own") + " " + System.getenv("OWN"));
          }
        }
      }
      """;

  @TempDir private Path folder;

  private List<String> run(String... words) throws Exception {
    List<String> all = new ArrayList<>(List.of("run", "-np", "2"));
    all.addAll(List.of(words));
    Map<String, String> cache = Map.of("XDG_CACHE_HOME", folder.resolve("cache").toString());
    try (LaunchedJob job = LaunchedJob.armci(cache, all)) {
      assertEquals(0, job.exitCode(), job::toString);
      assertEquals("", job.errors());
      return job.outputLines().stream().sorted().toList();
    }
  }

  private Path source() throws IOException {
    return Files.writeString(folder.resolve("Hi.java"), SOURCE);
  }

  private static void compile(Path classes, String... more) {
    List<String> words = new ArrayList<>(List.of("-proc:none", "-d", classes.toString()));
    words.addAll(List.of(more));
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, OutputStream.nullOutputStream(), words.toArray(new String[0]));
    assertEquals(0, failed, words::toString);
  }

  private Path classes() throws IOException {
    Path classes = folder.resolve("classes");
    compile(classes, source().toString());
    return classes;
  }

  @Test
  void aSourceFileIsCompiledForAllRanksAndLeavesNothing() throws Exception {
    assertEquals(
        List.of("hi 0 a --label r0 of 0", "hi 1 a --label r1 of 1"),
        run(
            "--jvm-arg=-Down=r{rank}",
            "--env",
            "OWN=of {rank}",
            source().toString(),
            "a",
            "--label"));
    try (Stream<Path> left = Files.list(folder.resolve("cache/armci4j/sources"))) {
      assertEquals(List.of(), left.toList());
    }
  }

  @Test
  void aSourceFileNeedsNoClass() throws Exception {
    Path compact = folder.resolve("Compact.java");
    Files.writeString(compact, "void main() { IO.println(\"compact\"); }");
    assertEquals(List.of("compact", "compact"), run(compact.toString()));
  }

  @Test
  void whatTheCompilerSaysIsToldBeforeAnythingStarts() throws Exception {
    Path wrong = Files.writeString(folder.resolve("Wrong.java"), "class Wrong { int main() { } }");
    Map<String, String> cache = Map.of("XDG_CACHE_HOME", folder.toString());
    try (LaunchedJob job = LaunchedJob.armci(cache, List.of("run", "-n", "2", wrong.toString()))) {
      assertEquals(2, job.exitCode(), job::toString);
      assertTrue(job.errors().contains("Wrong.java:1: error: missing return"), job::errors);
    }
  }

  @Test
  void aJarIsItsMainClass() throws Exception {
    Path classes = classes();
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "Hi");
    Path jar = folder.resolve("app.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      out.putNextEntry(new JarEntry("Hi.class"));
      out.write(Files.readAllBytes(classes.resolve("Hi.class")));
    }
    List<String> expected = List.of("hi 0 -n 7 null null", "hi 1 -n 7 null null");
    assertEquals(expected, run(jar.toString(), "-n", "7"));
    assertEquals(expected, run("-jar", jar.toString(), "-n", "7"));
  }

  @Test
  void classPathsAddUpAndAMissingEntryIsNamed() throws Exception {
    String nowhere = folder.resolve("nowhere").toString();
    List<String> words =
        List.of("run", "-n", "1", "-cp", nowhere, "-cp", classes().toString(), "Hi", "x");
    try (LaunchedJob job = LaunchedJob.armci(Map.of(), words)) {
      assertEquals(0, job.exitCode(), job::toString);
      assertEquals("hi 0 x null null", job.output().strip());
      assertEquals(
          "armci: there is no " + nowhere + ", which the class path names", job.errors().strip());
    }
  }

  @Test
  void aModuleIsRunWithTheRuntimeAsModules() throws Exception {
    Path modules = folder.resolve("modules");
    Path info = folder.resolve("module-info.java");
    Files.writeString(info, "module own.program { requires org.armci4j.core; }");
    Path inPackage = Files.createDirectories(folder.resolve("own")).resolve("Hi.java");
    Files.writeString(inPackage, "package own;\n" + SOURCE);
    compile(
        modules,
        "-p",
        System.getProperty("java.class.path"),
        info.toString(),
        inPackage.toString());
    assertEquals(
        List.of("hi 0 -m null null", "hi 1 -m null null"),
        run("-p", modules.toString(), "-m", "own.program/own.Hi", "-m"));
  }

  @Test
  void eachRankPrintsToAFileOfItsOwn() throws Exception {
    String files = folder.resolve("out/of/{rank}.log").toString();
    assertEquals(List.of(), run("--output", files, "-cp", classes().toString(), "Hi", "there"));
    for (int rank = 0; rank < 2; rank++) {
      assertEquals(
          "hi " + rank + " there null null",
          Files.readString(folder.resolve("out/of/" + rank + ".log")).strip());
    }
  }

  @Test
  void whatAFailedRankPrintedToItsFileIsRepeated() throws Exception {
    String files = folder.resolve("{rank}.log").toString();
    try (LaunchedJob job = LaunchedJob.run(2, "--output", files, "probe", "nonsense")) {
      assertEquals(1, job.exitCode(), job::toString);
      assertTrue(job.errors().contains("IllegalArgumentException: nonsense"), job::errors);
    }
  }

  @Test
  void aRankWaitsForADebuggerAndTheOthersForIt() throws Exception {
    try (LaunchedJob job = LaunchedJob.run(2, "--debug", "1", "probe", "meet")) {
      job.await(() -> job.errors().contains("waits for a debugger"));
      int port = Integer.parseInt(job.errors().replaceAll("(?s).*localhost:(\\d+).*", "$1"));
      job.await(() -> answersAsDebuggee(port));
      assertEquals("", job.output());
      job.process().destroy(); // not by force: the launcher cleans up
      assertEquals(143, job.exitCode(), job::toString);
    }
  }

  /** Attaches as a debugger does, and leaves. */
  private static boolean answersAsDebuggee(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      byte[] handshake = "JDWP-Handshake".getBytes(StandardCharsets.US_ASCII);
      socket.getOutputStream().write(handshake);
      byte[] answer = socket.getInputStream().readNBytes(handshake.length);
      return new String(answer, StandardCharsets.US_ASCII).equals("JDWP-Handshake");
    } catch (IOException notYet) {
      return false;
    }
  }
}
