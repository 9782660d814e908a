package org.armci4j.testkit.arguments;

import java.util.HashMap;
import java.util.Map;
import org.armci4j.Armci;
import org.armci4j.ElementBlock;
import org.armci4j.GlobalMemory;
import org.armci4j.Handle;
import org.armci4j.call.Call;
import org.armci4j.call.Calls;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Reduction;
import org.armci4j.completion.CompletionEvents;
import org.armci4j.strided.ElementBatch;
import org.armci4j.strided.IndexedTransfers;
import org.armci4j.strided.Strided;

/** Holds one object of each public type that has operations, all of one runtime. */
final class Receivers {
  private final Map<Class<?>, Object> byType = new HashMap<>();

  /** Makes the objects. Collective. */
  Receivers(Armci armci, GlobalMemory memory, int other) {
    Calls calls = Calls.open(armci);
    calls.register(0, (_, _, _) -> 0);
    add(armci, armci.world(), armci.domains(), armci.signals(), armci.helperSignals());
    add(armci.longAtomics(), armci.intAtomics(), armci.doubleAtomics(), armci.floatAtomics());
    add(armci.lists(), armci.createMutexes(1), armci.newAggregate(memory, other));
    Collectives collectives = Collectives.of(armci);
    add(collectives, collectives.nonblocking());
    add(Strided.of(armci), CompletionEvents.open(armci, 8), calls, memory);
    add(new Call(), Elements.of(new long[4]), Reduction.SUM);
    add(memory.doubles(other), memory.floats(other), memory.longs(other), memory.ints(other));
    IndexedTransfers indexed = IndexedTransfers.of(armci);
    indexed.begin(1);
    add(indexed, ElementBatch.of(armci, memory.longs(other)));
    byType.put(ElementBlock.class, memory.doubles(other));
    byType.put(Handle.class, armci.newHandle());
  }

  private void add(Object... objects) {
    for (Object object : objects) {
      byType.put(object.getClass(), object);
    }
  }

  <T> T get(Class<T> type) {
    return type.cast(byType.get(type));
  }
}
