package org.armci4j.transport.verbs;

import org.armci4j.transport.network.ranges.RegisteredRanges;

/**
 * One port of this host through which connections go.
 *
 * @param index among the rails of this rank; the first carries all that is not divided
 * @param adapter its device
 * @param ranges the local keys of memory that is registered with that device
 */
record Rail(int index, Adapter adapter, RegisteredRanges<Integer> ranges) {
  Rail(int index, Adapter adapter) {
    this(index, adapter, new RegisteredRanges<>());
  }
}
