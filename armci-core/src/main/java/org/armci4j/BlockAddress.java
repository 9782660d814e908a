package org.armci4j;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;

/**
 * Identifies a block that one rank {@linkplain Armci#share shares} on its own, so that other ranks
 * can attach to it: a few bytes, passed on by any means, such as a put.
 *
 * <p>Source: ARMCI's {@code armci_meminfo_t}.
 */
public final class BlockAddress {
  private static final int HEAD_BYTES = Long.BYTES + Integer.BYTES + Long.BYTES;

  private final long runtime;
  private final int rank;
  private final long sizeBytes;
  private final byte[] descriptor;

  /**
   * @param runtime the number of the owner's runtime, one for each opening of a job
   */
  BlockAddress(long runtime, int rank, long sizeBytes, byte[] descriptor) {
    this.runtime = runtime;
    this.rank = rank;
    this.sizeBytes = sizeBytes;
    this.descriptor = descriptor;
  }

  /** Returns the number of the runtime in which the block can be reached. */
  long runtime() {
    return runtime;
  }

  /**
   * Returns the owner.
   *
   * @return a rank of the job
   */
  public int rank() {
    return rank;
  }

  /**
   * Returns the size of the block.
   *
   * @return the size in bytes
   */
  public long sizeBytes() {
    return sizeBytes;
  }

  byte[] descriptor() {
    return descriptor.clone();
  }

  /**
   * Returns the address as bytes.
   *
   * @return a few dozen bytes, for {@link #of}
   */
  public byte[] toBytes() {
    return ByteBuffer.allocate(HEAD_BYTES + descriptor.length)
        .putLong(runtime)
        .putInt(rank)
        .putLong(sizeBytes)
        .put(descriptor)
        .array();
  }

  /**
   * Returns the address that some bytes encode.
   *
   * @param bytes exactly the bytes that {@link #toBytes} returned
   * @return the address
   * @throws ArmciException when the bytes are no address
   */
  public static BlockAddress of(byte[] bytes) {
    if (Objects.requireNonNull(bytes, "bytes").length < HEAD_BYTES) {
      throw new ArmciException(Text.format("%d bytes are no address of a block", bytes.length));
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    long runtime = buffer.getLong();
    int rank = buffer.getInt();
    long sizeBytes = buffer.getLong();
    if (rank < 0 || sizeBytes < 0) {
      throw new ArmciException(
          Text.format("rank %d with %d bytes is no address of a block", rank, sizeBytes));
    }
    return new BlockAddress(
        runtime, rank, sizeBytes, Arrays.copyOfRange(bytes, buffer.position(), bytes.length));
  }
}
