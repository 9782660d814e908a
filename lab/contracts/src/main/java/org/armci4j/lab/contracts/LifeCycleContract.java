package org.armci4j.lab.contracts;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.armci4j.lab.contracts.CallRefusals.refused;
import static org.armci4j.lab.contracts.Neighbours.left;
import static org.armci4j.lab.contracts.Neighbours.right;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.armci4j.Accumulation;
import org.armci4j.Armci;
import org.armci4j.AtomicUpdate;
import org.armci4j.GlobalMemory;
import org.armci4j.Group;
import org.armci4j.Handle;
import org.armci4j.Mutexes;
import org.armci4j.SharedBlock;
import org.armci4j.completion.CompletionEvents;
import org.junit.jupiter.api.function.Executable;

/**
 * Checks that a rank which errs errs alone: a refused free, close or creation leaves all ranks in
 * step, and a refused operation has changed nothing.
 */
final class LifeCycleContract implements Contract {
  @Override
  public Map<String, RankCheck> checks() {
    Map<String, RankCheck> checks = new LinkedHashMap<>();
    checks.put("a rank that frees twice errs alone", LifeCycleContract::freesTwice);
    checks.put("memory ends only as it began", LifeCycleContract::foreignMemory);
    checks.put("closed groups are refused", LifeCycleContract::closedGroups);
    checks.put("closing again does nothing", LifeCycleContract::closedTwice);
    checks.put("one rank's wrong argument is everyone's refusal", LifeCycleContract::oneErrs);
    checks.put("no handle and a dead result change nothing", LifeCycleContract::nothingMoves);
    checks.put("mutexes that are not there are named", LifeCycleContract::mutexes);
    return checks;
  }

  /** Asserts that all ranks are at the same barrier: a put made before it is seen after it. */
  private static void assertInStep(Armci armci, GlobalMemory memory) {
    int right = right(armci);
    int left = left(armci);
    armci.barrier();
    armci.putLong(memory, right, 0, 5 + armci.rank());
    armci.barrier();
    assertEquals(5 + left, armci.getLong(memory, armci.rank(), 0));
    armci.barrier();
    armci.putLong(memory, armci.rank(), 0, 0);
  }

  private static void freesTwice(Armci armci) {
    GlobalMemory memory = armci.allocate(64);
    GlobalMemory other = armci.allocate(64);
    armci.free(other);
    if (armci.rank() == 0) {
      refused("freed", () -> armci.free(other));
      assertThrows(NullPointerException.class, () -> armci.free(null));
      refused("freed", () -> armci.detach(other));
    }
    assertInStep(armci, memory);
    armci.free(memory);
  }

  private static void foreignMemory(Armci armci) {
    GlobalMemory memory = armci.allocate(64);
    Group group = armci.world().create(IntStream.range(0, armci.size()).toArray());
    GlobalMemory ofGroup = group.allocate(64);
    try (SharedBlock block = armci.share(64)) {
      GlobalMemory attached = armci.attach(block.address());
      if (armci.rank() == armci.size() - 1) {
        refused("group world frees it", () -> group.free(memory));
        refused("frees it", () -> armci.free(ofGroup));
        refused("close its SharedBlock", () -> armci.free(block.memory()));
        refused("detach it", () -> armci.free(attached));
        refused("frees it", () -> armci.detach(memory));
        refused("close its SharedBlock", () -> armci.detach(block.memory()));
      }
      block.memory().local().set(JAVA_LONG, 0, 9);
      assertEquals(9, armci.getLong(attached, armci.rank(), 0));
      armci.detach(attached);
    }
    assertInStep(armci, ofGroup);
    group.free(ofGroup);
    group.close();
    assertInStep(armci, memory);
    armci.free(memory);
  }

  private static void closedGroups(Armci armci) {
    GlobalMemory memory = armci.allocate(64);
    Group group = armci.world().create(IntStream.range(0, armci.size()).toArray());
    GlobalMemory ofGroup = group.allocate(64);
    group.close();
    if (armci.rank() == 0) {
      refused("closed", group::barrier);
      refused("closed", group::fence);
      refused("closed", () -> group.allocate(8));
      refused("closed", () -> group.free(ofGroup));
      refused("closed", () -> group.split(0, 0));
      refused("closed", () -> group.create(0));
    }
    armci.world().close();
    assertInStep(armci, memory);
    assertInStep(armci, ofGroup);
    armci.free(memory);
  }

  private static void closedTwice(Armci armci) {
    GlobalMemory memory = armci.allocate(64);
    Group group = armci.world().create(IntStream.range(0, armci.size()).toArray());
    group.close();
    Mutexes mutexes = armci.createMutexes(1);
    mutexes.close();
    SharedBlock block = armci.share(64);
    block.close();
    if (armci.rank() == 0) {
      group.close();
      mutexes.close();
      block.close();
      armci.world().close();
    }
    assertInStep(armci, memory);
    armci.free(memory);
  }

  private static void oneErrs(Armci armci) {
    GlobalMemory memory = armci.allocate(64);
    int wrong = armci.size() - 1;
    boolean errs = armci.rank() == wrong;
    String name = "rank " + wrong + " cannot";
    refused(name, () -> armci.allocate(errs ? -1 : 64));
    refused(name, () -> armci.createMutexes(errs ? -1 : 1));
    refused(name, () -> CompletionEvents.open(armci, errs ? 0 : 4));
    if (errs) {
      refused(name, () -> armci.share(-1));
    }
    assertInStep(armci, memory);
    armci.free(memory);
  }

  private static void nothingMoves(Armci armci) {
    GlobalMemory memory = armci.allocate(64);
    MemorySegment ones = MemorySegment.ofArray(new long[] {1, 1});
    Accumulation sum = Accumulation.ofLong(1);
    int right = right(armci);
    Handle handle = armci.newHandle();
    Arena arena = Arena.ofConfined();
    MemorySegment dead = arena.allocate(8);
    arena.close();
    assertNullNamed("handle", () -> armci.nbPut(ones, 0, memory, right, 0, 16, null));
    assertNullNamed("handle", () -> armci.nbAccumulate(sum, ones, 0, memory, right, 0, 16, null));
    assertNullNamed(
        "handle", () -> armci.nbPutSignal(ones, 0, memory, right, 0, 8, memory, 8, 1, null));
    assertNullNamed(
        "handle",
        () -> armci.longAtomics().nbUpdate(AtomicUpdate.ADD, memory, right, 0, 1, ones, 0, null));
    refused(
        "closed",
        () -> armci.longAtomics().nbUpdate(AtomicUpdate.ADD, memory, right, 0, 1, dead, 0, handle));
    refused(
        "closed",
        () -> armci.intAtomics().nbCompareAndSwap(memory, right, 0, 0, 1, dead, 0, handle));
    String closed = "the arena of the source has been closed";
    refused("put: " + closed, () -> armci.put(dead, memory, right, 0));
    refused("nbPut: " + closed, () -> armci.nbPut(dead, memory, right, 0, handle));
    refused("accumulate: " + closed, () -> armci.accumulate(sum, dead, memory, right, 0));
    refused("putSignal: " + closed, () -> armci.putSignal(dead, memory, right, 0, 8, 1));
    refused(
        "get: the arena of the destination has been closed",
        () -> armci.get(memory, right, 0, dead));
    assertTrue(handle.test());
    armci.barrier();
    assertEquals(-1, memory.local().mismatch(MemorySegment.ofArray(new byte[64])), "untouched");
    armci.free(memory);
  }

  private static void mutexes(Armci armci) {
    Mutexes mutexes = armci.createMutexes(1);
    refused("no rank " + armci.size(), () -> mutexes.lock(armci.size(), 0));
    refused("no rank -1", () -> mutexes.count(-1));
    refused("no mutex 1 on rank 0, which hosts 1", () -> mutexes.tryLock(0, 1));
    mutexes.close();
    refused("has been closed", () -> mutexes.lock(0, 0));
  }

  private static void assertNullNamed(String name, Executable call) {
    assertEquals(name, assertThrows(NullPointerException.class, call).getMessage());
  }
}
