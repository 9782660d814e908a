package org.armci4j.collectives;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.bootstrap.text.Text;

/** Makes one call of a collective and compares the result with the oracle, to the bit. */
final class OneCall {
  /** Names the place of the buffers. */
  enum Where {
    HEAP,
    NATIVE,
    GLOBAL,
    IN_PLACE;

    /** Returns a rank's place; the last one of the list serves all further ranks. */
    static Where of(int rank, List<Where> places) {
      return places.get(Math.min(rank, places.size() - 1));
    }
  }

  private final Collectives collectives;
  private final int place;
  private final int size;
  private final GlobalMemory global;

  /** Native memory for the source and for the destination, which grows as calls need it. */
  private final MemorySegment[] natives = {MemorySegment.NULL, MemorySegment.NULL};

  /**
   * @param globalBytes most global memory that calls from there use
   */
  OneCall(Armci armci, Collectives collectives, long globalBytes) {
    this.collectives = collectives;
    this.place = collectives.group().rank();
    this.size = collectives.group().size();
    this.global = collectives.group().allocate(2 * globalBytes);
  }

  /**
   * Returns elements with these words in memory of a kind; destinations lie in the second half of
   * global memory.
   */
  private Elements place(Where where, Sample sample, long[] words, boolean destination) {
    return switch (where) {
      case HEAP -> {
        MemorySegment heap = MemorySegment.ofArray(words.clone());
        yield Elements.of(heap, sample.type);
      }
      case GLOBAL -> {
        long from = destination ? global.sizeBytes(collectives.group().worldRank(place)) / 2 : 0;
        MemorySegment.copy(
            MemorySegment.ofArray(words), 0, global.local(), from, 8L * words.length);
        yield Elements.of(global, from, words.length / sample.words, sample.type);
      }
      default -> {
        // An odd offset: nothing may depend on alignment.
        MemorySegment memory = nativeMemory(8L * words.length + 8, destination ? 1 : 0);
        MemorySegment.copy(MemorySegment.ofArray(words), 0, memory, 4, 8L * words.length);
        yield Elements.of(memory, 4, words.length / sample.words, sample.type);
      }
    };
  }

  private MemorySegment nativeMemory(long sizeBytes, int index) {
    if (natives[index].byteSize() < sizeBytes) {
      natives[index] = Arena.ofAuto().allocate(sizeBytes, 8);
    }
    return natives[index];
  }

  static long[] words(Elements elements) {
    return elements
        .segment()
        .asSlice(elements.offset(), elements.sizeBytes())
        .toArray(ValueLayout.JAVA_LONG_UNALIGNED);
  }

  /**
   * Makes the call.
   *
   * @param parts see {@link Oracle}
   * @param exact whether the result must be that of rank order to the bit
   */
  void check(
      Collectives by,
      Operation operation,
      Sample sample,
      int parts,
      int root,
      Where where,
      boolean exact,
      long salt) {
    Oracle oracle = new Oracle(operation, sample, size, parts, salt);
    long[] expected = oracle.result(place, root);
    Elements result = call(by, operation, sample, root, where, oracle, expected);
    String what =
        Text.format(
            "%s %s of %d %s, root %d, %s, place %d of %d",
            operation, salt, parts, sample, root, where, place, size);
    if (expected == null) {
      return;
    }
    long[] got = words(result);
    if (exact || sample != Sample.DOUBLES) {
      assertArrayEquals(expected, got, what);
    } else {
      for (int i = 0; i < got.length; i++) {
        double bound = size * size * 1e8 * Math.ulp(1.0);
        assertEquals(
            Double.longBitsToDouble(expected[i]), Double.longBitsToDouble(got[i]), bound, what);
      }
    }
  }

  private Elements call(
      Collectives by,
      Operation operation,
      Sample sample,
      int root,
      Where where,
      Oracle oracle,
      long[] expected) {
    if (operation == Operation.BARRIER) {
      by.barrier();
      return Elements.none();
    }
    if (operation == Operation.BROADCAST) {
      long[] given = oracle.input(root);
      Elements data =
          place(where, sample, place == root ? given : Oracle.untouched(given.length), false);
      by.broadcast(data, root);
      return data;
    }
    long[] mine = oracle.input(place);
    Elements source = place(where, sample, mine, false);
    Elements destination =
        expected == null
            ? Elements.none()
            : where == Where.IN_PLACE
                ? inPlace(operation, source, sample, expected.length, root)
                : place(where, sample, Oracle.untouched(expected.length), true);
    if (where == Where.IN_PLACE && expected != null) {
      source = sourceInPlace(operation, source, destination, mine.length / sample.words);
      if (operation == Operation.EXSCAN && place == 0) {
        by.exscan(source, destination, sample.reduction());
        assertArrayEquals(mine, words(destination), "exscan leaves place 0 as it is");
        return place(Where.HEAP, sample, expected, true);
      }
    }
    switch (operation) {
      case REDUCE -> by.reduce(source, destination, sample.reduction(), root);
      case ALLREDUCE -> by.allreduce(source, destination, sample.reduction());
      case GATHER -> by.gather(source, destination, root);
      case SCATTER -> by.scatter(source, destination, root);
      case ALLGATHER -> by.allgather(source, destination);
      case ALLTOALL -> by.alltoall(source, destination);
      case REDUCE_SCATTER -> by.reduceScatter(source, destination, sample.reduction());
      case SCAN -> by.scan(source, destination, sample.reduction());
      case EXSCAN -> by.exscan(source, destination, sample.reduction());
      default -> throw new IllegalArgumentException(operation.name());
    }
    return destination;
  }

  /** Returns a destination that holds this rank's source where a call in place has it. */
  private Elements inPlace(
      Operation operation, Elements source, Sample sample, int words, int root) {
    long count = words / sample.words;
    return switch (operation) {
      case GATHER, ALLGATHER -> {
        Elements all = place(Where.NATIVE, sample, Oracle.untouched(words), true);
        Elements own = all.slice(place * source.count(), source.count());
        MemorySegment.copy(
            source.segment(), source.offset(), own.segment(), own.offset(), own.sizeBytes());
        yield all;
      }
      case SCATTER ->
          place == root
              ? source.slice(place * count, count)
              : place(Where.NATIVE, sample, Oracle.untouched(words), true);
      default -> source.slice(0, count);
    };
  }

  private Elements sourceInPlace(
      Operation operation, Elements source, Elements destination, long count) {
    return switch (operation) {
      case GATHER, ALLGATHER -> destination.slice(place * count, count);
      default -> source;
    };
  }
}
