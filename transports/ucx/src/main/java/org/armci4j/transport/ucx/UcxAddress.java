package org.armci4j.transport.ucx;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.armci4j.ArmciException;

/**
 * Where a rank receives, as it is sent to those that connect to it.
 *
 * @param host the name of its host, for messages
 * @param worker the address of its worker, as UCX has it
 */
@SuppressWarnings("ArrayRecordComponent") // handed on, never compared
record UcxAddress(String host, byte[] worker) {
  byte[] encode() {
    byte[] name = host.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(Integer.BYTES + name.length + worker.length)
        .putInt(name.length)
        .put(name)
        .put(worker)
        .array();
  }

  static UcxAddress decode(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    int length = in.remaining() < Integer.BYTES ? -1 : in.getInt();
    if (length < 0 || length > in.remaining()) {
      throw new ArmciException("an address of %d bytes is none of UCX's".formatted(bytes.length));
    }
    byte[] name = new byte[length];
    in.get(name);
    byte[] worker = new byte[in.remaining()];
    in.get(worker);
    return new UcxAddress(new String(name, StandardCharsets.UTF_8), worker);
  }
}
