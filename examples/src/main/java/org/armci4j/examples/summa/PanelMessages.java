package org.armci4j.examples.summa;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.Iterator;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.strided.Section;
import org.armci4j.strided.Strided;

/**
 * Brings panels by messages, to compare with {@link PanelGets}. The owner of a panel packs it and
 * sends it to each other rank of its row or column, once that rank has said that its buffer is
 * free. A send advances only while its rank is in a call here, and not while it multiplies, as in
 * message passing without a helper thread.
 */
final class PanelMessages implements Supply {
  private static final long LINE_BYTES = 128;
  private static final VarHandle LONG = JAVA_LONG.varHandle();

  private final Armci armci;
  private final Strided strided;
  private final Blocks blocks;
  private final GlobalMemory memory;
  private final MemorySegment own;
  private final long bufferBytesOfA;
  private final long bufferBytesOfB;
  private final ArrayDeque<QueuedPanel> queue = new ArrayDeque<>();

  /** Names a panel to send to a rank that may not be ready for it yet. */
  private record QueuedPanel(long number, Panel panel, int rank, boolean ofA) {}

  /** Allocates the buffers. Collective. */
  PanelMessages(Blocks blocks, int panelDepth) {
    this.armci = blocks.armci();
    this.strided = Strided.of(armci);
    this.blocks = blocks;
    this.bufferBytesOfA = blocks.mostBytesOfA(panelDepth);
    this.bufferBytesOfB = blocks.mostBytesOfB(panelDepth);
    this.memory = armci.allocate(buffer(2, true));
    this.own = memory.local();
  }

  // Layout: for each rank a word for A and one for B, the panels that the rank is ready for; then,
  // for A and B and each of two buffers, the number of the panel in it; then the buffers, pairs of
  // A and B.
  private static long ready(int rank, boolean ofA) {
    return rank * LINE_BYTES + (ofA ? 0 : Long.BYTES);
  }

  private long arrived(long number, boolean ofA) {
    return (armci.size() + number % 2 * 2 + (ofA ? 0 : 1)) * LINE_BYTES;
  }

  private long buffer(long index, boolean ofA) {
    long pair = bufferBytesOfA + bufferBytesOfB;
    return (armci.size() + 4) * LINE_BYTES + index * pair + (ofA ? 0 : bufferBytesOfA);
  }

  private boolean isOwnerOfA(Panel panel) {
    return panel.ownerColumn() == blocks.gridColumn();
  }

  private boolean isOwnerOfB(Panel panel) {
    return panel.ownerRow() == blocks.gridRow();
  }

  @Override
  public void start(long number, Panel panel) {
    awaitSent(number - 2); // it has the same buffer
    ProcessGrid grid = blocks.grid();
    if (isOwnerOfA(panel)) {
      pack(blocks.a(), blocks.partOfA(panel), buffer(number % 2, true));
      for (int column = 0; column < grid.width(); column++) {
        owe(number, panel, grid.rank(blocks.gridRow(), column), true);
      }
    } else {
      armci.signal(memory, blocks.ownerOfA(panel), ready(armci.rank(), true), number + 1);
    }
    if (isOwnerOfB(panel)) {
      pack(blocks.b(), blocks.partOfB(panel), buffer(number % 2, false));
      for (int row = 0; row < grid.height(); row++) {
        owe(number, panel, grid.rank(row, blocks.gridColumn()), false);
      }
    } else {
      armci.signal(memory, blocks.ownerOfB(panel), ready(armci.rank(), false), number + 1);
    }
    send();
  }

  private void pack(GlobalMemory matrix, Section part, long buffer) {
    strided.get(matrix, armci.rank(), part, own, part.packed(buffer));
  }

  private void owe(long number, Panel panel, int rank, boolean ofA) {
    if (rank != armci.rank()) {
      queue.add(new QueuedPanel(number, panel, rank, ofA));
    }
  }

  /** Sends the panels that receivers are ready for. */
  private void send() {
    for (Iterator<QueuedPanel> each = queue.iterator(); each.hasNext(); ) {
      QueuedPanel queued = each.next();
      boolean ofA = queued.ofA();
      if ((long) LONG.getAcquire(own, ready(queued.rank(), ofA)) > queued.number()) {
        Panel panel = queued.panel();
        long buffer = buffer(queued.number() % 2, ofA);
        armci.putSignal(
            own,
            buffer,
            memory,
            queued.rank(),
            buffer,
            ofA ? blocks.bytesOfA(panel.depth()) : blocks.bytesOfB(panel.depth()),
            memory,
            arrived(queued.number(), ofA),
            queued.number() + 1);
        each.remove();
      }
    }
  }

  @Override
  public void await(long number, Panel panel) {
    armci
        .signals()
        .await(
            () -> {
              send();
              return (isOwnerOfA(panel) || isHere(number, true))
                  && (isOwnerOfB(panel) || isHere(number, false));
            },
            () -> "panel " + number);
  }

  private boolean isHere(long number, boolean ofA) {
    return (long) LONG.getAcquire(own, arrived(number, ofA)) > number;
  }

  @Override
  public PanelPlace a(long number) {
    return new PanelPlace(own, buffer(number % 2, true));
  }

  @Override
  public PanelPlace b(long number) {
    return new PanelPlace(own, buffer(number % 2, false));
  }

  @Override
  public void finish() {
    awaitSent(Long.MAX_VALUE);
  }

  /** Waits until panels up to a number are with their receivers. */
  private void awaitSent(long number) {
    armci
        .signals()
        .await(
            () -> {
              send();
              return queue.isEmpty() || queue.element().number() > number;
            },
            () -> queue.size() + " panels not sent yet");
  }

  @Override
  public void close() {
    armci.barrier();
    armci.free(memory);
  }
}
