package org.armci4j.lab.storm;

import java.util.List;
import org.armci4j.bootstrap.Host;

/** How the ranks of a job under attack are started. */
enum JobShape {
  /** Processes of this host. */
  PROCESSES("--ranks=3"),

  /** Two agents of this host, without ssh. */
  AGENTS("--hosts=localhost:2," + Host.name() + ":1"),

  /** One process, which waits for nobody. */
  ALONE("--ranks=1"),

  /** Threads of one process. */
  THREADS("--ranks=3 --threads");

  private final String options;

  JobShape(String options) {
    this.options = options;
  }

  /** The options of {@code armci run}. */
  List<String> options() {
    return List.of(options.split(" "));
  }

  /**
   * Whether ranks are in one process: one that is stopped keeps nobody waiting but its launcher,
   * and so may be stopped as long as its user likes.
   */
  boolean isOneProcess() {
    return this == ALONE || this == THREADS;
  }
}
