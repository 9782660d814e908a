package org.armci4j.arrays;

/**
 * The elements of a patch with steps that one owner has, in the form of a {@link
 * org.armci4j.strided.Section}: one element is a row, and each dimension a level.
 *
 * @param owner the rank's number in the array's group
 * @param localOffset the first byte in the local buffer
 * @param remoteOffset the first byte in the owner's block
 */
record StridedPiece(
    int owner,
    long localOffset,
    long remoteOffset,
    long[] localStrides,
    long[] remoteStrides,
    long[] counts) {

  /**
   * Returns the piece of one owner; null if none of its elements takes part.
   *
   * @param patch inside the array, not empty
   * @param steps distance of the elements in each dimension
   * @param part the owner's part of the patch
   * @param buffer the local side of all elements that take part
   */
  static StridedPiece of(
      GlobalArray<?> array, Patch patch, long[] steps, PatchPart part, LocalBuffer<?> buffer) {
    int dimensions = steps.length;
    BlockLayout layout = array.layout();
    long[] first = new long[dimensions];
    long[] localStrides = new long[dimensions];
    long[] remoteStrides = new long[dimensions];
    long[] counts = new long[dimensions + 1];
    counts[0] = layout.elementBytes();
    long localOffset = buffer.from() * layout.elementBytes();
    long localStep = layout.elementBytes();
    long remoteStep = layout.elementBytes();
    for (int d = dimensions - 1; d >= 0; d--) {
      long from = part.patch().lower(d);
      long before = Math.floorMod(patch.lower(d) - from, steps[d]);
      if (before >= part.patch().extent(d)) {
        return null;
      }
      int level = dimensions - 1 - d;
      first[d] = from + before;
      counts[level + 1] = Math.ceilDiv(part.patch().extent(d) - before, steps[d]);
      localStrides[level] = localStep;
      remoteStrides[level] = steps[d] * remoteStep;
      localOffset += (first[d] - patch.lower(d)) / steps[d] * localStep;
      long moved = Math.ceilDiv(patch.extent(d), steps[d]);
      localStep *= buffer.isDense() || d == 0 ? moved : buffer.leading(d);
      remoteStep *= layout.extent(d, array.distribution().blockOf(d, from));
    }
    return new StridedPiece(
        part.owner(), localOffset, layout.offset(first), localStrides, remoteStrides, counts);
  }
}
