package org.armci4j.testkit.arguments;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.armci4j.Accumulation;
import org.armci4j.Armci;
import org.armci4j.BlockAddress;
import org.armci4j.ElementBlock;
import org.armci4j.Group;
import org.armci4j.Handle;
import org.armci4j.LongBlock;
import org.armci4j.call.Call;
import org.armci4j.collectives.ElementType;
import org.armci4j.collectives.Elements;
import org.armci4j.strided.ElementBatch;
import org.armci4j.strided.Section;
import org.armci4j.strided.TransferPlan;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.UpdateList;

/** Makes wrong arguments for a parameter, chosen by its type and its name. */
final class WrongArguments {
  /** Kind of an argument that is right in another runtime of the same JVM. */
  static final String FOREIGN = "of another runtime";

  private static final long FAR = 1L << 40;

  /**
   * Holds one wrong argument.
   *
   * @param kind in a word or two
   * @param value the argument
   */
  record Wrong(String kind, Object value) {}

  private final Fixture fixture;
  private final Method method;
  private final List<Wrong> found = new ArrayList<>();

  private WrongArguments(Fixture fixture, Method method) {
    this.fixture = fixture;
    this.method = method;
  }

  static List<Wrong> of(Fixture fixture, Method method, Parameter parameter) {
    WrongArguments all = new WrongArguments(fixture, method);
    Class<?> type = parameter.getType();
    String name = parameter.getName();
    if (all.isAnyValueRight(name)) {
      return List.of();
    }
    if (all.countsElements()) {
      all.addElementNumbers(name);
    }
    if (!type.isPrimitive()) {
      all.add("null", null);
    }
    if (type == int.class) {
      all.addInts(name);
    } else if (type == long.class) {
      all.addLongs(name);
    } else if (type.isArray()) {
      all.addArrays(type, name);
    } else {
      all.addObjects(type, name);
    }
    return all.found;
  }

  private boolean countsElements() {
    return ElementBlock.class.isAssignableFrom(method.getDeclaringClass())
        || method.getDeclaringClass() == ElementBatch.class
        || List.of(method.getParameterTypes()).contains(ElementBlock.class);
  }

  /** Returns whether any value is right, because the method only tells about a call. */
  private boolean isAnyValueRight(String name) {
    return PublicOperations.name(method).equals("Collectives.algorithmFor")
        && List.of("count", "reduction").contains(name);
  }

  private void add(String kind, Object value) {
    found.add(new Wrong(kind, value));
  }

  /** Adds wrong numbers of elements of a block or of an array of 8. */
  private void addElementNumbers(String name) {
    switch (name) {
      case "index", "signalIndex" -> {
        add("negative", -1L);
        add("too large", FAR);
        add("one that would be 0 in bytes", 1L << 61);
      }
      case "from" -> {
        add("negative", -1);
        add("too large", 8);
        add("far too large", Integer.MAX_VALUE);
      }
      case "count" -> {
        add("too large", 9);
        add("far too large", Integer.MAX_VALUE);
      }
      case "rows", "columns" -> {
        add("negative", -1);
        add("too large", 9);
        add("far too large", Integer.MAX_VALUE);
      }
      case "leading" -> {
        add("shorter than a row", 1);
        add("far too large", Integer.MAX_VALUE);
      }
      case "blockLeading" -> {
        add("shorter than a row", 1L);
        add("negative", -3L);
        add("too large", FAR);
        add("far too large", Long.MAX_VALUE);
      }
      default -> {
        // the same as in all other operations
      }
    }
  }

  private void addInts(String name) {
    switch (name) {
      case "rank", "target", "host", "root", "origin", "of", "domain", "groupRank" -> {
        add("negative", -1);
        add("too large", 2);
        add("far too large", Integer.MAX_VALUE);
      }
      case "number" -> {
        add("negative", -1);
        add("too large", Integer.MAX_VALUE);
      }
      case "count", "slots", "first", "length" -> add("negative", -1);
      default -> {
        // an operand, a color or a key: any number is right
      }
    }
    if (name.equals("first") || name.equals("length")) {
      add("too large", Integer.MAX_VALUE);
    }
  }

  private void addLongs(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (lower.endsWith("offset") || name.equals("first") || lower.endsWith("sizebytes")) {
      add("negative", -8L);
      if (!method.getName().equals("allocateLocal")) { // the JVM's own OutOfMemoryError
        add("too large", FAR);
        add("far too large", Long.MAX_VALUE - 7);
      }
    } else if (name.equals("count") || name.equals("length")) {
      add("negative", -1L);
      add("too large", FAR);
    }
    if (isWordOffset(name)) {
      add("misaligned", 4L + 1);
    }
    if (name.equals("sizeBytes") && hasAccumulation()) {
      add("no whole number of elements", 12L);
    }
  }

  /** Returns whether a parameter is the offset of a word of an atomic, a signal or a wait. */
  private boolean isWordOffset(String name) {
    if (name.equals("signalOffset")) {
      return true;
    }
    String operation = PublicOperations.name(method);
    return name.equals("offset")
        && operation.matches(
            "(Int|Long|Float|Double)Atomics\\..*|Signals\\.(add|test)|HelperSignals\\.(signal|waitUntil)"
                + "|Armci\\.(signal|waitUntil|fetchAndAdd)|ListTransfers\\.update");
  }

  private boolean hasAccumulation() {
    return List.of(method.getParameterTypes()).contains(Accumulation.class);
  }

  private void addArrays(Class<?> type, String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (name.equals("members")) {
      add("negative", new int[] {0, -1});
      add("too large", new int[] {0, 2});
      add("twice", new int[] {0, 1, 1});
      add("without this rank", new int[] {fixture.other});
      add("empty", new int[0]);
    } else if (name.equals("offsets")) {
      add("negative", new long[] {0, -8});
      add("too large", new long[] {0, FAR});
      add("misaligned", new long[] {0, 5});
    } else if (method.getDeclaringClass() == ElementBatch.class) {
      addPlaces(type);
    } else if (name.equals("indices")) {
      add("too short", new int[1]);
    } else if (lower.contains("counts") || lower.contains("displacements")) {
      add("negative", new long[] {2, -1});
      add("too large", new long[] {2, FAR});
      add("too short", new long[] {2});
    } else if (type == byte[].class && method.getName().equals("of")) {
      if (method.getParameterCount() == 1 && name.equals("bytes")) {
        add("too short", new byte[3]);
      }
    }
  }

  /** Adds wrong ranks of elements, or wrong indices. */
  private void addPlaces(Class<?> type) {
    boolean areRanks = type == int[].class;
    add("too short", areRanks ? new int[0] : new long[0]);
    add("negative", areRanks ? new int[] {-1} : new long[] {-1});
    add("too large", areRanks ? new int[] {2} : new long[] {FAR});
    if (!areRanks) {
      add("one that would be 0 in bytes", new long[] {1L << 61});
    }
  }

  private void addObjects(Class<?> type, String name) {
    if (type == Armci.class) {
      if (!method.getName().equals("isOf")) {
        add("closed", fixture.closed);
      }
      if (method.getName().equals("requireOf")) {
        add(FOREIGN, fixture.elsewhere);
      }
    } else if (type == Group.class) {
      add("closed", fixture.closedGroup);
      add(FOREIGN, fixture.elsewhere.world());
    } else if (type == Handle.class) {
      add(FOREIGN, fixture.elsewhere.newHandle());
    } else if (type == Call.class) {
      add(FOREIGN, fixture.foreignCall());
    } else if (type == BlockAddress.class) {
      add(FOREIGN, fixture.foreignBlock.address());
    } else if (type.getSimpleName().equals("GlobalMemory")) {
      addMemory();
    } else if (type == MemorySegment.class) {
      addSegments(name);
    } else if (type == Elements.class) {
      addElements(name);
    } else if (ElementBlock.class.isAssignableFrom(type)) {
      addViews(type);
    } else {
      addShapes(type);
    }
  }

  private void addMemory() {
    add("freed", fixture.freed);
    if (method.getDeclaringClass() != Elements.class) { // whose runtime counts when it is used
      add(FOREIGN, fixture.foreign);
    }
    if (hasTarget() || method.getName().equals("free")) {
      add("of a group without the target", fixture.ofThisRank);
    }
    if (method.getName().matches("free|detach")) {
      add("shared by this rank", fixture.block.memory());
    }
    if (method.getName().equals("detach")) {
      add("allocated", fixture.memory);
    }
  }

  private boolean hasTarget() {
    return List.of(method.getParameters()).stream()
        .anyMatch(one -> one.getName().matches("rank|target"));
  }

  private void addSegments(String name) {
    if (method.getDeclaringClass() != Elements.class) { // whose arena counts when it is used
      add("of a closed arena", fixture.dead);
      add("of another thread's arena", fixture.confined);
    }
    if (name.matches("destination|result|reply")) {
      add("read-only", fixture.destination.asReadOnly());
    }
    boolean sized =
        List.of(method.getParameters()).stream()
            .anyMatch(one -> one.getName().matches("sizeBytes|local|plan|list|resultOffset"));
    if (sized) {
      add("too short", MemorySegment.ofArray(new byte[3]));
    }
  }

  private void addViews(Class<?> type) {
    boolean isSignal = type == LongBlock.class;
    add(
        FOREIGN,
        isSignal ? fixture.foreign.longs(fixture.other) : fixture.foreign.doubles(fixture.other));
    if (isSignal) {
      add("of another rank than the data", fixture.memory.longs(fixture.armci.rank()));
    }
  }

  private void addElements(String name) {
    add("of a closed arena", closedElements());
    add(
        FOREIGN,
        Elements.of(fixture.foreign, 0, RightArguments.count(method, name), ElementType.LONG));
    if (!List.of("data", "values").contains(name)) {
      add("of another type", Elements.of(new float[4]));
    }
    if (name.equals("destination") && !method.getName().startsWith("scatter")) {
      add("too few", Elements.of(new long[1]));
    }
  }

  /** Returns elements that were right before their memory ended. */
  private Elements closedElements() {
    try (Arena arena = Arena.ofShared()) {
      return Elements.of(arena.allocate(64, 8), 0, 2, ElementType.LONG);
    }
  }

  private void addShapes(Class<?> type) {
    Section outside = Section.contiguous(FAR, RightArguments.SIZE_BYTES);
    Section negative = Section.contiguous(-8, RightArguments.SIZE_BYTES);
    if (type == Section.class) {
      add("outside", outside);
      add("negative", negative);
      add("of another shape", Section.contiguous(0, 8));
    } else if (type == TransferPlan.class) {
      Section inside = Section.contiguous(0, RightArguments.SIZE_BYTES);
      add("outside the block", TransferPlan.of(inside, outside));
      add("outside the buffer", TransferPlan.of(outside, inside));
      add("negative", TransferPlan.of(inside, negative));
    } else if (type == SegmentList.class) {
      add("outside the block", list(0, FAR));
      add("outside the buffer", list(FAR, 0));
      add("negative", list(0, -8));
    } else if (type == UpdateList.class) {
      add("outside the block", RightArguments.updates(FAR, 0));
      add("outside the results", RightArguments.updates(0, Integer.MAX_VALUE));
      add("negative", RightArguments.updates(-8, 0));
      add("with a negative place", RightArguments.updates(0, -1));
      add("misaligned", RightArguments.updates(4, 0));
    }
  }

  private static SegmentList list(long local, long remote) {
    SegmentList list = new SegmentList();
    list.add(local, remote, RightArguments.SIZE_BYTES);
    return list;
  }
}
