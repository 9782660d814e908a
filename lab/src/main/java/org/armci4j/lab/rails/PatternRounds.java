package org.armci4j.lab.rails;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.Handle;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.ElementType;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Operation;

/**
 * Performs rounds of the patterns of "Topology agnostic hot-spot avoidance with InfiniBand": rings
 * of puts, an alltoall and an allgather. All ranks perform the same rounds, and a round ends on all
 * ranks together.
 */
final class PatternRounds implements AutoCloseable {
  private final Armci armci;
  private final Collectives collectives;
  private final GlobalMemory memory;
  private final Handle handle;
  private final int putBytes;
  private final int partBytes;
  private final Elements one;
  private final Elements all;
  private final Elements everyones;

  /**
   * Allocates the memory of all ranks. Collective.
   *
   * @param armci an open runtime
   * @param arena arena of the collectives' buffers
   * @param putBytes bytes that a rank puts in a step of a ring
   * @param partBytes bytes of each rank for each other rank in a collective
   */
  PatternRounds(Armci armci, Arena arena, int putBytes, int partBytes) {
    this.armci = armci;
    this.collectives = Collectives.of(armci);
    this.memory = armci.allocate(2L * putBytes);
    this.handle = armci.newHandle();
    this.putBytes = putBytes;
    this.partBytes = partBytes;
    this.one = elements(arena, partBytes);
    this.all = elements(arena, partBytes * armci.size());
    this.everyones = elements(arena, partBytes * armci.size());
  }

  private static Elements elements(Arena arena, int sizeBytes) {
    MemorySegment segment = arena.allocate(sizeBytes, Long.BYTES);
    return Elements.of(segment, 0, sizeBytes / Long.BYTES, ElementType.LONG);
  }

  /** Returns a description of the algorithms that the collectives choose. */
  String algorithms() {
    return Text.format(
        "alltoall by %s, allgather by %s",
        algorithm(Operation.ALLTOALL), algorithm(Operation.ALLGATHER));
  }

  private String algorithm(Operation operation) {
    return collectives.algorithmFor(operation, one.count(), ElementType.LONG, null);
  }

  /**
   * Performs one step of a ring: each rank puts to the rank that follows at a distance.
   *
   * @return bytes that all ranks have received together
   */
  long step(int distance) {
    int target = (armci.rank() + distance) % armci.size();
    armci.nbPut(memory.local().asSlice(putBytes), memory, target, 0, handle);
    handle.await();
    armci.barrier();
    return (long) putBytes * armci.size();
  }

  /**
   * Performs the displaced ring: in each step to a rank farther away.
   *
   * @return bytes that all ranks have received together
   */
  long displacedRing() {
    long bytes = 0;
    for (int distance = 1; distance < armci.size(); distance++) {
      bytes += step(distance);
    }
    return bytes;
  }

  /**
   * Performs an alltoall.
   *
   * @return bytes that all ranks have received from others together
   */
  long alltoall() {
    collectives.alltoall(all, everyones);
    armci.barrier();
    return received();
  }

  /**
   * Performs an allgather.
   *
   * @return bytes that all ranks have received from others together
   */
  long allgather() {
    collectives.allgather(one, everyones);
    armci.barrier();
    return received();
  }

  private long received() {
    return (long) partBytes * armci.size() * (armci.size() - 1);
  }

  @Override
  public void close() {
    armci.barrier();
    collectives.close();
    armci.free(memory);
  }
}
