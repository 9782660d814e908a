package org.armci4j.stream;

import java.util.Objects;
import java.util.function.Supplier;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.Group;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;

/**
 * The memory of a stream, in which ranks have their numbers in the stream's group.
 *
 * @param layout of this rank's block
 */
record StreamMemory(
    Armci armci,
    Group group,
    GlobalMemory memory,
    StreamShape shape,
    StreamPeers peers,
    StreamLayout layout) {
  /**
   * Allocates the memory of a stream. Throws on every rank if one of them describes another stream,
   * or refuses its sizes.
   */
  static StreamMemory allocate(
      String operation, Armci armci, Group group, StreamPeers peers, Supplier<StreamShape> shape) {
    StreamShape[] own = new StreamShape[1];
    GlobalMemory memory =
        group.allocate(
            () -> {
              own[0] = shape.get(); // here, so that a refusal reaches all ranks
              return layoutOf(own[0], group, peers, group.rank()).sizeBytes();
            });
    StreamLayout layout = layoutOf(own[0], group, peers, group.rank());
    StreamMemory stream = new StreamMemory(armci, group, memory, own[0], peers, layout);
    stream.requireSame(operation);
    return stream;
  }

  private static StreamLayout layoutOf(
      StreamShape shape, Group group, StreamPeers peers, int rank) {
    return shape.layout(group.size(), peers.countAt(rank), peers.hasLevels());
  }

  /** Returns the layout of a rank's block. */
  StreamLayout layoutAt(int rank) {
    return layoutOf(shape, group, peers, rank);
  }

  static void requireGroup(String operation, Armci armci, Group group) {
    Objects.requireNonNull(armci, "armci").requireOpen(operation);
    if (!Objects.requireNonNull(group, "group").isOf(armci)) {
      throw new ArmciException(operation + ": the group is another runtime's");
    }
  }

  private void requireSame(String operation) {
    for (int rank = 0; rank < group.size(); rank++) {
      signal(rank, StreamLayout.left(group.rank()), shape.sizes());
      signal(rank, StreamLayout.kind(group.rank()), kind());
    }
    group.barrier();
    int other = -1;
    for (int rank = 0; rank < group.size(); rank++) {
      boolean same =
          own(StreamLayout.left(rank)) == shape.sizes() && own(StreamLayout.kind(rank)) == kind();
      other = same ? other : rank;
    }
    group.barrier();
    for (int rank = 0; rank < group.size(); rank++) {
      armci.putLong(memory, armci.rank(), StreamLayout.left(rank), 0);
    }
    group.barrier();
    if (other >= 0) {
      group.free(memory);
      throw new ArmciException(
          Text.format(
              "%s by rank %d: rank %d opens another stream than %s",
              operation, armci.rank(), group.worldRank(other), shape));
    }
  }

  /**
   * Returns the kind of items and the form: ranks whose forms differ would miss each other's slots.
   */
  private long kind() {
    return 2 * shape.kind() + (peers.hasLevels() ? 1 : 0);
  }

  int rank() {
    return group.rank();
  }

  /** Reads a word of this rank's own block, with acquire. */
  long own(long offset) {
    return armci.getLong(memory, armci.rank(), offset);
  }

  /** Writes a word of another rank's block with release, and wakes that rank. */
  void signal(int rank, long offset, long value) {
    armci.signal(memory, group.worldRank(rank), offset, value);
  }
}
