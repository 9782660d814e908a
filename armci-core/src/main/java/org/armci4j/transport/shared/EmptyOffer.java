package org.armci4j.transport.shared;

import org.armci4j.transport.Offer;

/** Offers no bytes: no file, no table entry. */
enum EmptyOffer implements Offer {
  INSTANCE;

  @Override
  public byte[] descriptor() {
    return new byte[0];
  }

  @Override
  public void close() {
    // There is nothing to give up.
  }
}
