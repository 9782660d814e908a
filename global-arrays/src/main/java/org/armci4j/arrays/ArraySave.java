package org.armci4j.arrays;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ThreadLocalRandom;
import org.armci4j.arrays.files.FileSteps;
import org.armci4j.arrays.files.NpyHeader;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.Elements;
import org.armci4j.error.RankFailedException;

/**
 * One save of an array. The first rank creates a temporary file beside the target, all ranks write
 * their blocks into it, and the first rank renames it when all have succeeded.
 */
final class ArraySave {
  private final GlobalArray<?> array;
  private final GlobalArrays home;
  private final Path target;
  private final NpyHeader header;
  private final FileSteps steps;
  private final boolean isFirst;
  private String temporaryName;

  /** The temporary file on the rank that has created it, until it is renamed; otherwise null. */
  private Path created;

  ArraySave(GlobalArray<?> array, Path path) {
    this.array = array;
    this.home = array.home();
    this.target = path.toAbsolutePath();
    this.header = NpyHeader.of(array.parts().kind(), array.shape());
    this.steps = new FileSteps(home.collectives(), array.place("save"), target);
    this.isFirst = home.group().rank() == 0;
  }

  /** Saves the array. Collective; begins and ends with a sync, also when it throws. */
  void run() {
    home.sync();
    long[] word = {isFirst ? ThreadLocalRandom.current().nextLong() : 0};
    home.collectives().broadcast(Elements.of(word), 0);
    temporaryName = Text.format(".%s.%016x.tmp", target.getFileName(), word[0]);
    try {
      steps.together("create", this::create);
      steps.together("write", this::write);
      steps.together("rename to", this::rename);
    } catch (RankFailedException e) {
      discard();
      throw e; // a sync would only fail as well
    } catch (RuntimeException e) {
      discard();
      home.sync();
      throw e;
    }
    home.sync();
  }

  private Path temporary() {
    return target.resolveSibling(temporaryName);
  }

  private void create() throws IOException {
    if (!isFirst) {
      return;
    }
    if (Files.isDirectory(target)) {
      throw new IOException("it is a folder; add the name of a file");
    }
    Path path = temporary();
    try (FileChannel file =
        FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      created = path;
      header.prepare(file);
      file.force(true);
    }
  }

  /** Writes the own block. A rank without one opens the file too, to see whether it is there. */
  private void write() throws IOException {
    try (FileChannel file = FileChannel.open(temporary(), StandardOpenOption.WRITE)) {
      for (BlockView block : array.blocks()) {
        block.file(header).write(file, (_, _) -> {});
      }
      file.force(true);
    } catch (NoSuchFileException e) {
      throw new IOException(
          Text.format("it does not see the file of rank %d; %s", home.ranks()[0], FileSteps.SHARED),
          e);
    }
  }

  private void rename() throws IOException {
    if (isFirst) {
      Files.move(created, target, StandardCopyOption.ATOMIC_MOVE);
      created = null;
    }
  }

  /** Deletes the temporary file, if it can be deleted: the first failure is the one to tell. */
  private void discard() {
    if (created != null) {
      try {
        Files.deleteIfExists(created);
      } catch (IOException _) {
        // The message of the failure names the folder.
      }
    }
  }
}
