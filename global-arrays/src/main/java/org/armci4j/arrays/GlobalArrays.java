package org.armci4j.arrays;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.Group;
import org.armci4j.arrays.kernel.ElementKind;
import org.armci4j.arrays.product.LocalProduct;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Elements;
import org.armci4j.error.ArmciException;
import org.armci4j.error.RankFailedException;
import org.armci4j.strided.IndexedTransfers;
import org.armci4j.strided.PlanCache;
import org.armci4j.strided.Strided;

/**
 * Creates the distributed arrays of a group of ranks, and frees them.
 *
 * <pre>{@code
 * GlobalArrays arrays = GlobalArrays.of(armci);
 * DoubleArray a = arrays.array(4096, 4096).doubles();
 * a.put(Patch.at(0, 0).size(8, 8), new double[64]);
 * a.sync();
 * double corner = a.get(7, 7);
 * }</pre>
 *
 * <p>Creating and closing arrays is collective: all ranks of the group call in the same order, each
 * by one thread. Any thread may use the arrays.
 *
 * <p>The runtime's own close frees everything and waits for nobody, so a program closes an array
 * only to have its memory back. Closing in try-with-resources suits code in which either all ranks
 * throw or none: a rank that throws alone would wait there for the others.
 *
 * <p>Source: Global Arrays' {@code GA_Initialize, GA_Create_handle, GA_Terminate}.
 */
public final class GlobalArrays implements AutoCloseable {
  private final Armci armci;
  private final Group group;
  private final int[] ranks;
  private final Strided strided;
  private final Collectives collectives;
  private final PlanCache plans = new PlanCache();
  private final AtomicReference<IndexedTransfers> idleLists = new AtomicReference<>();
  private final LocalProduct product;

  /** Arrays that are not closed, in the order of their creation. */
  private final List<GlobalArray<?>> open = new ArrayList<>();

  private int created;
  private boolean closed;

  /** What the class of an array's type makes of its parts. */
  @FunctionalInterface
  interface Maker<T> {
    T make(GlobalArrays home, ArrayParts parts);
  }

  private GlobalArrays(Armci armci, Group group) {
    this.armci = armci;
    this.group = group;
    this.ranks = group.ranks();
    this.strided = Strided.of(armci);
    this.product = ProductChoice.of(armci);
    this.collectives = Collectives.of(armci, group);
  }

  /**
   * Returns the arrays of all ranks. Collective.
   *
   * @param armci an open runtime
   * @return to be kept and used for all arrays
   * @throws ArmciException when the runtime is closed, a rank has too little memory, or the setting
   *     {@code arraysProduct} names no provider
   */
  public static GlobalArrays of(Armci armci) {
    return of(armci, Objects.requireNonNull(armci, "armci").world());
  }

  /**
   * Returns the arrays of a group. Collective over the group.
   *
   * @param armci an open runtime
   * @param group this rank and others of the same runtime
   * @return to be kept and used for all arrays of the group
   * @throws ArmciException when the runtime is closed, the group is another runtime's, a rank has
   *     too little memory, or the setting {@code arraysProduct} names no provider
   */
  public static GlobalArrays of(Armci armci, Group group) {
    Objects.requireNonNull(armci, "armci").requireOpen("GlobalArrays.of");
    if (!Objects.requireNonNull(group, "group").isOf(armci)) {
      throw new ArmciException("GlobalArrays.of: the group is another runtime's");
    }
    return new GlobalArrays(armci, group);
  }

  /**
   * Begins the description of an array. Nothing is checked, and no other rank takes part, until a
   * method that names the type of elements creates the array.
   *
   * @param shape the size of each dimension, 1 to 7 of them
   * @return the description
   * @throws NullPointerException when there is no shape
   */
  public ArrayBuilder array(long... shape) {
    return new ArrayBuilder(this, Objects.requireNonNull(shape, "shape").clone());
  }

  /**
   * Opens a NumPy file, and begins the description of an array of its shape and with its elements.
   * Collective. The method that names the type of elements creates the array, and each rank reads
   * its own block, whatever the number of ranks that saved the file.
   *
   * <pre>{@code
   * DoubleArray a = arrays.load(Path.of("a.npy")).ghosts(1, 1).doubles();
   * GlobalArray<?> b = arrays.load(Path.of("b.npy")).create(); // of the type in the file
   * }</pre>
   *
   * <p>The path must name the same file on every rank, on a file system that all ranks share. The
   * file is of version 1.0, 2.0 or 3.0 of the format, row-major, of type {@code i1}, {@code i4},
   * {@code i8}, {@code f4}, {@code f8}, {@code c8} or {@code c16} in any byte order, and has 1 to 7
   * dimensions.
   *
   * @param path the file
   * @return the description
   * @throws ArmciException on every rank, with the rank, the file and the cause: for a file that is
   *     not there, no NumPy file, truncated or too long, and for other types, orders and shapes;
   *     also when ranks see different files, and when these arrays are closed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public ArrayBuilder load(Path path) {
    Objects.requireNonNull(path, "path");
    requireOpen("load");
    String operation = Text.format("load by rank %d", armci.rank());
    try (ArrayLoad load = new ArrayLoad(this, operation, path)) {
      return array(load.header().shape()).from(path, load.header().kind());
    }
  }

  /**
   * Creates a pool of numbered tasks, none of which is taken. Collective.
   *
   * @param tasks their number, from 0
   * @return hands out each task once
   * @throws ArmciException on every rank, when the number is negative or not the same on all ranks,
   *     a rank has too little memory, or these arrays are closed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public TaskPool taskPool(long tasks) {
    requireOpen("taskPool");
    if (tasks < 0) {
      throw new ArmciException(
          Text.format("taskPool by rank %d: %d is no number of tasks", armci.rank(), tasks));
    }
    return new TaskPool(this, TaskPool.shares(tasks, group.size()), 0);
  }

  /**
   * Returns the group whose ranks own the arrays.
   *
   * @return the group
   */
  public Group group() {
    return group;
  }

  /**
   * Waits until all transfers of all ranks to all arrays are complete. Collective; begins with a
   * fence.
   *
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the group or the runtime is closed
   */
  public void sync() {
    group.barrier();
  }

  Armci armci() {
    return armci;
  }

  int[] ranks() {
    return ranks;
  }

  Strided strided() {
    return strided;
  }

  Collectives collectives() {
    return collectives;
  }

  PlanCache plans() {
    return plans;
  }

  /** Returns the place of lists that no thread uses. */
  AtomicReference<IndexedTransfers> idleLists() {
    return idleLists;
  }

  /** Returns what multiplies the ranks' own parts of matrices. */
  LocalProduct product() {
    return product;
  }

  /**
   * Creates an array. Collective. A description that a rank refuses is refused on every rank, and
   * so is one that differs among ranks.
   */
  <T extends GlobalArray<?>> T create(ArrayBuilder description, ElementKind kind, Maker<T> maker) {
    requireOpen("create");
    int number = created++;
    ArrayParts[] parts = new ArrayParts[1];
    GlobalMemory memory =
        group.allocate(
            () -> {
              parts[0] = description.parts(kind, group.size(), number);
              return parts[0].sizeBytes(group.rank());
            });
    try {
      requireSame(parts[0]);
      T array = maker.make(this, parts[0].with(memory));
      description.fill(array);
      open.add(array);
      return array;
    } catch (RankFailedException e) {
      throw e; // the fence of freeing would only fail as well
    } catch (RuntimeException e) {
      group.freeLater(memory);
      throw e;
    }
  }

  private void requireOpen(String operation) {
    if (closed) {
      throw new ArmciException(
          Text.format(
              "%s by rank %d: these global arrays have been closed", operation, armci.rank()));
    }
  }

  /** Throws on every rank, if any rank describes the array otherwise than the first. */
  private void requireSame(ArrayParts parts) {
    long[] mine = parts.signature();
    long[] all = new long[mine.length * group.size()];
    int other = firstUnlike(mine, all);
    if (other >= 0) {
      int from = other * mine.length;
      throw new ArmciException(
          Text.format(
              "create by rank %d of array %s: rank %d describes %s, and rank %d %s",
              armci.rank(),
              parts.name(),
              ranks[other],
              ArrayParts.text(Arrays.copyOfRange(all, from, from + mine.length)),
              ranks[0],
              ArrayParts.text(all)));
    }
  }

  /**
   * Returns the first member of the group whose words are not those of the first member, the same
   * on every rank; −1 when all have the same words. Collective.
   *
   * @param mine this rank's words
   * @param all receives the words of all members, one member's after the other
   */
  int firstUnlike(long[] mine, long[] all) {
    collectives.allgather(Elements.of(mine), Elements.of(all));
    for (int i = 0; i < all.length; i++) {
      if (all[i] != all[i % mine.length]) {
        return i / mine.length;
      }
    }
    return -1;
  }

  /** Frees an array's memory. Collective. */
  void free(GlobalArray<?> array, GlobalMemory memory) {
    group.freeLater(memory);
    open.remove(array);
  }

  /**
   * Closes all arrays that are still open, and frees what they shared. Collective, but waits for no
   * rank. The group stays open. A second call does nothing, nor does a call after the runtime's own
   * close.
   *
   * @throws RankFailedException when a rank fails meanwhile
   */
  @Override
  public void close() {
    if (closed || armci.isClosed()) {
      return;
    }
    for (GlobalArray<?> array : List.copyOf(open)) {
      array.close();
    }
    collectives.close();
    closed = true;
  }

  @Override
  public String toString() {
    return Text.format("GlobalArrays[%s, %d open]", group, open.size());
  }
}
