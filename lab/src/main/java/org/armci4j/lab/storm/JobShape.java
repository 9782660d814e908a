package org.armci4j.lab.storm;

import java.util.List;
import org.armci4j.bootstrap.Host;

/** Ways to start the ranks of a job under attack. */
enum JobShape {
  /** Processes of this host. */
  PROCESSES("--ranks=3"),

  /** Two agents of this host, without ssh. */
  AGENTS("--hosts=localhost:2," + Host.name() + ":1"),

  /** One process, which waits for no other. */
  ALONE("--ranks=1"),

  /** Threads of one process. */
  THREADS("--ranks=3 --threads");

  private final String options;

  JobShape(String options) {
    this.options = options;
  }

  /** Returns the options of {@code armci run}. */
  List<String> options() {
    return List.of(options.split(" "));
  }

  /**
   * Returns whether all ranks are in one process. If that process is stopped, only its launcher
   * waits for it, so it may stay stopped for as long as its user likes.
   */
  boolean isOneProcess() {
    return this == ALONE || this == THREADS;
  }
}
