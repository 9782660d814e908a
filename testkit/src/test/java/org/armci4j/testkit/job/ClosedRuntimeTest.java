package org.armci4j.testkit.job;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.armci4j.Accumulation;
import org.armci4j.Armci;
import org.armci4j.ArmciSettings;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.Group;
import org.armci4j.Handle;
import org.armci4j.Mutexes;
import org.armci4j.SharedBlock;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.MeetingPlace;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.local.LocalJob;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.call.Call;
import org.armci4j.call.Calls;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Reduction;
import org.armci4j.completion.CompletionEvents;
import org.armci4j.completion.Event;
import org.armci4j.error.ArmciException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Checks a closed runtime: one answer to everything, and closing again does no harm. */
class ClosedRuntimeTest {
  private static final MemorySegment WORD = MemorySegment.ofArray(new long[1]);

  @Test
  void everyOperationSaysThatTheRuntimeIsClosed() {
    // By itself, as threads of another test's ranks may still be ending in this JVM.
    Armci armci = Armci.open(Membership.alone(), ArmciSettings.builder().resolve());
    GlobalMemory memory = armci.allocate(64);
    Group group = armci.world().create(armci.world().ranks());
    Mutexes mutexes = armci.createMutexes(1);
    SharedBlock block = armci.share(64);
    Collectives collectives = Collectives.of(armci);
    CompletionEvents events = CompletionEvents.open(armci);
    Calls calls = Calls.open(armci);
    Handle handle = armci.newHandle();
    armci.barrier();
    armci.close();

    Map<String, Executable> refused = new LinkedHashMap<>();
    transfers(armci, memory, handle, refused);
    synchronization(armci, memory, handle, refused);
    groups(armci, group, refused);
    refused.put("lock", () -> mutexes.lock(0, 0));
    refused.put("tryLock", () -> mutexes.tryLock(0, 0));
    refused.put("unlock", () -> mutexes.unlock(0, 0));
    refused.put("allreduce", () -> collectives.allreduce(1.0, Reduction.SUM));
    refused.put("broadcast", () -> collectives.broadcast(Elements.of(new long[1]), 0));
    refused.put("probe", () -> events.probe(new Event()));
    refused.put("next", () -> events.next(0, new Event()));
    refused.put("tryPut", () -> events.tryPut(WORD, 0, memory, 0, 0, 8, 1, 1));
    refused.put("call", () -> calls.call(0, 1, WORD, WORD));
    refused.put("nbCall", () -> calls.nbCall(0, 1, WORD, WORD, new Call()));
    refused.put("register", () -> calls.register(1, (caller, request, reply) -> 0));
    refused.forEach(
        (operation, call) ->
            assertEquals(
                Text.format("%s by rank %d: this runtime is closed", operation, armci.rank()),
                assertThrows(ArmciException.class, call, operation).getMessage()));

    for (int i = 0; i < 2; i++) {
      calls.close();
      events.close();
      collectives.close();
      block.close();
      mutexes.close();
      group.close();
      armci.world().close();
      armci.abort("too late");
      armci.close();
    }
    assertTrue(armci.isClosed());
  }

  private static void transfers(
      Armci armci, GlobalMemory memory, Handle handle, Map<String, Executable> refused) {
    Accumulation sum = Accumulation.ofLong(1);
    refused.put("put", () -> armci.put(WORD, memory, 0, 0));
    refused.put("get", () -> armci.get(memory, 0, 0, WORD));
    refused.put("accumulate", () -> armci.accumulate(sum, WORD, memory, 0, 0));
    refused.put("nbPut", () -> armci.nbPut(WORD, memory, 0, 0, handle));
    refused.put("nbGet", () -> armci.nbGet(memory, 0, 0, WORD, armci.implicit()));
    refused.put("nbAccumulate", () -> armci.nbAccumulate(sum, WORD, memory, 0, 0, handle));
    refused.put("putSignal", () -> armci.putSignal(WORD, memory, 0, 0, 8, 1));
    refused.put("putByte", () -> armci.putByte(memory, 0, 0, (byte) 1));
    refused.put("putShort", () -> armci.putShort(memory, 0, 0, (short) 1));
    refused.put("putInt", () -> armci.putInt(memory, 0, 0, 1));
    refused.put("putLong", () -> armci.putLong(memory, 0, 0, 1));
    refused.put("putFloat", () -> armci.putFloat(memory, 0, 0, 1));
    refused.put("putDouble", () -> armci.putDouble(memory, 0, 0, 1));
    refused.put("getByte", () -> armci.getByte(memory, 0, 0));
    refused.put("getShort", () -> armci.getShort(memory, 0, 0));
    refused.put("getInt", () -> armci.getInt(memory, 0, 0));
    refused.put("getLong", () -> armci.getLong(memory, 0, 0));
    refused.put("getFloat", () -> armci.getFloat(memory, 0, 0));
    refused.put("getDouble", () -> armci.getDouble(memory, 0, 0));
    refused.put("fetchAndAdd", () -> armci.fetchAndAdd(memory, 0, 0, 1));
    refused.put("fetchAndMin", () -> armci.doubleAtomics().fetchAndMin(memory, 0, 0, 1));
    refused.put("fetchAndMax", () -> armci.floatAtomics().fetchAndMax(memory, 0, 0, 1));
    refused.put("set", () -> armci.longAtomics().set(memory, 0, 0, 1));
    refused.put("swap", () -> armci.intAtomics().swap(memory, 0, 0, 1));
    refused.put("newAggregate", () -> armci.newAggregate(memory, 0));
    refused.put("newHandle", armci::newHandle);
    refused.put("allocateLocal", () -> armci.allocateLocal(Arena.ofAuto(), 8));
    refused.put("share", () -> armci.share(8));
    refused.put("local", memory::local);
  }

  private static void synchronization(
      Armci armci, GlobalMemory memory, Handle handle, Map<String, Executable> refused) {
    refused.put("fence", () -> armci.fence(0));
    refused.put("fenceAll", armci::fenceAll);
    refused.put("barrier", armci::barrier);
    refused.put("awaitAll", armci::awaitAll);
    refused.put("await", handle::await);
    refused.put("test", handle::test);
    refused.put("awaitRemote", handle::awaitRemote);
    refused.put("signal", () -> armci.signal(memory, 0, 0, 1));
    refused.put("waitUntil", () -> armci.waitUntil(memory, 0, Comparison.EQ, 0));
    refused.put("notify", () -> armci.signals().notify(0));
    refused.put("waitNotify", () -> armci.signals().waitNotify(0));
    refused.put("wake", () -> armci.signals().wake(memory, 0));
  }

  private static void groups(Armci armci, Group group, Map<String, Executable> refused) {
    refused.put("create", () -> group.create(0));
    refused.put("split", () -> group.split(0, 0));
    refused.put("allocate", () -> armci.allocate(8));
  }

  /** Tells a failure late: its thread may be under way when another thread closes the runtime. */
  @Test
  void aFailureThatIsToldBehindTheCloseDoesNoHarm() {
    AtomicReference<Runnable> wakeUp = new AtomicReference<>();
    LocalJob job = LocalJob.create(1);
    MeetingPlace place = (self, settings) -> keeping(wakeUp, job.join(self, settings));
    Membership alone = new Membership(0, 1, job.jobId(), false, place);
    Settings settings = ArmciSettings.builder().set(ArmciSettings.TRANSPORT, "shm").resolve();
    Armci.open(alone, settings).close();
    assertDoesNotThrow(wakeUp.get()::run);
  }

  /** Returns a bootstrap that keeps the code to run on a failure. */
  private static Bootstrap keeping(AtomicReference<Runnable> wakeUp, Bootstrap bootstrap) {
    InvocationHandler handler =
        (_, method, arguments) -> {
          if (method.getName().equals("onFailure")) {
            wakeUp.set((Runnable) arguments[0]);
          }
          return method.invoke(bootstrap, arguments);
        };
    Class<?>[] types = {Bootstrap.class};
    return (Bootstrap) Proxy.newProxyInstance(Bootstrap.class.getClassLoader(), types, handler);
  }
}
