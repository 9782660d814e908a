package org.armci4j.arrays.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Compares checksums of parts with the JDK's CRC32C of the whole file. */
class PartChecksumTest {
  private record Part(int from, int to, int rank) {}

  @Property(tries = 500)
  void partsOfSeveralRanksInAnyOrderGiveTheWhole(
      @ForAll Random random,
      @ForAll @IntRange(min = 0, max = 5000) int size,
      @ForAll @IntRange(min = 1, max = 5) int ranks) {
    byte[] file = new byte[size];
    random.nextBytes(file);
    PartChecksum[] checksums = new PartChecksum[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      checksums[rank] = new PartChecksum(size);
    }
    for (Part part : parts(random, size, ranks)) {
      ByteBuffer bytes = ByteBuffer.wrap(file, part.from, part.to - part.from);
      checksums[part.rank].add(bytes, part.from);
      assertEquals(part.from, bytes.position());
    }
    int values = 0;
    for (PartChecksum checksum : checksums) {
      values ^= checksum.value();
    }
    CRC32C whole = new CRC32C();
    whole.update(file);
    assertEquals((int) whole.getValue(), checksums[0].whole(values));
  }

  private static List<Part> parts(Random random, int size, int ranks) {
    List<Part> parts = new ArrayList<>();
    for (int from = 0; from < size; ) {
      int to = Math.min(size, from + 1 + random.nextInt(700));
      parts.add(new Part(from, to, random.nextInt(ranks)));
      from = to;
    }
    Collections.shuffle(parts, random);
    return parts;
  }

  /** A part far before the end of a file of many GiB of zeros; and the same part elsewhere. */
  @Property(tries = 20)
  void placesBeyondAnIntCount(@ForAll @IntRange(min = 0, max = 1000) int place) {
    long size = 20L << 30;
    PartChecksum here = new PartChecksum(size);
    here.add(ByteBuffer.wrap(new byte[] {1}), place);
    PartChecksum there = new PartChecksum(size);
    there.add(ByteBuffer.wrap(new byte[] {1}), place + (4L << 30));
    assertNotEquals(here.value(), there.value());
  }
}
