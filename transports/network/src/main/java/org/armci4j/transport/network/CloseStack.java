package org.armci4j.transport.network;

import java.util.ArrayDeque;
import java.util.Deque;
import org.armci4j.error.ArmciException;

/**
 * Resources to close at the end, or when making the remaining ones fails. Closes the latest first,
 * and each one even if another could not be closed.
 */
public final class CloseStack implements AutoCloseable {
  private final Deque<AutoCloseable> resources = new ArrayDeque<>();

  /** Adds a resource; returns it. */
  public <T extends AutoCloseable> T push(T resource) {
    resources.push(resource);
    return resource;
  }

  /** Closes all resources; adds failures to the exception that is the reason. */
  public void closeAfter(RuntimeException reason) {
    try {
      close();
    } catch (ArmciException e) {
      reason.addSuppressed(e);
    }
  }

  @Override
  public void close() {
    ArmciException first = null;
    while (!resources.isEmpty()) {
      try {
        resources.pop().close();
      } catch (ArmciException e) {
        first = joined(first, e);
      } catch (Exception e) {
        String text = "cannot release a resource of the network: " + e.getMessage();
        first = joined(first, new ArmciException(text, e));
      }
    }
    if (first != null) {
      throw first;
    }
  }

  private static ArmciException joined(ArmciException first, ArmciException next) {
    if (first == null) {
      return next;
    }
    first.addSuppressed(next);
    return first;
  }
}
