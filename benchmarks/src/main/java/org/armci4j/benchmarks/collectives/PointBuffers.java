package org.armci4j.benchmarks.collectives;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import org.armci4j.GlobalMemory;
import org.armci4j.collectives.ElementType;
import org.armci4j.collectives.Elements;

/** The buffers of a point: one source and one destination, or many pairs used in turn. */
public final class PointBuffers {
  /** Memory over which fresh buffers rotate, the same as in the peers' programs. */
  private static final long FRESH_BYTES = 32L << 20;

  private static final long LINE_BYTES = 64;
  private static final long PAGE_BYTES = 4096;

  private final Elements[] sources;
  private final Elements[] destinations;
  private int current;

  private PointBuffers(Elements[] sources, Elements[] destinations) {
    this.sources = sources;
    this.destinations = destinations;
  }

  /**
   * Returns one pair of buffers.
   *
   * @param source source of the calls; of a broadcast, the destination too
   * @param destination destination of the calls
   */
  public static PointBuffers of(Elements source, Elements destination) {
    return new PointBuffers(new Elements[] {source}, new Elements[] {destination});
  }

  /**
   * Allocates the buffers of a point.
   *
   * @param point the point
   * @param ranks number of ranks
   * @param allocator allocates them, each from the beginning of a page on
   */
  public static PointBuffers of(CollectivePoint point, int ranks, SegmentAllocator allocator) {
    long given = givenBytes(point, ranks);
    long taken = takenBytes(point, ranks);
    long larger = Math.max(LINE_BYTES, Math.max(given, taken));
    int count = point.fresh() ? (int) Math.max(2, FRESH_BYTES / larger) : 1;
    return new PointBuffers(slices(allocator, count, given), slices(allocator, count, taken));
  }

  private static long givenBytes(CollectivePoint point, int ranks) {
    return switch (point.operation()) {
      case ALLTOALL, REDUCE_SCATTER -> point.sizeBytes() * ranks;
      default -> point.sizeBytes();
    };
  }

  private static long takenBytes(CollectivePoint point, int ranks) {
    return switch (point.operation()) {
      case ALLTOALL, ALLGATHER -> point.sizeBytes() * ranks;
      default -> point.sizeBytes();
    };
  }

  /**
   * Returns how many bytes of global memory {@link #shared} needs.
   *
   * @param point the point
   * @param ranks number of ranks
   */
  public static long sharedBytes(CollectivePoint point, int ranks) {
    return pages(givenBytes(point, ranks)) + pages(takenBytes(point, ranks));
  }

  private static long pages(long bytes) {
    return (bytes + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
  }

  /**
   * Returns buffers in global memory, which all points share.
   *
   * @param point the point
   * @param ranks number of ranks
   * @param memory at least {@link #sharedBytes} in each block
   */
  public static PointBuffers shared(CollectivePoint point, int ranks, GlobalMemory memory) {
    long given = givenBytes(point, ranks);
    long taken = takenBytes(point, ranks);
    return of(elements(memory, 0, given), elements(memory, pages(given), taken));
  }

  private static Elements elements(GlobalMemory memory, long offset, long sizeBytes) {
    return Elements.of(memory, offset, sizeBytes / Double.BYTES, ElementType.DOUBLE);
  }

  private static Elements[] slices(SegmentAllocator allocator, int count, long sizeBytes) {
    MemorySegment all = allocator.allocate(Math.max(1, count * sizeBytes), PAGE_BYTES);
    Elements[] slices = new Elements[count];
    for (int i = 0; i < count; i++) {
      slices[i] = Elements.of(all, i * sizeBytes, sizeBytes / Double.BYTES, ElementType.DOUBLE);
    }
    return slices;
  }

  /** Moves on to the next pair of buffers. */
  public void next() {
    current = current + 1 == sources.length ? 0 : current + 1;
  }

  /** Returns the source of the next call. */
  public Elements source() {
    return sources[current];
  }

  /** Returns the destination of the next call. */
  public Elements destination() {
    return destinations[current];
  }
}
