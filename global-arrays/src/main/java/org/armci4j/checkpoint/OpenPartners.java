package org.armci4j.checkpoint;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.armci4j.Armci;
import org.armci4j.Companion;

/** Closes the checkpoints that the program has left open when the runtime closes. */
final class OpenPartners implements Companion {
  private final Set<PartnerCheckpoint> open = ConcurrentHashMap.newKeySet();

  static OpenPartners of(Armci armci) {
    return armci.companion(OpenPartners.class, _ -> new OpenPartners());
  }

  void add(PartnerCheckpoint checkpoint) {
    open.add(checkpoint);
  }

  void remove(PartnerCheckpoint checkpoint) {
    open.remove(checkpoint);
  }

  @Override
  public void close() {
    List.copyOf(open).forEach(PartnerCheckpoint::close);
  }
}
