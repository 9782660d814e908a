package org.armci4j.bootstrap.launch.plan;

/**
 * Names the rank whose JVM waits for a debugger before it runs the program.
 *
 * @param rank the rank
 * @param port the port of its host's loopback address at which the JVM waits
 */
public record RankDebug(int rank, int port) {
  /**
   * Returns the option that makes a JVM wait: the agent of the Java Debug Wire Protocol, which only
   * its own host can reach.
   *
   * @return an option of the {@code java} command
   */
  public String jvmArgument() {
    return "-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,quiet=y,address=127.0.0.1:"
        + port;
  }
}
