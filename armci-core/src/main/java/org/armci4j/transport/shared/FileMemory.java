package org.armci4j.transport.shared;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import org.armci4j.ArmciException;
import org.armci4j.bootstrap.files.NamelessFiles;
import org.armci4j.transport.Offer;

/**
 * Memory shared by processes of one host: a file in a memory file system, mapped by all.
 *
 * <p>The file {@linkplain NamelessFiles has no name} by the time anybody could look for it. Other
 * ranks open it through the owner's descriptor, {@code /proc/PID/fd/N}, which the kernel allows to
 * the same user only. So nothing can be guessed or pre-created.
 *
 * <p>Its space is reserved by writing zeros before it is mapped: a full file system is an exception
 * here and never a SIGBUS later. ({@code FileChannel.map} alone would extend the file sparsely.)
 */
final class FileMemory implements MemorySource {
  private static final int ZEROS_BYTES = 256 * 1024;

  private final Path directory;
  private final boolean reserve;
  private final SecureRandom random = new SecureRandom();

  /**
   * @param directory a directory of a memory file system
   * @param reserve whether to reserve the space of a block when it is made
   */
  FileMemory(Path directory, boolean reserve) {
    this.directory = directory;
    this.reserve = reserve;
  }

  @Override
  public Offer create(long sizeBytes) {
    Path path = NamelessFiles.unusedName(directory, random);
    FileChannel channel = null;
    try {
      channel = NamelessFiles.create(path);
      if (reserve) {
        reserve(channel, sizeBytes);
      }
      return new OpenFile(channel, openFileAddress(path));
    } catch (IOException e) {
      closeQuietly(channel);
      throw cannotCreate(sizeBytes, e);
    }
  }

  private void reserve(FileChannel channel, long sizeBytes) throws IOException {
    if (sizeBytes > FreeMemory.in(directory).sizeBytes()) {
      throw new IOException("there is too little room");
    }
    ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(ZEROS_BYTES, sizeBytes));
    long position = 0;
    while (position < sizeBytes) {
      zeros.clear().limit((int) Math.min(zeros.capacity(), sizeBytes - position));
      position += channel.write(zeros, position);
    }
  }

  /** Finds the number of the descriptor that this process holds on the unlinked file. */
  private static String openFileAddress(Path path) throws IOException {
    long pid = ProcessHandle.current().pid();
    try (DirectoryStream<Path> links = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      for (Path link : links) {
        if (pointsTo(link, path.getFileName().toString())) {
          return "/proc/%d/fd/%s".formatted(pid, link.getFileName());
        }
      }
    }
    throw new IOException("the file is not among the open ones in /proc/self/fd");
  }

  private static boolean pointsTo(Path link, String fileName) {
    try {
      return Files.readSymbolicLink(link).toString().contains(fileName);
    } catch (IOException e) {
      return false; // Closed since the directory was read; not ours, which stays open.
    }
  }

  private static Mapping map(FileChannel channel, long sizeBytes) throws IOException {
    Arena arena = Arena.ofShared();
    try {
      return new Mapping(channel.map(MapMode.READ_WRITE, 0, sizeBytes, arena), arena::close);
    } catch (IOException | RuntimeException | Error e) {
      arena.close();
      throw e;
    }
  }

  @Override
  public Mapping open(byte[] descriptor, long sizeBytes) {
    String address = new String(descriptor, StandardCharsets.US_ASCII);
    try (FileChannel channel =
        FileChannel.open(Path.of(address), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return map(channel, sizeBytes);
    } catch (IOException e) {
      throw new ArmciException(
          "cannot map %d bytes of the block behind %s: %s".formatted(sizeBytes, address, e)
              + "; ranks of one host must run as the same user and see the same /proc",
          e);
    }
  }

  /** What is free is asked after our own part has been given back. */
  private ArmciException cannotCreate(long sizeBytes, IOException cause) {
    return new ArmciException(
        "cannot reserve %d bytes of shared memory in %s: %s; %s"
                .formatted(sizeBytes, directory, cause.getMessage(), free())
            + "; allocate less, make room, or name another directory with ARMCI_SHM_DIRECTORY",
        cause);
  }

  private String free() {
    try {
      FreeMemory.Limit limit = FreeMemory.in(directory);
      return "%d bytes are free in %s".formatted(limit.sizeBytes(), limit.where());
    } catch (IOException e) {
      return "what is free cannot be read: " + e.getMessage();
    }
  }

  private static void closeQuietly(FileChannel channel) {
    if (channel != null) {
      try {
        channel.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private record OpenFile(FileChannel channel, String address) implements Offer {
    @Override
    public byte[] descriptor() {
      return address.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public void close() {
      closeQuietly(channel);
    }
  }
}
