package org.armci4j.transport.verbs;

import org.armci4j.transport.verbs.device.Endpoint;
import org.armci4j.transport.verbs.device.QueuePair;
import org.armci4j.transport.verbs.device.Retries;
import org.armci4j.transport.verbs.path.PathEnd;

/** What a connection ends in at this rank: one queue pair, or one after the other. */
interface ConnectionEnd {
  /** Returns what the other side must know to connect. */
  byte[] address();

  /**
   * Connects to the other side.
   *
   * @param address the other side's {@link #address}
   */
  void connect(byte[] address);

  /** Ends the connection, even with requests under way. */
  void close();

  /** Returns how the connection goes on by another port; null if it fails with its queue pair. */
  default PathEnd pathEnd() {
    return null;
  }

  /**
   * The end of a connection that fails with its queue pair.
   *
   * @param queuePair open
   * @param own what the other side must know of the queue pair
   * @param retries when the queue pair gives up
   */
  record OneQueuePair(QueuePair queuePair, Endpoint own, Retries retries) implements ConnectionEnd {
    @Override
    public byte[] address() {
      return own.encode();
    }

    @Override
    public void connect(byte[] address) {
      queuePair.connect(Endpoint.decode(address), retries);
    }

    @Override
    public void close() {
      queuePair.close();
    }
  }
}
