package org.armci4j.lab.simulator.network;

/** Simulates a network with a link of its own for every two hosts. */
public final class NoContention implements Interconnect {
  @Override
  public double delay(int from, int to, double atNanos, long sizeBytes, double nanosPerByte) {
    return 0;
  }

  @Override
  public boolean isShared() {
    return false;
  }

  @Override
  public String busiestLink() {
    return "none is shared";
  }

  @Override
  public long busiestLinkBytes() {
    return 0;
  }
}
