package org.armci4j.transport.ucx;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;

/**
 * Address at which a rank receives, as sent to the ranks that connect to it.
 *
 * @param host the name of its host, for messages
 * @param onlyTcp whether UCX uses nothing but TCP there
 * @param probe the address of a word that can be read there at any time
 * @param probeKey of that word
 * @param worker the address of its worker, in UCX's form
 */
@SuppressWarnings("ArrayRecordComponent") // handed on, never compared
record UcxAddress(String host, boolean onlyTcp, long probe, byte[] probeKey, byte[] worker) {
  private static final int FIXED_BYTES = 2 * Integer.BYTES + Byte.BYTES + Long.BYTES;

  byte[] encode() {
    byte[] name = host.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(FIXED_BYTES + name.length + probeKey.length + worker.length)
        .putInt(name.length)
        .put(name)
        .put((byte) (onlyTcp ? 1 : 0))
        .putLong(probe)
        .putInt(probeKey.length)
        .put(probeKey)
        .put(worker)
        .array();
  }

  static UcxAddress decode(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    try {
      String host = new String(part(in, in.getInt()), StandardCharsets.UTF_8);
      boolean onlyTcp = in.get() != 0;
      long probe = in.getLong();
      byte[] probeKey = part(in, in.getInt());
      return new UcxAddress(host, onlyTcp, probe, probeKey, part(in, in.remaining()));
    } catch (BufferUnderflowException e) {
      throw new ArmciException(
          Text.format("an address of %d bytes is none of UCX's", bytes.length), e);
    }
  }

  private static byte[] part(ByteBuffer in, int lengthBytes) {
    if (lengthBytes < 0 || lengthBytes > in.remaining()) {
      throw new BufferUnderflowException();
    }
    byte[] part = new byte[lengthBytes];
    in.get(part);
    return part;
  }
}
