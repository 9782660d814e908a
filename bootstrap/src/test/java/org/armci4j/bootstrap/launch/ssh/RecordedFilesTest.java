package org.armci4j.bootstrap.launch.ssh;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.armci4j.bootstrap.launch.plan.RankProgram;
import org.armci4j.bootstrap.launch.plan.StandardInput;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks how files that a rank leaves on another host come to the launcher. */
@EnabledOnOs(OS.LINUX)
class RecordedFilesTest {
  private static final int RANK = 12;

  @TempDir Path folder;
  private Path atHost;
  private Path atLauncher;

  @BeforeEach
  void nameFolders() throws IOException {
    atHost = folder.resolve("host");
    atLauncher = Files.createDirectory(folder.resolve("launcher"));
  }

  private static RankProgram program(Path records) {
    return new RankProgram(
        "Main",
        List.of(),
        List.of(),
        Map.of(),
        List.of(),
        StandardInput.FIRST,
        null,
        records.toString());
  }

  /** Sends a rank's files, and takes in the frames. */
  private void carry(OutgoingFiles outgoing, IncomingFiles incoming) throws IOException {
    ByteArrayOutputStream wire = new ByteArrayOutputStream();
    outgoing.send(RANK, new AgentWire.Writer(wire));
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(wire.toByteArray()));
    for (AgentWire.Frame next = AgentWire.read(in); next != null; next = AgentWire.read(in)) {
      switch (next.kind()) {
        case FILE -> incoming.begin(next.text());
        case FILE_PART -> incoming.add(next.bytes());
        case FILE_END -> incoming.end();
        default -> throw new AssertionError(next);
      }
    }
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void filesOfTheRankComeWholeAndLeaveTheHost() throws IOException {
    OutgoingFiles outgoing = OutgoingFiles.of(program(atHost));
    byte[] content = new byte[600_000];
    new Random(5).nextBytes(content);
    Files.write(atHost.resolve("12-one.profile"), content);
    Files.write(atHost.resolve("12-two.profile"), new byte[0]);
    Files.write(atHost.resolve("1-other.profile"), new byte[1]);
    carry(outgoing, new IncomingFiles(program(atLauncher), RANK));
    assertEquals(List.of("12-one.profile", "12-two.profile"), names(atLauncher));
    assertArrayEquals(content, Files.readAllBytes(atLauncher.resolve("12-one.profile")));
    assertEquals(List.of("1-other.profile"), names(atHost));
    outgoing.close(Set.of(RANK));
    assertTrue(Files.exists(atHost)); // another agent of the job may have put that file there
    outgoing.close(Set.of(1, RANK));
    assertFalse(Files.exists(atHost));
  }

  @Test
  void aHostThatSharesTheFolderSendsNothing() throws IOException {
    Files.createFile(atLauncher.resolve(RankProgram.AT_LAUNCHER));
    Files.write(atLauncher.resolve("12-one.profile"), new byte[1]);
    OutgoingFiles outgoing = OutgoingFiles.of(program(atLauncher));
    carry(outgoing, new IncomingFiles(program(atLauncher), RANK));
    outgoing.close(Set.of(RANK));
    assertEquals(List.of("12-one.profile", RankProgram.AT_LAUNCHER), names(atLauncher));
  }

  @Test
  void nothingComesFromAFolderThatOthersCanChange() throws IOException {
    Files.createDirectory(atHost);
    Files.setPosixFilePermissions(atHost, PosixFilePermissions.fromString("rwxrwxrwx"));
    Files.write(atHost.resolve("12-one.profile"), new byte[1]);
    carry(OutgoingFiles.of(program(atHost)), new IncomingFiles(program(atLauncher), RANK));
    assertEquals(List.of(), names(atLauncher));
  }

  @Test
  void whatIsNoFileIsLeftOut() throws IOException {
    OutgoingFiles outgoing = OutgoingFiles.of(program(atHost));
    Files.createDirectory(atHost.resolve("12-folder"));
    Files.write(atHost.resolve("12-one.profile"), new byte[1]);
    carry(outgoing, new IncomingFiles(program(atLauncher), RANK));
    assertEquals(List.of("12-one.profile"), names(atLauncher));
  }

  @Test
  void aHostWithoutTheFolderSendsNothing() throws IOException {
    Path elsewhere = folder.resolve("none").resolve("records");
    carry(OutgoingFiles.of(program(elsewhere)), new IncomingFiles(program(atLauncher), RANK));
    assertEquals(List.of(), names(atLauncher));
  }

  @ParameterizedTest
  @ValueSource(strings = {"../12-one", "12-../one", "1-one", "12", "12-", "launcher", ".12-one"})
  void aNameThatLeadsElsewhereIsRefused(String name) {
    IncomingFiles incoming = new IncomingFiles(program(atLauncher), RANK);
    assertThrows(IOException.class, () -> incoming.begin(name));
  }

  @Test
  void aFileThatNobodyAskedForIsRefused() {
    RankProgram none = RankProgram.of("Main", List.of(), List.of());
    assertThrows(IOException.class, () -> new IncomingFiles(none, RANK).begin("12-one"));
  }

  @Test
  void aFileWhoseEndDoesNotComeIsLeftOut() throws IOException {
    IncomingFiles incoming = new IncomingFiles(program(atLauncher), RANK);
    incoming.begin("12-one");
    incoming.add(new byte[10]);
    incoming.close();
    incoming.end();
    assertEquals(List.of(), names(atLauncher));
  }

  @Test
  void aFileThatCannotBeWrittenIsLeftOut() throws IOException {
    IncomingFiles incoming = new IncomingFiles(program(folder.resolve("none")), RANK);
    incoming.begin("12-one");
    incoming.add(new byte[10]);
    incoming.end();
    assertFalse(Files.exists(folder.resolve("none")));
  }
}
