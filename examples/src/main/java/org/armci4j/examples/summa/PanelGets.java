package org.armci4j.examples.summa;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.armci4j.Armci;
import org.armci4j.Handle;

/** Brings panels by one-sided gets; the ranks that hold them take no part. */
final class PanelGets implements Supply {
  private final Armci armci;
  private final Blocks blocks;
  private final Arena arena = Arena.ofShared(); // a network would copy memory of a confined arena
  private final MemorySegment[] buffersOfA = new MemorySegment[2];
  private final MemorySegment[] buffersOfB = new MemorySegment[2];
  private final Handle[] handles = new Handle[2];

  PanelGets(Blocks blocks, int panelDepth) {
    this.armci = blocks.armci();
    this.blocks = blocks;
    for (int i = 0; i < 2; i++) {
      buffersOfA[i] = armci.allocateLocal(arena, Math.max(8, blocks.bytesOfA(panelDepth)));
      buffersOfB[i] = armci.allocateLocal(arena, Math.max(8, blocks.bytesOfB(panelDepth)));
      handles[i] = armci.newHandle();
    }
  }

  @Override
  public void start(long number, Panel panel) {
    int i = (int) (number % 2);
    int depth = panel.depth();
    armci.nbGet(
        blocks.a(),
        blocks.ownerOfA(panel),
        blocks.offsetOfA(panel),
        buffersOfA[i],
        0,
        blocks.bytesOfA(depth),
        handles[i]);
    armci.nbGet(
        blocks.b(),
        blocks.ownerOfB(panel),
        blocks.offsetOfB(panel),
        buffersOfB[i],
        0,
        blocks.bytesOfB(depth),
        handles[i]);
  }

  @Override
  public void await(long number, Panel panel) {
    handles[(int) (number % 2)].await();
  }

  @Override
  public PanelPlace a(long number, Panel panel) {
    return new PanelPlace(buffersOfA[(int) (number % 2)], 0);
  }

  @Override
  public PanelPlace b(long number, Panel panel) {
    return new PanelPlace(buffersOfB[(int) (number % 2)], 0);
  }

  @Override
  public void finish() {
    // No rank waits for this one.
  }

  @Override
  public void close() {
    arena.close();
  }
}
