package org.armci4j.examples.summa;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.armci4j.Armci;
import org.armci4j.Handle;
import org.armci4j.strided.Section;
import org.armci4j.strided.Strided;

/** Brings panels by one-sided gets; the ranks that hold them take no part. */
final class PanelGets implements Supply {
  private final Strided strided;
  private final Blocks blocks;
  private final Arena arena = Arena.ofShared(); // a network would copy memory of a confined arena
  private final MemorySegment[] buffersOfA = new MemorySegment[2];
  private final MemorySegment[] buffersOfB = new MemorySegment[2];
  private final Handle[] handles = new Handle[2];

  PanelGets(Blocks blocks, int panelDepth) {
    Armci armci = blocks.armci();
    this.strided = Strided.of(armci);
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
    Section partOfA = blocks.partOfA(panel);
    Section partOfB = blocks.partOfB(panel);
    strided.nbGet(
        blocks.a(), blocks.ownerOfA(panel), partOfA, buffersOfA[i], partOfA.packed(0), handles[i]);
    strided.nbGet(
        blocks.b(), blocks.ownerOfB(panel), partOfB, buffersOfB[i], partOfB.packed(0), handles[i]);
  }

  @Override
  public void await(long number, Panel panel) {
    handles[(int) (number % 2)].await();
  }

  @Override
  public PanelPlace a(long number) {
    return new PanelPlace(buffersOfA[(int) (number % 2)], 0);
  }

  @Override
  public PanelPlace b(long number) {
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
