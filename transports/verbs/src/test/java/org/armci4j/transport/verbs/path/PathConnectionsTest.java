package org.armci4j.transport.verbs.path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.armci4j.ArmciSettings;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.Membership;
import org.armci4j.transport.network.NetworkContext;
import org.junit.jupiter.api.Test;

class PathConnectionsTest {
  /** A rank that was started with one path hears of another one that has several. */
  @Test
  void aRankWithOnePathRefusesFurtherOnes() {
    List<byte[]> told = new ArrayList<>();
    try (Bootstrap bootstrap =
        Bootstrap.open(Membership.alone(), ArmciSettings.builder().resolve())) {
      NetworkContext context =
          new NetworkContext(bootstrap, null, null, null, (_, message) -> told.add(message));
      PathConnections paths = new PathConnections(context, null, Striping.NONE, null, 0);
      paths.received(3, PathMessage.ofAll(PathMessage.Kind.ENDS, new byte[8]).encode());
    }
    assertEquals(1, told.size());
    PathMessage answer = PathMessage.decode(told.getFirst());
    assertEquals(PathMessage.Kind.REFUSED, answer.kind());
    assertTrue(answer.problem().contains("no further paths to rank 3"), answer.problem());
    assertTrue(answer.problem().contains("verbsPaths"), answer.problem());
  }
}
