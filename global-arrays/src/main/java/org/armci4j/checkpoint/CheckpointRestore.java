package org.armci4j.checkpoint;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.armci4j.arrays.files.FileSteps;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.checkpoint.Manifest.SavedMember;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Reduction;
import org.armci4j.error.ArmciException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the newest checkpoint that is whole. All ranks agree on which that is. */
final class CheckpointRestore {
  private static final Logger LOG = LoggerFactory.getLogger(CheckpointRestore.class);

  private final CheckpointFolder folder;
  private final FileSteps steps;
  private final Collectives collectives;
  private final List<FilePart> parts;
  private final boolean isFirst;

  /**
   * @param parts this rank's
   */
  CheckpointRestore(
      CheckpointFolder folder, FileSteps steps, Collectives collectives, List<FilePart> parts) {
    this.folder = folder;
    this.steps = steps;
    this.collectives = collectives;
    this.parts = parts;
    this.isFirst = collectives.group().rank() == 0;
  }

  /** Reads it. Collective. Returns its step, or nothing if there is no checkpoint at all. */
  OptionalLong newest() {
    List<String> reasons = new ArrayList<>();
    for (long step : list()) {
      try {
        read(step);
        return OptionalLong.of(step);
      } catch (IOException e) {
        reasons.add(Text.format("step %d: %s", step, e.getMessage()));
        if (isFirst) {
          LOG.warn("the checkpoint of step {} is passed over: {}", step, e.getMessage());
        }
      }
    }
    if (!reasons.isEmpty()) {
      throw steps.failure("no checkpoint is whole; " + String.join("; ", reasons));
    }
    return OptionalLong.empty();
  }

  private List<Long> list() {
    List<Long> found = new ArrayList<>();
    steps.together(
        "list",
        () -> {
          if (isFirst) {
            found.addAll(folder.steps());
          }
        });
    String text = found.stream().map(String::valueOf).collect(Collectors.joining("\n"));
    return steps.ofFirst(text).lines().map(Long::valueOf).toList();
  }

  /** Reads one checkpoint; throws the same on all ranks if it is damaged, or does not fit. */
  private void read(long step) throws IOException {
    Path path = folder.of(step);
    String[] own = {""};
    steps.attempt(
        "read",
        () -> {
          if (isFirst) {
            own[0] = Manifest.read(path);
          }
        });
    List<SavedMember> members = fitting(manifest(steps.ofFirst(own[0]), step), step);
    int[] sums = new int[parts.size()];
    steps.attempt(
        "read",
        () -> {
          for (int i = 0; i < sums.length; i++) {
            sums[i] = parts.get(i).read(path, isFirst);
          }
        });
    collectives.allreduce(Elements.of(sums), Reduction.BITWISE_XOR);
    for (int i = 0; i < sums.length; i++) {
      int sum = parts.get(i).checksum(sums[i]);
      if (sum != members.get(i).crc()) {
        throw new IOException(
            Text.format(
                "%s is damaged: its CRC32C is %08x in place of %08x",
                parts.get(i).fileName(), sum, members.get(i).crc()));
      }
    }
  }

  private Manifest manifest(String text, long step) throws IOException {
    int version = Manifest.version(text);
    if (version != Manifest.VERSION) {
      throw misfit(
          step,
          Text.format(
              "its version is %d, and this armci4j reads version %d", version, Manifest.VERSION));
    }
    return Manifest.decode(text);
  }

  /** Returns the saved form of each part; throws if the program has another one. */
  private List<SavedMember> fitting(Manifest manifest, long step) {
    List<SavedMember> members = new ArrayList<>();
    for (FilePart part : parts) {
      SavedMember saved =
          manifest.members().stream()
              .filter(one -> one.name().equals(part.name()))
              .findFirst()
              .orElseThrow(() -> misfit(step, Text.format("it has no member %s", part.name())));
      boolean isArray = part.kind().equals(CheckpointMember.OfArray.KIND);
      int ranks = collectives.group().size();
      if (saved.kind().equals(part.kind()) && !isArray && manifest.ranks() != ranks) {
        throw misfit(
            step,
            Text.format(
                "its member %s is of %d ranks, and here are %d; only arrays fit any number",
                part.name(), manifest.ranks(), ranks));
      }
      if (!saved.kind().equals(part.kind()) || !saved.form().equals(part.form())) {
        throw misfit(
            step,
            Text.format(
                "its member %s is: %s %s, and here: %s %s",
                part.name(), saved.kind(), saved.form(), part.kind(), part.form()));
      }
      members.add(saved);
    }
    return members;
  }

  private ArmciException misfit(long step, String reason) {
    return steps.failure(Text.format("the checkpoint of step %d does not fit: %s", step, reason));
  }
}
