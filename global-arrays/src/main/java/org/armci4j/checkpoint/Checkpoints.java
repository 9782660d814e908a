package org.armci4j.checkpoint;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.Group;
import org.armci4j.arrays.GlobalArray;
import org.armci4j.arrays.files.FileSteps;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Elements;
import org.armci4j.error.ArmciException;
import org.armci4j.error.RankFailedException;

/**
 * Saves the state of a group of ranks into a folder, so that a later job goes on where this one has
 * ended. The state is named members: distributed arrays, global memory, and bytes of each rank.
 *
 * <pre>{@code
 * try (Checkpoints checkpoints = Checkpoints.open(armci, Path.of("state"))) {
 *   checkpoints.add("u", u).add("sums", MemorySegment.ofArray(sums));
 *   for (long step = checkpoints.restoreNewest().orElse(0); step < steps; step++) {
 *     if (step % 100 == 99) {
 *       checkpoints.saveInBackground(step);
 *     }
 *     compute(u, sums);
 *   }
 * }
 * }</pre>
 *
 * <p><b>Files.</b> The checkpoint of step 42 is the folder {@code step-42}. It has a NumPy file for
 * each member, and a manifest with the members' forms and the CRC32C of each file. The file of an
 * array is that of {@link GlobalArray#save}; the file of memory or bytes has those of all ranks,
 * one after the other, as {@code i1}. All ranks write at once, each its own part. The folder has to
 * be on a file system that all ranks share and that has locks; one job at a time uses it.
 *
 * <p><b>What survives.</b> A checkpoint appears by one rename, after its files have been made
 * durable ({@code fsync}) on all ranks. A job that dies at any moment, or a host that loses power,
 * leaves the checkpoints that were complete before, and the new one whole or not at all. What is
 * left of an unfinished one is deleted when a job next opens the folder.
 *
 * <p><b>Errors.</b> A call fails on all ranks or on none, with the rank and the cause, such as a
 * full disk. After a save that has failed, all earlier checkpoints are there. Another save may be
 * tried.
 *
 * <p>All calls but {@link #add} are collective: all ranks of the group make them in the same order,
 * each by one thread. All ranks add the same names.
 *
 * <p>Source: ARMCI's {@code ARMCI_Ckpt_create_ds, ARMCI_Ckpt_init, ARMCI_Ckpt, ARMCI_Ckpt_Recover,
 * ARMCI_Ckpt_finalize}.
 */
public final class Checkpoints implements AutoCloseable {
  private static final int USUALLY_KEPT = 2;
  private static final String NAME = "\\w[\\w.-]{0,63}";
  private static final long MOST_STEP = 999_999_999_999_999_999L;

  private final Armci armci;
  private final Group group;
  private final Collectives collectives;
  private final CheckpointFolder folder;
  private final Map<String, CheckpointMember> members = new TreeMap<>();
  private int keep = USUALLY_KEPT;

  /** The step of the last save or restore; below 0 before there is one. */
  private long last = -1;

  /** Whether this job may save: it has begun with an empty folder, or restored. */
  private boolean goesOn;

  /** The save that nobody has waited for; null if there is none. */
  private BackgroundSave background;

  private boolean closed;

  private Checkpoints(Armci armci, Group group, Path path) {
    this.armci = armci;
    this.group = group;
    this.collectives = Collectives.of(armci, group);
    this.folder = new CheckpointFolder(path);
  }

  /**
   * Opens the folder of the checkpoints of all ranks. Collective.
   *
   * @param armci an open runtime
   * @param path the folder, which is made if its parent is there; the same one on every rank
   * @return to be kept until the job has made its last checkpoint
   * @throws ArmciException on every rank, when the folder cannot be used, or another job uses it
   * @throws RankFailedException when a rank fails meanwhile
   */
  public static Checkpoints open(Armci armci, Path path) {
    return open(armci, Objects.requireNonNull(armci, "armci").world(), path);
  }

  /**
   * Opens the folder of the checkpoints of a group. Collective over the group.
   *
   * @param armci an open runtime
   * @param group this rank and others of the same runtime
   * @param path the folder, which is made if its parent is there; the same one on every rank
   * @return to be kept until the group has made its last checkpoint
   * @throws ArmciException on every rank, when the folder cannot be used, or another job uses it
   * @throws RankFailedException when a rank fails meanwhile
   */
  public static Checkpoints open(Armci armci, Group group, Path path) {
    Objects.requireNonNull(armci, "armci").requireOpen("Checkpoints.open");
    Objects.requireNonNull(group, "group");
    Objects.requireNonNull(path, "path");
    Checkpoints opened = new Checkpoints(armci, group, path);
    opened.take();
    return opened;
  }

  private void take() {
    FileSteps steps = steps("open of checkpoints");
    boolean[] empty = {false};
    try {
      steps.together(
          "use",
          () -> {
            if (group.rank() == 0) {
              folder.take();
              empty[0] = folder.steps().isEmpty();
            }
          });
      steps.together("see", this::requireSeen);
    } catch (RankFailedException e) {
      throw e; // to close collectives would only fail as well
    } catch (RuntimeException e) {
      leave();
      collectives.close();
      throw e;
    }
    goesOn = steps.ofFirst(String.valueOf(empty[0])).equals("true");
  }

  private void requireSeen() throws IOException {
    if (!Files.isDirectory(folder.path())) {
      throw new IOException("there is no such folder; " + FileSteps.SHARED);
    }
  }

  private FileSteps steps(String operation) {
    return new FileSteps(
        collectives, Text.format("%s by rank %d", operation, armci.rank()), folder.path());
  }

  /**
   * Adds an array, or has it take the place of the member with that name. A restore fills its
   * elements on any number of ranks, and in any distribution; ghosts stay as they are. Not
   * collective.
   *
   * @param name letters, digits, underlines, dots and hyphens, the first no dot or hyphen, up to 64
   * @param array an array of the same ranks in the same order
   * @return this object
   * @throws ArmciException for another name, or an array of another group
   */
  public Checkpoints add(String name, GlobalArray<?> array) {
    if (!Arrays.equals(Objects.requireNonNull(array, "array").group().ranks(), group.ranks())
        || !array.group().isOf(armci)) {
      throw refusal(Text.format("add of %s", name), "the array is of another group");
    }
    return put(name, new CheckpointMember.OfArray(array));
  }

  /**
   * Adds global memory, or has it take the place of the member with that name. A restore needs the
   * same number of ranks, and blocks of the same sizes. Not collective.
   *
   * @param name as for arrays
   * @param memory in which each rank of the group has a block
   * @return this object
   * @throws ArmciException for another name, or memory of another runtime
   */
  public Checkpoints add(String name, GlobalMemory memory) {
    Objects.requireNonNull(memory, "memory").requireOf(armci, "add", "memory");
    return put(name, new CheckpointMember.OfBytes("memory", memory::local));
  }

  /**
   * Adds bytes of this rank, or has them take the place of the member with that name. Each rank may
   * have another number of them. A restore needs the same number of ranks, and the same sizes. Not
   * collective.
   *
   * @param name as for arrays
   * @param bytes memory of this rank that can be written, such as that of a Java array
   * @return this object
   * @throws ArmciException for another name, or memory that cannot be written
   */
  public Checkpoints add(String name, MemorySegment bytes) {
    if (Objects.requireNonNull(bytes, "bytes").isReadOnly()) {
      throw refusal(Text.format("add of %s", name), "the bytes are read-only");
    }
    return put(name, new CheckpointMember.OfBytes("bytes", () -> bytes));
  }

  private Checkpoints put(String name, CheckpointMember member) {
    if (!Objects.requireNonNull(name, "name").matches(NAME)) {
      throw refusal(
          "add",
          Text.format(
              "\"%s\" is no name: use up to 64 letters, digits, '_', '.' and '-', beginning with a"
                  + " letter, a digit or '_'",
              name));
    }
    members.put(name, member);
    return this;
  }

  private ArmciException refusal(String operation, String reason) {
    return new ArmciException(Text.format("%s by rank %d: %s", operation, armci.rank(), reason));
  }

  /**
   * Sets how many checkpoints stay; 2 unless it is called. Each save deletes older ones when it is
   * complete. All ranks give the same number.
   *
   * @param newest at least 1
   * @return this object
   * @throws ArmciException when it is less than 1
   */
  public Checkpoints keep(int newest) {
    if (newest < 1) {
      throw refusal("keep", Text.format("%d is less than 1 checkpoint", newest));
    }
    keep = newest;
    return this;
  }

  /**
   * Saves all members. Collective; begins with a fence and a barrier. When it returns, the
   * checkpoint is complete and durable. Meanwhile no rank may change a member.
   *
   * @param step a number for the program, from 0 to 10<sup>18</sup> − 1, greater than those of
   *     earlier saves and of the checkpoint that was restored
   * @throws ArmciException on every rank, with the rank and the cause: when the disk is full, a
   *     file cannot be written, ranks have no members or different ones, or other steps, or the
   *     folder has checkpoints of an earlier job and this job has not called {@link
   *     #restoreNewest}; when the save before, in the background, has failed; and when these
   *     checkpoints are closed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public void save(long step) {
    begin(step).finish(keep);
    last = step;
  }

  /**
   * Copies all members and saves the copies in the background. Collective; begins with a fence and
   * a barrier. When it returns, the members may change. A rank needs as much memory again, for the
   * copies, until the save is over. Only one save is under way: a call waits for the one before,
   * and throws what has ended that.
   *
   * <p>{@link #await} tells that the checkpoint is complete. It needs no calls of the program to
   * become complete.
   *
   * @param step as for {@link #save}
   * @throws ArmciException as by {@link #save}, also when there is too little memory for the copies
   * @throws RankFailedException when a rank fails meanwhile
   */
  public void saveInBackground(long step) {
    CheckpointSave save = begin(step);
    save.copy();
    background = new BackgroundSave(save, keep);
    background.start(armci.rank());
  }

  /**
   * Waits until the save in the background is over. Returns at once if there is none.
   *
   * @throws ArmciException on every rank, when that save has failed, as by {@link #save}
   * @throws RankFailedException when a rank fails meanwhile
   */
  public void await() {
    BackgroundSave save = background;
    if (save != null) {
      armci.signals().await(save::isOver, save::toString);
      background = null;
      last = save.result();
    }
  }

  private CheckpointSave begin(long step) {
    requireOpen("save");
    await();
    group.barrier();
    FileSteps steps = steps(Text.format("save of step %d", step));
    List<FilePart> parts = parts(steps, Text.format("step %d", step));
    steps.together("save to", () -> requireNext(step));
    return new CheckpointSave(folder, steps, collectives, parts, step);
  }

  private void requireNext(long step) throws IOException {
    if (step < 0 || step > MOST_STEP) {
      throw new IOException(Text.format("steps are 0 to %d", MOST_STEP));
    }
    if (step <= last) {
      throw new IOException(Text.format("the last step was %d, and steps rise", last));
    }
    if (!goesOn) {
      throw new IOException(
          "it has checkpoints of an earlier job: call restoreNewest first, or use another folder");
    }
  }

  /**
   * Returns this rank's parts of all members. Collective.
   *
   * @param call what the ranks call, for those that call something else
   */
  private List<FilePart> parts(FileSteps steps, String call) {
    List<String> names = List.copyOf(members.keySet());
    StringBuilder own = new StringBuilder(call);
    long[] sizes = new long[names.size()];
    steps.together(
        "describe the members for",
        () -> {
          if (sizes.length == 0) {
            throw new IOException("no member has been added");
          }
          for (int i = 0; i < sizes.length; i++) {
            CheckpointMember member = members.get(names.get(i));
            own.append(Text.format(", %s: %s", names.get(i), member.description()));
            sizes[i] = member.memory().byteSize();
          }
        });
    String first = steps.ofFirst(own.toString());
    steps.together(
        "agree on",
        () -> {
          if (!first.contentEquals(own)) {
            throw new IOException(
                Text.format("it has %s; and rank %d has %s", own, group.worldRank(0), first));
          }
        });
    long[] all = new long[sizes.length * group.size()];
    collectives.allgather(Elements.of(sizes), Elements.of(all));
    List<FilePart> parts = new ArrayList<>();
    for (int i = 0; i < sizes.length; i++) {
      long[] ofRanks = new long[group.size()];
      for (int rank = 0; rank < ofRanks.length; rank++) {
        ofRanks[rank] = all[rank * sizes.length + i];
      }
      parts.add(members.get(names.get(i)).part(names.get(i), group.rank(), ofRanks));
    }
    return parts;
  }

  /**
   * Sets all members to the newest checkpoint that is whole. Collective; begins and ends with a
   * barrier. All ranks compare the checksums of all files. A checkpoint that is damaged is passed
   * over with a warning, on all ranks, for the one before. Checkpoints may have more members than
   * the program; those are not read.
   *
   * @return its step; empty if the folder has no checkpoint, and then no member has changed
   * @throws ArmciException on every rank, with the cause: when a member is missing in the
   *     checkpoint, has another type, shape or size there, or is of another number of ranks and no
   *     array; when another version of armci4j has written the checkpoint; when there are
   *     checkpoints and none of them is whole; and when these checkpoints are closed. Members may
   *     have changed in part.
   * @throws RankFailedException when a rank fails meanwhile
   */
  public OptionalLong restoreNewest() {
    requireOpen("restoreNewest");
    await();
    group.barrier();
    FileSteps steps = steps("restoreNewest");
    List<FilePart> parts = parts(steps, "restore");
    OptionalLong step = new CheckpointRestore(folder, steps, collectives, parts).newest();
    last = step.orElse(-1);
    goesOn = true;
    group.barrier();
    return step;
  }

  private void requireOpen(String operation) {
    if (closed) {
      throw refusal(operation, "these checkpoints have been closed");
    }
  }

  /**
   * Waits until the save in the background is over, and leaves the folder to other jobs. Waits for
   * no other rank beyond that. A second call does nothing.
   *
   * @throws ArmciException when that save has failed
   * @throws RankFailedException when a rank fails meanwhile
   */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      if (!armci.isClosed()) {
        await();
        collectives.close();
      }
    } finally {
      leave();
    }
  }

  private void leave() {
    try {
      folder.leave();
    } catch (IOException e) {
      throw refusal("close", Text.format("cannot leave %s: %s", folder.path(), e));
    }
  }

  @Override
  public String toString() {
    return Text.format("Checkpoints[%s, %d members]", folder.path(), members.size());
  }
}
