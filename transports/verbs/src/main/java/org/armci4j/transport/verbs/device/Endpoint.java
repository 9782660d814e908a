package org.armci4j.transport.verbs.device;

import java.nio.ByteBuffer;
import org.armci4j.transport.verbs.device.port.Gid;

/**
 * Tells the other side what it must know to connect to a queue pair.
 *
 * @param queuePair its number
 * @param packetSequence number of its first packet, 24 bits
 * @param lid of its port, for InfiniBand
 * @param gid of its port, for RoCE
 * @param mtuBytes largest packet that it takes
 * @param maxReads reads and atomics that it serves at once
 */
public record Endpoint(
    int queuePair, int packetSequence, int lid, Gid gid, int mtuBytes, int maxReads) {
  /** Bytes that {@link #writeTo} writes. */
  public static final int ENCODED_BYTES = 5 * Integer.BYTES + 2 * Long.BYTES;

  /** Writes the endpoint at the buffer's position, in the buffer's byte order. */
  public void writeTo(ByteBuffer buffer) {
    buffer.putInt(queuePair).putInt(packetSequence).putInt(lid);
    buffer.putLong(gid.high()).putLong(gid.low());
    buffer.putInt(mtuBytes).putInt(maxReads);
  }

  /** Returns the endpoint as bytes. */
  public byte[] encode() {
    ByteBuffer bytes = ByteBuffer.allocate(ENCODED_BYTES);
    writeTo(bytes);
    return bytes.array();
  }

  /** Returns the endpoint that {@link #encode} has turned into bytes. */
  public static Endpoint decode(byte[] bytes) {
    return readFrom(ByteBuffer.wrap(bytes));
  }

  /** Reads an endpoint that {@link #writeTo} wrote. */
  public static Endpoint readFrom(ByteBuffer buffer) {
    int queuePair = buffer.getInt();
    int packetSequence = buffer.getInt();
    int lid = buffer.getInt();
    long high = buffer.getLong();
    long low = buffer.getLong();
    return new Endpoint(
        queuePair, packetSequence, lid, new Gid(high, low), buffer.getInt(), buffer.getInt());
  }
}
