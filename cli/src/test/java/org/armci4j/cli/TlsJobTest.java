package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs jobs whose ranks and rendezvous speak TLS. */
class TlsJobTest {
  @TempDir static Path directory;
  private static TlsStoreFiles ours;
  private static TlsStoreFiles theirs;
  private static Path ssh;

  @BeforeAll
  static void makeStores() throws Exception {
    ours = TlsStoreFiles.create(directory, "ours");
    theirs = TlsStoreFiles.create(directory, "theirs");
    ssh = directory.resolve("ssh");
    Files.writeString(
        ssh, "#!/bin/sh\nshift\nexec env -i HOME=\"$HOME\" PATH=\"$PATH\" /bin/sh -c \"$*\"\n");
    TlsStoreFiles.setMode(ssh, "rwx------");
  }

  private static LaunchedJob run(String hosts, String... optionsThenProbeArguments)
      throws IOException {
    return run(Map.of(), hosts, optionsThenProbeArguments);
  }

  private static LaunchedJob run(
      Map<String, String> more, String hosts, String... optionsThenProbeArguments)
      throws IOException {
    Map<String, String> settings = new HashMap<>(ours.settings());
    settings.put("ARMCI_SSH_COMMAND", ssh.toString());
    settings.put("ARMCI_RENDEZVOUS_ADDRESS", "127.0.0.1");
    settings.putAll(more);
    return LaunchedJob.run(settings, hosts, optionsThenProbeArguments);
  }

  @Tag("long")
  @Test
  void ranksMeetOnOneHost() throws Exception {
    ranksMeet("localhost:3");
  }

  @Test
  void ranksMeetOnTwoHosts() throws Exception {
    ranksMeet("a:2,b:1");
  }

  private void ranksMeet(String hosts) throws Exception {
    try (LaunchedJob job = run(hosts, "probe", "meet")) {
      assertEquals(0, job.exitCode(), job::toString);
      assertEquals(3, job.outputLines().size(), job::toString);
      assertEquals("", job.errors());
    }
  }

  /** Refuses other stores, which shows that the ranks of the other tests used theirs. */
  @Tag("long")
  @ParameterizedTest
  @CsvSource({
    "localhost:2, none, the rendezvous has a tlsStore",
    "'a:1,b:1', theirs, the certificate is not that of this side's tlsStore",
  })
  void ranksWithoutTheStoreAreRefused(String hosts, String store, String reason) throws Exception {
    boolean none = store.equals("none");
    String given = "ARMCI_TLS_STORE=" + (none ? "" : theirs.store());
    Map<String, String> soon = new HashMap<>();
    soon.put("ARMCI_CONNECT_TIMEOUT", "4s"); // a refused rank tries again for this long
    if (none) {
      soon.put("ARMCI_PROOF_TIMEOUT", "200ms");
    }
    try (LaunchedJob job = run(soon, hosts, "--env", given, "probe", "meet")) {
      assertEquals(1, job.exitCode(), job::toString);
      assertEquals("", job.output());
      assertTrue(job.errors().contains(reason), job::errors);
      assertTrue(job.errors().contains("rendezvous refused /127.0.0.1:"), job::errors);
    }
  }

  @Test
  void theLauncherRefusesAStoreThatOthersCanRead() throws Exception {
    TlsStoreFiles open = TlsStoreFiles.create(directory, "open");
    TlsStoreFiles.setMode(open.store(), "rw-r--r--");
    try (LaunchedJob job = LaunchedJob.run(open.settings(), "localhost:2", "probe", "meet")) {
      assertNotEquals(0, job.exitCode(), job::toString);
      assertEquals("", job.output());
      assertTrue(job.lastWord().contains(open.store() + "; make it private"), job::errors);
    }
  }

  @Test
  void infoTellsTheFilesAndNotWhatIsInThem() throws Exception {
    for (List<String> words : List.of(List.of("info"), List.of("info", "--json"))) {
      try (LaunchedJob info = LaunchedJob.armci(ours.settings(), words)) {
        assertEquals(0, info.exitCode(), info::toString);
        assertTrue(info.output().contains(ours.store().toString()), info::output);
        assertTrue(info.output().contains(ours.password().toString()), info::output);
        assertFalse(info.toString().contains(TlsStoreFiles.PASSWORD), info::output);
      }
    }
  }
}
