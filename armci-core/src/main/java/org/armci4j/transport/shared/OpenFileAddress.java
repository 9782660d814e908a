package org.armci4j.transport.shared;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.armci4j.bootstrap.files.NamelessFiles;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;

/**
 * Address of an open file without a name: the process, the number of its descriptor there, and the
 * name that the file had for a moment.
 *
 * <p>Numbers of processes and descriptors are used again; the name is random and never is. The
 * kernel keeps the name with the open file, so the name tells whether the number still leads to
 * that file.
 *
 * @param processId the owner's process
 * @param descriptor the number of its descriptor
 * @param name as {@link NamelessFiles#unusedName} made it
 */
record OpenFileAddress(long processId, int descriptor, String name) {
  private static final int NUMBERS_BYTES = Long.BYTES + Integer.BYTES;

  /**
   * Returns the address of a file that this process has open.
   *
   * @param file its path while it had one
   * @throws IOException when the file is not open, or the list of open files cannot be read
   */
  static OpenFileAddress of(Path file) throws IOException {
    String name = file.getFileName().toString();
    try (DirectoryStream<Path> links = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      for (Path link : links) {
        if (leadsTo(link, name)) {
          int number = Integer.parseInt(link.getFileName().toString());
          return new OpenFileAddress(ProcessHandle.current().pid(), number, name);
        }
      }
    }
    throw new IOException("the file is not among the open ones in /proc/self/fd");
  }

  private static boolean leadsTo(Path link, String name) {
    try {
      return Files.readSymbolicLink(link).toString().contains(name);
    } catch (IOException closed) {
      return false; // closed since the directory was read, or by its owner
    }
  }

  byte[] encode() {
    byte[] text = name.getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocate(NUMBERS_BYTES + text.length)
        .putLong(processId)
        .putInt(descriptor)
        .put(text)
        .array();
  }

  /**
   * Decodes an address.
   *
   * @throws ArmciException when {@link #encode} cannot have made the bytes
   */
  static OpenFileAddress decode(byte[] bytes) {
    if (bytes.length > NUMBERS_BYTES) {
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      long processId = buffer.getLong();
      int descriptor = buffer.getInt();
      String name = StandardCharsets.US_ASCII.decode(buffer).toString();
      if (processId > 0 && descriptor >= 0 && NamelessFiles.isName(name)) {
        return new OpenFileAddress(processId, descriptor, name);
      }
    }
    throw new ArmciException(Text.format("%d bytes are no address of shared memory", bytes.length));
  }

  /**
   * Opens the file once more.
   *
   * @throws IOException when the process or its descriptor has gone, or is another user's
   * @throws ArmciException when the number leads to another file by now
   */
  FileChannel open() throws IOException {
    Path link = Path.of(Text.format("/proc/%d/fd/%d", processId, descriptor));
    OpenFileCheck.require(link); // before it is opened: opening a non-file may have side effects
    FileChannel channel = FileChannel.open(link, StandardOpenOption.READ, StandardOpenOption.WRITE);
    // Checked after the opening: if the number is still this file's, it was so at the opening. A
    // number that was given up cannot become the same file's again.
    if (!leadsTo(link, name)) {
      channel.close();
      throw new ArmciException(
          Text.format(
              "%s is another file by now: the block has been freed before this rank attached to it",
              link));
    }
    return channel;
  }

  @Override
  public String toString() {
    return Text.format("/proc/%d/fd/%d", processId, descriptor);
  }
}
