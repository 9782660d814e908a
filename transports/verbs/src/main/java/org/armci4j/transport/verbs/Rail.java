package org.armci4j.transport.verbs;

import org.armci4j.transport.network.ranges.RegisteredRanges;

/**
 * A port of this host through which connections go.
 *
 * @param index among the rails of this rank; the first rail carries all undivided operations
 * @param adapter its device
 * @param ranges local keys of memory that is registered with that device
 */
record Rail(int index, Adapter adapter, RegisteredRanges<Integer> ranges) {
  Rail(int index, Adapter adapter) {
    this(index, adapter, new RegisteredRanges<>());
  }
}
