package org.armci4j.lab.storm;

import java.util.Locale;

/** Names the networks between the ranks of jobs that lose some, and the times that fit them. */
enum LossNetwork {
  /** One host, whose ranks share memory. */
  SHM("in shared memory", 2_000, 180, 20),

  /** Hosts are network namespaces of this machine. */
  UCX("over UCX", 2_000, 180, 20),

  /**
   * Each rank is a host of its own on this machine, and reaches the others through its RDMA device
   * alone. In the lab all JVMs of a job share one emulated core.
   */
  VERBS("over RDMA", 20_000, 480, 1);

  private final String words;
  private final int heartbeatMillis;
  private final int limitSeconds;
  private final int progressJobs;

  LossNetwork(String words, int heartbeatMillis, int limitSeconds, int progressJobs) {
    this.words = words;
    this.heartbeatMillis = heartbeatMillis;
    this.limitSeconds = limitSeconds;
    this.progressJobs = progressJobs;
  }

  /** Returns the network of a name on the command line, or null. */
  static LossNetwork named(String name) {
    for (LossNetwork one : values()) {
      if (one.transport().equals(name)) {
        return one;
      }
    }
    return null;
  }

  /** Returns the name of the transport. */
  String transport() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns how the ranks reach each other, for people. */
  String words() {
    return words;
  }

  /** Returns whether hosts have links, which may go down. */
  boolean hasLinks() {
    return this == UCX;
  }

  /** Returns how long ranks may be silent: longer than a busy machine keeps one from running. */
  int heartbeatMillis() {
    return heartbeatMillis;
  }

  /** Returns how long the others wait for a rank that is stopped before it has joined. */
  int exchangeMillis() {
    return 5 * heartbeatMillis / 2;
  }

  /** Returns the limit of each wait for a job. */
  int limitSeconds() {
    return limitSeconds;
  }

  /** Returns after how many jobs a storm tells how far it is. */
  int progressJobs() {
    return progressJobs;
  }

  /**
   * Returns how long a launcher may be silent; the ranks of a host that is cut off live so long.
   */
  int agentMillis() {
    return 2 * heartbeatMillis;
  }
}
