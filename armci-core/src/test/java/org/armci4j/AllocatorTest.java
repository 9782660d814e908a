package org.armci4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.NoSuchFileException;
import java.util.List;
import org.armci4j.bootstrap.Failure;
import org.armci4j.error.ArmciException;
import org.armci4j.error.RankFailedException;
import org.armci4j.transport.Offer;
import org.armci4j.transport.Place;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.Transport;
import org.junit.jupiter.api.Test;

/**
 * Allocates on two ranks, of which rank 1 has reached all blocks and then ended: rank 0 no longer
 * finds its memory.
 */
class AllocatorTest {
  private static final int[] MEMBERS = {0, 1};
  private static final int DEAD = 1;
  private static final long SIZE_BYTES = 64;
  private static final byte[] NOTHING = {};

  /** Exchanges with rank 1, which answers as rank 0 does, and has reached all blocks. */
  private static final class PlayedExchanges extends Exchanges {
    private final boolean lost;
    private byte[] offered;

    PlayedExchanges(boolean lost) {
      super(null, null, null, 0);
      this.lost = lost;
    }

    @Override
    List<byte[]> exchange(String key, int[] members, byte[] mine) {
      offered = offered == null ? mine : offered;
      return List.of(mine, offered);
    }

    @Override
    boolean isLostOrDying(int rank) {
      assertEquals(DEAD, rank);
      return lost;
    }

    @Override
    void requireLoss(int rank, String what) {
      throw new RankFailedException(what, new Failure(rank, "b", "was killed by SIGKILL"));
    }
  }

  private static boolean isNamed(Method method, String name) {
    return method.getName().equals(name);
  }

  private static <T> T played(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private static Allocator allocator(boolean lost) {
    Offer offer =
        played(Offer.class, (_, called, _) -> isNamed(called, "descriptor") ? NOTHING : null);
    Transport transport =
        played(
            Transport.class,
            (_, called, arguments) ->
                isNamed(called, "allocate") ? offer : attach((int) arguments[0]));
    HostDomains domains = new HostDomains(List.of(new Place("a", 1), new Place("a", 2)), 0, true);
    Tickets tickets = new Tickets(0, MEMBERS.length, transport, null, null, null);
    return new Allocator(0, domains, new PlayedExchanges(lost), transport, tickets);
  }

  /** Returns no block: nobody uses it. */
  private static RemoteBlock attach(int owner) {
    if (owner == DEAD) {
      throw new ArmciException("is not there", new NoSuchFileException("/proc/1/fd/5"));
    }
    return null;
  }

  private static void allocate(boolean lost) {
    allocator(lost).allocate("x", MEMBERS, new GlobalMemory.Origin(null, "free"), () -> SIZE_BYTES);
  }

  @Test
  void memoryThatEndsWithItsRankIsALoss() {
    RankFailedException failed = assertThrows(RankFailedException.class, () -> allocate(true));
    assertEquals(DEAD, failed.failure().rank());
  }

  @Test
  void memoryOfALivingRankIsAnErrorOfTheSetUp() {
    SetupException error = assertThrows(SetupException.class, () -> allocate(false));
    assertTrue(error.getMessage().startsWith("allocate: rank 0 is not there"), error::getMessage);
  }
}
