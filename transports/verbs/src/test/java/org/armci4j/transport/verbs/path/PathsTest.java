package org.armci4j.transport.verbs.path;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.network.EndpointProgress;
import org.armci4j.transport.network.NetworkFailure;
import org.armci4j.transport.network.PendingCopies;
import org.junit.jupiter.api.Test;

/** Two sides of a further path, of which each takes steps only where it is said to have some. */
class PathsTest {
  private final Side one = new Side();
  private final Side other = new Side();

  private final class Side {
    private final Paths paths = new Paths(1, endpoint(), null, this::tell, 0, new HashSet<>());
    private boolean isUp;

    private void add() {
      paths.add(network(_ -> endpoint(), () -> isUp));
    }

    /** Adds a path whose first life the device cannot connect. */
    private void addUnconnected() {
      Iterator<PathEndpoint> lives = List.of(endpoint(true), endpoint()).iterator();
      paths.add(network(_ -> lives.next(), () -> isUp));
    }

    private void tell(PathMessage news) {
      (this == one ? other : one).paths.received(PathMessage.decode(news.encode()));
    }

    private boolean takeIfNeeded() {
      return paths.needLooks() && paths.take();
    }
  }

  /** A network that only makes further paths. */
  static PathNetwork network(IntFunction<PathEndpoint> maker, BooleanSupplier isUp) {
    return (PathNetwork)
        Proxy.newProxyInstance(
            PathNetwork.class.getClassLoader(),
            new Class<?>[] {PathNetwork.class},
            (_, method, arguments) ->
                switch (method.getName()) {
                  case "newPath" -> maker.apply((int) arguments[1]);
                  case "isPathUp" -> isUp.getAsBoolean();
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  private static PathEndpoint endpoint() {
    return endpoint(false);
  }

  private static PathEndpoint endpoint(boolean refuses) {
    EndpointProgress progress =
        new EndpointProgress(
            0,
            1,
            "a wire",
            new NetworkFailure(),
            null,
            operation -> "operation " + operation,
            new PendingCopies(64),
            () -> {});
    return (PathEndpoint)
        Proxy.newProxyInstance(
            PathEndpoint.class.getClassLoader(),
            new Class<?>[] {PathEndpoint.class},
            (_, method, _) ->
                switch (method.getName()) {
                  case "progress" -> progress;
                  case "address" -> new byte[1];
                  case "probe" -> 0L; // answered at once
                  case "connect" -> {
                    if (refuses) {
                      throw new ArmciException("no way to the address");
                    }
                    yield null;
                  }
                  default -> null;
                });
  }

  private void takeWhatIsNeeded() {
    boolean any = true;
    while (any) {
      any = one.takeIfNeeded();
      any |= other.takeIfNeeded();
    }
  }

  @Test
  void noStepOfAFailureOrOfNewsWaitsForALook() {
    one.add();
    other.add();
    byte[] addresses = other.paths.addresses();
    other.paths.connect(one.paths.addresses());
    assertFalse(other.paths.works(1), "the other side is not connected");
    one.paths.connect(addresses);
    takeWhatIsNeeded();
    assertTrue(one.paths.works(1));
    assertTrue(other.paths.works(1));
    one.paths.end(1).progress().fail("cut");
    takeWhatIsNeeded();
    assertFalse(one.paths.works(1));
    assertFalse(other.paths.works(1));
    assertFalse(one.paths.needLooks());
    assertFalse(other.paths.needLooks());

    one.isUp = true;
    other.isUp = true;
    one.paths.take(); // the look that finds the port up again
    other.paths.take();
    takeWhatIsNeeded();
    assertTrue(one.paths.works(1));
    assertTrue(other.paths.works(1));
  }

  @Test
  void aPathThatCannotBeConnectedIsLeftAndTriedAgain() {
    one.addUnconnected();
    one.add();
    other.add();
    other.add();
    byte[] addresses = other.paths.addresses();
    other.paths.connect(one.paths.addresses());
    one.paths.connect(addresses);
    takeWhatIsNeeded();
    for (Side side : List.of(one, other)) {
      assertFalse(side.paths.works(1));
      assertTrue(side.paths.works(2));
      side.isUp = true;
    }
    one.paths.take(); // the look that finds the port up again
    other.paths.take();
    takeWhatIsNeeded();
    assertTrue(one.paths.works(1));
    assertTrue(other.paths.works(1));
  }

  @Test
  void ranksWithDifferentNumbersOfPathsAreNotConnected() {
    one.add();
    one.add();
    other.add();
    byte[] fewer = other.paths.addresses();
    assertThrows(ArmciException.class, () -> one.paths.connect(fewer));
    byte[] more = one.paths.addresses();
    assertThrows(ArmciException.class, () -> other.paths.connect(more));
  }

  @Test
  void newsOfAPathThatIsNotThereAreRefused() {
    one.add();
    for (int path : new int[] {-1, 0, 2}) {
      PathMessage news = PathMessage.left(path, 0, 1, 0);
      assertThrows(ArmciException.class, () -> one.paths.received(news));
    }
  }
}
