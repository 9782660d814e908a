package org.armci4j.transport.shared;

import org.armci4j.transport.Offer;

/** Offers a block that has memory of its own. */
record WholeOffer(Offer memory) implements Offer {
  @Override
  public byte[] descriptor() {
    return new HostBlockDescriptor(memory.descriptor(), 0, 0).encode();
  }

  @Override
  public void reserve(long hostBytes) {
    memory.reserve(hostBytes);
  }

  @Override
  public void close() {
    memory.close();
  }
}
