package org.armci4j.strided;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Objects;
import org.armci4j.Armci;
import org.armci4j.AtomicUpdate;
import org.armci4j.DoubleBlock;
import org.armci4j.ElementBlock;
import org.armci4j.FloatBlock;
import org.armci4j.GlobalMemory;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.error.RankFailedException;
import org.armci4j.transport.WordChange;

/**
 * Reads, writes, adds to and updates many elements of one global memory in one call. A list names
 * the elements, each by the rank that has it and by its index in that rank's block.
 *
 * <pre>{@code
 * ElementBatch<long[]> batch = ElementBatch.of(armci, memory.longs(armci.rank()));
 * batch.get(ranks, indices, found, count); // found[i] is element indices[i] of rank ranks[i]
 * batch.accumulate(ranks, indices, summands, count);
 * }</pre>
 *
 * <p><b>Messages.</b> Each call sorts the list by ranks, and makes one transfer for each rank. A
 * network carries it in few messages, with many elements in each. Only where the network's device
 * updates words of eight bytes, and CPUs are not atomic to it, such updates go one by one. Long
 * lists go in pieces of {@value IndexedTransfers#PIECE} elements, one after the other, so memory is
 * bounded.
 *
 * <p><b>Elements that occur several times</b> in a list: a get reads each, an accumulate adds each
 * summand, and an update applies each operand, those of one element in the order of the list. For a
 * put, one of the values stays, and which one is undefined. With the setting {@code checkOverlap} a
 * put to one element twice in a piece is refused.
 *
 * <p><b>Order and completion</b> are those of {@link Armci}'s blocking calls: the elements of one
 * list are not ordered among each other, and a list is ordered with this thread's operations on the
 * same ranks before and after it. Data of a put and of an accumulate are in the targets' memory
 * after a fence. Sums are atomic with respect to every other accumulate, but not to atomic
 * operations; updates are atomic operations.
 *
 * <p><b>Errors.</b> Every rank, index and length is checked before the first element moves.
 *
 * <p>One thread at a time uses a batch, so each thread makes its own. It keeps its memory from one
 * call to the next, and remembers the last array of each kind, so repeated calls with the same
 * arrays allocate nothing between ranks of one host.
 *
 * @param <A> the type of arrays, such as {@code double[]}
 */
public final class ElementBatch<A> {
  private final Armci armci;
  private final ElementBlock<A> view;
  private final GlobalMemory memory;
  private final int elementBytes;
  private final int shift;
  private final IndexedTransfers transfers;
  private final boolean isFloating;
  private final KnownArray values = new KnownArray();
  private final KnownArray operands = new KnownArray();
  private final KnownArray replacements = new KnownArray();

  /** The elements of each rank's block; negative for a rank that the list has not named so far. */
  private final long[] lengths;

  /** The last array that was given for an argument, and its elements as memory. */
  private final class KnownArray {
    private A array;
    private MemorySegment elements;

    @SuppressWarnings("ReferenceEquality") // the very same array
    MemorySegment elements(A given) {
      if (given != array) {
        elements = view.elements(given);
        array = given;
      }
      return elements;
    }
  }

  private ElementBatch(Armci armci, ElementBlock<A> view) {
    this.armci = armci;
    this.view = view;
    this.memory = view.memory();
    this.elementBytes = view.elementBytes();
    this.shift = Integer.numberOfTrailingZeros(elementBytes);
    this.transfers = IndexedTransfers.of(armci);
    this.isFloating = view instanceof DoubleBlock || view instanceof FloatBlock;
    this.lengths = new long[armci.size()];
  }

  /**
   * Returns a batch for all blocks of a global memory.
   *
   * @param <A> the type of arrays
   * @param armci the rank's runtime
   * @param view names the memory and the type of elements; the view of any rank's block
   * @return the batch, to be kept and used by one thread at a time
   * @throws ArmciException when the runtime is closed, or the view is another runtime's
   */
  public static <A> ElementBatch<A> of(Armci armci, ElementBlock<A> view) {
    Objects.requireNonNull(armci, "armci").requireOpen("ElementBatch.of");
    Objects.requireNonNull(view, "view").memory().requireOf(armci, "ElementBatch.of", "view");
    return new ElementBatch<>(armci, view);
  }

  /**
   * Reads elements. Returns when they have arrived.
   *
   * @param ranks the rank in the job that has each element
   * @param indices the index of each element in its rank's block
   * @param destination receives the elements, in the order of the list
   * @param count length of the list: so many entries of each array count
   * @throws ArmciException when a rank has no such element or gave no block, an array has fewer
   *     entries, or the memory is freed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public void get(int[] ranks, long[] indices, A destination, int count) {
    check("get", ranks, indices, count);
    MemorySegment to = array("get", "destination", destination, values, count);
    for (int first = 0, some; first < count; first += some) {
      some = begin(ranks, indices, first, count);
      transfers.get(some, elementBytes, memory, to, (long) first << shift);
    }
  }

  /**
   * Writes elements. Returns when the arrays may be changed.
   *
   * @param ranks the rank in the job that has each element
   * @param indices the index of each element in its rank's block
   * @param source the new elements, in the order of the list
   * @param count length of the list: so many entries of each array count
   * @throws ArmciException when a rank has no such element or gave no block, an array has fewer
   *     entries, or the memory is freed; with {@code checkOverlap} when an element occurs twice
   * @throws RankFailedException when a rank fails meanwhile
   */
  public void put(int[] ranks, long[] indices, A source, int count) {
    check("put", ranks, indices, count);
    MemorySegment from = array("put", "source", source, values, count);
    for (int first = 0, some; first < count; first += some) {
      some = begin(ranks, indices, first, count);
      transfers.put(some, elementBytes, from, (long) first << shift, memory);
    }
  }

  /**
   * Adds to elements, to each atomically with respect to every other accumulate. Returns when the
   * arrays may be changed.
   *
   * @param ranks the rank in the job that has each element
   * @param indices the index of each element in its rank's block
   * @param source the summands, in the order of the list
   * @param count length of the list: so many entries of each array count
   * @throws ArmciException when a rank has no such element or gave no block, an array has fewer
   *     entries, or the memory is freed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public void accumulate(int[] ranks, long[] indices, A source, int count) {
    check("accumulate", ranks, indices, count);
    MemorySegment from = array("accumulate", "source", source, values, count);
    for (int first = 0, some; first < count; first += some) {
      some = begin(ranks, indices, first, count);
      transfers.accumulate(view.sum(), some, from, (long) first << shift, memory);
    }
  }

  /**
   * Updates elements, each as one step to every other atomic operation on it. Returns when the
   * elements' previous values have arrived. Elements of {@code double} and {@code float} have sums,
   * swaps, minima and maxima.
   *
   * @param update the kind of update
   * @param ranks the rank in the job that has each element
   * @param indices the index of each element in its rank's block
   * @param source the update's operand for each element
   * @param destination receives the previous value of each element; may be the source
   * @param count length of the list: so many entries of each array count
   * @throws ArmciException when a rank has no such element or gave no block, an array has fewer
   *     entries, the type of elements has no such update, or the memory is freed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public void update(
      AtomicUpdate update, int[] ranks, long[] indices, A source, A destination, int count) {
    WordChange change = IndexedTransfers.change(update, isFloating);
    if (change == null) {
      throw refusal("update", "there is no " + update + " of floating-point elements");
    }
    check("update", ranks, indices, count);
    MemorySegment from = array("update", "source", source, operands, count);
    MemorySegment to = array("update", "destination", destination, values, count);
    for (int first = 0, some; first < count; first += some) {
      some = begin(ranks, indices, first, count);
      transfers.update(change, some, elementBytes, from, to, (long) first << shift, memory);
    }
  }

  /**
   * Replaces each element that holds an expected value, as one step to every other atomic operation
   * on it. Returns when the elements' previous values have arrived: an element was replaced exactly
   * when its previous value is the expected one.
   *
   * <p>Floating-point numbers are compared by their bits, as {@link Double#doubleToRawLongBits} and
   * {@link Float#floatToRawIntBits} give them: 0.0 is not −0.0, and a NaN is a NaN of the same
   * bits.
   *
   * @param ranks the rank in the job that has each element
   * @param indices the index of each element in its rank's block
   * @param expected the value that each element must hold
   * @param source the new value of each element in that case
   * @param destination receives the previous value of each element; may be one of the others
   * @param count length of the list: so many entries of each array count
   * @throws ArmciException when a rank has no such element or gave no block, an array has fewer
   *     entries, or the memory is freed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public void compareAndSwap(
      int[] ranks, long[] indices, A expected, A source, A destination, int count) {
    check("compareAndSwap", ranks, indices, count);
    MemorySegment old = array("compareAndSwap", "expected", expected, operands, count);
    MemorySegment from = array("compareAndSwap", "source", source, replacements, count);
    MemorySegment to = array("compareAndSwap", "destination", destination, values, count);
    for (int first = 0, some; first < count; first += some) {
      some = begin(ranks, indices, first, count);
      long at = (long) first << shift;
      transfers.compareAndSwap(some, elementBytes, old, from, to, at, memory);
    }
  }

  /** Names the next elements of a list to the transfers; returns their number. */
  private int begin(int[] ranks, long[] indices, int first, int count) {
    int some = Math.min(count - first, IndexedTransfers.PIECE);
    transfers.begin(some);
    System.arraycopy(ranks, first, transfers.ranks(), 0, some);
    long[] offsets = transfers.offsets();
    for (int i = 0; i < some; i++) {
      offsets[i] = indices[first + i] << shift;
    }
    return some;
  }

  /** Throws unless all elements of a list exist. */
  private void check(String operation, int[] ranks, long[] indices, int count) {
    armci.requireOpen(operation);
    requireEntries(operation, "ranks", Objects.requireNonNull(ranks, "ranks").length, count);
    requireEntries(operation, "indices", Objects.requireNonNull(indices, "indices").length, count);
    Arrays.fill(lengths, -1);
    for (int i = 0; i < count; i++) {
      int rank = ranks[i];
      if (rank < 0 || rank >= lengths.length) {
        throw refusal(
            operation,
            Text.format(
                "entry %d of the list: there is no rank %d, ranks are 0 to %d",
                i, rank, lengths.length - 1));
      }
      long length = lengths[rank];
      if (length < 0) {
        length = memory.sizeBytes(rank) >> shift;
        lengths[rank] = length;
      }
      if (indices[i] < 0 || indices[i] >= length) {
        throw refusal(
            operation,
            Text.format(
                "entry %d of the list: index %d is not inside rank %d's block, which has %d"
                    + " elements of %d bytes",
                i, indices[i], rank, length, elementBytes));
      }
    }
  }

  private MemorySegment array(String operation, String name, A array, KnownArray known, int count) {
    MemorySegment elements = known.elements(Objects.requireNonNull(array, name));
    requireEntries(operation, name, elements.byteSize() >> shift, count);
    return elements;
  }

  private void requireEntries(String operation, String name, long length, int count) {
    if (count < 0 || count > length) {
      throw refusal(
          operation,
          Text.format(
              "a list of %d elements, and the argument %s has %d entries", count, name, length));
    }
  }

  private ArmciException refusal(String operation, String reason) {
    return new ArmciException(
        Text.format("%s by rank %d on %s: %s", operation, armci.rank(), this, reason));
  }

  @Override
  public String toString() {
    return Text.format("ElementBatch[%s of %s]", view.getClass().getSimpleName(), memory);
  }
}
