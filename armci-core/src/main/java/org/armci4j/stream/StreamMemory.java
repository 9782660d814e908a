package org.armci4j.stream;

import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.Group;

/** The memory of a stream, in which ranks have their numbers in the stream's group. */
record StreamMemory(Armci armci, Group group, GlobalMemory memory, StreamLayout layout) {
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
