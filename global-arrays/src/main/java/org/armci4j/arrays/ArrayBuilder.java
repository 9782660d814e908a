package org.armci4j.arrays;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import org.armci4j.arrays.kernel.ElementKind;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;

/**
 * Describes an array, and creates it with elements of one type. Made by {@link GlobalArrays#array},
 * {@link GlobalArrays#load} and {@link GlobalArray#like}.
 *
 * <pre>{@code
 * DoubleArray grid = arrays.array(1000, 1000).name("grid").ghosts(1, 1).doubles();
 * }</pre>
 *
 * <p>The methods that create are collective. They check the whole description, and a description
 * that is wrong on one rank, or differs among ranks, is refused on every rank. All elements of a
 * new array are 0, or those of the file that was loaded.
 */
public final class ArrayBuilder {
  private final GlobalArrays home;
  private final long[] shape;
  private String name;

  /** Makes the distribution over so many ranks. */
  private Cut cut;

  /** The ranks in each dimension; null without a process grid. */
  private int[] processGrid;

  private int[] ghosts = {};

  /** The file with the elements, and their type there; null without a file. */
  private Path file;

  private ElementKind kindInFile;

  /** Cuts the shape into blocks, and says which ranks own them. */
  @FunctionalInterface
  private interface Cut {
    /**
     * Returns the distribution.
     *
     * @param processGrid null if none was given
     */
    Distribution over(int ranks, int[] processGrid);
  }

  ArrayBuilder(GlobalArrays home, long[] shape) {
    this.home = home;
    this.shape = shape;
    chunks();
  }

  /**
   * Names the array, for messages.
   *
   * @param text the name; without one an array has a number
   * @return this description
   * @throws NullPointerException when the argument is null
   */
  public ArrayBuilder name(String text) {
    this.name = Objects.requireNonNull(text, "text");
    return this;
  }

  /**
   * Sets the least size of a block in each dimension, for a regular distribution.
   *
   * @param sizes one for each dimension, below 1 for no wish; the whole size keeps a dimension
   *     uncut
   * @return this description
   * @throws NullPointerException when the argument is null
   */
  public ArrayBuilder chunks(long... sizes) {
    long[] least = Objects.requireNonNull(sizes, "sizes").clone();
    this.cut =
        (ranks, grid) -> {
          requireNoProcessGrid(grid);
          return Distribution.regular(ranks, shape, least);
        };
    return this;
  }

  private static void requireNoProcessGrid(int[] grid) {
    if (grid != null) {
      throw new ArmciException(
          "a process grid deals out blocks of given sizes or limits; give them by blockCyclic or"
              + " blocks");
    }
  }

  /**
   * Sets the limits of all blocks, for an irregular distribution. With a {@link #processGrid} there
   * may be more blocks than ranks; each then takes as much memory as the largest one.
   *
   * @param firsts for each dimension the first index of each block, beginning with 0, rising
   * @return this description
   * @throws NullPointerException when the argument is null
   */
  public ArrayBuilder blocks(long[]... firsts) {
    Objects.requireNonNull(firsts, "firsts");
    long[][] starts = Arrays.stream(firsts).map(long[]::clone).toArray(long[][]::new);
    this.cut =
        (ranks, grid) ->
            grid == null
                ? Distribution.irregular(ranks, shape, starts)
                : Distribution.cyclic(ranks, shape, starts, grid);
    return this;
  }

  /**
   * Sets the size of all blocks, for a block-cyclic distribution: the ranks of the group get the
   * blocks in turn, row by row, or as a {@link #processGrid} says. A rank owns several blocks, from
   * all over the array, so that work on a part of the array is shared by all ranks. Such an array
   * has no ghosts.
   *
   * <p>Source: {@code GA_Set_block_cyclic}.
   *
   * @param sizes one for each dimension, at least 1; blocks at the upper ends may be smaller
   * @return this description
   * @throws NullPointerException when the argument is null
   */
  public ArrayBuilder blockCyclic(long... sizes) {
    long[] own = Objects.requireNonNull(sizes, "sizes").clone();
    this.cut =
        (ranks, grid) ->
            Distribution.blockCyclic(ranks, shape, own, grid == null ? new int[0] : grid);
    return this;
  }

  /**
   * Sets the number of ranks in each dimension, for blocks of {@link #blockCyclic} or {@link
   * #blocks}: block (i, j) belongs to the rank in row i modulo the first number and column j modulo
   * the second. Ranks count row by row; those beyond the grid own nothing.
   *
   * <p>Source: {@code GA_Set_tiled_proc_grid, GA_Set_tiled_irreg_proc_grid}, and {@code
   * GA_Set_block_cyclic_proc_grid}, whose blocks are not contiguous in memory.
   *
   * @param counts one for each dimension, at least 1; their product is at most the number of ranks
   * @return this description
   * @throws NullPointerException when the argument is null
   */
  public ArrayBuilder processGrid(int... counts) {
    this.processGrid = Objects.requireNonNull(counts, "counts").clone();
    return this;
  }

  /** Takes the elements of a file, which has this shape. */
  ArrayBuilder from(Path path, ElementKind kind) {
    this.file = path;
    this.kindInFile = kind;
    return this;
  }

  /** Sets a new array to the elements of the file, if there is one. Collective. */
  void fill(GlobalArray<?> array) {
    if (file != null) {
      array.loadFrom(file);
    }
  }

  /** Takes the distribution of another array. */
  ArrayBuilder as(Distribution distribution) {
    this.cut =
        (_, grid) -> {
          requireNoProcessGrid(grid);
          return distribution;
        };
    return this;
  }

  /**
   * Sets the width of the ghosts: copies of elements of the neighbours, around every block.
   *
   * @param widths one for each dimension, 0 for none
   * @return this description
   * @throws NullPointerException when the argument is null
   */
  public ArrayBuilder ghosts(int... widths) {
    this.ghosts = Objects.requireNonNull(widths, "widths").clone();
    return this;
  }

  /**
   * Creates an array of {@code double}. Collective.
   *
   * @return the array; close it, or the object that made this description
   * @throws ArmciException on every rank, for a description that is wrong or differs among ranks,
   *     when a rank has too little memory, and for a loaded file of another type or one that a rank
   *     cannot read
   */
  public DoubleArray doubles() {
    return home.create(this, ElementKind.DOUBLE, DoubleArray::new);
  }

  /**
   * Creates an array of {@code float}. Collective.
   *
   * @return the array; close it, or the object that made this description
   * @throws ArmciException on every rank, for a description that is wrong or differs among ranks,
   *     when a rank has too little memory, and for a loaded file of another type or one that a rank
   *     cannot read
   */
  public FloatArray floats() {
    return home.create(this, ElementKind.FLOAT, FloatArray::new);
  }

  /**
   * Creates an array of {@code long}. Collective.
   *
   * @return the array; close it, or the object that made this description
   * @throws ArmciException on every rank, for a description that is wrong or differs among ranks,
   *     when a rank has too little memory, and for a loaded file of another type or one that a rank
   *     cannot read
   */
  public LongArray longs() {
    return home.create(this, ElementKind.LONG, LongArray::new);
  }

  /**
   * Creates an array of {@code int}. Collective.
   *
   * @return the array; close it, or the object that made this description
   * @throws ArmciException on every rank, for a description that is wrong or differs among ranks,
   *     when a rank has too little memory, and for a loaded file of another type or one that a rank
   *     cannot read
   */
  public IntArray ints() {
    return home.create(this, ElementKind.INT, IntArray::new);
  }

  /**
   * Creates an array of {@code byte}. Collective.
   *
   * @return the array; close it, or the object that made this description
   * @throws ArmciException on every rank, for a description that is wrong or differs among ranks,
   *     when a rank has too little memory, and for a loaded file of another type or one that a rank
   *     cannot read
   */
  public ByteArray bytes() {
    return home.create(this, ElementKind.BYTE, ByteArray::new);
  }

  /**
   * Creates an array of complex numbers with parts of {@code double}. Collective.
   *
   * @return the array; close it, or the object that made this description
   * @throws ArmciException on every rank, for a description that is wrong or differs among ranks,
   *     when a rank has too little memory, and for a loaded file of another type or one that a rank
   *     cannot read
   */
  public ComplexArray<double[]> complexDoubles() {
    return home.create(this, ElementKind.COMPLEX_DOUBLE, ComplexArray::new);
  }

  /**
   * Creates an array of complex numbers with parts of {@code float}. Collective.
   *
   * @return the array; close it, or the object that made this description
   * @throws ArmciException on every rank, for a description that is wrong or differs among ranks,
   *     when a rank has too little memory, and for a loaded file of another type or one that a rank
   *     cannot read
   */
  public ComplexArray<float[]> complexFloats() {
    return home.create(this, ElementKind.COMPLEX_FLOAT, ComplexArray::new);
  }

  /**
   * Creates an array of the type of elements that the loaded file has. Collective.
   *
   * @return a {@link DoubleArray}, {@link FloatArray}, {@link LongArray}, {@link IntArray}, {@link
   *     ByteArray} or {@link ComplexArray}; close it, or the object that made this description
   * @throws ArmciException on every rank, when the description is not from {@link
   *     GlobalArrays#load}, for a description that is wrong or differs among ranks, and when a rank
   *     cannot read the file or has too little memory
   */
  public GlobalArray<?> create() {
    return create(kindInFile);
  }

  /** Creates an array of a type. Collective. */
  GlobalArray<?> create(ElementKind kind) {
    return switch (kind) {
      case DOUBLE -> doubles();
      case FLOAT -> floats();
      case LONG -> longs();
      case INT -> ints();
      case BYTE -> bytes();
      case COMPLEX_FLOAT -> complexFloats();
      case COMPLEX_DOUBLE -> complexDoubles();
      case null ->
          throw new ArmciException(
              "create of an array: only a loaded file has a type; call the method that names"
                  + " one, such as doubles");
    };
  }

  private static String methodFor(ElementKind kind) {
    return switch (kind) {
      case COMPLEX_FLOAT -> "complexFloats";
      case COMPLEX_DOUBLE -> "complexDoubles";
      default -> kind.label() + "s";
    };
  }

  /** Returns the parts of the array without its memory, or throws for a wrong description. */
  ArrayParts parts(ElementKind kind, int ranks, int number) {
    String text = name == null ? "#" + number : name;
    if (kindInFile != null && kindInFile != kind) {
      throw new ArmciException(
          Text.format(
              "create of array %s of %s: %s has elements of %s; call %s or create",
              text, kind.label(), file, kindInFile.label(), methodFor(kindInFile)));
    }
    Distribution distribution;
    try {
      distribution = cut.over(ranks, processGrid);
    } catch (ArmciException e) {
      throw new ArmciException(Text.format("create of array %s: %s", text, e.getMessage()), e);
    }
    boolean wrong = ghosts.length != 0 && ghosts.length != shape.length;
    if (wrong || Arrays.stream(ghosts).anyMatch(width -> width < 0)) {
      throw new ArmciException(
          Text.format(
              "create of array %s: %d dimensions have as many widths of ghosts, none negative, not"
                  + " %s",
              text, shape.length, Arrays.toString(ghosts)));
    }
    if (distribution.isCyclic() && Arrays.stream(ghosts).anyMatch(width -> width > 0)) {
      throw new ArmciException(
          Text.format(
              "create of array %s: a block-cyclic distribution has no ghosts; give no widths, or"
                  + " other blocks",
              text));
    }
    return new ArrayParts(text, kind, distribution, Arrays.copyOf(ghosts, shape.length), null);
  }
}
