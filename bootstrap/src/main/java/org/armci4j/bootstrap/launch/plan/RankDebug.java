package org.armci4j.bootstrap.launch.plan;

/**
 * The rank whose JVM waits for a debugger before it runs the program.
 *
 * @param rank its number
 * @param port the port of its host's loopback address at which it waits
 */
public record RankDebug(int rank, int port) {
  /**
   * What makes a JVM wait: the agent of the Java Debug Wire Protocol, reachable from its host
   * alone.
   *
   * @return an option of the {@code java} command
   */
  public String jvmArgument() {
    return "-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,quiet=y,address=127.0.0.1:"
        + port;
  }
}
