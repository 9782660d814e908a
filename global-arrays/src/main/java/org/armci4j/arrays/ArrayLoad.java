package org.armci4j.arrays;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.armci4j.arrays.files.FileSteps;
import org.armci4j.arrays.files.NpyHeader;
import org.armci4j.bootstrap.text.Text;

/** A NumPy file that all ranks have opened to read, each its own block. */
final class ArrayLoad implements AutoCloseable {
  private final FileSteps steps;
  private final Path path;
  private FileChannel file;
  private NpyHeader header;

  /**
   * Opens a file and reads its head on every rank. Collective.
   *
   * @param operation begins each message
   */
  ArrayLoad(GlobalArrays home, String operation, Path path) {
    this.path = path.toAbsolutePath();
    this.steps = new FileSteps(home.collectives(), operation, this.path);
    try {
      steps.together("read", this::open);
      steps.requireSame(signature(), "another type, shape or order");
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private void open() throws IOException {
    file = FileChannel.open(path, StandardOpenOption.READ);
    header = NpyHeader.read(file);
    int dimensions = header.shape().length;
    if (dimensions < 1 || dimensions > Distribution.MOST_DIMENSIONS) {
      throw new IOException(
          Text.format(
              "it has %d dimensions, and an array has 1 to %d",
              dimensions, Distribution.MOST_DIMENSIONS));
    }
    for (long size : header.shape()) {
      if (size < 1) {
        throw new IOException(
            Text.format(
                "its shape %s has no element, and an array has at least 1",
                Arrays.toString(header.shape())));
      }
    }
  }

  /** Returns words that are equal on two ranks if both see a head of the same meaning. */
  @SuppressWarnings("EnumOrdinal") // all ranks run the same program
  private long[] signature() {
    long[] words = Arrays.copyOf(header.shape(), Distribution.MOST_DIMENSIONS + 3);
    words[Distribution.MOST_DIMENSIONS] = header.kind().ordinal();
    words[Distribution.MOST_DIMENSIONS + 1] = header.order() == ByteOrder.BIG_ENDIAN ? 1 : 0;
    words[Distribution.MOST_DIMENSIONS + 2] = header.offset();
    return words;
  }

  NpyHeader header() {
    return header;
  }

  /** Reads the own block of an array, whose shape and type are checked first. Collective. */
  void into(GlobalArray<?> array) {
    boolean fits =
        header.kind() == array.parts().kind() && Arrays.equals(header.shape(), array.shape());
    if (!fits) {
      throw array.refusal(
          "loadFrom",
          Text.format(
              "%s has %s of %s, and the array is %s of %s",
              path,
              header.kind().label(),
              Distribution.text(header.shape()),
              array.parts().kind().label(),
              Distribution.text(array.shape())));
    }
    steps.together(
        "read",
        () -> {
          for (BlockView block : array.blocks()) {
            block.file(header).read(file, (_, _) -> {});
          }
        });
  }

  @Override
  public void close() {
    try {
      if (file != null) {
        file.close();
      }
    } catch (IOException _) {
      // Nothing was written, so nothing is lost.
    }
  }
}
