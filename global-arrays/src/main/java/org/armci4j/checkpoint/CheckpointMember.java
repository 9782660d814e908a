package org.armci4j.checkpoint;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.armci4j.arrays.BlockView;
import org.armci4j.arrays.ByteArray;
import org.armci4j.arrays.ComplexArray;
import org.armci4j.arrays.DoubleArray;
import org.armci4j.arrays.FloatArray;
import org.armci4j.arrays.GlobalArray;
import org.armci4j.arrays.IntArray;
import org.armci4j.arrays.LongArray;
import org.armci4j.arrays.files.BlockFile;
import org.armci4j.arrays.files.NpyHeader;
import org.armci4j.arrays.kernel.ElementKind;

/** Something that checkpoints have under a name. */
sealed interface CheckpointMember {
  /** Returns what all ranks have to agree on, the kind first. */
  String description();

  /** Returns this rank's own memory, all of it. */
  MemorySegment memory();

  /**
   * Returns this rank's part of the file.
   *
   * @param name the member's name
   * @param rank this rank in its group
   * @param sizes the bytes of each rank's {@link #memory}
   */
  FilePart part(String name, int rank, long... sizes);

  private static String words(long... numbers) {
    return Arrays.stream(numbers).mapToObj(Long::toString).collect(Collectors.joining(" "));
  }

  /** A distributed array: its file is the array, whatever the ranks. */
  record OfArray(GlobalArray<?> array) implements CheckpointMember {
    static final String KIND = "array";

    @Override
    public String description() {
      return KIND + " " + form();
    }

    private String form() {
      return type().label() + " " + words(array.shape());
    }

    private ElementKind type() {
      return switch (array) {
        case ByteArray _ -> ElementKind.BYTE;
        case IntArray _ -> ElementKind.INT;
        case LongArray _ -> ElementKind.LONG;
        case FloatArray _ -> ElementKind.FLOAT;
        case DoubleArray _ -> ElementKind.DOUBLE;
        case ComplexArray<?> complex ->
            complex.elementBytes() == ElementKind.COMPLEX_FLOAT.bytes()
                ? ElementKind.COMPLEX_FLOAT
                : ElementKind.COMPLEX_DOUBLE;
      };
    }

    @Override
    public MemorySegment memory() {
      return array.segment();
    }

    @Override
    public FilePart part(String name, int rank, long... sizes) {
      NpyHeader header = NpyHeader.of(type(), array.shape());
      List<BlockFile.BlockPlace> places = array.blocks().stream().map(this::place).toList();
      return new FilePart(KIND, name, form(), header, places, memory());
    }

    private BlockFile.BlockPlace place(BlockView view) {
      int dimensions = array.dimensions();
      long[] lower = new long[dimensions];
      long[] extents = new long[dimensions];
      long[] steps = new long[dimensions];
      for (int d = 0; d < dimensions; d++) {
        lower[d] = view.lower(d);
        extents[d] = view.patch().extent(d);
        steps[d] = view.stepBytes(d);
      }
      long first = view.segment().address() - memory().address() + view.offset(lower);
      return new BlockFile.BlockPlace(lower, extents, first, steps);
    }
  }

  /**
   * Bytes of each rank: the file has those of all ranks, one after the other.
   *
   * @param kind the word for them in manifests
   * @param bytes returns those of this rank
   */
  record OfBytes(String kind, Supplier<MemorySegment> bytes) implements CheckpointMember {
    @Override
    public String description() {
      return kind;
    }

    @Override
    public MemorySegment memory() {
      return bytes.get();
    }

    @Override
    public FilePart part(String name, int rank, long... sizes) {
      NpyHeader header = NpyHeader.of(ElementKind.BYTE, Arrays.stream(sizes).sum());
      long[] lower = {Arrays.stream(sizes, 0, rank).sum()};
      long[] extents = {sizes[rank]};
      BlockFile.BlockPlace place =
          new BlockFile.BlockPlace(lower, extents, 0, new long[] {Byte.BYTES});
      return new FilePart(kind, name, words(sizes), header, List.of(place), memory());
    }
  }
}
