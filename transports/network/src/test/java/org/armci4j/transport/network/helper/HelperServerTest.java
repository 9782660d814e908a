package org.armci4j.transport.network.helper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.network.EndpointProgress;
import org.armci4j.transport.network.Network;
import org.armci4j.transport.network.NetworkEndpoint;
import org.armci4j.transport.network.NetworkFailure;
import org.armci4j.transport.network.OriginSteps;
import org.armci4j.transport.network.PendingCopies;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of messages whose origin is lost. */
class HelperServerTest {
  private static final int REQUEST_BYTES = 256;

  private final EndpointProgress progress =
      new EndpointProgress(
          0,
          1,
          "a wire",
          new NetworkFailure(),
          null,
          number -> "operation " + number,
          new PendingCopies(8),
          () -> {});
  private final AtomicInteger looks = new AtomicInteger();

  /** The connection fails before a turn at it begins, or in the turn. */
  private Object endpoint(String method, boolean inTurn) {
    return switch (method) {
      case "progress" -> progress;
      case "beginTurn" -> {
        if (!inTurn) {
          fail();
        }
        yield true;
      }
      case "signal" -> {
        fail();
        yield null;
      }
      default -> null;
    };
  }

  private void fail() {
    progress.fail("on purpose");
    progress.check();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aLostOriginsMessagesAreDropped(boolean inTurn) {
    NetworkEndpoint lost =
        (NetworkEndpoint)
            Proxy.newProxyInstance(
                NetworkEndpoint.class.getClassLoader(),
                new Class<?>[] {NetworkEndpoint.class},
                (_, method, _) -> endpoint(method.getName(), inTurn));
    ReplySlots origin = new ReplySlots(lost, 0, null, 2);
    HelperServer server =
        new HelperServer(
            null,
            _ -> origin,
            _ -> null,
            new OriginSteps(),
            2,
            new NoBlock(),
            REQUEST_BYTES,
            0,
            false);
    MemorySegment memory = MemorySegment.ofArray(new long[REQUEST_BYTES / Long.BYTES]);
    HelperRequest request = new HelperRequest(memory, 0);
    request.header(HelperRequest.Kind.ADD_LONG, 1, 1, 64);
    request.operands(0, 1, 0, 0);
    server.serve(memory, 0);
    assertFalse(server.hasBacklog());
    int before = looks.get();
    server.serve(memory, 0);
    assertEquals(before, looks.get(), "a message is carried out that cannot be answered");
  }

  /** The rank's own waits end by that. Its helper thread must not end, and the job with it. */
  @Test
  void aRankThatIsCutOffFromTheNetworkServesOn() {
    assertFalse(cutOff(true).workOff());
  }

  /** A rank that waits for nothing would not notice it. */
  @Test
  void aRankThatIsCutOffEndsTheJobThatEndsByIt() {
    HelperServer server = cutOff(false);
    assertThrows(ArmciException.class, server::workOff);
  }

  private HelperServer cutOff(boolean jobGoesOn) {
    Network network =
        (Network)
            Proxy.newProxyInstance(
                Network.class.getClassLoader(),
                new Class<?>[] {Network.class},
                (_, _, _) -> {
                  throw new ArmciException("the port is down");
                });
    HelperServer server =
        new HelperServer(
            network,
            _ -> null,
            _ -> null,
            new OriginSteps(),
            2,
            new NoBlock(),
            REQUEST_BYTES,
            0,
            jobGoesOn);
    server.answered();
    return server;
  }

  private final class NoBlock implements HelperServer.BlockFinder {
    @Override
    public RemoteBlock find(long address, long lengthBytes) {
      looks.incrementAndGet();
      return null;
    }

    @Override
    public boolean isOffered(long address, byte[] key) {
      return false;
    }
  }
}
