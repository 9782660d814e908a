package org.armci4j.bootstrap.launch.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.armci4j.bootstrap.launch.plan.ClassPath;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RankCachesTest {
  private static final String PROPERTY = "armci.rankCaches";

  @TempDir Path folder;

  @BeforeEach
  void makeCaches() throws IOException {
    System.setProperty(PROPERTY, folder.toString());
    for (String name : List.of("runtime.jar", "programs.jar", "rank.aot")) {
      Files.createFile(folder.resolve(name));
    }
  }

  @AfterEach
  void forget() {
    System.clearProperty(PROPERTY);
  }

  @Test
  void ranksStartFromTwoJarsAndACache() {
    RankCaches caches = new RankCaches();
    String runtime = folder.resolve("runtime.jar").toString();
    String programs = folder.resolve("programs.jar").toString();
    assertEquals(List.of(runtime, programs), caches.classPath(List.of()));
    List<String> making = List.of("-XX:AOTCacheOutput=" + folder.resolve("rank-{rank}.aot"));
    assertEquals(List.of(runtime), caches.classPath(making));
    assertEquals(List.of(runtime), caches.runtime());
    assertEquals(List.of(programs), caches.programs());
    List<String> options = caches.options(List.of("-Xmx1g", "-XX:+UseParallelGC", "-Dx=y"));
    assertTrue(options.contains("-XX:AOTCache=" + folder.resolve("rank.aot")), options::toString);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--add-modules=jdk.incubator.vector",
        "--add-opens=java.base/java.lang=ALL-UNNAMED",
        "--enable-native-access=org.example",
        "-p",
        "-javaagent:agent.jar",
        "-Xshare:off",
        "-XX:+UseZGC",
        "-XX:-UseCompressedOops",
        "-XX:AOTCacheOutput=mine.aot"
      })
  void anOptionWithWhichTheJdkRefusesTheCacheLeavesItOut(String option) {
    assertEquals(List.of(), new RankCaches().options(List.of("-Xmx1g", option)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"runtime.jar", "programs.jar"})
  void withoutOneOfTheJarsAllIsAsInTheLauncher(String name) throws IOException {
    Files.delete(folder.resolve(name));
    assertEquals(ClassPath.own(), new RankCaches().classPath(List.of()));
    assertEquals(List.of(), new RankCaches().options(List.of()));
  }

  @Test
  void withoutTheCacheTheJarsAreUsed() throws IOException {
    Files.delete(folder.resolve("rank.aot"));
    assertEquals(2, new RankCaches().classPath(List.of()).size());
    assertEquals(List.of(), new RankCaches().options(List.of()));
  }
}
