package org.armci4j.testkit.arguments;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.armci4j.Accumulation;
import org.armci4j.Armci;
import org.armci4j.AtomicUpdate;
import org.armci4j.BlockAddress;
import org.armci4j.Companion;
import org.armci4j.Comparison;
import org.armci4j.ElementBlock;
import org.armci4j.GlobalMemory;
import org.armci4j.Group;
import org.armci4j.Handle;
import org.armci4j.LongBlock;
import org.armci4j.call.Call;
import org.armci4j.call.Calls;
import org.armci4j.call.Handler;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Combiner;
import org.armci4j.collectives.ElementType;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Operation;
import org.armci4j.collectives.Reduction;
import org.armci4j.completion.Event;
import org.armci4j.strided.ElementBatch;
import org.armci4j.strided.Section;
import org.armci4j.strided.TransferPlan;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.UpdateList;
import org.armci4j.transport.WordChange;
import org.armci4j.transport.WordWrites;
import org.armci4j.waiting.OpenCondition;

/** Makes arguments with which a call succeeds, chosen by the type and the name of a parameter. */
final class RightArguments {
  static final long SIZE_BYTES = 16;

  /** Elements of eight bytes that one rank gives to a collective. */
  private static final int SHARE = 2;

  private final Fixture fixture;

  /** Stands for an object that a library keeps for a runtime. */
  private static final class Kept implements Companion {
    @Override
    public void close() {}
  }

  private final Map<Class<?>, BiFunction<Method, String, Object>> makers = new HashMap<>();

  RightArguments(Fixture fixture) {
    this.fixture = fixture;
    add(int.class, this::number);
    add(long.class, RightArguments::longNumber);
    any(byte.class, (byte) 1);
    any(short.class, (short) 1);
    any(float.class, 1f);
    any(double.class, 1.0);
    any(boolean.class, true);
    any(BooleanSupplier.class, (BooleanSupplier) () -> true);
    any(OpenCondition.class, (OpenCondition<Object>) (_, _, _) -> true);
    any(Object.class, "a subject or its name");
    any(Runnable.class, (Runnable) () -> {});
    any(Executor.class, (Executor) Runnable::run);
    any(Supplier.class, (Supplier<String>) () -> "what");
    any(LongSupplier.class, (LongSupplier) () -> 64);
    any(Class.class, Kept.class);
    any(Function.class, (Function<Armci, Kept>) _ -> new Kept());
    any(Armci.class, fixture.armci);
    any(Group.class, fixture.group);
    any(Arena.class, Arena.ofAuto());
    any(Accumulation.class, Accumulation.ofLong(1));
    any(AtomicUpdate.class, AtomicUpdate.ADD);
    any(Comparison.class, Comparison.NE);
    any(Handler.class, (Handler) (_, _, _) -> 0);
    any(ElementType.class, ElementType.LONG);
    any(Operation.class, Operation.ALLREDUCE);
    any(Reduction.class, Reduction.SUM);
    any(Combiner.class, (Combiner) (_, _, _, _, _, _, _) -> {});
    any(Section.class, Section.contiguous(0, SIZE_BYTES));
    any(TransferPlan.class, TransferPlan.of(section(), section()));
    any(SegmentList.class, list());
    any(UpdateList.class, updates(0, 0));
    any(WordChange.class, WordChange.ADD);
    any(WordWrites.class, new WordWrites().add(64, 1));
    add(BlockAddress.class, (_, _) -> fixture.block.address());
    add(Handle.class, (_, _) -> fixture.armci.newHandle());
    add(Event.class, (_, _) -> new Event());
    add(Call.class, this::call);
    add(GlobalMemory.class, this::memory);
    add(MemorySegment.class, this::segment);
    add(Elements.class, this::elements);
    add(String.class, RightArguments::text);
    add(byte[].class, this::bytes);
    any(float[].class, new float[8]);
    any(double[].class, new double[8]);
    add(Object.class, RightArguments::array);
    add(ElementBlock.class, (_, _) -> fixture.receiver(ElementBlock.class));
    add(LongBlock.class, (_, _) -> fixture.receiver(LongBlock.class));
    add(long[].class, RightArguments::longs);
    add(int[].class, (_, name) -> name.equals("members") ? new int[] {0, 1} : new int[4]);
  }

  private void add(Class<?> type, BiFunction<Method, String, Object> maker) {
    makers.put(type, maker);
  }

  private void any(Class<?> type, Object value) {
    makers.put(type, (_, _) -> value);
  }

  private static Section section() {
    return Section.contiguous(0, SIZE_BYTES);
  }

  private static SegmentList list() {
    SegmentList list = new SegmentList();
    list.add(0, 0, SIZE_BYTES);
    return list;
  }

  /** Returns an update of a word of eight bytes. */
  static UpdateList updates(long offset, int place) {
    UpdateList list = new UpdateList();
    list.begin(WordChange.ADD, Long.BYTES, 1);
    list.add(offset, 1, place);
    return list;
  }

  /** Returns whether it knows arguments for a parameter; otherwise the method cannot be tested. */
  boolean has(Parameter parameter) {
    return makers.containsKey(parameter.getType());
  }

  Object[] of(Method method) {
    return but(method, -1, null);
  }

  /** Returns right arguments with another one at a place; makes none for that place. */
  Object[] but(Method method, int place, Object other) {
    Parameter[] parameters = method.getParameters();
    Object[] arguments = new Object[parameters.length];
    for (int i = 0; i < arguments.length; i++) {
      Parameter parameter = parameters[i];
      arguments[i] =
          i == place ? other : makers.get(parameter.getType()).apply(method, parameter.getName());
    }
    return arguments;
  }

  private Object number(Method method, String name) {
    return switch (name) {
      case "rank", "target", "host", "origin" -> fixture.other;
      case "root" -> WrongCalls.ERRING;
      case "slots", "elementBytes" -> 8;
      case "rows", "columns" -> 2;
      case "leading" -> 3;
      case "count", "length" -> 1;
      case "number" -> PublicOperations.name(method).startsWith("Calls.register") ? 1 : 0;
      default -> 0;
    };
  }

  private static Object longNumber(Method method, String name) {
    return switch (name) {
      case "sizeBytes", "lengthBytes" -> SIZE_BYTES;
      case "count", "length" -> 1L;
      case "signalOffset" -> 128L;
      case "signalIndex" -> 16L;
      case "blockLeading" -> 3L;
      case "timeoutNanos" -> 1_000_000_000L;
      default -> 0L;
    };
  }

  /** Returns the array of an {@link ElementBlock} or an {@link ElementBatch}. */
  private static Object array(Method method, String name) {
    return method.getDeclaringClass() == ElementBatch.class ? new long[8] : new double[8];
  }

  private Object call(Method method, String name) {
    Call call = new Call();
    if (method.getName().equals("await")) {
      MemorySegment empty = MemorySegment.ofArray(new long[1]);
      fixture.receiver(Calls.class).nbCall(fixture.other, 0, empty, empty, call);
    }
    return call;
  }

  private Object memory(Method method, String name) {
    return switch (PublicOperations.name(method)) {
      case "Armci.free" -> fixture.armci.allocate(8);
      case "Armci.detach" -> fixture.armci.attach(fixture.block.address());
      case "Group.free" -> fixture.armci.world().allocate(8);
      default -> fixture.memory;
    };
  }

  private Object segment(Method method, String name) {
    return switch (name) {
      case "destination", "result", "reply" -> fixture.destination;
      default -> fixture.source;
    };
  }

  private Object elements(Method method, String name) {
    MemorySegment buffer = name.equals("source") ? fixture.source : fixture.destination;
    return Elements.of(buffer, 0, count(method, name), ElementType.LONG);
  }

  /**
   * Returns the number of elements that a method takes: those of all ranks in the longer buffer.
   */
  static int count(Method method, String name) {
    String operation = method.getName();
    boolean everyones =
        switch (name) {
          case "source" -> operation.matches("scatterv?|alltoallv?|reduceScatterv?");
          case "destination" -> operation.matches("gatherv?|allgatherv?|alltoallv?");
          default -> false;
        };
    return everyones ? 2 * SHARE : SHARE;
  }

  private static Object text(Method method, String name) {
    if (name.equals("algorithm")) {
      return Collectives.algorithms().stream()
          .filter(info -> info.operation() == Operation.ALLREDUCE)
          .findFirst()
          .orElseThrow()
          .name();
    }
    return "a name";
  }

  private Object bytes(Method method, String name) {
    return PublicOperations.name(method).equals("BlockAddress.of")
        ? fixture.block.address().toBytes()
        : new byte[8];
  }

  private static Object longs(Method method, String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (lower.contains("counts")) {
      return new long[] {SHARE, SHARE};
    }
    if (lower.contains("displacements")) {
      return new long[] {0, SHARE};
    }
    return name.equals("offsets") ? new long[] {0, 8} : new long[8];
  }
}
