package org.armci4j.testkit.conformance.program;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.armci4j.Armci;
import org.armci4j.AtomicUpdate;
import org.armci4j.GlobalMemory;
import org.armci4j.Handle;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.testkit.conformance.trial.Form;
import org.armci4j.testkit.conformance.trial.Trial;

/**
 * Draws 200 tickets from one word on every rank and marks each in a table. No ticket is drawn
 * twice, none is left out, and a rank's own tickets rise.
 */
final class FetchAdd {
  private static final int TICKETS = 200;
  private static final long LONG_COUNTER = 0;
  private static final long INT_COUNTER = 8;
  private static final long TABLE = 16;

  private FetchAdd() {}

  static void run(Trial trial) {
    int each = trial.times(TICKETS);
    long all = (long) each * trial.size();
    GlobalMemory memory = trial.armci().allocate(TABLE + 8 * all);
    draw(trial, memory, each, trial.transfers().form() == Form.HANDLE);
    trial.armci().barrier();
    if (trial.rank() == 0) {
      Armci armci = trial.armci();
      trial.requireEqual(all, armci.getLong(memory, 0, LONG_COUNTER), () -> "the long counter");
      trial.requireEqual(all, armci.getInt(memory, 0, INT_COUNTER), () -> "the int counter");
      for (long ticket = 0; ticket < all; ticket++) {
        long drawn = ticket;
        long marks = armci.getLong(memory, 0, TABLE + 8 * ticket);
        trial.requireEqual(2, marks, () -> Text.format("how often ticket %d was drawn", drawn));
      }
    }
    trial.armci().free(memory);
  }

  private static void draw(Trial trial, GlobalMemory memory, int each, boolean nonblocking) {
    Armci armci = trial.armci();
    Handle handle = armci.newHandle();
    MemorySegment result = MemorySegment.ofArray(new long[1]);
    long last = -1;
    for (int i = 0; i < each; i++) {
      long ticket;
      if (nonblocking) {
        armci
            .longAtomics()
            .nbUpdate(AtomicUpdate.ADD, memory, 0, LONG_COUNTER, 1, result, 0, handle);
        handle.await();
        ticket = result.get(ValueLayout.JAVA_LONG, 0);
      } else {
        ticket = armci.fetchAndAdd(memory, 0, LONG_COUNTER, 1);
      }
      long before = last;
      trial.require(ticket > last, () -> Text.format("ticket %d after %d", ticket, before));
      last = ticket;
      mark(trial, memory, ticket);
      mark(trial, memory, armci.intAtomics().fetchAndAdd(memory, 0, INT_COUNTER, 1));
    }
  }

  private static void mark(Trial trial, GlobalMemory memory, long ticket) {
    trial.armci().fetchAndAdd(memory, 0, TABLE + 8 * ticket, 1);
  }
}
