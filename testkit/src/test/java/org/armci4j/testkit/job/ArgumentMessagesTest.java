package org.armci4j.testkit.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.Map;
import org.armci4j.Accumulation;
import org.armci4j.Armci;
import org.armci4j.ArmciSettings;
import org.armci4j.AtomicUpdate;
import org.armci4j.BlockAddress;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.Handle;
import org.armci4j.Mutexes;
import org.armci4j.bootstrap.local.LocalJob;
import org.armci4j.call.Calls;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.ElementType;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Operation;
import org.armci4j.collectives.Reduction;
import org.armci4j.completion.CompletionEvents;
import org.armci4j.completion.Event;
import org.armci4j.error.ArmciException;
import org.armci4j.strided.Section;
import org.armci4j.strided.Strided;
import org.armci4j.strided.TransferPlan;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Checks the messages about wrong arguments, word by word. */
class ArgumentMessagesTest {
  private static final MemorySegment WORD = MemorySegment.ofArray(new long[1]);
  private static final Accumulation SUM = Accumulation.ofLong(1);

  private final Armci armci =
      Armci.open(LocalJob.create(1).membership(0), ArmciSettings.builder().resolve());
  private final GlobalMemory memory = armci.allocate(64);
  private final Handle handle = armci.newHandle();
  private final Map<Executable, String> cases = new LinkedHashMap<>();

  @AfterEach
  void close() {
    armci.close();
  }

  private void says(String message, Executable call) {
    cases.put(call, message);
  }

  private void check(Class<? extends RuntimeException> type) {
    cases.forEach(
        (call, message) -> assertEquals(message, assertThrows(type, call, message).getMessage()));
    assertEquals(-1, memory.local().mismatch(MemorySegment.ofArray(new byte[64])), "untouched");
  }

  @Test
  void aNullArgumentOfACoreOperationIsNamed() {
    says("source", () -> armci.put(null, memory, 0, 0));
    says("memory", () -> armci.put(WORD, null, 0, 0));
    says("source", () -> armci.nbPut(null, 0, memory, 0, 0, 8, handle));
    says("handle", () -> armci.nbPut(WORD, memory, 0, 0, null));
    says("destination", () -> armci.get(memory, 0, 0, null));
    says("memory", () -> armci.nbGet(null, 0, 0, WORD, handle));
    says("accumulation", () -> armci.accumulate(null, WORD, memory, 0, 0));
    says("signalMemory", () -> armci.putSignal(WORD, 0, memory, 0, 0, 8, null, 8, 1));
    says("memory", () -> armci.putLong(null, 0, 0, 1));
    says("memory", () -> armci.getByte(null, 0, 0));
    says("memory", () -> armci.signal(null, 0, 0, 1));
    says("comparison", () -> armci.waitUntil(memory, 0, null, 1));
    says("memory", () -> armci.doubleAtomics().fetchAndMax(null, 0, 0, 1));
    says("update", () -> armci.longAtomics().nbUpdate(null, memory, 0, 0, 1, WORD, 0, handle));
    says(
        "result",
        () -> armci.intAtomics().nbUpdate(AtomicUpdate.ADD, memory, 0, 0, 1, null, 0, handle));
    says("offsets", () -> armci.signals().waitAny(memory, null, Comparison.EQ, 0));
    says("indices", () -> armci.signals().testSome(memory, new long[1], Comparison.EQ, 0, null));
    says("condition", () -> armci.signals().await(null, () -> "nothing"));
    says("memory", () -> armci.free(null));
    says("memory", () -> armci.detach(null));
    says("address", () -> armci.attach(null));
    says("bytes", () -> BlockAddress.of(null));
    says("members", () -> armci.world().create((int[]) null));
    says("memory", () -> armci.newAggregate(null, 0));
    says("source", () -> armci.newAggregate(memory, 0).put(null, 0, 0, 8));
    says("arena", () -> armci.allocateLocal(null, 8));
    says("reason", () -> armci.abort(null));
    says("settings", () -> Armci.open(null));
    check(NullPointerException.class);
  }

  @Test
  void aNullArgumentOfAnExtensionIsNamed() {
    Strided strided = Strided.of(armci);
    Section section = Section.contiguous(0, 8);
    TransferPlan plan = TransferPlan.of(section, section);
    says("armci", () -> Strided.of(null));
    says("local", () -> strided.put(WORD, null, memory, 0, section));
    says("remote", () -> strided.nbGet(memory, 0, null, WORD, section, handle));
    says("plan", () -> strided.put(WORD, 0, memory, 0, 0, null));
    says("handle", () -> strided.nbPut(WORD, 0, memory, 0, 0, plan, null));
    says("source", () -> strided.put(null, 0, memory, 0, 0, plan));
    says("accumulation", () -> strided.accumulate(null, WORD, 0, memory, 0, 0, plan));
    says("strides", () -> Section.of(0, null, new long[1]));
    says("localOffsets", () -> TransferPlan.ofSegments(null, new long[1], 8));
    Collectives collectives = Collectives.of(armci);
    Elements one = Elements.of(new long[1]);
    says("armci", () -> Collectives.of(null));
    says("reduction", () -> collectives.allreduce(one, null));
    says("reduction", () -> collectives.reduceScatter(one, one, null));
    says("source", () -> collectives.scan(null, one, Reduction.SUM));
    says("destination", () -> collectives.allgather(one, null));
    says("data", () -> collectives.broadcast(null, 0));
    says("counts", () -> collectives.allgatherv(one, one, null, new long[1]));
    says("array", () -> Elements.of((double[]) null));
    says("type", () -> Elements.of(WORD, null));
    says("combiner", () -> Reduction.of("mine", ElementType.LONG, true, null));
    CompletionEvents events = CompletionEvents.open(armci, 2);
    says("into", () -> events.probe(null));
    Calls calls = Calls.open(armci);
    says("handler", () -> calls.register(1, null));
    says("request", () -> calls.call(0, 1, null, WORD));
    says("call", () -> calls.nbCall(0, 1, WORD, WORD, null));
    says("call", () -> calls.await(null));
    check(NullPointerException.class);
    calls.close();
  }

  @Test
  void operationAndArgumentAreNamed() {
    Arena arena = Arena.ofConfined();
    MemorySegment dead = arena.allocate(8);
    arena.close();
    says("put: the arena of the source has been closed", () -> armci.put(dead, memory, 0, 0));
    says(
        "nbGet: the arena of the destination has been closed",
        () -> armci.nbGet(memory, 0, 0, dead, handle));
    says(
        "nbPut: 9 bytes at offset 0 are not inside the source, which has 8 bytes",
        () -> armci.nbPut(WORD, 0, memory, 0, 0, 9, handle));
    says(
        "get: the destination is read-only; give one that can be written",
        () -> armci.get(memory, 0, 0, WORD.asReadOnly()));
    says(
        "putDouble: 8 bytes at offset 60 are not inside rank 0's block, which has 64 bytes",
        () -> armci.putDouble(memory, 0, 60, 1));
    says(
        "getShort by rank 0: there is no rank 1, ranks are 0 to 0",
        () -> armci.getShort(memory, 1, 0));
    says(
        "fetchAndAdd: offset 2 in rank 0's block is not a multiple of 4, as words that are updated"
            + " atomically must be",
        () -> armci.floatAtomics().fetchAndAdd(memory, 0, 2, 1));
    says(
        "accumulate: 4 bytes are no whole number of elements of 8 bytes, as Accumulation[long,"
            + " scale 1] has",
        () -> armci.accumulate(SUM, WORD, 0, memory, 0, 0, 4));
    says(
        "a group cannot be made of [0, 0] in group world: the list names rank 0 twice",
        () -> armci.world().create(0, 0));
    says(
        "a group cannot be made of [] in group world: the list is empty",
        () -> armci.world().create());
    Mutexes mutexes = armci.createMutexes(1);
    mutexes.close();
    says("lock by rank 0: this set of mutexes has been closed", () -> mutexes.lock(0, 0));
    Collectives collectives = Collectives.of(armci);
    Elements one = Elements.of(new long[1]);
    says(
        "gather: 2 counts for 1 ranks; give one for each",
        () -> collectives.gatherv(one, one, new long[2], new long[1], 0));
    says(
        "alltoall: 3 sourceDisplacements for 1 ranks; give one for each",
        () -> collectives.alltoallv(one, new long[1], new long[3], one, new long[1], new long[1]));
    says("elements 1 to 3 are not inside 2", () -> Elements.of(new long[2], 1, 2));
    Collectives closed = Collectives.of(armci);
    closed.close();
    closed.close();
    says(
        "allreduce by rank 0: these collectives have been closed",
        () -> closed.allreduce(1, Reduction.SUM));
    CompletionEvents events = CompletionEvents.open(armci, 2);
    events.close();
    events.close();
    says("next by rank 0: these events have been closed", () -> events.next(0, new Event()));
    check(ArmciException.class);
    ArmciException forged =
        assertThrows(
            ArmciException.class, () -> collectives.using(Operation.SCAN, "quick\n\u001b[31m"));
    String message = forged.getMessage();
    assertTrue(
        message.startsWith("there is no algorithm 'quick\\u000a\\u001b[31m' for scan; there are"),
        message);
  }
}
