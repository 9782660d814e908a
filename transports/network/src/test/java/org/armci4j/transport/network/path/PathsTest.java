package org.armci4j.transport.network.path;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import org.armci4j.transport.network.EndpointProgress;
import org.armci4j.transport.network.NetworkEndpoint;
import org.armci4j.transport.network.NetworkFailure;
import org.armci4j.transport.network.PendingCopies;
import org.junit.jupiter.api.Test;

/** Two sides of a further path, of which each takes steps only where it is said to have some. */
class PathsTest {
  private final Side one = new Side();
  private final Side other = new Side();

  private final class Side implements Paths.PathMaker {
    private final Paths paths = new Paths(endpoint(), this);
    private boolean isUp;

    @Override
    public boolean canMake(int path) {
      return isUp;
    }

    @Override
    public NetworkEndpoint make(int path) {
      return endpoint();
    }

    @Override
    public void tell(PathNews news) {
      (this == one ? other : one).paths.received(PathNews.decode(news.encode()));
    }

    @Override
    public long retryNanos() {
      return 0;
    }

    private boolean takeIfNeeded() {
      return paths.needLooks() && paths.take();
    }
  }

  private static NetworkEndpoint endpoint() {
    EndpointProgress progress =
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
    return (NetworkEndpoint)
        Proxy.newProxyInstance(
            NetworkEndpoint.class.getClassLoader(),
            new Class<?>[] {NetworkEndpoint.class},
            (_, method, _) ->
                switch (method.getName()) {
                  case "progress" -> progress;
                  case "address" -> new byte[1];
                  case "probe" -> 0L; // answered at once
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
    one.paths.add();
    other.paths.add();
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
}
