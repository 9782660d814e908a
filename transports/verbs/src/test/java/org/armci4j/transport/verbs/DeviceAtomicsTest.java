package org.armci4j.transport.verbs;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.armci4j.transport.WordChange;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.verbs.key.VerbsRemoteKey;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Atomics of a device, with old values that it writes in place and others that are copied. */
class DeviceAtomicsTest {
  private static final RemoteKey KEY = new VerbsRemoteKey(1);

  private final ConnectionRig rig = new ConnectionRig();
  private final MemorySegment heap = MemorySegment.ofArray(new long[4]);
  private final long word = rig.remote.address() + 64;

  @AfterEach
  void close() {
    rig.close();
  }

  private MemorySegment result(boolean registered) {
    return registered ? rig.registered : heap;
  }

  private void await(long ticket) {
    rig.connection.progress().await(ticket, "atomic update");
  }

  private void compareAndSwap(long expected, MemorySegment result, long offset) {
    WordChange change = WordChange.COMPARE_AND_SWAP;
    await(rig.atomics.change(change, Long.BYTES, word, KEY, expected, -1, result, offset));
  }

  /** A device writes to aligned registered memory alone. */
  @ParameterizedTest
  @CsvSource({"true, 8", "true, 11", "false, 8", "false, 11"})
  void theOldValueIsWhereTheCallerWantsIt(boolean registered, long offset) {
    MemorySegment result = result(registered);
    rig.remote.set(JAVA_LONG, 64, 40);
    await(rig.fetchAdd(word, 2, result, offset));
    assertEquals(40, result.get(JAVA_LONG_UNALIGNED, offset));
    assertEquals(42, rig.remote.get(JAVA_LONG, 64));
    compareAndSwap(41, result, offset);
    assertEquals(42, result.get(JAVA_LONG_UNALIGNED, offset));
    assertEquals(42, rig.remote.get(JAVA_LONG, 64), "it had another value");
    result.set(JAVA_LONG_UNALIGNED, offset, 0);
    compareAndSwap(42, result, offset);
    assertEquals(42, result.get(JAVA_LONG_UNALIGNED, offset));
    assertEquals(-1, rig.remote.get(JAVA_LONG, 64));
    assertEquals(List.of("addition", "comparison", "comparison"), rig.device.log());
  }
}
