package org.armci4j.transport.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.armci4j.transport.SegmentList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Lists of segments, on a device that exists in this process alone. */
class SegmentTransfersTest {
  private static final long SEED = Long.getLong("segments.seed", System.nanoTime());
  private static final int TRIES = 100;

  private final ConnectionRig rig = new ConnectionRig();
  private final long remote = rig.remote.address();

  /** Where the origin's data are. */
  enum Place {
    REGISTERED,
    NATIVE,
    HEAP
  }

  @AfterEach
  void close() {
    rig.close();
  }

  private MemorySegment local(Place place) {
    return switch (place) {
      case REGISTERED -> rig.registered;
      case NATIVE -> rig.arena.allocate(ConnectionRig.MEMORY_BYTES);
      case HEAP -> MemorySegment.ofArray(new byte[ConnectionRig.MEMORY_BYTES]);
    };
  }

  private static SegmentList run(long localStride, long remoteStride, long length, long count) {
    SegmentList list = new SegmentList();
    list.addRun(0, localStride, 0, remoteStride, length, count);
    return list;
  }

  private void put(MemorySegment source, SegmentList list) {
    finish(() -> rig.segments.put(source, 0, remote, 1, list));
  }

  private void get(MemorySegment destination, SegmentList list) {
    finish(() -> rig.segments.get(remote, 1, destination, 0, list));
  }

  private void finish(Supplier<Long> transfer) {
    rig.connection.progress().await(transfer.get(), "transfer");
    rig.connection.flush();
  }

  @Test
  void rowsGoTogether() {
    put(rig.registered, run(1000, 800, 100, 20));
    assertEquals(List.of(16, 4), rig.device.chains());
    rig.device.forget();
    get(rig.registered, run(1000, 800, 100, 20));
    assertEquals(List.of(16, 4), rig.device.chains());
  }

  @Test
  void shortRowsForOnePlaceShareInlineRequests() {
    put(rig.registered, run(64, 8, 8, 32));
    assertEquals(List.of(4), rig.device.chains().subList(0, 1));
    assertEquals("write of 1 segments, 64 bytes", rig.device.log().getFirst());
  }

  @Test
  void longRowsForOnePlaceShareRequests() {
    put(rig.registered, run(1000, 100, 100, 8));
    assertEquals(
        List.of("write of 4 segments, 400 bytes", "write of 4 segments, 400 bytes"),
        rig.device.log());
    rig.device.forget();
    get(rig.registered, run(1000, 100, 100, 8));
    assertEquals(
        List.of("read of 4 segments, 400 bytes", "read of 4 segments, 400 bytes"),
        rig.device.log());
  }

  @ParameterizedTest
  @EnumSource
  void copiedRowsGoTogether(Place place) {
    MemorySegment local = local(place);
    put(local, run(1000, 800, 100, 10));
    assertEquals(List.of(10), rig.device.chains().subList(0, 1));
    rig.device.forget();
    get(local, run(1000, 800, 100, 10));
    assertEquals(List.of(10), rig.device.chains());
  }

  @ParameterizedTest
  @EnumSource
  void anyListMovesExactlyItsBytes(Place place) {
    System.out.println("segments.seed=" + SEED);
    SplittableRandom random = new SplittableRandom(SEED);
    MemorySegment local = local(place);
    for (int i = 0; i < TRIES; i++) {
      SegmentList list = randomList(random);
      boolean slow = random.nextBoolean();
      rig.device.slowDown(slow ? 2 : 1);
      fill(random, local);
      fill(random, rig.remote);
      byte[] expected = bytes(rig.remote);
      copy(list, bytes(local), list.local(), expected, list.remote());
      put(local, list);
      assertEquals(-1, MemorySegment.ofArray(expected).mismatch(rig.remote), "put " + i);

      fill(random, rig.remote);
      expected = bytes(local);
      copy(list, bytes(rig.remote), list.remote(), expected, list.local());
      get(local, list);
      assertEquals(-1, MemorySegment.ofArray(expected).mismatch(local), "get " + i);
    }
    assertTrue(rig.device.mostQueued() <= ConnectionRig.DEPTH);
  }

  /** Segments that do not overlap, on either side. */
  private static SegmentList randomList(SplittableRandom random) {
    SegmentList list = new SegmentList();
    long localNext = 0;
    long remoteNext = 0;
    while (list.runs() < 12) {
      int length = 1 + random.nextInt(1 << random.nextInt(1, 13));
      int count = 1 + random.nextInt(6);
      long localStride = length + gap(random);
      long remoteStride = length + gap(random);
      if (Math.max(localNext, remoteNext) + count * Math.max(localStride, remoteStride)
          > ConnectionRig.MEMORY_BYTES) {
        break;
      }
      list.addRun(localNext, localStride, remoteNext, remoteStride, length, count);
      localNext += count * localStride;
      remoteNext += count * remoteStride;
    }
    return list;
  }

  private static long gap(SplittableRandom random) {
    return random.nextBoolean() ? 0 : random.nextInt(40);
  }

  private static void fill(SplittableRandom random, MemorySegment memory) {
    byte[] bytes = new byte[ConnectionRig.MEMORY_BYTES];
    random.nextBytes(bytes);
    MemorySegment.copy(MemorySegment.ofArray(bytes), 0, memory, 0, bytes.length);
  }

  private static byte[] bytes(MemorySegment memory) {
    byte[] bytes = new byte[ConnectionRig.MEMORY_BYTES];
    MemorySegment.copy(memory, 0, MemorySegment.ofArray(bytes), 0, bytes.length);
    return bytes;
  }

  private static void copy(
      SegmentList list, byte[] source, SegmentList.Side from, byte[] target, SegmentList.Side to) {
    for (int run = 0; run < list.runs(); run++) {
      for (long i = 0; i < list.count(run); i++) {
        System.arraycopy(
            source,
            (int) (from.offset(run) + i * from.stride(run)),
            target,
            (int) (to.offset(run) + i * to.stride(run)),
            (int) list.lengthBytes(run));
      }
    }
  }
}
