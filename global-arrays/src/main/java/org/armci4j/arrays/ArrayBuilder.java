package org.armci4j.arrays;

import java.util.Arrays;
import java.util.Objects;
import org.armci4j.arrays.kernel.ElementKind;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;

/**
 * Describes an array, and creates it with elements of one type. Made by {@link GlobalArrays#array}
 * and {@link GlobalArray#like}.
 *
 * <pre>{@code
 * DoubleArray grid = arrays.array(1000, 1000).name("grid").ghosts(1, 1).doubles();
 * }</pre>
 *
 * <p>The methods that create are collective. They check the whole description, and a description
 * that is wrong on one rank, or differs among ranks, is refused on every rank. All elements of a
 * new array are 0.
 */
public final class ArrayBuilder {
  private final GlobalArrays home;
  private final long[] shape;
  private String name;
  private long[] least = {};
  private long[][] starts;
  private int[] ghosts = {};

  ArrayBuilder(GlobalArrays home, long[] shape) {
    this.home = home;
    this.shape = shape;
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
    this.least = Objects.requireNonNull(sizes, "sizes").clone();
    this.starts = null;
    return this;
  }

  /**
   * Sets the limits of all blocks, for an irregular distribution.
   *
   * @param firsts for each dimension the first index of each block, beginning with 0, rising
   * @return this description
   * @throws NullPointerException when the argument is null
   */
  public ArrayBuilder blocks(long[]... firsts) {
    Objects.requireNonNull(firsts, "firsts");
    this.starts = Arrays.stream(firsts).map(long[]::clone).toArray(long[][]::new);
    return this;
  }

  /** Takes the distribution of another array. */
  ArrayBuilder as(Distribution distribution) {
    this.starts = new long[shape.length][];
    for (int d = 0; d < shape.length; d++) {
      starts[d] = new long[distribution.blocks(d)];
      for (int block = 0; block < starts[d].length; block++) {
        starts[d][block] = distribution.start(d, block);
      }
    }
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
   *     and when a rank has too little memory
   */
  public DoubleArray doubles() {
    return home.create(this, ElementKind.DOUBLE, DoubleArray::new);
  }

  /**
   * Creates an array of {@code float}. Collective.
   *
   * @return the array; close it, or the object that made this description
   * @throws ArmciException on every rank, for a description that is wrong or differs among ranks,
   *     and when a rank has too little memory
   */
  public FloatArray floats() {
    return home.create(this, ElementKind.FLOAT, FloatArray::new);
  }

  /**
   * Creates an array of {@code long}. Collective.
   *
   * @return the array; close it, or the object that made this description
   * @throws ArmciException on every rank, for a description that is wrong or differs among ranks,
   *     and when a rank has too little memory
   */
  public LongArray longs() {
    return home.create(this, ElementKind.LONG, LongArray::new);
  }

  /**
   * Creates an array of {@code int}. Collective.
   *
   * @return the array; close it, or the object that made this description
   * @throws ArmciException on every rank, for a description that is wrong or differs among ranks,
   *     and when a rank has too little memory
   */
  public IntArray ints() {
    return home.create(this, ElementKind.INT, IntArray::new);
  }

  /**
   * Creates an array of {@code byte}. Collective.
   *
   * @return the array; close it, or the object that made this description
   * @throws ArmciException on every rank, for a description that is wrong or differs among ranks,
   *     and when a rank has too little memory
   */
  public ByteArray bytes() {
    return home.create(this, ElementKind.BYTE, ByteArray::new);
  }

  /** Returns the parts of the array without its memory, or throws for a wrong description. */
  ArrayParts parts(ElementKind kind, int ranks, int number) {
    String text = name == null ? "#" + number : name;
    Distribution distribution;
    try {
      distribution =
          starts == null
              ? Distribution.regular(ranks, shape, least)
              : Distribution.irregular(ranks, shape, starts);
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
    return new ArrayParts(text, kind, distribution, Arrays.copyOf(ghosts, shape.length), null);
  }
}
