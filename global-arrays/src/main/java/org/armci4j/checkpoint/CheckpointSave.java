package org.armci4j.checkpoint;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.armci4j.arrays.files.FileSteps;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.checkpoint.Manifest.SavedMember;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Reduction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One save. The first rank makes all files in an unfinished folder, all ranks write their parts and
 * make them durable, and the first rank writes the manifest and renames the folder.
 */
final class CheckpointSave {
  private static final Logger LOG = LoggerFactory.getLogger(CheckpointSave.class);

  private final CheckpointFolder folder;
  private final FileSteps steps;
  private final Collectives collectives;
  private final boolean isFirst;
  private final long step;

  /** Of no other save, so that a rank that outlives its job writes into no later one. */
  private final String nonce;

  private final Path unfinished;
  private final Arena copies = Arena.ofShared();
  private List<FilePart> parts;

  /**
   * Makes the files. Collective.
   *
   * @param parts this rank's
   */
  CheckpointSave(
      CheckpointFolder folder,
      FileSteps steps,
      Collectives collectives,
      List<FilePart> parts,
      long step) {
    this.folder = folder;
    this.steps = steps;
    this.collectives = collectives;
    this.isFirst = collectives.group().rank() == 0;
    this.parts = parts;
    this.step = step;
    this.nonce = steps.ofFirst(Text.format("%016x", ThreadLocalRandom.current().nextLong()));
    this.unfinished = folder.unfinished(step, nonce);
    orDiscard(() -> steps.together("make files in", this::create));
  }

  long step() {
    return step;
  }

  private void create() throws IOException {
    if (isFirst) {
      Files.createDirectory(unfinished);
      for (FilePart part : parts) {
        part.create(unfinished);
      }
    }
  }

  /**
   * Copies this rank's memory, which may change as soon as all ranks have returned. Collective: so
   * no rank returns before.
   */
  void copy() {
    orDiscard(() -> steps.together("copy what goes to", this::copyMemory));
  }

  private void copyMemory() throws IOException {
    long bytes = parts.stream().mapToLong(part -> part.memory().byteSize()).sum();
    try {
      List<FilePart> copied = new ArrayList<>();
      for (FilePart part : parts) {
        MemorySegment copy = copies.allocate(part.memory().byteSize(), Long.BYTES);
        copied.add(part.in(copy.copyFrom(part.memory())));
      }
      parts = copied;
    } catch (OutOfMemoryError e) {
      throw new IOException(
          Text.format("no room for copies of %d bytes; save without a copy", bytes), e);
    }
  }

  /**
   * Writes the files, and completes the checkpoint. Collective, by any thread.
   *
   * @param keep number of checkpoints that stay
   */
  void finish(int keep) {
    orDiscard(
        () -> {
          int[] sums = new int[parts.size()];
          steps.together("write to", () -> write(sums));
          collectives.allreduce(Elements.of(sums), Reduction.BITWISE_XOR);
          steps.together("complete the checkpoint in", () -> complete(sums));
        });
    copies.close();
    if (isFirst) {
      deleteOthers(keep);
    }
  }

  private void write(int... sums) throws IOException {
    for (int i = 0; i < sums.length; i++) {
      sums[i] = parts.get(i).write(unfinished, isFirst);
    }
  }

  private void complete(int... sums) throws IOException {
    if (isFirst) {
      List<SavedMember> members = new ArrayList<>();
      for (int i = 0; i < sums.length; i++) {
        FilePart part = parts.get(i);
        members.add(new SavedMember(part.kind(), part.name(), part.checksum(sums[i]), part.form()));
      }
      String text = new Manifest(step, collectives.group().size(), members).encode();
      Files.writeString(
          unfinished.resolve(Manifest.FILE),
          text,
          StandardOpenOption.CREATE_NEW,
          StandardOpenOption.WRITE,
          StandardOpenOption.SYNC);
      folder.complete(unfinished, step);
    }
  }

  /**
   * Takes steps; if one fails, the files go, as far as they can: that failure is the one to tell.
   */
  private void orDiscard(Runnable action) {
    boolean good = false;
    try {
      action.run();
      good = true;
    } finally {
      if (!good) {
        copies.close();
        if (isFirst) {
          discard();
        }
      }
    }
  }

  private void discard() {
    try {
      CheckpointFolder.deleteAll(unfinished);
    } catch (IOException e) {
      LOG.debug("{} stays until the next job", unfinished, e);
    }
  }

  /** Deletes what this checkpoint replaces: older ones, and those that could not be restored. */
  private void deleteOthers(int keep) {
    try {
      CheckpointFolder.deleteAll(CheckpointFolder.replaced(unfinished));
      int kept = 0;
      for (long other : folder.steps()) {
        if (other > step || ++kept > keep) {
          folder.delete(other, nonce);
        }
      }
    } catch (IOException e) {
      LOG.warn("a checkpoint that is not needed stays in {}: {}", folder.path(), e.toString());
    }
  }
}
