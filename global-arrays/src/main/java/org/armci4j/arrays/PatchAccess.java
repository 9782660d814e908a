package org.armci4j.arrays;

import java.util.Objects;
import org.armci4j.Accumulation;
import org.armci4j.Armci;
import org.armci4j.Handle;
import org.armci4j.arrays.PatchChecks.PatchOperation;
import org.armci4j.error.ArmciException;
import org.armci4j.error.RankFailedException;

/**
 * Transfers of patches between an array and local memory, by one rank alone. There are three:
 *
 * <ul>
 *   <li>{@link GlobalArray}, the array itself: the elements of a patch that is inside the array.
 *   <li>{@link GlobalArray#periodic}: a patch may go over the array's ends.
 *   <li>{@link GlobalArray#every}: some indices of a patch alone.
 * </ul>
 *
 * <p>Each of them refuses other patches by an {@link ArmciException}, before anything moves.
 *
 * <p><b>The local side</b> of a transfer is a Java array whose elements follow each other without
 * gaps, or a {@link LocalBuffer} with a start and leading dimensions. Both are row-major.
 *
 * <p><b>Order and completion</b> are those of {@link Armci}. A blocking call returns when its local
 * buffer may be reused. Of the pieces of one patch, those of different owners have no order. Any
 * thread may call.
 *
 * @param <A> the type of Java arrays of the elements, such as {@code double[]}
 */
public abstract sealed class PatchAccess<A> permits GlobalArray, PatternPatches {
  private final KnownBuffer<A> sources = new KnownBuffer<>("source");
  private final KnownBuffer<A> destinations = new KnownBuffer<>("destination");

  PatchAccess() {}

  /** Checks the arguments, and moves the elements; with a handle, only starts to move them. */
  abstract void move(
      PatchOperation operation,
      Accumulation sum,
      Patch patch,
      LocalBuffer<A> buffer,
      Handle handle);

  /** Returns the accumulation with factor 1; null for bytes. */
  abstract Accumulation plainSum();

  /**
   * Writes a patch from a Java array. Returns when the source may be changed.
   *
   * @param patch the elements to write
   * @param source the values, row-major and without gaps
   * @throws ArmciException when the patch is refused, the source is too short, or the array is
   *     closed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public final void put(Patch patch, A source) {
    put(patch, sources.of(source));
  }

  /**
   * Writes a patch from a local buffer. Returns when the source may be changed.
   *
   * @param patch the elements to write
   * @param source the values
   * @throws ArmciException when the patch is refused or not inside the source, or the array is
   *     closed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public final void put(Patch patch, LocalBuffer<A> source) {
    transfer(PatchOperation.PUT, null, patch, source, null);
  }

  /**
   * Starts to write a patch from a local buffer, which must not change until the handle is
   * complete.
   *
   * @param patch the elements to write
   * @param source the values
   * @param handle tracks the local completion
   * @throws ArmciException when the patch is refused or not inside the source, the handle is
   *     another runtime's, or the array is closed
   */
  public final void nbPut(Patch patch, LocalBuffer<A> source, Handle handle) {
    Objects.requireNonNull(handle, "handle");
    transfer(PatchOperation.PUT, null, patch, source, handle);
  }

  /**
   * Reads a patch into a Java array. Returns when the values are there.
   *
   * @param patch the elements to read
   * @param destination receives the values, row-major and without gaps
   * @throws ArmciException when the patch is refused, the destination is too short, or the array is
   *     closed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public final void get(Patch patch, A destination) {
    get(patch, destinations.of(destination));
  }

  /**
   * Reads a patch into a local buffer. Returns when the values are there.
   *
   * @param patch the elements to read
   * @param destination receives the values
   * @throws ArmciException when the patch is refused or not inside the destination, the destination
   *     is read-only, or the array is closed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public final void get(Patch patch, LocalBuffer<A> destination) {
    transfer(PatchOperation.GET, null, patch, destination, null);
  }

  /**
   * Starts to read a patch into a local buffer. The values are there when the handle is complete.
   *
   * @param patch the elements to read
   * @param destination receives the values
   * @param handle tracks the completion
   * @throws ArmciException when the patch is refused or not inside the destination, the destination
   *     is read-only, the handle is another runtime's, or the array is closed
   */
  public final void nbGet(Patch patch, LocalBuffer<A> destination, Handle handle) {
    Objects.requireNonNull(handle, "handle");
    transfer(PatchOperation.GET, null, patch, destination, handle);
  }

  /**
   * Adds the values of a Java array to a patch, each element atomically with respect to every other
   * accumulate. Returns when the source may be changed.
   *
   * @param patch the elements to change
   * @param source the values, row-major and without gaps
   * @throws ArmciException when the patch is refused, the source is too short, the elements are
   *     bytes, or the array is closed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public final void accumulate(Patch patch, A source) {
    transfer(PatchOperation.ACCUMULATE, plainSum(), patch, sources.of(source), null);
  }

  /**
   * Adds the values of a local buffer, each multiplied by a factor, to a patch, each element
   * atomically with respect to every other accumulate. Returns when the source may be changed.
   *
   * @param accumulation the factor, of the type of the elements
   * @param patch the elements to change
   * @param source the values
   * @throws ArmciException when the patch is refused or not inside the source, the accumulation is
   *     of another type, the elements are bytes, or the array is closed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public final void accumulate(Accumulation accumulation, Patch patch, LocalBuffer<A> source) {
    Objects.requireNonNull(accumulation, "accumulation");
    transfer(PatchOperation.ACCUMULATE, accumulation, patch, source, null);
  }

  /**
   * Starts to add the values of a local buffer, each multiplied by a factor, to a patch. The source
   * must not change until the handle is complete.
   *
   * @param accumulation the factor, of the type of the elements
   * @param patch the elements to change
   * @param source the values
   * @param handle tracks the local completion
   * @throws ArmciException when the patch is refused or not inside the source, the accumulation is
   *     of another type, the elements are bytes, the handle is another runtime's, or the array is
   *     closed
   */
  public final void nbAccumulate(
      Accumulation accumulation, Patch patch, LocalBuffer<A> source, Handle handle) {
    Objects.requireNonNull(accumulation, "accumulation");
    Objects.requireNonNull(handle, "handle");
    transfer(PatchOperation.ACCUMULATE, accumulation, patch, source, handle);
  }

  private void transfer(
      PatchOperation operation,
      Accumulation sum,
      Patch patch,
      LocalBuffer<A> buffer,
      Handle handle) {
    Objects.requireNonNull(patch, "patch");
    Objects.requireNonNull(buffer, operation.buffer());
    move(operation, sum, patch, buffer, handle);
  }

  /** Returns the Java arrays from which this object has read. */
  final KnownBuffer<A> sources() {
    return sources;
  }

  /** Returns the Java arrays to which this object has written. */
  final KnownBuffer<A> destinations() {
    return destinations;
  }
}
