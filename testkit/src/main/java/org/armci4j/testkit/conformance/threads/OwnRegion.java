package org.armci4j.testkit.conformance.threads;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.armci4j.Accumulation;
import org.armci4j.Aggregate;
import org.armci4j.GlobalMemory;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.strided.Section;
import org.armci4j.testkit.conformance.shape.RandomShapes;
import org.armci4j.testkit.conformance.shape.RandomVector;
import org.armci4j.testkit.conformance.shape.StridedModel;
import org.armci4j.testkit.conformance.trial.Form;
import org.armci4j.testkit.conformance.trial.FormTransfers;
import org.armci4j.testkit.conformance.trial.Trial;

/**
 * Transfers in every shape, form and size between memory of every kind and a part of each rank's
 * block that belongs to this thread. So a local copy models that part.
 */
final class OwnRegion implements ThreadWork {
  /** Bytes of each rank's block that each thread has. */
  static final int SIZE_BYTES = 160 * 1024;

  private static final int PARTS = 5;
  private static final int PART_BYTES = SIZE_BYTES / PARTS;
  private static final int CELL_BYTES = 256;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;

  private final Trial trial;
  private final SplittableRandom random;
  private final GlobalMemory memory;

  /** Offset of the region in every block. */
  private final long base;

  private final LocalBuffers locals;
  private final List<FormTransfers> forms;
  private final List<MemorySegment> models;

  /** Comparisons to make when the transfers of a round are complete. */
  private final List<Runnable> checks = new ArrayList<>();

  private FormTransfers transfers;
  private int target;
  private MemorySegment model;

  /** First byte for the next transfer, so that no two transfers of a round meet. */
  private int start;

  private int room;

  OwnRegion(Trial trial, SplittableRandom random, GlobalMemory memory, long base) {
    this.trial = trial;
    this.random = random;
    this.memory = memory;
    this.base = base;
    this.locals = new LocalBuffers(trial.armci(), random);
    this.forms =
        Arrays.stream(Form.values()).map(form -> new FormTransfers(trial.armci(), form)).toList();
    this.models =
        Stream.generate(() -> StridedModel.zeros(SIZE_BYTES)).limit(trial.size()).toList();
  }

  @Override
  public void next() {
    target = random.nextInt(trial.size());
    model = models.get(target);
    transfers = forms.get(random.nextInt(forms.size()));
    int count = random.nextInt(3) == 0 ? 1 + random.nextInt(PARTS) : 1;
    for (int part = 0; part < count; part++) {
      start = part * PART_BYTES;
      room = count == 1 ? SIZE_BYTES : PART_BYTES;
      transferOne();
    }
    transfers.complete();
    checks.forEach(Runnable::run);
    checks.clear();
    requireModel();
    locals.reuse();
  }

  private void transferOne() {
    switch (random.nextInt(10)) {
      case 0, 1 -> put();
      case 2, 3 -> get();
      case 4 -> addLongs();
      case 5 -> addInts();
      case 6 -> putSection();
      case 7 -> getSection();
      case 8 -> vector();
      default -> aggregate();
    }
  }

  /** Draws a length; short ones are as frequent as long ones. */
  private int drawBytes(int most) {
    return 1 + random.nextInt(Math.min(most, 1 << random.nextInt(1, 19)));
  }

  private int drawPlace(int sizeBytes, int unit) {
    return start + random.nextInt((room - sizeBytes) / unit + 1) * unit;
  }

  private MemorySegment drawn(long sizeBytes) {
    return locals.next(sizeBytes).copyFrom(StridedModel.random(random, sizeBytes));
  }

  private void put() {
    int sizeBytes = drawBytes(room);
    int at = drawPlace(sizeBytes, 1);
    int shift = random.nextInt(16);
    MemorySegment source = drawn(sizeBytes + shift);
    transfers.put(source, shift, memory, target, base + at, sizeBytes);
    MemorySegment.copy(source, shift, model, at, sizeBytes);
  }

  private void get() {
    int sizeBytes = drawBytes(room);
    int at = drawPlace(sizeBytes, 1);
    int shift = random.nextInt(16);
    MemorySegment seen = drawn(sizeBytes + shift + CELL_BYTES);
    MemorySegment expected = StridedModel.copyOf(seen);
    MemorySegment.copy(model, at, expected, shift, sizeBytes);
    transfers.get(memory, target, base + at, seen, shift, sizeBytes);
    check(expected, seen, Text.format("get of %d bytes at %d", sizeBytes, at));
  }

  private void check(MemorySegment expected, MemorySegment seen, String what) {
    String name = describe(what);
    checks.add(() -> trial.requireSame(expected, seen, () -> name));
  }

  private String describe(String what) {
    return Text.format("%s %s, rank %d", transfers.form(), what, target);
  }

  private void addLongs() {
    int count = Math.max(1, drawBytes(room) / Long.BYTES);
    int at = drawPlace(count * Long.BYTES, Long.BYTES);
    long scale = random.nextLong();
    MemorySegment source = drawn((long) count * Long.BYTES);
    transfers.accumulate(
        Accumulation.ofLong(scale), source, 0, memory, target, base + at, source.byteSize());
    for (long i = 0; i < source.byteSize(); i += Long.BYTES) {
      model.set(LONG, at + i, model.get(LONG, at + i) + scale * source.get(LONG, i));
    }
  }

  private void addInts() {
    int count = Math.max(1, drawBytes(room) / Integer.BYTES);
    int at = drawPlace(count * Integer.BYTES, Integer.BYTES);
    int scale = random.nextInt();
    MemorySegment source = drawn((long) count * Integer.BYTES);
    transfers.accumulate(
        Accumulation.ofInt(scale), source, 0, memory, target, base + at, source.byteSize());
    for (long i = 0; i < source.byteSize(); i += Integer.BYTES) {
      model.set(INT, at + i, model.get(INT, at + i) + scale * source.get(INT, i));
    }
  }

  /** Holds a section of the region, in the model and in the block. */
  private record SectionPair(Section inModel, Section inBlock) {}

  /** Draws a section; returns null for one that is too large. */
  private SectionPair drawSection(long[] counts) {
    long seed = random.nextLong();
    long first = start + random.nextLong(9);
    Section here = RandomShapes.section(new SplittableRandom(seed), counts, first, 1);
    Section there = RandomShapes.section(new SplittableRandom(seed), counts, base + first, 1);
    return RandomShapes.end(here) > start + room ? null : new SectionPair(here, there);
  }

  private void putSection() {
    long[] counts = RandomShapes.counts(random);
    Section local = RandomShapes.section(random, counts, random.nextLong(9), 1);
    SectionPair place = drawSection(counts);
    if (place != null && RandomShapes.end(local) <= SIZE_BYTES) {
      MemorySegment source = drawn(Math.max(1, RandomShapes.end(local)));
      transfers.put(source, local, memory, target, place.inBlock);
      StridedModel.copy(source, local, model, place.inModel);
    }
  }

  private void getSection() {
    long[] counts = RandomShapes.counts(random);
    Section local = RandomShapes.section(random, counts, random.nextLong(9), 1);
    SectionPair place = drawSection(counts);
    if (place != null && RandomShapes.end(local) <= SIZE_BYTES) {
      MemorySegment seen = drawn(Math.max(1, RandomShapes.end(local)));
      MemorySegment expected = StridedModel.copyOf(seen);
      StridedModel.copy(model, place.inModel, expected, local);
      transfers.get(memory, target, place.inBlock, seen, local);
      check(expected, seen, "get of " + place.inBlock + " to " + local);
    }
  }

  private void vector() {
    RandomVector vector = RandomVector.draw(random);
    int at = drawPlace((int) RandomVector.MOST_BYTES, 1);
    MemorySegment local = drawn(RandomVector.MOST_BYTES);
    if (random.nextBoolean()) {
      transfers.put(local, 0, memory, target, base + at, vector.plan());
      vector.forEach(
          (here, there, size) -> MemorySegment.copy(local, here, model, at + there, size));
    } else {
      MemorySegment expected = StridedModel.copyOf(local);
      vector.forEach(
          (here, there, size) -> MemorySegment.copy(model, at + there, expected, here, size));
      transfers.get(memory, target, base + at, local, 0, vector.plan());
      check(expected, local, "get of " + vector.plan());
    }
  }

  /** Puts to every second cell and gets from the other cells. */
  private void aggregate() {
    Aggregate aggregate = trial.armci().newAggregate(memory, target);
    int cells = random.nextInt(2, room / CELL_BYTES);
    for (int cell = 0; cell < cells; cell++) {
      int at = start + cell * CELL_BYTES;
      int sizeBytes = 1 + random.nextInt(CELL_BYTES);
      if (cell % 2 == 0) {
        MemorySegment source = StridedModel.random(random, sizeBytes);
        aggregate.put(source, 0, base + at, sizeBytes);
        MemorySegment.copy(source, 0, model, at, sizeBytes);
      } else {
        MemorySegment seen = StridedModel.zeros(sizeBytes);
        aggregate.get(base + at, seen, 0, sizeBytes);
        check(StridedModel.copyOf(model.asSlice(at, sizeBytes)), seen, "aggregated get at " + at);
      }
    }
    aggregate.send();
  }

  /** Compares random bytes of the region, and now and then the whole region. */
  private void requireModel() {
    start = 0;
    room = SIZE_BYTES;
    int sizeBytes = random.nextInt(8) == 0 ? SIZE_BYTES : drawBytes(room);
    int at = drawPlace(sizeBytes, 1);
    MemorySegment seen = StridedModel.zeros(sizeBytes);
    trial.armci().get(memory, target, base + at, seen);
    trial.requireSame(
        model.asSlice(at, sizeBytes),
        seen,
        () -> describe("transfers, then bytes from " + at + " on"));
  }

  @Override
  public void end() {
    for (target = 0; target < trial.size(); target++) {
      MemorySegment seen = StridedModel.zeros(SIZE_BYTES);
      trial.armci().get(memory, target, base, seen);
      trial.requireSame(models.get(target), seen, () -> "the region of rank " + target);
    }
  }
}
