package org.armci4j.collectives.direct;

import java.util.List;
import org.armci4j.Armci;
import org.armci4j.Group;
import org.armci4j.collectives.AlgorithmInfo;
import org.armci4j.collectives.Combiner;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.algorithm.Shape;

/** Placeholder until the direct forms land in the next slice. */
public final class DirectCollectives implements AutoCloseable {
  /** By which it is forced. */
  public static final String NAME = "direct";

  private DirectCollectives() {}

  public static DirectCollectives where(Armci armci, Group group) {
    return null;
  }

  public static List<AlgorithmInfo> algorithms() {
    return List.of();
  }

  public boolean serves(Shape shape) {
    return false;
  }

  public void run(Shape shape, Elements source, Elements destination, Combiner combiner) {}

  @Override
  public void close() {}
}
