package org.armci4j.bootstrap.hosted;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.armci4j.bootstrap.Await;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.BootstrapException;
import org.armci4j.bootstrap.JobSecret;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.Ranks;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.Settings;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ranks that find rank 0 without a launcher; ranks are threads that say which process they are. */
class HostedJobTest {
  private static final int[] BOTH = {0, 1};

  @TempDir Path temporary;
  private Path folder;

  @BeforeEach
  void nameFolder() {
    folder = temporary.resolve("jobs");
  }

  private static Map<String, String> openMpi(int rank, String localSize) {
    return Map.of(
        "OMPI_COMM_WORLD_RANK",
        Integer.toString(rank),
        "OMPI_COMM_WORLD_SIZE",
        "2",
        "OMPI_COMM_WORLD_LOCAL_SIZE",
        localSize,
        "PMIX_NAMESPACE",
        "test");
  }

  private Settings settings(Duration connectTimeout, String jobDirectory, String secretFile) {
    return Settings.of(BootstrapSettings.ALL)
        .set(BootstrapSettings.CONNECT_TIMEOUT, connectTimeout)
        .set(BootstrapSettings.JOB_DIRECTORY, jobDirectory)
        .set(BootstrapSettings.SECRET_FILE, secretFile)
        .resolve();
  }

  private static List<byte[]> meet(Map<String, String> variables, Settings settings) {
    Membership self = new ExternalLaunchDetector().detect(variables);
    try (Bootstrap rank = Bootstrap.open(self, settings)) {
      byte[] mine = {(byte) self.rank()};
      return rank.exchange("k", BOTH, mine, Await.LIMIT_NANOS);
    }
  }

  @Test
  void ranksOfOneHostMeetByAFileAndMeetAgain() throws Exception {
    Settings settings = settings(Duration.ofSeconds(30), folder.toString(), "");
    for (int round = 0; round < 3; round++) {
      var all = Ranks.run(2, rank -> meet(openMpi(rank, "2"), settings));
      assertEquals(1, all.get(0).get(1)[0]);
      assertEquals(0, all.get(1).get(0)[0]);
    }
    assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)));
    Path file = folder.resolve("openmpi-test");
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
  }

  @Test
  void anOldFileIsReplaced() throws Exception {
    Settings settings = settings(Duration.ofSeconds(30), folder.toString(), "");
    try (ServerSocket freed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      JobFile old = JobFile.of(folder.toString(), "openmpi-test");
      old.write(
          new InetSocketAddress(freed.getInetAddress(), freed.getLocalPort()), JobSecret.random());
      String text = Files.readString(folder.resolve("openmpi-test"));
      Files.writeString(folder.resolve("openmpi-test"), text.replaceFirst("-\\d+ ", "-1 "));
    }
    Ranks.run(2, rank -> meet(openMpi(rank, "2"), settings));
  }

  /** The port of a killed job may be another's by now, which does not even answer. */
  @Test
  void theFileOfAProcessThatHasEndedIsNotBelieved() throws Exception {
    Settings settings = settings(Duration.ofSeconds(10), folder.toString(), "");
    try (ServerSocket silent = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
      JobFile old = JobFile.of(folder.toString(), "openmpi-test");
      old.write(
          new InetSocketAddress(silent.getInetAddress(), silent.getLocalPort()),
          JobSecret.random());
      Path file = folder.resolve("openmpi-test");
      assertFalse(old.read().isStale());
      // Another process of the same number.
      Files.writeString(file, Files.readString(file).replaceFirst("-\\d+ ", "-1 "));
      assertTrue(old.read().isStale());
      var one = Ranks.start(() -> meet(openMpi(1, "2"), settings));
      one.awaitWaiting();
      meet(openMpi(0, "2"), settings);
      assertEquals(2, one.get().size());
    }
  }

  @Test
  void aPortThatFollowsFromTheNameCannotBeToldWithoutTheSecret() {
    JobSecret secret = JobSecret.random();
    int port = HostedJob.agreedPort("slurm-7-0", secret);
    assertEquals(port, HostedJob.agreedPort("slurm-7-0", secret));
    long others =
        Stream.generate(JobSecret::random)
            .limit(100)
            .mapToInt(other -> HostedJob.agreedPort("slurm-7-0", other))
            .distinct()
            .count();
    assertTrue(others > 90, "ports of 100 secrets: " + others);
  }

  @Test
  void secretsThatOthersCanReplaceAreRefused() throws Exception {
    Path shared = Files.createDirectory(temporary.resolve("shared"));
    Path secret = Files.writeString(shared.resolve("secret"), "0123456789abcdef01234\n");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
    SecretFile.read(secret.toString());
    Path link = Files.createSymbolicLink(temporary.resolve("link"), secret);
    for (Path each : new Path[] {secret, shared}) {
      var before = Files.getPosixFilePermissions(each);
      Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("rwx-w----"));
      for (Path name : new Path[] {secret, link}) {
        var told = assertThrows(BootstrapException.class, () -> SecretFile.read(name.toString()));
        assertTrue(told.getMessage().contains("others can write to " + each), told.getMessage());
      }
      Files.setPosixFilePermissions(each, before);
    }
  }

  @Test
  void ranksOfSeveralHostsMeetWhereTheyAreTold() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    Path secret = Files.writeString(temporary.resolve("secret"), "0123456789abcdef01234\n");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
    // The folder is for rank 0's own file; its address is not used.
    Settings settings = settings(Duration.ofSeconds(30), folder.toString(), secret.toString());
    Ranks.run(
        2,
        rank -> {
          Map<String, String> variables = new TreeMap<>(openMpi(rank, "1"));
          variables.put("PMIX_NAMESPACE", "several");
          variables.put("ARMCI_RENDEZVOUS", "localhost:" + port);
          return meet(variables, settings);
        });
  }

  @Test
  void whatIsMissingIsNamed() throws Exception {
    Settings brief = settings(Duration.ofMillis(50), folder.toString(), "");
    // How long it waited is not told exactly: on a busy machine a rank has more time.
    assertSays("ms (connectTimeout) for rank 0 of the job that Open MPI", 1, "2", brief);
    Settings none = settings(Duration.ofMillis(50), "", "");
    assertSays("set ARMCI_RENDEZVOUS to host:port", 1, "1", none);
    Map<String, String> slurm =
        Map.of(
            "SLURM_PROCID", "1",
            "SLURM_STEP_NUM_TASKS", "2",
            "SLURM_STEP_ID", "0",
            "SLURM_STEP_NODELIST", "a,b");
    var told = assertThrows(BootstrapException.class, () -> meet(slurm, none));
    assertTrue(told.getMessage().contains("openssl rand -hex 32"), told.getMessage());
  }

  @Test
  void foldersThatOthersCanWriteAreRefused() throws Exception {
    Settings settings = settings(Duration.ofMillis(50), folder.toString(), "");
    Files.createDirectory(folder);
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertSays("open to others (rwxrwxrwx)", 0, "2", settings);
    Files.delete(folder);
    Path elsewhere = Files.createDirectory(temporary.resolve("elsewhere"));
    Files.createSymbolicLink(folder, elsewhere);
    assertSays("a symbolic link", 0, "2", settings);
    assertFalse(Files.exists(elsewhere.resolve("openmpi-test")));
  }

  @Test
  void secretsThatOthersCanReadAreRefused() throws Exception {
    Path secret = Files.writeString(temporary.resolve("secret"), "0123456789abcdef01234\n");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-r--r--"));
    var told = assertThrows(BootstrapException.class, () -> SecretFile.read(secret.toString()));
    assertTrue(told.getMessage().contains("chmod 600"), told.getMessage());
  }

  @Test
  void secretsOfAnotherUserAreRefused() throws Exception {
    assumeTrue(System.getProperty("user.name").equals("root"), "only root can give files away");
    Path secret = Files.writeString(temporary.resolve("secret"), "0123456789abcdef01234\n");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
    Files.setAttribute(secret, "unix:uid", 12_345);
    var told = assertThrows(BootstrapException.class, () -> SecretFile.read(secret.toString()));
    assertTrue(told.getMessage().contains("belongs to another user (12345)"), told.getMessage());
  }

  private static void assertSays(String words, int rank, String localSize, Settings settings) {
    var told =
        assertThrows(BootstrapException.class, () -> meet(openMpi(rank, localSize), settings));
    assertTrue(told.getMessage().contains(words), told.getMessage());
  }
}
