package org.armci4j.examples.common;

import java.util.Arrays;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.IntBlock;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Reduction;

/**
 * Global memory for results whose size a rank learns late. It stays for the next result, as all
 * ranks have to meet where memory is allocated.
 */
public final class GrowingInts implements AutoCloseable {
  private final Armci armci;
  private final Collectives collectives;
  private final IntBlock[] blocks;
  private GlobalMemory memory;
  private long length; // of each rank's block

  /**
   * Begins without memory.
   *
   * @param armci the rank's runtime
   */
  public GrowingInts(Armci armci) {
    this.armci = armci;
    this.collectives = Collectives.of(armci);
    this.blocks = new IntBlock[armci.size()];
  }

  /**
   * Makes room. Collective: returns when every rank has called it.
   *
   * @param own number of elements that this rank needs
   * @return the blocks of all ranks, with any values
   */
  public IntBlock[] room(int own) {
    long most = collectives.allreduce((long) own, Reduction.MAX);
    if (memory == null || most > length) {
      close();
      memory = armci.allocate(Integer.BYTES * most);
      length = most;
      Arrays.setAll(blocks, memory::ints);
    }
    armci.barrier(); // the other ranks see this rank's earlier puts
    return blocks;
  }

  /** Frees the memory. Collective. */
  @Override
  public void close() {
    if (memory != null) {
      armci.free(memory);
      memory = null;
      length = 0;
    }
  }
}
