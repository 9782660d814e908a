package org.armci4j.testkit.fake;

import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.armci4j.Armci;
import org.armci4j.Group;
import org.junit.jupiter.api.Test;

/** Checks how groups and memory end over a network, where memory does not outlive its owner. */
class GroupCloseTest {
  /** A barrier of 16 ranks goes to 4 ranks, and comes from 4. */
  private static final int CONNECTIONS = 8;

  private static final int THREADS = 4;
  private static final int ROUNDS = 20;
  private static final int MANY_ROUNDS = 300;

  @Test
  void closeConnectsToNoFurtherRank() {
    FakeJobs.threads(2 * CONNECTIONS)
        .with(FakeSettings.CONNECTIONS, CONNECTIONS)
        .run(
            armci -> {
              for (int round = 0; round < ROUNDS; round++) {
                try (Group group = armci.world().split(0, 0)) {
                  group.barrier();
                }
              }
            });
  }

  @Test
  void threadsCloseTheirGroupsAtOnce() {
    FakeJobs.threads(2).run(GroupCloseTest::closeByThreads);
  }

  private static void closeByThreads(Armci armci) {
    Group[] parents =
        IntStream.range(0, THREADS).mapToObj(_ -> armci.world().split(0, 0)).toArray(Group[]::new);
    CompletableFuture<?>[] threads =
        IntStream.range(0, THREADS)
            .mapToObj(
                thread ->
                    CompletableFuture.runAsync(
                        () -> closeMany(parents[thread]), task -> new Thread(task).start()))
            .toArray(CompletableFuture[]::new);
    CompletableFuture.allOf(threads).join();
  }

  private static void closeMany(Group parent) {
    for (int round = 0; round < MANY_ROUNDS; round++) {
      try (Group group = parent.split(0, 0)) {
        group.freeLater(group.allocate(8));
      }
    }
  }
}
