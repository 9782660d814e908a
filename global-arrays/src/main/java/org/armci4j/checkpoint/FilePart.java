package org.armci4j.checkpoint;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.armci4j.arrays.files.BlockFile;
import org.armci4j.arrays.files.FileSteps;
import org.armci4j.arrays.files.NpyHeader;
import org.armci4j.arrays.files.PartChecksum;
import org.armci4j.bootstrap.text.Text;

/**
 * One rank's part of a member's file.
 *
 * @param kind {@code array}, {@code memory} or {@code bytes}
 * @param name of the member
 * @param form the type and shape of an array, otherwise the size of each rank's part
 * @param header of the file
 * @param places where the part's blocks lie in the file, and in the memory
 * @param memory where the part comes from, or goes to
 */
record FilePart(
    String kind,
    String name,
    String form,
    NpyHeader header,
    List<BlockFile.BlockPlace> places,
    MemorySegment memory) {
  FilePart in(MemorySegment copy) {
    return new FilePart(kind, name, form, header, places, copy);
  }

  String fileName() {
    return name + ".npy";
  }

  /** Makes the file with its head and size. */
  void create(Path folder) throws IOException {
    try (FileChannel file =
        FileChannel.open(
            folder.resolve(fileName()), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      header.prepare(file);
      file.force(true);
    }
  }

  /**
   * Writes the part, and makes it durable.
   *
   * @return the part's checksum
   */
  int write(Path folder, boolean isFirst) throws IOException {
    PartChecksum checksum = new PartChecksum(header.fileBytes());
    try (FileChannel file = open(folder, StandardOpenOption.WRITE)) {
      if (isFirst) {
        checksum.add(ByteBuffer.wrap(header.encode()), 0);
      }
      for (BlockFile.BlockPlace place : places) {
        new BlockFile(memory, place, header).write(file, checksum::add);
      }
      file.force(true);
    }
    return checksum.value();
  }

  /**
   * Reads the part.
   *
   * @return the part's checksum
   */
  int read(Path folder, boolean isFirst) throws IOException {
    PartChecksum checksum = new PartChecksum(header.fileBytes());
    try (FileChannel file = open(folder, StandardOpenOption.READ)) {
      if (file.size() != header.fileBytes()) {
        throw new IOException(
            Text.format(
                "%s has %d bytes in place of %d", fileName(), file.size(), header.fileBytes()));
      }
      if (isFirst) {
        ByteBuffer head = ByteBuffer.allocate((int) header.offset());
        NpyHeader.readFully(file, head, 0);
        checksum.add(head.flip(), 0);
      }
      for (BlockFile.BlockPlace place : places) {
        new BlockFile(memory, place, header).read(file, checksum::add);
      }
    }
    return checksum.value();
  }

  private FileChannel open(Path folder, StandardOpenOption how) throws IOException {
    try {
      return FileChannel.open(folder.resolve(fileName()), how);
    } catch (NoSuchFileException e) {
      throw new IOException(
          Text.format("there is no %s; %s", folder.resolve(fileName()), FileSteps.SHARED), e);
    }
  }

  /** Returns the CRC32C of the whole file from the exclusive or of all ranks' checksums. */
  int checksum(int values) {
    return new PartChecksum(header.fileBytes()).whole(values);
  }
}
