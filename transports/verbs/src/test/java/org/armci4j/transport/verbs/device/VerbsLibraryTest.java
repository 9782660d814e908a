package org.armci4j.transport.verbs.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Linker;
import java.util.concurrent.CompletableFuture;
import jnr.ffi.LibraryLoader;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.RankThreadGroup;
import org.armci4j.transport.verbs.device.ibv.LibC;
import org.junit.jupiter.api.Test;

/** Loads libibverbs as ranks that are threads do; there need not be a device. */
class VerbsLibraryTest {
  /**
   * Checks that no thread stays in the rank's group, which would seem to hold a rank after its end.
   * jnr-ffi starts a thread forever in the group of the thread that first takes memory from it;
   * this layer never takes any.
   */
  @Test
  void loadingLeavesNoThreadWithTheRank() throws InterruptedException {
    RankThreadGroup group = new RankThreadGroup(Membership.alone());
    CompletableFuture<Integer> processId = new CompletableFuture<>();
    Thread rank =
        Thread.ofPlatform()
            .group(group)
            .start(
                () -> {
                  assertTrue(VerbsLibrary.find().reason().length() > 0);
                  processId.complete(callByAddress("getpid"));
                });
    rank.join();
    assertEquals((int) ProcessHandle.current().pid(), processId.getNow(-1));
    Thread[] left = new Thread[1];
    int count = group.enumerate(left);
    assertEquals(0, count, () -> left[0].toString());
  }

  /** Calls a function as those of the data path are called. */
  private static int callByAddress(String function) {
    LibC libC = LibraryLoader.create(LibC.class).map("pollCq", "memmove").load("c");
    long address = Linker.nativeLinker().defaultLookup().findOrThrow(function).address();
    return libC.pollCq(address, address, 0).call(0, 0, 0);
  }
}
