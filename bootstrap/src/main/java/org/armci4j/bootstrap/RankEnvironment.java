package org.armci4j.bootstrap;

import java.net.SocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Writes and reads the environment variables by which a launcher tells a process its {@link
 * Membership}. The secret is not among them: other processes of the user can read an environment,
 * and all children of the rank inherit it.
 */
public final class RankEnvironment {
  /** Name of the rank's variable. */
  public static final String RANK = "ARMCI_RANK";

  /** Number of ranks of the job. */
  public static final String SIZE = "ARMCI_SIZE";

  /** Where the ranks meet: address and port, or on one host the path of a socket. */
  public static final String RENDEZVOUS = "ARMCI_RENDEZVOUS";

  /** Public name of the job. */
  public static final String JOB = "ARMCI_JOB";

  /**
   * Job for which an agent runs ranks. Set in the agent's own environment, and not in its ranks'.
   */
  public static final String AGENT = "ARMCI_AGENT";

  /** Name of the ranks of one agent; not set for ranks that the launcher itself has started. */
  public static final String PART = "ARMCI_PART";

  private static final String TERMINAL = "ARMCI_TERMINAL";

  /** Number of earlier processes of the rank; not set for a first process. */
  private static final String INCARNATION = "ARMCI_INCARNATION";

  private static final Set<String> NAMES =
      Set.of(RANK, SIZE, RENDEZVOUS, JOB, AGENT, PART, TERMINAL, INCARNATION);

  private RankEnvironment() {}

  /** Returns the variables that tell a process its membership. */
  public static Map<String, String> write(Membership membership) {
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put(RANK, Integer.toString(membership.rank()));
    variables.put(SIZE, Integer.toString(membership.size()));
    variables.put(JOB, membership.jobId());
    variables.put(TERMINAL, Boolean.toString(membership.terminal()));
    if (membership.restarted()) {
      variables.put(INCARNATION, Integer.toString(membership.incarnation()));
    }
    SocketAddress rendezvous = membership.rendezvous();
    if (rendezvous != null) {
      variables.put(RENDEZVOUS, RendezvousAddress.print(rendezvous));
    }
    return variables;
  }

  /** Returns whether {@code name} is one of the variables that tell a process its membership. */
  public static boolean isMembership(String name) {
    return NAMES.contains(name);
  }

  /** Returns whether a launcher has told this process that it is a rank. */
  static boolean isPresent(Map<String, String> environment) {
    return environment.containsKey(RANK) || environment.containsKey(SIZE);
  }

  /**
   * Returns the membership that {@link #write} wrote.
   *
   * @param places makes the meeting place for the address of a rendezvous, with the secret that
   *     came another way; not called when there is no rendezvous
   * @throws BootstrapException when a variable is missing or wrong
   */
  public static Membership read(
      Map<String, String> environment, Function<SocketAddress, MeetingPlace> places) {
    String rendezvous = environment.get(RENDEZVOUS);
    try {
      return new Membership(
          Integer.parseInt(need(environment, RANK)),
          Integer.parseInt(need(environment, SIZE)),
          need(environment, JOB),
          Boolean.parseBoolean(environment.get(TERMINAL)),
          Integer.parseInt(environment.getOrDefault(INCARNATION, "0")),
          rendezvous == null
              ? MeetingPlace.none()
              : places.apply(RendezvousAddress.parse(rendezvous)));
    } catch (IllegalArgumentException wrong) {
      throw new BootstrapException(
          "the launcher's environment variables (ARMCI_RANK and others) do not tell a rank: "
              + wrong.getMessage(),
          wrong);
    }
  }

  private static String need(Map<String, String> environment, String name) {
    String value = environment.get(name);
    if (value == null) {
      throw new IllegalArgumentException(name + " is not set");
    }
    return value;
  }
}
