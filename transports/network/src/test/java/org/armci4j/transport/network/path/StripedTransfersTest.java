package org.armci4j.transport.network.path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.armci4j.ArmciException;
import org.armci4j.transport.network.EndpointProgress;
import org.armci4j.transport.network.NetworkEndpoint;
import org.armci4j.transport.network.NetworkFailure;
import org.armci4j.transport.network.PendingCopies;
import org.junit.jupiter.api.Test;

/** What goes over which path, and when it is complete. */
class StripedTransfersTest {
  private static final int PATHS = 4;

  /** What each path was given: its number, first byte and length. */
  private final List<List<Long>> given = new ArrayList<>();

  private final List<EndpointProgress> progress = new ArrayList<>();
  private final StripedTransfers transfers;

  StripedTransfersTest() {
    List<NetworkEndpoint> paths = new ArrayList<>();
    for (int path = 0; path < PATHS; path++) {
      paths.add(path(path));
    }
    transfers = new StripedTransfers(paths, new PathPlan(PATHS, PATHS, 0.95, 10, 64));
    progress.getFirst().addBeside(transfers);
  }

  private NetworkEndpoint path(int number) {
    EndpointProgress mine =
        new EndpointProgress(
            0,
            1,
            "a wire",
            64,
            new NetworkFailure(),
            null,
            operation -> "operation " + operation,
            new PendingCopies(64),
            () -> {});
    progress.add(mine);
    return (NetworkEndpoint)
        Proxy.newProxyInstance(
            NetworkEndpoint.class.getClassLoader(),
            new Class<?>[] {NetworkEndpoint.class},
            (_, method, arguments) ->
                switch (method.getName()) {
                  case "progress" -> mine;
                  case "put" -> put(number, (long) arguments[2], (long) arguments[4]);
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  private long put(int path, long remote, long sizeBytes) {
    given.add(List.of((long) path, remote, sizeBytes));
    long ticket = progress.get(path).started() + 1;
    progress.get(path).start(ticket, ticket);
    return ticket;
  }

  private long put(long remote, long sizeBytes) {
    return transfers.put(MemorySegment.NULL, 0, remote, null, sizeBytes);
  }

  private void complete(int path) {
    progress.get(path).complete(progress.get(path).complete() + 1);
    transfers.take();
  }

  @Test
  void allPathsCarryAPartAndOneTicketStandsForAll() {
    long ticket = put(1000, 100);
    assertEquals(
        List.of(
            List.of(0L, 1000L, 25L),
            List.of(1L, 1025L, 25L),
            List.of(2L, 1050L, 25L),
            List.of(3L, 1075L, 25L)),
        given);
    for (int path : new int[] {2, 0, 3}) {
      complete(path);
      assertFalse(progress.getFirst().isComplete(ticket), "without path 1");
    }
    complete(1);
    assertTrue(progress.getFirst().isComplete(ticket));
    assertTrue(transfers.isIdle());
  }

  @Test
  void whatIsTooShortHasFewerStripes() {
    put(0, 25);
    assertEquals(List.of(List.of(0L, 0L, 12L), List.of(1L, 12L, 13L)), given);
  }

  @Test
  void transfersOfOtherBytesAreUnderWayTogether() {
    long first = put(0, 100);
    long second = put(100, 100);
    assertEquals(2 * PATHS, given.size());
    for (int i = 0; i < 2 * PATHS; i++) {
      assertFalse(progress.getFirst().isComplete(second));
      assertEquals(i >= PATHS, progress.getFirst().isComplete(first));
      complete(i % PATHS);
    }
    assertTrue(progress.getFirst().isComplete(second));
  }

  @Test
  void aTransferFailsWithItsPath() {
    long ticket = put(0, 100);
    for (int path : new int[] {0, 1, 3}) {
      complete(path);
    }
    progress.get(2).fail("unplugged");
    transfers.take();
    ArmciException lost =
        assertThrows(ArmciException.class, () -> progress.getFirst().isComplete(ticket));
    assertTrue(lost.getMessage().contains("path 2"), lost.getMessage());
    assertTrue(lost.getMessage().contains("unplugged"), lost.getMessage());
  }

  @Test
  void whatIsAbandonedEndsOnAllPaths() {
    long ticket = put(0, 100);
    complete(0);
    progress.getFirst().abandon(ticket);
    for (EndpointProgress path : progress) {
      assertTrue(path.hasFailed());
    }
  }
}
