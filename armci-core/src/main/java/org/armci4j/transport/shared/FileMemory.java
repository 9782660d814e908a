package org.armci4j.transport.shared;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import org.armci4j.bootstrap.files.NamelessFiles;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.kernel.NativeMemory;
import org.armci4j.transport.Offer;

/**
 * Memory shared by processes of one host: a file in a memory file system, mapped by all.
 *
 * <p>The file {@linkplain NamelessFiles loses its name} before anybody could look for it. Other
 * ranks open it through the {@linkplain OpenFileAddress owner's descriptor}, {@code
 * /proc/PID/fd/N}, which the kernel allows to the same user only. So nothing can be guessed or
 * pre-created, and a stale address is refused.
 *
 * <p>The space is reserved by writing zeros before the memory is used. Then a full file system is
 * an exception here and never a SIGBUS later. (Until then the file is sparse, whoever maps it.)
 */
final class FileMemory implements MemorySource {
  private static final int ZEROS_BYTES = 256 * 1024;

  /** Size written without checking the free space again; a check costs about half as much. */
  private static final long MIN_PIECE_BYTES = 1 << 20;

  private final Path directory;
  private final boolean reserve;
  private final int ranksHere;
  private final MappingRoom room;
  private final FreeMemory.MemoryLook look;
  private final SecureRandom random = new SecureRandom();

  /**
   * @param directory a directory of a memory file system
   * @param reserve whether to reserve the space of a block when it is made; its size is set anyway
   * @param ranksHere how many ranks of this host may reserve at once
   * @param room for mappings
   */
  FileMemory(Path directory, boolean reserve, int ranksHere, MappingRoom room) {
    this(directory, reserve, ranksHere, room, () -> FreeMemory.in(directory));
  }

  /** Creates the same, with another source of the free space. */
  FileMemory(
      Path directory,
      boolean reserve,
      int ranksHere,
      MappingRoom room,
      FreeMemory.MemoryLook look) {
    this.directory = directory;
    this.reserve = reserve;
    this.ranksHere = ranksHere;
    this.room = room;
    this.look = look;
  }

  @Override
  public Offer create(long sizeBytes) {
    Path path = NamelessFiles.unusedName(directory, random);
    FileChannel channel = null;
    try {
      channel = NamelessFiles.create(path);
      long freeBytes = reserve ? look.limit().sizeBytes() : Long.MAX_VALUE;
      if (freeBytes < sizeBytes) {
        throw new IOException("there is too little room");
      }
      channel.write(ByteBuffer.allocate(1), sizeBytes - 1);
      return new OpenFile(channel, OpenFileAddress.of(path), sizeBytes, freeBytes);
    } catch (IOException e) {
      closeQuietly(channel);
      throw cannotReserve(sizeBytes, 0, e);
    }
  }

  /**
   * Reserves space by writing zeros. Other ranks may be reserving at the same time, so each piece
   * is preceded by a check that the rest still fits. A piece is a small part of the spare space, so
   * all ranks together stay below the limit until each has checked again.
   */
  private void reserve(FileChannel channel, long sizeBytes) {
    ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(ZEROS_BYTES, sizeBytes));
    long position = 0;
    try {
      long looked = 0;
      while (position < sizeBytes) {
        if (position >= looked) {
          looked = position + piece(sizeBytes - position);
        }
        long end = Math.min(looked, sizeBytes);
        zeros.clear().limit((int) Math.min(zeros.capacity(), end - position));
        position += channel.write(zeros, position);
      }
    } catch (IOException e) {
      throw cannotReserve(sizeBytes, position, e);
    }
  }

  /** Returns how much may be written without another check. */
  private long piece(long missingBytes) throws IOException {
    long spare = look.limit().sizeBytes() - missingBytes;
    if (spare < 0) {
      throw new IOException("there is too little room");
    }
    return Math.max(MIN_PIECE_BYTES, spare / (2L * ranksHere));
  }

  private Mapping map(FileChannel channel, long offset, long sizeBytes) throws IOException {
    room.take();
    Arena arena = Arena.ofShared();
    try {
      MemorySegment mapped = channel.map(MapMode.READ_WRITE, offset, sizeBytes, arena);
      return new Mapping(NativeMemory.of(mapped, arena), () -> Mapping.close(arena));
    } catch (IOException e) {
      arena.close();
      throw new IOException(e.getMessage() + room.advice(), e);
    } catch (RuntimeException | Error e) {
      arena.close();
      throw e;
    }
  }

  @Override
  public Mapping open(byte[] descriptor, long createdBytes, long offset, long sizeBytes) {
    OpenFileAddress address = OpenFileAddress.decode(descriptor);
    try (FileChannel channel = address.open()) {
      // A mapping beyond the file's end would extend the file by unreserved space.
      if (channel.size() != createdBytes) {
        throw new ArmciException(
            Text.format(
                "the block behind %s has %d bytes, not %d", address, channel.size(), createdBytes));
      }
      return map(channel, offset, sizeBytes);
    } catch (NoSuchFileException e) {
      throw new ArmciException(
          Text.format(
              "%s is not there: the block's owner has closed it, or sees another /proc than this"
                  + " rank",
              address),
          e);
    } catch (IOException e) {
      throw new ArmciException(
          Text.format("cannot map %d bytes of the block behind %s: %s", sizeBytes, address, e)
              + "; ranks of one host must run as the same user and see the same /proc",
          e);
    }
  }

  /**
   * Makes the exception, which says what to change.
   *
   * @param writtenBytes bytes already in the file, which the caller gives back
   */
  private ArmciException cannotReserve(long sizeBytes, long writtenBytes, IOException cause) {
    // A file that cannot be made at all does not lack memory.
    String remedy =
        cause instanceof FileSystemException
            ? ""
            : free(writtenBytes) + "; allocate less, make room, or ";
    return new ArmciException(
        Text.format(
                "cannot reserve %d bytes of shared memory in %s: %s; ",
                sizeBytes, directory, reason(cause))
            + remedy
            + "name another directory with ARMCI_SHM_DIRECTORY",
        cause);
  }

  /**
   * Returns the cause without the file's random name. The name means nothing to a user and differs
   * from rank to rank.
   */
  private static String reason(IOException cause) {
    if (cause instanceof FileSystemException failed) {
      return failed.getReason() == null ? failed.getClass().getSimpleName() : failed.getReason();
    }
    return cause.getMessage();
  }

  private String free(long writtenBytes) {
    try {
      FreeMemory.Limit limit = look.limit();
      long freeBytes = limit.sizeBytes() + writtenBytes;
      return Text.format("%d bytes are free in %s", freeBytes, limit.where());
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

  private final class OpenFile implements Offer {
    private final FileChannel channel;
    private final OpenFileAddress address;
    private final long sizeBytes;

    /** Free space before any rank could reserve part of the common allocation. */
    private final long freeBytes;

    OpenFile(FileChannel channel, OpenFileAddress address, long sizeBytes, long freeBytes) {
      this.channel = channel;
      this.address = address;
      this.sizeBytes = sizeBytes;
      this.freeBytes = freeBytes;
    }

    @Override
    public byte[] descriptor() {
      return address.encode();
    }

    @Override
    public void reserve(long hostBytes) {
      if (freeBytes < hostBytes) {
        String all = Text.format("the ranks of this host ask for %d bytes together", hostBytes);
        throw cannotReserve(sizeBytes, 0, new IOException(all));
      }
      if (reserve) {
        FileMemory.this.reserve(channel, sizeBytes);
      }
    }

    @Override
    public void close() {
      closeQuietly(channel);
    }
  }
}
