package org.armci4j.testkit.conformance.threads;

import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.Mutexes;
import org.armci4j.call.Calls;
import org.armci4j.completion.CompletionEvents;
import org.armci4j.testkit.conformance.trial.Trial;

/**
 * Holds the objects that the threads of a rank share with those of all other ranks. Making and
 * freeing are collective.
 */
final class SharedObjects {
  private final Armci armci;

  /** Regions of all transferring threads of all ranks, one after the other. */
  final GlobalMemory regions;

  final GlobalMemory words;
  final GlobalMemory messages;
  final GlobalMemory sums;
  final GlobalMemory counts;
  final GlobalMemory eventData;
  final Mutexes mutexes;
  final CompletionEvents events;
  final Calls calls;

  /**
   * @param threads number of threads that have regions, words and messages
   */
  SharedObjects(Trial trial, int threads) {
    this.armci = trial.armci();
    long parts = (long) trial.size() * threads;
    this.regions = armci.allocate(parts * OwnRegion.SIZE_BYTES);
    this.words = armci.allocate(parts * OwnWords.SIZE_BYTES);
    this.messages = armci.allocate(threads * SignalledMessages.SIZE_BYTES);
    this.sums = SharedSums.allocate(armci);
    this.counts = GuardedCounts.allocate(armci);
    this.eventData = EventTraffic.allocate(armci);
    this.mutexes = armci.createMutexes(GuardedCounts.MUTEXES);
    this.events = CompletionEvents.open(armci, EventTraffic.SLOTS);
    this.calls = Calls.open(armci);
    Echoes.register(armci, calls);
    armci.barrier();
  }

  /** Compares the common results, after all threads have ended. */
  void requireSums(Trial trial) {
    armci.barrier();
    SharedSums.requireSums(trial, sums);
    GuardedCounts.requireSums(trial, counts);
    armci.barrier();
  }

  void free() {
    calls.close();
    events.close();
    mutexes.close();
    for (GlobalMemory memory :
        new GlobalMemory[] {eventData, counts, sums, messages, words, regions}) {
      armci.free(memory);
    }
  }
}
