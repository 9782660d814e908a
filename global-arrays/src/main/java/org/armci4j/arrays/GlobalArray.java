package org.armci4j.arrays;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.armci4j.Accumulation;
import org.armci4j.AtomicUpdate;
import org.armci4j.GlobalMemory;
import org.armci4j.Group;
import org.armci4j.Handle;
import org.armci4j.arrays.PatchChecks.PatchOperation;
import org.armci4j.arrays.SectionOperand.ViewMaker;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.error.RankFailedException;

/**
 * A dense array of 1 to 7 dimensions whose blocks lie on the ranks of a group. Any rank reads,
 * writes and adds to any {@link Patch}, on as many owners as it touches, and they take no part.
 * {@link FloatingArray}, {@link IntegralArray} and {@link ComplexArray} have the operations on
 * values.
 *
 * <p>{@link PatchAccess} says what the local side of a transfer is, and when it is complete. {@link
 * #sync} waits until the transfers of all ranks are complete.
 *
 * <p><b>Errors.</b> An {@link ArmciException} names the array, the patch, the dimension and its
 * limit, and nothing has moved. A transfer with a rank that fails may have moved some pieces.
 *
 * <p>Repeated transfers of patches and of lists with the same Java arrays or {@code LocalBuffer}
 * allocate nothing, unless patches cut the blocks of a block-cyclic array in many different ways.
 * Any thread may call.
 *
 * @param <A> the type of Java arrays of such elements, such as {@code double[]}
 */
public abstract sealed class GlobalArray<A> extends PatchAccess<A>
    implements ArraySection<A>, AutoCloseable permits FloatingArray, IntegralArray, ComplexArray {
  private final GlobalArrays home;
  private final ArrayParts parts;
  private final Distribution distribution;
  private final BlockLayout layout;
  private final boolean hasGhosts;
  private final PatchChecks checks;
  private final PatchTransfers transfers;
  private final CheckedLists<A> lists;
  private final PatchAccess<A> periodic;

  private volatile boolean closed;

  /** The ghosts' transfers, without and with a periodic array; null before their first use. */
  private GhostUpdate<A> ghostUpdate;

  private GhostUpdate<A> periodicUpdate;

  GlobalArray(GlobalArrays home, ArrayParts parts) {
    this.home = home;
    this.parts = parts;
    this.distribution = parts.distribution();
    this.layout = BlockLayout.of(distribution, parts.ghosts(), parts.kind().bytes());
    this.hasGhosts = Arrays.stream(parts.ghosts()).anyMatch(width -> width > 0);
    this.checks = new PatchChecks(parts.name(), home.armci().rank(), distribution, parts.kind());
    this.transfers = new PatchTransfers(home, parts.memory(), distribution, layout);
    this.lists =
        new CheckedLists<>(this, new ElementLists(home, parts.memory(), dimensions(), layout));
    this.periodic = new PatternPatches<>(this, PatchPattern.PERIODIC);
  }

  final GlobalArrays home() {
    return home;
  }

  final ArrayParts parts() {
    return parts;
  }

  final BlockLayout layout() {
    return layout;
  }

  /**
   * Returns the name of the array.
   *
   * @return the given name, or a number
   */
  public final String name() {
    return parts.name();
  }

  /**
   * Returns the number of dimensions.
   *
   * @return 1 to 7
   */
  public final int dimensions() {
    return distribution.dimensions();
  }

  /**
   * Returns the size of each dimension.
   *
   * @return a copy
   */
  public final long[] shape() {
    return distribution.shape();
  }

  /**
   * Returns the size of an element.
   *
   * @return in bytes; that of both parts of a complex number
   */
  public final int elementBytes() {
    return parts.kind().bytes();
  }

  /**
   * Returns the width of the ghosts in each dimension.
   *
   * @return a copy
   */
  public final int[] ghosts() {
    return parts.ghosts().clone();
  }

  /**
   * Returns which rank owns which elements.
   *
   * @return the distribution over the ranks of the {@link #group}
   */
  public final Distribution distribution() {
    return distribution;
  }

  /**
   * Returns the group whose ranks own the array.
   *
   * @return the group
   */
  public final Group group() {
    return home.group();
  }

  /**
   * Returns all elements.
   *
   * @return the patch that covers the array
   */
  @Override
  public final Patch patch() {
    return distribution.whole();
  }

  /**
   * Returns a patch as the target or an operand of operations. Not collective.
   *
   * @param patch a part of the array
   * @return to be kept for further operations, if the program likes
   * @throws ArmciException when the patch is outside the array, or the array is closed
   */
  public abstract ArraySection<A> section(Patch patch);

  /**
   * Returns the elements that this rank owns.
   *
   * @return its patch, which is empty for a rank without a block
   * @throws ArmciException when the distribution is block-cyclic; then {@link #blocks} has them
   */
  @Override
  public final Patch own() {
    requireOneBlock("own");
    return distribution.block(home.group().rank());
  }

  /** Throws if this rank may own several blocks. */
  private void requireOneBlock(String operation) {
    if (distribution.isCyclic()) {
      throw refusal(
          operation, "the array is block-cyclic, so a rank owns several blocks; take blocks()");
    }
  }

  /** Returns whether a rank of the group owns elements. */
  final boolean owns(int member) {
    return distribution.blocksOf(member) > 0;
  }

  /** Creates an array of the same shape, type and distribution, without ghosts. Collective. */
  final GlobalArray<A> createLike() {
    return create(like().ghosts(new int[dimensions()]));
  }

  /** Creates an array of the same type that has a regular distribution. Collective. */
  final GlobalArray<A> createRegular(long... sizes) {
    return create(home.array(sizes).name(name()));
  }

  @SuppressWarnings("unchecked") // the kind is that of A
  private GlobalArray<A> create(ArrayBuilder description) {
    return (GlobalArray<A>) description.create(parts.kind());
  }

  /**
   * Begins the description of an array of the same shape, distribution and ghosts.
   *
   * @return a description that may be changed
   */
  public final ArrayBuilder like() {
    return home.array(distribution.shape()).as(distribution).ghosts(parts.ghosts());
  }

  /**
   * Waits until all transfers of all ranks to all arrays of the group are complete. Collective.
   *
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array, the group or the runtime is closed
   */
  public final void sync() {
    requireOpen("sync");
    home.sync();
  }

  /**
   * Returns the transfers of patches for which the array goes on at its other end: indices are
   * taken modulo the {@link #shape}, so {@code Patch.at(-1).size(3)} has the last element and the
   * first two. Not collective.
   *
   * <p>A patch may be larger than the array. Then a get reads elements several times, an accumulate
   * adds all the values that belong to an element, and a put is refused, as one value would win by
   * chance. The pieces of a patch, one for each block and on either side of the array's ends, have
   * no order.
   *
   * <p>Source: {@code NGA_Periodic_put, NGA_Periodic_get, NGA_Periodic_acc}, which take patches of
   * at most twice the array's size.
   *
   * @return the same object in each call
   */
  public final PatchAccess<A> periodic() {
    return periodic;
  }

  /**
   * Returns the transfers of patches of which only every k-th index of each dimension takes part,
   * the first one too. The local side has these elements alone, without gaps or with its own
   * leading dimensions: {@code a.every(2, 3).get(Patch.at(0, 0).size(10, 10), values)} reads 5 x 4
   * elements. Not collective.
   *
   * <p>Each block gets one transfer.
   *
   * <p>Source: {@code NGA_Strided_put, NGA_Strided_get, NGA_Strided_acc}.
   *
   * @param steps distance of the indices in each dimension; 1 for all indices
   * @return to be kept for further transfers, as each call of this method makes an object
   * @throws ArmciException when the number of steps is not that of dimensions, or a step is below 1
   */
  public final PatchAccess<A> every(long... steps) {
    long[] own = Objects.requireNonNull(steps, "steps").clone();
    checks.steps("every", own);
    return new PatternPatches<>(this, PatchPattern.every(own));
  }

  /**
   * Reads the elements of a list, by one transfer for each owner. Returns when the values are
   * there.
   *
   * @param indices the indices of the first element, then those of the second, and so on
   * @param destination receives the values in the order of the list
   * @throws ArmciException when an element is outside the array, the indices end within an element,
   *     the destination is too short, or the array is closed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public final void getElements(long[] indices, A destination) {
    lists.get(indices, destination);
  }

  /**
   * Writes the elements of a list, by one transfer for each owner. Returns when the source may be
   * changed. Of an element that the list names twice, the value is undefined.
   *
   * @param indices the indices of the first element, then those of the second, and so on
   * @param source the values in the order of the list, or one element for the whole list
   * @throws ArmciException when an element is outside the array, the indices end within an element,
   *     the source is too short, or the array is closed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public final void putElements(long[] indices, A source) {
    lists.put(indices, source);
  }

  /**
   * Adds to the elements of a list, by one transfer for each owner, each element atomically with
   * respect to every other accumulate. A list may name an element several times. Returns when the
   * source may be changed.
   *
   * @param indices the indices of the first element, then those of the second, and so on
   * @param source the summands in the order of the list, or one element for the whole list
   * @throws ArmciException when an element is outside the array, the indices end within an element,
   *     the source is too short, the elements are bytes, or the array is closed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public final void accumulateElements(long[] indices, A source) {
    lists.accumulate(indices, source);
  }

  /**
   * Updates the elements of a list, each as one step to every other atomic update and {@code
   * fetchAndAdd}. A list may name an element several times; then the operands apply in the order of
   * the list. Returns when the previous values are there. Whole numbers have all updates, {@code
   * double} and {@code float} have sums, swaps, minima and maxima.
   *
   * @param update the new value of an element and its operand
   * @param indices the indices of the first element, then those of the second, and so on
   * @param source the operands in the order of the list, or one element for the whole list
   * @param destination receives the previous values in the order of the list; may be the source
   * @throws ArmciException when an element is outside the array, the indices end within an element,
   *     the source or the destination is too short, the elements have no such update, as bytes and
   *     complex numbers have none, or the array is closed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public final void updateElements(AtomicUpdate update, long[] indices, A source, A destination) {
    lists.update(update, indices, source, destination);
  }

  /**
   * Replaces each element of a list that holds an expected value, as one step to every other atomic
   * update and {@code fetchAndAdd}. A list may name an element several times; then the swaps follow
   * the order of the list. Returns when the previous values are there: an element was replaced
   * exactly when its previous value is the expected one.
   *
   * <p>Floating-point numbers are compared by their bits, as {@link Double#doubleToRawLongBits} and
   * {@link Float#floatToRawIntBits} give them: 0.0 is not −0.0, and a NaN is a NaN of the same
   * bits.
   *
   * @param indices the indices of the first element, then those of the second, and so on
   * @param expected the value that each element must hold, or one value for the whole list
   * @param source the new values in the order of the list, or one value for the whole list
   * @param destination receives the previous values in the order of the list; may be one of the
   *     others where that has a value for each element
   * @throws ArmciException when an element is outside the array, the indices end within an element,
   *     a Java array is too short, the elements are bytes or complex numbers, or the array is
   *     closed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public final void compareAndSwapElements(long[] indices, A expected, A source, A destination) {
    lists.compareAndSwap(indices, expected, source, destination);
  }

  @Override
  final void move(
      PatchOperation operation,
      Accumulation sum,
      Patch patch,
      LocalBuffer<A> buffer,
      Handle handle) {
    move(PatchPattern.INSIDE, operation, sum, patch, buffer, handle);
  }

  /** Does the same with the elements of a patch that a pattern names. */
  final void move(
      PatchPattern pattern,
      PatchOperation operation,
      Accumulation sum,
      Patch patch,
      LocalBuffer<A> buffer,
      Handle handle) {
    String method = pattern.method(operation, handle == null);
    requireOpen(method);
    checks.patch(method, operation, pattern, patch);
    checks.local(method, operation, sum, pattern, patch, buffer);
    if (!patch.isEmpty()) {
      transfers.move(pattern, operation, sum, patch, buffer, handle);
    }
  }

  @Override
  final Accumulation plainSum() {
    return parts.kind().sum();
  }

  final PatchChecks checks() {
    return checks;
  }

  final PatchTransfers transfers() {
    return transfers;
  }

  /** Returns the rank in the job of an element's owner. */
  final int owner(String operation, long[] index) {
    Objects.requireNonNull(index, "index");
    requireOpen(operation);
    checks.element(operation, index);
    return home.ranks()[distribution.ownerOf(index)];
  }

  /**
   * Does the same for 1 dimension. Calls with a variable number of arguments put an array of them
   * on the heap, as they are too large for the JIT to inline.
   */
  final int owner(String operation, long index) {
    requireOpen(operation);
    checks.element(operation, index);
    return home.ranks()[distribution.ownerOf(index)];
  }

  /** Does the same for 2 dimensions. */
  final int owner(String operation, long row, long column) {
    requireOpen(operation);
    checks.element(operation, row, column);
    return home.ranks()[distribution.ownerOf(row, column)];
  }

  /** Does the same for 3 dimensions. */
  final int owner(String operation, long i, long j, long k) {
    requireOpen(operation);
    checks.element(operation, i, j, k);
    return home.ranks()[distribution.ownerOf(i, j, k)];
  }

  final void requireOpen(String operation) {
    if (closed) {
      throw checks.refusal(operation, "the array has been closed");
    }
  }

  final ArmciException refusal(String operation, String reason) {
    return checks.refusal(operation, reason);
  }

  final GlobalMemory memory() {
    return parts.memory();
  }

  /**
   * Returns the parts of a patch by their owners.
   *
   * @param patch a part of the array
   * @return one part for each block, in the order of the blocks; an owner of several blocks has
   *     several parts
   * @throws ArmciException when the patch is outside the array
   */
  public final List<PatchPart> owners(Patch patch) {
    checks.patch("owners", Objects.requireNonNull(patch, "patch"));
    return distribution.owners(patch);
  }

  /** Throws unless a patch is inside the array, which is open. */
  final Patch checked(String operation, Patch patch) {
    requireOpen(operation);
    checks.patch(operation, Objects.requireNonNull(patch, "patch"));
    return patch;
  }

  /** Returns this rank's own block. */
  abstract BlockView view();

  /**
   * Returns the blocks of this rank: reads and writes without a copy. A rank has several blocks of
   * an array with a block-cyclic distribution, and one block at most of any other.
   *
   * <p>Source: {@code NGA_Access_block, NGA_Access_block_grid}.
   *
   * @return views in the order of {@link Distribution#blocks}, made when they are asked for, which
   *     may be used until the array is closed
   * @throws ArmciException when the array is closed
   */
  public abstract List<? extends BlockView> blocks();

  /**
   * Returns this rank's memory of the array: its block with its ghosts, or its blocks one after the
   * other in the order of {@link #blocks}, each in as much room as the largest block takes.
   *
   * <p>Source: {@code NGA_Access_block_segment}.
   *
   * @return the memory itself, not a copy, which may be used until the array is closed
   * @throws ArmciException when the array is closed
   */
  public final MemorySegment segment() {
    requireOpen("segment");
    return memory().local();
  }

  /** Makes the view of a rank that has one block at most. */
  final <V> V view(ViewMaker<V> maker, int member, MemorySegment memory) {
    requireOneBlock("view");
    return maker.view(this, distribution.block(member), layout, memory);
  }

  /** Makes the views of a rank's blocks. */
  final <V> BlockList<V> blocks(ViewMaker<V> maker, int member, MemorySegment memory) {
    return BlockList.of(
        distribution.blocksOf(member),
        slot -> {
          Patch block = distribution.patch(member, slot);
          return maker.view(this, block, layout, layout.memoryOf(slot, block, memory));
        });
  }

  /** Makes the views of this rank's blocks. */
  final <V> BlockList<V> ownBlocks(ViewMaker<V> maker) {
    return blocks(maker, home.group().rank(), memory().local());
  }

  /** Returns the memory of a rank, where loads and stores reach it. */
  final MemorySegment memoryOf(String operation, int member) {
    requireOpen(operation);
    distribution.blocks(member); // which throws where there is no such rank
    int rank = home.ranks()[member];
    MemorySegment block = memory().view(rank);
    if (block == null) {
      throw refusal(
          operation,
          Text.format(
              "loads and stores do not reach the block of rank %d of the group, which is rank %d of"
                  + " the job and on another host; get and put its patches",
              member, rank));
    }
    return block;
  }

  /** Returns the beginning of a message: the operation, the rank and the array. */
  final String place(String operation) {
    return checks.place(operation);
  }

  /**
   * Creates a pool of patches that together are the whole array, none of which is taken.
   * Collective.
   *
   * @param sizes most indices of a patch in each dimension
   * @return hands out each patch once
   * @throws ArmciException on every rank, when the number of sizes is not that of the dimensions, a
   *     size is not positive, the ranks give different sizes, or the array is closed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public final PatchPool patchPool(long... sizes) {
    requireOpen("patchPool");
    boolean positive = Arrays.stream(Objects.requireNonNull(sizes, "sizes")).allMatch(s -> s > 0);
    if (sizes.length != dimensions() || !positive) {
      throw refusal(
          "patchPool",
          Text.format(
              "the sizes %s are not %d positive numbers", Arrays.toString(sizes), dimensions()));
    }
    return new PatchPool(this, sizes.clone());
  }

  /**
   * Saves the array as a NumPy file, version 1.0 of the format, row-major and little-endian: {@code
   * numpy.load} reads it, and so does {@link GlobalArrays#load} on any number of ranks. Collective;
   * begins and ends with {@link #sync}. Each rank writes its own block, without ghosts.
   *
   * <p>The path must name the same file on every rank, on a file system that all ranks share. An
   * old file there is replaced when all ranks have written, by renaming a temporary file beside it,
   * so a failure leaves the old file. A job that is killed may leave the temporary file, whose name
   * begins with a dot and ends with {@code .tmp}. A symbolic link is replaced, not followed.
   *
   * @param path the file to make or to replace; its folder exists
   * @throws ArmciException on every rank, with the rank, the file and the cause, when a rank cannot
   *     write, or does not see the file that the first rank has made; and when the array is closed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public final void save(Path path) {
    Objects.requireNonNull(path, "path");
    requireOpen("save");
    new ArraySave(this, path).run();
  }

  /**
   * Sets all elements to those of a NumPy file with the same shape and type of elements.
   * Collective; begins and ends with {@link #sync}. Each rank reads its own block. Ghosts stay.
   *
   * <p>The path must name the same file on every rank, on a file system that all ranks share.
   * {@link GlobalArrays#load} says which files are read.
   *
   * @param path the file
   * @throws ArmciException on every rank, with the rank, the file and the cause. Nothing has
   *     changed when the file is not there, not of this shape and type, truncated or no NumPy file,
   *     or when the array is closed. The elements are undefined when a rank fails to read its
   *     block.
   * @throws RankFailedException when a rank fails meanwhile
   */
  public final void loadFrom(Path path) {
    Objects.requireNonNull(path, "path");
    requireOpen("loadFrom");
    home.sync();
    try (ArrayLoad load = new ArrayLoad(home, place("loadFrom"), path)) {
      load.into(this);
    }
    home.sync();
  }

  /**
   * Returns the whole array as text for people, as {@link #toText(Patch)} does.
   *
   * <p>Source: Global Arrays' {@code GA_Print}.
   *
   * @return lines that end with a line feed
   * @throws ArmciException when the array is closed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public final String toText() {
    return toText(patch());
  }

  /**
   * Returns a patch as text for people. Of a patch of more than 1000 elements, the first and the
   * last 3 indices of each dimension are there, and dots for the others.
   *
   * @param patch the elements to show
   * @return lines that end with a line feed
   * @throws ArmciException when the patch is outside the array, or the array is closed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public final String toText(Patch patch) {
    return toText(patch, PatchText.USUAL_ELEMENTS);
  }

  /**
   * Returns a patch as text for people: rows and columns with their indices in brackets,
   * floating-point numbers with 6 significant digits. Columns that do not fit a line of 100
   * characters follow as further lines. In an array of more than 2 dimensions, each matrix of the
   * last 2 dimensions has its other indices above it. Only the caller works: it gets the elements
   * that it shows. Call {@link #sync} before, where other ranks have written.
   *
   * <p>Source: Global Arrays' {@code GA_Print_patch}, which prints on one rank.
   *
   * @param patch the elements to show
   * @param limit most elements of a patch that is shown whole, 0 to 1,000,000; of a larger one, the
   *     first and the last 3 indices of each dimension are there, and dots for the others
   * @return lines that end with a line feed
   * @throws ArmciException when the patch is outside the array, the limit is not one of these, or
   *     the array is closed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public final String toText(Patch patch, int limit) {
    checked("toText", patch);
    if (limit < 0 || limit > PatchText.MOST_ELEMENTS) {
      throw refusal(
          "toText",
          Text.format("the limit is 0 to %d elements, not %d", PatchText.MOST_ELEMENTS, limit));
    }
    return new PatchText<>(this, patch, limit).text();
  }

  /**
   * Fills the ghosts of every block with the elements of their neighbours, corners too. Collective;
   * begins and ends with {@link #sync}.
   *
   * @param periodic whether the array goes on at its other end; otherwise ghosts outside of the
   *     array stay as they are
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  public final void updateGhosts(boolean periodic) {
    updateGhosts(periodic, true);
  }

  /**
   * Fills the ghosts of every block with the elements of their neighbours, with or without corners:
   * ghosts beside the block in more than one dimension. An update without them asks fewer
   * neighbours, and serves stencils that go along one dimension at a time. Collective; begins and
   * ends with {@link #sync}.
   *
   * <p>Source: {@code GA_Update_ghosts}, {@code GA_Set_ghost_corner_flag}.
   *
   * @param periodic whether the array goes on at its other end; otherwise ghosts outside of the
   *     array stay as they are
   * @param corners whether corners are filled too; otherwise they stay as they are
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  public final void updateGhosts(boolean periodic, boolean corners) {
    onOwnBlock(
        "updateGhosts",
        () -> {
          if (hasGhosts) {
            ghostUpdate(periodic).run(corners ? GhostUpdate.ALL : GhostUpdate.NO_CORNERS);
          }
        });
  }

  /**
   * Starts to fill the ghosts of this rank's own block, or those in one direction. They are there
   * when the handle is complete; meanwhile the rank computes where it needs no ghosts. In 2
   * dimensions, the direction (−1, 0) has the ghosts above the block, and (−1, 1) those at its
   * upper right corner. Several directions take a call each, with the same handle.
   *
   * <p>Not collective, so the program calls {@link #sync}: before this call, when the neighbours
   * have written their elements, and after the handle is complete, before a neighbour changes them.
   *
   * <p>Source: {@code NGA_Update_ghosts_nb}, {@code NGA_Update_ghost_dir}, and {@code
   * NGA_NbGet_ghost_dir}, whose mask is the direction.
   *
   * @param periodic whether the array goes on at its other end; otherwise ghosts outside of the
   *     array stay as they are
   * @param handle tracks the completion
   * @param direction none for all ghosts, corners too; otherwise for each dimension −1 for the
   *     ghosts below the block's indices, 0 for the block's own indices, 1 for the ghosts above
   * @throws ArmciException when the direction has not one number for each dimension, has other
   *     numbers or only zeros, the handle is another runtime's, or the array is closed
   * @throws RankFailedException when a neighbour has failed
   */
  public final void nbUpdateGhosts(boolean periodic, Handle handle, int... direction) {
    Objects.requireNonNull(handle, "handle");
    Objects.requireNonNull(direction, "direction");
    requireOpen("nbUpdateGhosts");
    checks.direction("nbUpdateGhosts", direction);
    startGhosts(periodic, handle, GhostUpdate.number(direction));
  }

  /**
   * Starts to fill the ghosts of this rank's own block, with or without corners. Completion, and
   * the calls of {@link #sync} that the program makes, are those of {@link #nbUpdateGhosts(boolean,
   * Handle, int...)}.
   *
   * @param periodic whether the array goes on at its other end; otherwise ghosts outside of the
   *     array stay as they are
   * @param corners whether ghosts beside the block in more than one dimension are filled too;
   *     otherwise they stay as they are
   * @param handle tracks the completion
   * @throws ArmciException when the handle is another runtime's, or the array is closed
   * @throws RankFailedException when a neighbour has failed
   */
  public final void nbUpdateGhosts(boolean periodic, boolean corners, Handle handle) {
    Objects.requireNonNull(handle, "handle");
    requireOpen("nbUpdateGhosts");
    startGhosts(periodic, handle, corners ? GhostUpdate.ALL : GhostUpdate.NO_CORNERS);
  }

  private void startGhosts(boolean periodic, Handle handle, int direction) {
    if (hasGhosts && owns(home.group().rank())) {
      ghostUpdate(periodic).start(handle, direction);
    }
  }

  private GhostUpdate<A> ghostUpdate(boolean periodic) {
    GhostUpdate<A> known = periodic ? periodicUpdate : ghostUpdate;
    if (known == null) {
      known = new GhostUpdate<>(this, periodic);
      if (periodic) {
        periodicUpdate = known;
      } else {
        ghostUpdate = known;
      }
    }
    return known;
  }

  /**
   * Runs the part of a collective operation that writes this rank's own blocks. Other ranks may
   * still read them before, and read them again afterwards, also when the work throws.
   */
  final void onOwnBlock(String operation, Runnable work) {
    requireOpen(operation);
    home.sync();
    try {
      if (owns(home.group().rank())) {
        work.run();
      }
    } finally {
      home.sync();
    }
  }

  /** Throws unless another array belongs to the same ranks. */
  final void requireFellow(String operation, GlobalArray<?> other) {
    Objects.requireNonNull(other, "array");
    requireOpen(operation);
    other.requireOpen(operation);
    if (other.home != home) {
      throw checks.refusal(
          operation, Text.format("array %s is of other GlobalArrays", other.name()));
    }
  }

  /**
   * Frees the array. Collective, but waits for no rank: a rank that has not made the call may still
   * use this rank's block. A second call does nothing, nor does a call after the runtime's own
   * close.
   *
   * @throws RankFailedException when a rank fails meanwhile
   */
  @Override
  public final void close() {
    if (!closed && !home.armci().isClosed()) {
      home.free(this, parts.memory());
      closed = true;
    }
  }

  @Override
  public String toString() {
    return Text.format(
        "%s[%s, %s]", getClass().getSimpleName(), parts.name(), Distribution.text(shape()));
  }
}
