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
 * Rounds of the patterns of "Topology agnostic hot-spot avoidance with InfiniBand": rings of puts,
 * an alltoall and an allgather. All ranks make the same rounds, which end at all together.
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
   * @param armci open
   * @param arena of what is sent and received
   * @param putBytes how much a rank puts in a step of a ring
   * @param partBytes how much each rank has for each other one in a collective
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

  /** Which algorithms the collectives choose, in words. */
  String algorithms() {
    return Text.format(
        "alltoall by %s, allgather by %s",
        algorithm(Operation.ALLTOALL), algorithm(Operation.ALLGATHER));
  }

  private String algorithm(Operation operation) {
    return collectives.algorithmFor(operation, one.count(), ElementType.LONG, null);
  }

  /**
   * One step of a ring: each rank puts to the one so far behind it.
   *
   * @return how much all have received
   */
  long step(int distance) {
    int target = (armci.rank() + distance) % armci.size();
    armci.nbPut(memory.local().asSlice(putBytes), memory, target, 0, handle);
    handle.await();
    armci.barrier();
    return (long) putBytes * armci.size();
  }

  /**
   * The displaced ring: in each step to a rank farther away.
   *
   * @return how much all have received
   */
  long displacedRing() {
    long bytes = 0;
    for (int distance = 1; distance < armci.size(); distance++) {
      bytes += step(distance);
    }
    return bytes;
  }

  /**
   * An alltoall.
   *
   * @return how much all have received of others
   */
  long alltoall() {
    collectives.alltoall(all, everyones);
    armci.barrier();
    return received();
  }

  /**
   * An allgather.
   *
   * @return how much all have received of others
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
