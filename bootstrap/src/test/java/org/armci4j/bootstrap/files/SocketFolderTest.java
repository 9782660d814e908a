package org.armci4j.bootstrap.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The folder of a rendezvous' socket: whose it is, and that it goes. */
class SocketFolderTest {
  @TempDir Path parent;

  private List<Path> left() throws IOException {
    try (Stream<Path> all = Files.list(parent)) {
      return all.toList();
    }
  }

  private static void listen(SocketFolder folder) throws IOException {
    try (ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.bind(folder.address());
    }
  }

  private static void makeOld(SocketFolder folder) throws IOException {
    Instant hourAgo = Instant.now().minus(Duration.ofHours(1));
    Files.setLastModifiedTime(folder.address().getPath().getParent(), FileTime.from(hourAgo));
  }

  @Test
  void nobodyElseMayEnterIt() throws IOException {
    try (SocketFolder folder = SocketFolder.create(parent, _ -> {})) {
      Path made = folder.address().getPath().getParent();
      assertEquals(
          PosixFilePermissions.fromString("rwx------"), Files.getPosixFilePermissions(made));
      listen(folder);
      assertTrue(Files.exists(folder.address().getPath()));
    }
    assertEquals(List.of(), left());
  }

  @Test
  void itsPathIsKnownBeforeThereIsAnythingToDelete() throws IOException {
    List<Path> told = new ArrayList<>();
    Consumer<Path> before =
        socket -> {
          assertFalse(Files.exists(socket.getParent()));
          told.add(socket);
        };
    try (SocketFolder folder = SocketFolder.create(parent, before)) {
      assertEquals(List.of(folder.address().getPath()), told);
    }
  }

  @Test
  void whatAKilledJobLeavesGoesWithTheNext() throws IOException {
    SocketFolder withSocket = SocketFolder.create(parent, _ -> {});
    listen(withSocket);
    SocketFolder empty = SocketFolder.create(parent, _ -> {});
    makeOld(withSocket);
    makeOld(empty);
    try (SocketFolder next = SocketFolder.create(parent, _ -> {})) {
      assertEquals(List.of(next.address().getPath().getParent()), left());
    }
  }

  @Test
  void aJobThatListensKeepsItsOwn() throws IOException {
    try (SocketFolder listening = SocketFolder.create(parent, _ -> {});
        ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.bind(listening.address());
      makeOld(listening);
      SocketFolder.create(parent, _ -> {}).close();
      assertTrue(Files.exists(listening.address().getPath()));
    }
  }

  @Test
  void aYoungFolderMayBeOfAJobThatStarts() throws IOException {
    try (SocketFolder young = SocketFolder.create(parent, _ -> {})) {
      SocketFolder.create(parent, _ -> {}).close();
      assertTrue(Files.exists(young.address().getPath().getParent()));
    }
  }

  /**
   * A JVM that makes one, and ends before or after that; its exit code tells whether it was made.
   */
  static final class Ending {
    private static final int MADE = 3;
    private static final int NOT_MADE = 4;

    private Ending() {}

    public static void main(String[] arguments) {
      Path parent = Path.of(arguments[0]);
      if (arguments[1].equals("after")) {
        Runtime.getRuntime().exit(make(parent));
      }
      Thread makesOne = new Thread(() -> Runtime.getRuntime().halt(make(parent)));
      Runtime.getRuntime().addShutdownHook(makesOne);
      Runtime.getRuntime().exit(0);
    }

    private static int make(Path parent) {
      try {
        SocketFolder.create(parent, _ -> {});
        return MADE;
      } catch (IOException ending) {
        return NOT_MADE;
      }
    }
  }

  private int exitCodeOfOneThatEnds(String when) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Ending.class.getName(),
                parent.toString(),
                when)
            .inheritIO()
            .start();
    assertTrue(process.waitFor(1, TimeUnit.MINUTES));
    return process.exitValue();
  }

  @Test
  void aJvmThatEndsLeavesNoneAndMakesNone() throws IOException, InterruptedException {
    assertEquals(Ending.MADE, exitCodeOfOneThatEnds("after"));
    assertEquals(List.of(), left());
    assertEquals(Ending.NOT_MADE, exitCodeOfOneThatEnds("before"));
    assertEquals(List.of(), left());
  }

  @Test
  void aPathThatIsTooLongIsToldAndLeavesNothing() throws IOException {
    Path deep = Files.createDirectories(parent.resolve("d".repeat(90)));
    var tooLong = assertThrows(IOException.class, () -> SocketFolder.create(deep, _ -> {}));
    assertTrue(tooLong.getMessage().contains("107 are allowed"), tooLong.getMessage());
    assertEquals(List.of(deep), left());
    try (Stream<Path> inside = Files.list(deep)) {
      assertEquals(List.of(), inside.toList());
    }
  }

  @Test
  void otherFilesAreLeftAlone() throws IOException {
    Path file = Files.createFile(Files.createDirectory(parent.resolve("mine")).resolve("socket"));
    SocketFolder.delete(file);
    assertTrue(Files.exists(file));
    assertFalse(left().isEmpty());
  }
}
